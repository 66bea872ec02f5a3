// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What a receive queue is made of and counts; the queue itself is in rx_queue.hpp.

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/counters.hpp"
#include "core/base/drop_reason.hpp"
#include "core/vfio/doorbell.hpp"
#include "core/vfio/translation.hpp"
#include "drivers/i40e/hw/queue_context.hpp"
#include "drivers/i40e/pmd/queue_id.hpp"
#include "mempool/umem_geometry.hpp"

namespace sluice::i40e::pmd {

struct RxQueueOptions {
    unsigned descriptors = 1024;  // 64 to 8160 in steps of 32
    hw::RxDescriptorSize descriptor_size = hw::RxDescriptorSize::bytes16;
};

[[nodiscard]] constexpr std::uint64_t descriptor_bytes(const RxQueueOptions& options) noexcept {
    return options.descriptor_size == hw::RxDescriptorSize::bytes32 ? 32 : 16;
}

// Throws Error: a ring size the NIC refuses (it names the nearest it takes), or frames of `mtu`
// that five buffers of the UMEM cannot hold (it says what would do). Touches no hardware.
void check_rx_options(const RxQueueOptions& options, const mempool::UmemGeometry& geometry,
                      unsigned mtu);

// The longest frame of an MTU: Ethernet header, two VLAN tags, FCS; bounded by what the MAC takes.
[[nodiscard]] unsigned max_frame_bytes(unsigned mtu) noexcept;

// The context of a queue with its ring at device address `ring`: buffers of `buffer_bytes`, frames
// of at most `max_frame`. The arguments are sound (check_rx_options).
[[nodiscard]] Word<hw::RxQueueContext> rx_queue_context(const RxQueueOptions& options,
                                                        std::uint64_t ring, unsigned buffer_bytes,
                                                        unsigned max_frame);

// Written by the polling thread, read by any.
struct alignas(64) RxCounters {
    Counter packets;                 // received undamaged, whether delivered or dropped
    Counter bytes;                   // of those, in memory: without FCS
    Counter delivered_packets;       // handed to the sink
    Counter fill_ring_empty;         // refills that wanted buffers and found none
    Counter invalid_fill_addresses;  // entries of the fill ring outside the UMEM
    Counter status_descriptors;      // answers to filter programs, which nobody asked for
    DropCounters drops;
};

// What the device gives a queue: its ring, and where the tail is written.
struct RxRing {
    QueueId queue;
    std::span<std::byte> memory;  // of `descriptors` descriptors, aligned to hw's limits
    unsigned descriptors = 0;
    vfio::Doorbell tail;
};

// How a byte of the UMEM is named to the device: behind an IOMMU one addition ...
struct LinearAddressing {
    explicit LinearAddressing(const vfio::Translation& translation)
        : base(translation.linear_base()) {}
    [[nodiscard]] std::uint64_t operator()(std::uint64_t offset) const noexcept {
        return base + offset;
    }
    std::uint64_t base;
};

// ... and without one a table with an entry a page. The translation outlives the queue.
struct PagedAddressing {
    explicit PagedAddressing(const vfio::Translation& of) : translation(&of) {}
    [[nodiscard]] std::uint64_t operator()(std::uint64_t offset) const noexcept {
        return translation->iova(offset);
    }
    const vfio::Translation* translation;
};

}  // namespace sluice::i40e::pmd
