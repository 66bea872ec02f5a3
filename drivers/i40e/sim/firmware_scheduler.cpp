// SPDX-License-Identifier: BSD-3-Clause

// The transmit scheduler. It hands out queue sets and remembers nothing else: frames leave in turn.

#include "drivers/i40e/hw/admin_commands_scheduler.hpp"
#include "drivers/i40e/sim/firmware.hpp"

namespace sluice::i40e::sim {

using namespace hw;

ReturnCode Firmware::configure_bandwidth(AdminCall& call) {
    const auto request = call.params<ConfigureVsiBwLimit>();
    return parts_.switching.find_vsi(request.vsi_seid.value()) != nullptr ? ReturnCode::ok
                                                                          : ReturnCode::enoent;
}

ReturnCode Firmware::configure_traffic_classes(AdminCall& call) {
    if (!call.holds<ConfigureVsiTcBwData>()) return ReturnCode::einval;
    Vsi* const vsi = parts_.switching.find_vsi(call.params<ConfigureVsiTcBw>().vsi_seid.value());
    if (vsi == nullptr) return ReturnCode::enoent;
    auto data = call.data<ConfigureVsiTcBwData>();
    // Traffic class 0 always exists.
    if ((data.tc_valid_bits & 1) == 0) return ReturnCode::einval;
    parts_.switching.set_traffic_classes(*vsi, data.tc_valid_bits);
    data.qs_handles = vsi->properties.qs_handle;
    call.set_data(data);
    return ReturnCode::ok;
}

ReturnCode Firmware::query_vsi_bandwidth(AdminCall& call) {
    if (!call.holds<QueryVsiBwConfigData>()) return ReturnCode::enomem;
    const Vsi* const vsi =
        parts_.switching.find_vsi(call.params<QueryVsiBwConfig>().vsi_seid.value());
    if (vsi == nullptr) return ReturnCode::enoent;
    QueryVsiBwConfigData data{};
    data.tc_valid_bits = vsi->traffic_classes;
    data.qs_handles = vsi->properties.qs_handle;
    call.set_data(data);
    return ReturnCode::ok;
}

ReturnCode Firmware::query_vsi_ets(AdminCall& call) {
    if (!call.holds<QueryVsiEtsSlaConfigData>()) return ReturnCode::enomem;
    const Vsi* const vsi =
        parts_.switching.find_vsi(call.params<QueryVsiEtsSlaConfig>().vsi_seid.value());
    if (vsi == nullptr) return ReturnCode::enoent;
    QueryVsiEtsSlaConfigData data{};
    data.tc_valid_bits = vsi->traffic_classes;
    data.share_credits[0] = 1;
    call.set_data(data);
    return ReturnCode::ok;
}

ReturnCode Firmware::query_component_ets(AdminCall& call) {
    if (!call.holds<QuerySwitchingCompEtsConfigData>()) return ReturnCode::enomem;
    const Veb* const veb =
        parts_.switching.find_veb(call.params<QuerySwitchingCompEtsConfig>().vsi_seid.value());
    if (veb == nullptr) return ReturnCode::enoent;
    QuerySwitchingCompEtsConfigData data{};
    data.tc_valid_bits = veb->traffic_classes;
    call.set_data(data);
    return ReturnCode::ok;
}

ReturnCode Firmware::query_component_bandwidth(AdminCall& call) {
    if (!call.holds<QuerySwitchingCompBwConfigData>()) return ReturnCode::enomem;
    const Veb* const veb =
        parts_.switching.find_veb(call.params<QuerySwitchingCompBwConfig>().vsi_seid.value());
    if (veb == nullptr) return ReturnCode::enoent;
    QuerySwitchingCompBwConfigData data{};
    data.tc_valid_bits = veb->traffic_classes;
    data.tc_bw_share_credits[0] = 1;
    call.set_data(data);
    return ReturnCode::ok;
}

}  // namespace sluice::i40e::sim
