// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/vsi.hpp"

#include <algorithm>

#include "core/base/field.hpp"

namespace sluice::i40e::sim {

namespace {

using Modes = hw::SetVsiPromiscuousModes;

std::uint16_t mode_of(const net::MacAddress& destination) noexcept {
    if (!destination.is_group()) return Modes::unicast;
    return destination.is_broadcast() ? Modes::broadcast : Modes::multicast;
}

}  // namespace

bool Vsi::matches_filter(const SwitchKey& key) const noexcept {
    return std::ranges::any_of(filters, [&](const MacFilter& filter) {
        return filter.mac == key.destination && (filter.any_vlan || filter.vlan == key.vlan);
    });
}

// Filters that name a VLAN make the VSI a member of those VLANs only.
bool Vsi::admits_vlan(const SwitchKey& key) const noexcept {
    if (key.vlan == 0 || (promiscuous & Modes::vlan) != 0) return true;
    bool prunes = false;
    for (const MacFilter& filter : filters) {
        if (filter.any_vlan || filter.vlan == 0) continue;
        if (filter.vlan == key.vlan) return true;
        prunes = true;
    }
    return !prunes;
}

bool Vsi::claims(const SwitchKey& key) const noexcept {
    if (matches_filter(key)) return true;
    const std::uint16_t mode = mode_of(key.destination);
    if ((promiscuous & mode) != 0 && admits_vlan(key)) return true;
    return std::ranges::any_of(vlan_promiscuous, [&](const VlanPromiscuity& entry) {
        return entry.vlan == key.vlan && (entry.flags & mode) != 0;
    });
}

bool Vsi::admits(const SwitchKey& key) const noexcept {
    const auto mode = Word<hw::PortVlanFlags>{properties.port_vlan_flags}[hw::PortVlanFlags::mode];
    if (mode == hw::PortVlanMode::tagged && !key.tagged) return false;
    if (mode == hw::PortVlanMode::untagged && key.tagged) return false;
    const Word<hw::VsiSwitchId> switching{properties.switch_id.value()};
    if (switching[hw::VsiSwitchId::local_lb]) return true;
    return std::ranges::none_of(filters,
                                [&](const MacFilter& filter) { return filter.mac == key.source; });
}

unsigned Vsi::queue_count() const noexcept {
    const Word<hw::VsiTcMapping> mapping{properties.tc_mapping[0].value()};
    return 1u << mapping[hw::VsiTcMapping::que_number];
}

unsigned Vsi::queue(unsigned index) const noexcept {
    const Word<hw::VsiTcMapping> mapping{properties.tc_mapping[0].value()};
    const unsigned at = mapping[hw::VsiTcMapping::que_offset] + (index & (queue_count() - 1));
    if (properties.mapping_flags.value() == hw::VsiProperties::que_map_contig)
        return properties.queue_mapping[0].value() + at;
    return properties.queue_mapping[at % properties.queue_mapping.size()].value();
}

bool Vsi::has_qs_handle(unsigned handle) const noexcept {
    return handle != hw::VsiProperties::qs_handle_invalid &&
           std::ranges::any_of(properties.qs_handle,
                               [&](le16 known) { return known.value() == handle; });
}

}  // namespace sluice::i40e::sim
