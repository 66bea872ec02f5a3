// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/firmware.hpp"

#include <algorithm>

namespace sluice::i40e::sim {

using hw::Opcode;
using hw::ReturnCode;

namespace {

using enum AdminShape;

}  // namespace

const std::span<const Firmware::Command> Firmware::commands_ = [] {
    static constexpr std::array table{
        Command{Opcode::get_version, direct, &Firmware::get_version},
        Command{Opcode::driver_version, reads, &Firmware::driver_version},
        Command{Opcode::queue_shutdown, direct, &Firmware::done},
        Command{Opcode::request_resource, direct, &Firmware::request_resource},
        Command{Opcode::release_resource, direct, &Firmware::release_resource},
        Command{Opcode::list_function_capabilities, fills, &Firmware::list_capabilities},
        Command{Opcode::list_device_capabilities, fills, &Firmware::list_capabilities},
        Command{Opcode::mac_address_read, fills, &Firmware::mac_address_read},
        Command{Opcode::mac_address_write, direct, &Firmware::mac_address_write},
        Command{Opcode::clear_pxe_mode, direct, &Firmware::done},
        Command{Opcode::get_switch_config, fills, &Firmware::get_switch_config},
        Command{Opcode::set_port_parameters, direct, &Firmware::done},
        Command{Opcode::set_switch_config, direct, &Firmware::set_switch_config},
        Command{Opcode::rx_ctl_reg_read, direct, &Firmware::rx_ctl_read},
        Command{Opcode::rx_ctl_reg_write, direct, &Firmware::rx_ctl_write},
        Command{Opcode::add_vsi, reads, &Firmware::add_vsi},
        Command{Opcode::update_vsi_parameters, reads, &Firmware::update_vsi},
        Command{Opcode::get_vsi_parameters, fills, &Firmware::get_vsi},
        Command{Opcode::add_veb, direct, &Firmware::add_veb},
        Command{Opcode::get_veb_parameters, direct, &Firmware::get_veb},
        Command{Opcode::delete_element, direct, &Firmware::delete_element},
        Command{Opcode::add_macvlan, reads, &Firmware::add_macvlan},
        Command{Opcode::remove_macvlan, reads, &Firmware::remove_macvlan},
        Command{Opcode::set_vsi_promiscuous_modes, direct, &Firmware::set_promiscuous},
        Command{Opcode::add_control_packet_filter, direct, &Firmware::add_control_filter},
        Command{Opcode::remove_control_packet_filter, direct, &Firmware::remove_control_filter},
        Command{Opcode::set_dcb_parameters, direct, &Firmware::done},
        Command{Opcode::configure_vsi_bw_limit, direct, &Firmware::configure_bandwidth},
        Command{Opcode::configure_vsi_tc_bw, reads, &Firmware::configure_traffic_classes},
        Command{Opcode::query_vsi_bw_config, any, &Firmware::query_vsi_bandwidth},
        Command{Opcode::query_vsi_ets_sla_config, any, &Firmware::query_vsi_ets},
        Command{Opcode::query_switching_comp_ets_config, any, &Firmware::query_component_ets},
        Command{Opcode::query_switching_comp_bw_config, any, &Firmware::query_component_bandwidth},
        Command{Opcode::suspend_port_tx, direct, &Firmware::done},
        Command{Opcode::resume_port_tx, direct, &Firmware::done},
        Command{Opcode::get_phy_abilities, fills, &Firmware::get_phy_abilities},
        Command{Opcode::set_phy_config, direct, &Firmware::set_phy_config},
        Command{Opcode::set_mac_config, direct, &Firmware::set_mac_config},
        Command{Opcode::set_link_restart_an, direct, &Firmware::restart_link},
        Command{Opcode::get_link_status, direct, &Firmware::get_link_status},
        Command{Opcode::set_phy_int_mask, direct, &Firmware::set_phy_int_mask},
        Command{Opcode::set_lb_modes, direct, &Firmware::set_loopback},
        Command{Opcode::nvm_read, fills, &Firmware::nvm_read},
        Command{Opcode::lldp_get_mib, any, &Firmware::get_lldp_mib},
        Command{Opcode::lldp_update_mib, direct, &Firmware::done},
        Command{Opcode::lldp_stop, direct, &Firmware::stop_lldp},
        Command{Opcode::lldp_start, direct, &Firmware::start_lldp},
        Command{Opcode::get_cee_dcb_cfg, any, &Firmware::get_cee_config},
        Command{Opcode::lldp_set_local_mib, reads, &Firmware::done},
        Command{Opcode::add_udp_tunnel, direct, &Firmware::add_tunnel},
        Command{Opcode::del_udp_tunnel, direct, &Firmware::delete_tunnel},
        Command{Opcode::debug_read_reg, direct, &Firmware::debug_read},
        Command{Opcode::debug_write_reg, direct, &Firmware::debug_write},
    };
    return std::span<const Command>(table);
}();

Firmware::Firmware(Parts parts) : parts_(std::move(parts)), mac_(parts_.options.mac) {}

const Firmware::Command* Firmware::find(Opcode opcode) noexcept {
    const auto found = std::ranges::find(commands_, opcode, &Command::opcode);
    return found == commands_.end() ? nullptr : &*found;
}

std::optional<AdminShape> Firmware::shape(Opcode opcode) noexcept {
    const Command* const command = find(opcode);
    if (command == nullptr) return {};
    return command->shape;
}

ReturnCode Firmware::execute(AdminCall& call) {
    const Command* const command = find(Opcode{call.descriptor.opcode.value()});
    if (command == nullptr) return ReturnCode::esrch;
    call.returned_bytes = static_cast<std::uint16_t>(call.buffer.size());
    return (this->*command->handler)(call);
}

void Firmware::reset() {
    mac_ = parts_.options.mac;
    lldp_running_ = true;
    link_changed_ = false;
    tunnel_ports_.fill(0);
    parts_.semaphore.release();
    parts_.link.events_wanted = false;
}

ReturnCode Firmware::done(AdminCall&) { return ReturnCode::ok; }

}  // namespace sluice::i40e::sim
