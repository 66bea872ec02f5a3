// SPDX-License-Identifier: BSD-3-Clause

// LLDP and DCB: an agent that runs but has heard nobody. UDP ports of tunnels: kept, but frames
// are not looked into.

#include <algorithm>

#include "drivers/i40e/hw/admin_commands_dcb.hpp"
#include "drivers/i40e/sim/firmware.hpp"

namespace sluice::i40e::sim {

using namespace hw;

ReturnCode Firmware::get_lldp_mib(AdminCall&) {
    // Linux tells by the two errors whether the agent runs.
    return lldp_running_ ? ReturnCode::enoent : ReturnCode::eperm;
}

ReturnCode Firmware::stop_lldp(AdminCall&) {
    lldp_running_ = false;
    return ReturnCode::ok;
}

ReturnCode Firmware::start_lldp(AdminCall&) {
    lldp_running_ = true;
    return ReturnCode::ok;
}

ReturnCode Firmware::get_cee_config(AdminCall&) { return ReturnCode::enoent; }

ReturnCode Firmware::add_tunnel(AdminCall& call) {
    const auto request = call.params<AddUdpTunnel>();
    const std::uint16_t port = request.udp_port.value();
    if (port == 0) return ReturnCode::einval;
    const auto free = std::ranges::find(tunnel_ports_, std::uint16_t{0});
    if (std::ranges::find(tunnel_ports_, port) != tunnel_ports_.end()) return ReturnCode::eexist;
    if (free == tunnel_ports_.end()) return ReturnCode::enospc;
    *free = port;
    AddUdpTunnelCompletion reply{};
    reply.udp_port = port;
    reply.filter_entry_index = static_cast<std::uint8_t>(free - tunnel_ports_.begin());
    reply.total_filters = static_cast<std::uint8_t>(tunnel_ports_.size());
    call.reply(reply);
    return ReturnCode::ok;
}

ReturnCode Firmware::delete_tunnel(AdminCall& call) {
    const std::size_t index = call.params<DelUdpTunnel>().index;
    if (index >= tunnel_ports_.size() || tunnel_ports_[index] == 0) return ReturnCode::enoent;
    tunnel_ports_[index] = 0;
    return ReturnCode::ok;
}

}  // namespace sluice::i40e::sim
