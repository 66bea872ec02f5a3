// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The yardstick of the receive path: the same walk from descriptor to ring entry and back with
// nothing checked and nothing counted. It believes every descriptor and every fill entry; never
// use it for anything but comparison.

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/byte_order.hpp"
#include "core/vfio/doorbell.hpp"
#include "drivers/i40e/hw/rx_descriptor.hpp"
#include "mempool/umem_geometry.hpp"
#include "rings/consumer.hpp"
#include "rings/producer.hpp"

namespace sluice::bench {

template <class Descriptor>
class BareLoop {
public:
    BareLoop(std::span<Descriptor> ring, vfio::Doorbell tail, const mempool::UmemGeometry& geometry,
             std::uint64_t iova_base, rings::Consumer<std::uint64_t>& fill,
             rings::Producer<xdp_desc>& rx)
        : ring_(ring),
          doorbell_(tail),
          geometry_(geometry),
          iova_base_(iova_base),
          fill_(fill),
          rx_(rx),
          addresses_(ring.size()) {}

    unsigned poll(unsigned budget) noexcept {
        const rings::Slots<xdp_desc> slots = rx_.reserve_up_to(budget);
        unsigned taken = 0;
        for (; taken < slots.size(); ++taken) {
            const std::uint64_t status =
                std::atomic_ref(ring_[next_].qword[1]).load(std::memory_order_acquire).value();
            if ((status & 1) == 0) break;
            slots[taken] = {addresses_[next_], static_cast<std::uint32_t>(status >> 38) & 0x3fff,
                            0};
            next_ = next_ + 1 == ring_.size() ? 0 : next_ + 1;
        }
        rx_.submit(taken);
        posted_ -= taken;
        refill();
        return taken;
    }

    void refill() noexcept {
        const unsigned room = static_cast<unsigned>(ring_.size()) - 1 - posted_;
        const rings::Slots<const std::uint64_t> empty = fill_.peek_up_to(room);
        for (unsigned i = 0; i < empty.size(); ++i) {
            const std::uint64_t address = geometry_.data_address(geometry_.chunk_start(empty[i]));
            addresses_[tail_] = address;
            ring_[tail_].qword[0] = le64(iova_base_ + address);
            ring_[tail_].qword[1] = le64(0);
            tail_ = tail_ + 1 == ring_.size() ? 0 : tail_ + 1;
        }
        posted_ += empty.size();
        fill_.release(empty.size());
        if (!empty.empty()) doorbell_.ring(tail_);
    }

private:
    std::span<Descriptor> ring_;
    vfio::Doorbell doorbell_;
    mempool::UmemGeometry geometry_;
    std::uint64_t iova_base_;
    rings::Consumer<std::uint64_t>& fill_;
    rings::Producer<xdp_desc>& rx_;
    std::vector<std::uint64_t> addresses_;
    unsigned next_ = 0;
    unsigned tail_ = 0;
    unsigned posted_ = 0;
};

}  // namespace sluice::bench
