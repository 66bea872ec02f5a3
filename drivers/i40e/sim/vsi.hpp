// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One virtual station interface: its record as the driver sees it, its filters, and the decision
// whether it wants a frame.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/net/mac_address.hpp"
#include "drivers/i40e/hw/admin_commands_switch.hpp"
#include "drivers/i40e/hw/vsi_properties.hpp"

namespace sluice::i40e::sim {

struct MacFilter {
    net::MacAddress mac;
    std::uint16_t vlan = 0;  // 0: untagged frames only
    bool any_vlan = false;

    friend bool operator==(const MacFilter&, const MacFilter&) = default;
};

// What of a frame the switch looks at.
struct SwitchKey {
    net::MacAddress destination;
    net::MacAddress source;
    bool tagged = false;
    std::uint16_t vlan = 0;  // 0 when untagged or only priority tagged

    friend bool operator==(const SwitchKey&, const SwitchKey&) = default;
};

class Vsi {
public:
    std::uint16_t seid = 0;
    std::uint16_t uplink_seid = 0;
    unsigned number = 0;
    std::uint8_t traffic_classes = 1;  // bitmap
    hw::VsiProperties properties;
    std::vector<MacFilter> filters;

    // Of admin command 0x0254, but RX_ONLY.
    std::uint16_t promiscuous = 0;
    // Promiscuity for one VLAN.
    struct VlanPromiscuity {
        std::uint16_t vlan;
        std::uint16_t flags;
    };
    std::vector<VlanPromiscuity> vlan_promiscuous;

    [[nodiscard]] unsigned stat_index() const noexcept {
        return properties.stat_counter_idx.value();
    }
    [[nodiscard]] hw::VlanTagMode tag_mode() const noexcept {
        return Word<hw::PortVlanFlags>{properties.port_vlan_flags}[hw::PortVlanFlags::emod];
    }
    [[nodiscard]] bool is_default() const noexcept {
        return (promiscuous & hw::SetVsiPromiscuousModes::default_vsi) != 0;
    }

    // By filter or promiscuity; not as default VSI.
    [[nodiscard]] bool claims(const SwitchKey& key) const noexcept;
    // Whether a frame may reach it at all: tag mode, source pruning.
    [[nodiscard]] bool admits(const SwitchKey& key) const noexcept;

    // The function's queue that entry `index` of its traffic class 0 stands for; the index is
    // taken modulo the number of queues.
    [[nodiscard]] unsigned queue(unsigned index) const noexcept;
    [[nodiscard]] unsigned queue_count() const noexcept;

    [[nodiscard]] bool has_qs_handle(unsigned handle) const noexcept;

private:
    [[nodiscard]] bool matches_filter(const SwitchKey& key) const noexcept;
    [[nodiscard]] bool admits_vlan(const SwitchKey& key) const noexcept;
};

}  // namespace sluice::i40e::sim
