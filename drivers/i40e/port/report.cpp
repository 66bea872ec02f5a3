// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/port/report.hpp"

namespace sluice::i40e {

namespace {

constexpr std::uint64_t distance(std::uint64_t a, std::uint64_t b) noexcept {
    return a > b ? a - b : b - a;
}

}  // namespace

std::uint64_t PortReport::unaccounted_packets() const noexcept {
    std::uint64_t by_device = 0;
    std::uint64_t by_queues = 0;
    for (const DropReason reason : all_drop_reasons) {
        const std::uint64_t count = drops[static_cast<std::size_t>(reason)];
        (is_device_drop(reason) ? by_device : by_queues) += count;
    }
    return distance(offered_packets, rx_packets + by_device) +
           distance(rx_packets, delivered_packets + by_queues);
}

}  // namespace sluice::i40e
