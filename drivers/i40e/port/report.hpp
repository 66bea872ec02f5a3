// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What became of every packet that a port's wire offered (docs/architecture.md, Errors):
//
//   offered  = received + device drops
//   received = delivered + dropped by a queue
//   frames   = free, once every buffer came back
//
// The sides are counted by different parts: the wire, the hardware's counters, the queues, the
// frame pool.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/drop_reason.hpp"

namespace sluice::i40e {

using DropCounts = std::array<std::uint64_t, drop_reason_count>;  // by DropReason

struct QueueReport {
    std::uint64_t rx_packets = 0;  // received undamaged, delivered or dropped
    std::uint64_t rx_bytes = 0;
    std::uint64_t delivered_packets = 0;
    std::uint64_t fill_ring_empty = 0;         // refills that found no buffer
    std::uint64_t invalid_fill_addresses = 0;  // refused entries of the fill ring
    DropCounts drops{};
    std::uint64_t memory_bytes = 0;  // descriptors, rings and the queue's share of the UMEM
};

struct PortReport {
    std::string name;
    std::uint64_t offered_packets = 0;
    std::uint64_t rx_packets = 0;
    std::uint64_t rx_bytes = 0;
    std::uint64_t delivered_packets = 0;
    DropCounts drops{};  // of the device and of the queues
    std::uint64_t leaked_frames = 0;
    std::uint64_t memory_bytes = 0;  // UMEM and all queues
    std::vector<QueueReport> queues;

    // How far the identities above are off, added up; 0, or a bug.
    [[nodiscard]] std::uint64_t unaccounted_packets() const noexcept;
};

}  // namespace sluice::i40e
