// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The function's station on the device's switch (VSI): firmware makes it at reset, the driver finds
// it and sets what it does. Everything here is admin commands, so everything throws Error where
// firmware refuses or does not answer. Sequences: facts, 3.7.1, 13.4 steps 7 and 8.

#include <cstdint>

#include "drivers/i40e/hw/vsi_properties.hpp"
#include "drivers/i40e/pmd/admin_queue.hpp"

namespace sluice::i40e::pmd {

class Vsi {
public:
    // Finds the function's main VSI in the switch's configuration and reads its properties.
    explicit Vsi(AdminQueue& admin);

    [[nodiscard]] std::uint16_t seid() const noexcept { return seid_; }
    // The switch's end towards the MAC.
    [[nodiscard]] std::uint16_t mac_seid() const noexcept { return mac_seid_; }
    // What registers and descriptors call this VSI.
    [[nodiscard]] unsigned number() const noexcept { return number_; }
    // Index of its GLV_* statistics.
    [[nodiscard]] unsigned statistics_index() const noexcept {
        return properties_.stat_counter_idx;
    }
    // What a transmit queue's context names as its place in the scheduler (RDYLIST); valid after
    // configure_bandwidth().
    [[nodiscard]] std::uint16_t queue_set() const noexcept { return queue_set_; }

    // One traffic class without a limit.
    void configure_bandwidth();
    // Receive queues 0 to `queues` - 1 of the function are the VSI's, and how it treats what
    // arrives: received VLAN tags go to the descriptor or stay in the frame; frames that carry
    // its own source address are received like others (a bridge or an echo needs that; DPDK does
    // the same), frames of other VSIs of this port are not.
    void configure(unsigned queues, bool vlan_strip);

private:
    void find();
    void read_properties();
    void update(std::uint16_t sections);

    AdminQueue& admin_;
    std::uint16_t seid_ = 0;
    std::uint16_t mac_seid_ = 0;
    unsigned number_ = 0;
    std::uint16_t queue_set_ = hw::VsiProperties::qs_handle_invalid;
    hw::VsiProperties properties_{};
};

// The number of queues a VSI's map must have room for: the next power of two.
[[nodiscard]] unsigned mapped_queues(unsigned queues) noexcept;

}  // namespace sluice::i40e::pmd
