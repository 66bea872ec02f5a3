// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The PHY, the MAC and the link. Nothing here waits for a link: a cable may be plugged in later.
// Sequences: facts, 3.7 (PHY and link), 13.4 step 12.

#include <cstdint>
#include <optional>

#include "drivers/i40e/pmd/admin_queue.hpp"

namespace sluice::i40e::pmd {

struct LinkState {
    bool is_up = false;
    std::optional<std::uint32_t> megabits;  // nothing: down, or a speed the driver does not know
    bool has_module = false;                // media available
    friend bool operator==(const LinkState&, const LinkState&) = default;
};

// Throws Error when firmware does not say.
[[nodiscard]] LinkState read_link(AdminQueue& admin);

// Longest frame the MAC takes, bytes with FCS; the FCS is checked, and added to what is sent.
void configure_mac(AdminQueue& admin, unsigned max_frame_bytes);

// Which changes firmware reports: link, media, and modules it does not accept.
void choose_link_events(AdminQueue& admin);

// Switches the PHY on where a former driver has switched it off (Linux does so with
// "link-down-on-close", DPDK at each stop).
void enable_phy(Hardware& hardware, AdminQueue& admin);

}  // namespace sluice::i40e::pmd
