// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Which frames the switch gives to a VSI: those to its addresses whatever their VLAN, broadcasts,
// and all others when it is promiscuous. Sequences: facts, 3.7, 10.1, 13.4 step 10.

#include "drivers/i40e/hw/admin_commands_general.hpp"
#include "drivers/i40e/pmd/admin_queue.hpp"
#include "drivers/i40e/pmd/vsi.hpp"

namespace sluice::i40e::pmd {

// The address that the NVM gave the function. Throws Error where it has none.
[[nodiscard]] hw::MacOctets read_mac_address(AdminQueue& admin);

// Throws Error: refused, or the device has no room for another filter.
void add_mac_filter(AdminQueue& admin, const Vsi& vsi, const hw::MacOctets& address);

// Removes the filter of an address, whether firmware or this driver made it; it may be absent.
void remove_mac_filter(AdminQueue& admin, const Vsi& vsi, const hw::MacOctets& address);

void set_broadcast(AdminQueue& admin, const Vsi& vsi, bool wanted);
void set_promiscuous(AdminQueue& admin, const Vsi& vsi, bool wanted);

}  // namespace sluice::i40e::pmd
