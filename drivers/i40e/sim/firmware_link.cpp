// SPDX-License-Identifier: BSD-3-Clause

// PHY, MAC and link.

#include "drivers/i40e/hw/admin_commands_link.hpp"
#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/sim/firmware.hpp"

namespace sluice::i40e::sim {

using namespace hw;

ReturnCode Firmware::get_phy_abilities(AdminCall& call) {
    if (!call.holds<PhyAbilitiesData>()) return ReturnCode::enomem;
    const auto request = call.params<GetPhyAbilities>();
    const bool initial = (request.param0.value() & GetPhyAbilities::report_initial_values) != 0;
    call.set_data(parts_.link.abilities(initial));
    call.returned_bytes = sizeof(PhyAbilitiesData);
    return ReturnCode::ok;
}

ReturnCode Firmware::set_phy_config(AdminCall& call) {
    link_changed_ |= parts_.link.configure(call.params<SetPhyConfig>());
    return ReturnCode::ok;
}

ReturnCode Firmware::set_mac_config(AdminCall& call) {
    const auto request = call.params<SetMacConfig>();
    constexpr unsigned least = 64;
    const unsigned most = request.max_frame_size.value();
    if (most < least || most > frame_max_bytes) return ReturnCode::einval;
    if (!Word<MacConfigParams>{request.params}[MacConfigParams::crc_en])
        parts_.complaints.add("admin command set_mac_config: frames would go out without FCS");
    parts_.link.most_frame_bytes = request.max_frame_size;
    return ReturnCode::ok;
}

ReturnCode Firmware::restart_link(AdminCall& call) {
    const auto request = call.params<SetLinkRestartAn>();
    link_changed_ |= parts_.link.restart((request.command & SetLinkRestartAn::link_enable) != 0);
    return ReturnCode::ok;
}

ReturnCode Firmware::get_link_status(AdminCall& call) {
    const std::uint16_t flags = call.params<GetLinkStatus>().command_flags.value();
    if (flags == GetLinkStatus::lse_enable) parts_.link.events_wanted = true;
    if (flags == GetLinkStatus::lse_disable) parts_.link.events_wanted = false;
    call.reply(parts_.link.status());
    return ReturnCode::ok;
}

ReturnCode Firmware::set_phy_int_mask(AdminCall& call) {
    parts_.link.event_mask = call.params<SetPhyIntMask>().event_mask;
    return ReturnCode::ok;
}

ReturnCode Firmware::set_loopback(AdminCall& call) {
    // The model has no loopback to switch on.
    return call.params<SetLbModes>().lb_mode.value() == SetLbModes::none ? ReturnCode::ok
                                                                         : ReturnCode::enosys;
}

}  // namespace sluice::i40e::sim
