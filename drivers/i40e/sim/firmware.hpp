// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The firmware behind the admin queue: what each command does and answers. Everything that the
// bring-up of Linux's and DPDK's drivers asks for (facts 13.1 and 13.2) is here; other commands
// are answered with ESRCH, as firmware answers what it does not know.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/net/mac_address.hpp"
#include "drivers/i40e/hw/admin_commands_general.hpp"
#include "drivers/i40e/hw/admin_commands_switch.hpp"
#include "drivers/i40e/hw/admin_queue.hpp"
#include "drivers/i40e/sim/admin_call.hpp"
#include "drivers/i40e/sim/complaints.hpp"
#include "drivers/i40e/sim/link.hpp"
#include "drivers/i40e/sim/options.hpp"
#include "drivers/i40e/sim/shadow_ram.hpp"
#include "drivers/i40e/sim/switch_table.hpp"

namespace sluice::i40e::sim {

// How a command uses its buffer.
enum class AdminShape : std::uint8_t {
    direct,  // none
    reads,   // the driver fills it: RD must be set
    fills,   // firmware fills it
    any,     // seen either way
};

class Firmware {
public:
    struct Parts {
        const DeviceOptions& options;
        ShadowRam& shadow_ram;
        NvmSemaphore& semaphore;
        SwitchTable& switching;
        Link& link;
        Complaints& complaints;
        // Registers by offset, with all side effects; nothing and false where there is none.
        std::function<std::optional<std::uint32_t>(std::uint32_t)> read_register;
        std::function<bool(std::uint32_t, std::uint32_t)> write_register;
    };

    explicit Firmware(Parts parts);

    // How the command's buffer is used; nothing for a command that is not known.
    [[nodiscard]] static std::optional<AdminShape> shape(hw::Opcode opcode) noexcept;
    // Does a known command.
    [[nodiscard]] hw::ReturnCode execute(AdminCall& call);

    // True once after a command changed the link.
    [[nodiscard]] bool take_link_change() noexcept { return std::exchange(link_changed_, false); }
    // A reset of the function: what commands set up is forgotten.
    void reset();

private:
    using Handler = hw::ReturnCode (Firmware::*)(AdminCall&);
    struct Command {
        hw::Opcode opcode;
        AdminShape shape;
        Handler handler;
    };
    static const std::span<const Command> commands_;
    [[nodiscard]] static const Command* find(hw::Opcode opcode) noexcept;

    // firmware.cpp
    [[nodiscard]] hw::ReturnCode done(AdminCall& call);  // nothing to do

    // firmware_general.cpp
    [[nodiscard]] hw::ReturnCode get_version(AdminCall& call);
    [[nodiscard]] hw::ReturnCode driver_version(AdminCall& call);
    [[nodiscard]] hw::ReturnCode request_resource(AdminCall& call);
    [[nodiscard]] hw::ReturnCode release_resource(AdminCall& call);
    [[nodiscard]] hw::ReturnCode list_capabilities(AdminCall& call);
    [[nodiscard]] hw::ReturnCode mac_address_read(AdminCall& call);
    [[nodiscard]] hw::ReturnCode mac_address_write(AdminCall& call);
    [[nodiscard]] hw::ReturnCode nvm_read(AdminCall& call);
    [[nodiscard]] hw::ReturnCode rx_ctl_read(AdminCall& call);
    [[nodiscard]] hw::ReturnCode rx_ctl_write(AdminCall& call);
    [[nodiscard]] hw::ReturnCode debug_read(AdminCall& call);
    [[nodiscard]] hw::ReturnCode debug_write(AdminCall& call);

    // firmware_switch.cpp
    [[nodiscard]] hw::ReturnCode get_switch_config(AdminCall& call);
    [[nodiscard]] hw::ReturnCode set_switch_config(AdminCall& call);
    [[nodiscard]] hw::ReturnCode add_vsi(AdminCall& call);
    [[nodiscard]] hw::ReturnCode update_vsi(AdminCall& call);
    [[nodiscard]] hw::ReturnCode get_vsi(AdminCall& call);
    [[nodiscard]] hw::ReturnCode add_veb(AdminCall& call);
    [[nodiscard]] hw::ReturnCode get_veb(AdminCall& call);
    [[nodiscard]] hw::ReturnCode delete_element(AdminCall& call);
    [[nodiscard]] bool apply_properties(Vsi& vsi, const hw::VsiProperties& wanted);
    void reply_vsi(AdminCall& call, const Vsi& vsi, std::uint16_t sections);

    // firmware_filters.cpp
    [[nodiscard]] hw::ReturnCode add_macvlan(AdminCall& call);
    [[nodiscard]] hw::ReturnCode remove_macvlan(AdminCall& call);
    [[nodiscard]] hw::ReturnCode set_promiscuous(AdminCall& call);
    [[nodiscard]] hw::ReturnCode add_control_filter(AdminCall& call);
    [[nodiscard]] hw::ReturnCode remove_control_filter(AdminCall& call);
    [[nodiscard]] Vsi* macvlan_target(std::uint16_t seid);
    void reply_macvlan(AdminCall& call);
    void reply_control_filters(AdminCall& call);

    // firmware_scheduler.cpp
    [[nodiscard]] hw::ReturnCode configure_bandwidth(AdminCall& call);
    [[nodiscard]] hw::ReturnCode configure_traffic_classes(AdminCall& call);
    [[nodiscard]] hw::ReturnCode query_vsi_bandwidth(AdminCall& call);
    [[nodiscard]] hw::ReturnCode query_vsi_ets(AdminCall& call);
    [[nodiscard]] hw::ReturnCode query_component_ets(AdminCall& call);
    [[nodiscard]] hw::ReturnCode query_component_bandwidth(AdminCall& call);

    // firmware_link.cpp
    [[nodiscard]] hw::ReturnCode get_phy_abilities(AdminCall& call);
    [[nodiscard]] hw::ReturnCode set_phy_config(AdminCall& call);
    [[nodiscard]] hw::ReturnCode set_mac_config(AdminCall& call);
    [[nodiscard]] hw::ReturnCode restart_link(AdminCall& call);
    [[nodiscard]] hw::ReturnCode get_link_status(AdminCall& call);
    [[nodiscard]] hw::ReturnCode set_phy_int_mask(AdminCall& call);
    [[nodiscard]] hw::ReturnCode set_loopback(AdminCall& call);

    // firmware_lldp.cpp
    [[nodiscard]] hw::ReturnCode get_lldp_mib(AdminCall& call);
    [[nodiscard]] hw::ReturnCode stop_lldp(AdminCall& call);
    [[nodiscard]] hw::ReturnCode start_lldp(AdminCall& call);
    [[nodiscard]] hw::ReturnCode get_cee_config(AdminCall& call);
    [[nodiscard]] hw::ReturnCode add_tunnel(AdminCall& call);
    [[nodiscard]] hw::ReturnCode delete_tunnel(AdminCall& call);

    Parts parts_;
    net::MacAddress mac_;  // as the driver may have changed it
    bool lldp_running_ = true;
    bool link_changed_ = false;
    // UDP ports of tunnels; 0: free.
    std::array<std::uint16_t, 16> tunnel_ports_{};
};

}  // namespace sluice::i40e::sim
