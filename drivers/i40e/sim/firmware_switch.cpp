// SPDX-License-Identifier: BSD-3-Clause

// Elements of the switch.

#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/sim/firmware.hpp"

namespace sluice::i40e::sim {

using namespace hw;

namespace {

constexpr std::uint16_t all_sections = 0x03FF;

}  // namespace

// VSIs only: both drivers insist that exactly one element is reported as they start.
ReturnCode Firmware::get_switch_config(AdminCall& call) {
    if (!call.holds<SwitchConfigElement>(1, sizeof(SwitchConfigHeader))) return ReturnCode::enomem;
    auto request = call.params<GetSwitchConfig>();
    const auto vsis = parts_.switching.vsis();
    std::size_t first = 0;
    const std::uint16_t start = request.seid.value();
    while (start != 0 && first < vsis.size() && vsis[first].seid != start) ++first;
    if (start != 0 && first == vsis.size()) return ReturnCode::enoent;
    const std::size_t room =
        (call.buffer.size() - sizeof(SwitchConfigHeader)) / sizeof(SwitchConfigElement);
    const std::size_t count = std::min(room, vsis.size() - first);
    SwitchConfigHeader header{};
    header.num_reported = static_cast<std::uint16_t>(count);
    header.num_total = static_cast<std::uint16_t>(vsis.size());
    call.set_data(header);
    for (std::size_t i = 0; i < count; ++i) {
        const Vsi& vsi = vsis[first + i];
        SwitchConfigElement element{};
        element.element_type = SwitchElementType::vsi;
        element.revision = 1;
        element.seid = vsi.seid;
        element.uplink_seid = vsi.uplink_seid;
        element.downlink_seid = SwitchTable::pf_seid;
        element.connection_type = static_cast<std::uint8_t>(VsiConnection::normal);
        element.scheduler_id = vsi.properties.sched_id;
        element.element_info = static_cast<std::uint16_t>(vsi.number);
        call.set_data(element, sizeof header + i * sizeof element);
    }
    request.seid = first + count < vsis.size() ? vsis[first + count].seid : std::uint16_t{0};
    call.reply(request);
    return ReturnCode::ok;
}

ReturnCode Firmware::set_switch_config(AdminCall& call) {
    const auto request = call.params<SetSwitchConfig>();
    constexpr std::uint16_t known =
        SetSwitchConfig::promisc | SetSwitchConfig::l2_filter | SetSwitchConfig::hw_atr_evict;
    return (request.valid_flags.value() & ~known) == 0 ? ReturnCode::ok : ReturnCode::einval;
}

void Firmware::reply_vsi(AdminCall& call, const Vsi& vsi, std::uint16_t sections) {
    auto reply = call.params<VsiCompletion>();
    const auto used = static_cast<std::uint16_t>(parts_.switching.vsis().size());
    reply.seid = vsi.seid;
    reply.vsi_number = static_cast<std::uint16_t>(vsi.number);
    reply.vsi_used = used;
    reply.vsi_free = static_cast<std::uint16_t>(SwitchTable::most_vsis - used);
    call.reply(reply);
    VsiProperties properties = vsi.properties;
    properties.valid_sections = sections;
    call.set_data(properties);
    call.returned_bytes = sizeof properties;
}

// Takes over the sections that are marked valid; false, and nothing is changed, when they ask for
// queues that the function lacks.
bool Firmware::apply_properties(Vsi& vsi, const VsiProperties& wanted) {
    Vsi changed = vsi;
    VsiProperties& own = changed.properties;
    const auto has = [&](std::uint16_t section) {
        return (wanted.valid_sections.value() & section) != 0;
    };
    if (has(vsi_section::switch_valid)) own.switch_id = wanted.switch_id;
    if (has(vsi_section::security_valid)) own.sec_flags = wanted.sec_flags;
    if (has(vsi_section::vlan_valid)) {
        own.pvid = wanted.pvid;
        own.outer_vlan = wanted.outer_vlan;
        own.port_vlan_flags = wanted.port_vlan_flags;
        own.outer_vlan_flags = wanted.outer_vlan_flags;
    }
    if (has(vsi_section::cas_pv_valid)) {
        own.cas_pv_tag = wanted.cas_pv_tag;
        own.cas_pv_flags = wanted.cas_pv_flags;
    }
    if (has(vsi_section::ingress_up_valid)) own.ingress_table = wanted.ingress_table;
    if (has(vsi_section::egress_up_valid)) own.egress_table = wanted.egress_table;
    if (has(vsi_section::queue_opt_valid)) own.queueing_opt_flags = wanted.queueing_opt_flags;
    if (has(vsi_section::outer_up_valid)) own.outer_up_table = wanted.outer_up_table;
    if (has(vsi_section::sched_valid)) own.up_enable_bits = wanted.up_enable_bits;
    if (has(vsi_section::queue_map_valid)) {
        own.mapping_flags = wanted.mapping_flags;
        own.queue_mapping = wanted.queue_mapping;
        own.tc_mapping = wanted.tc_mapping;
        for (unsigned i = 0; i < changed.queue_count(); ++i)
            if (changed.queue(i) >= parts_.switching.queues()) return false;
    }
    vsi = changed;
    parts_.switching.changed();
    return true;
}

ReturnCode Firmware::add_vsi(AdminCall& call) {
    if (!call.holds<VsiProperties>()) return ReturnCode::einval;
    const auto request = call.params<AddVsi>();
    constexpr std::uint16_t type_mask = 0x0003;
    const std::uint16_t type = request.vsi_flags.value() & type_mask;
    if (type != AddVsi::type_pf && type != AddVsi::type_vmdq2) return ReturnCode::einval;
    Vsi* const vsi = parts_.switching.add_vsi(request.uplink_seid.value());
    if (vsi == nullptr)
        return parts_.switching.vsis().size() == SwitchTable::most_vsis ? ReturnCode::enospc
                                                                        : ReturnCode::enoent;
    const auto wanted = call.data<VsiProperties>();
    if (!apply_properties(*vsi, wanted)) {
        (void)parts_.switching.remove(vsi->seid);
        return ReturnCode::einval;
    }
    reply_vsi(call, *vsi, wanted.valid_sections.value());
    return ReturnCode::ok;
}

ReturnCode Firmware::update_vsi(AdminCall& call) {
    if (!call.holds<VsiProperties>()) return ReturnCode::einval;
    Vsi* const vsi =
        parts_.switching.find_vsi(call.params<UpdateVsiParameters>().uplink_seid.value());
    if (vsi == nullptr) return ReturnCode::enoent;
    const auto wanted = call.data<VsiProperties>();
    if (!apply_properties(*vsi, wanted)) return ReturnCode::einval;
    reply_vsi(call, *vsi, wanted.valid_sections.value());
    return ReturnCode::ok;
}

ReturnCode Firmware::get_vsi(AdminCall& call) {
    if (!call.holds<VsiProperties>()) return ReturnCode::enomem;
    const Vsi* const vsi =
        parts_.switching.find_vsi(call.params<GetVsiParameters>().uplink_seid.value());
    if (vsi == nullptr) return ReturnCode::enoent;
    reply_vsi(call, *vsi, all_sections);
    return ReturnCode::ok;
}

ReturnCode Firmware::add_veb(AdminCall& call) {
    const auto request = call.params<AddVeb>();
    const auto flags = request.veb_flags.value();
    if (request.enable_tcs == 0) return ReturnCode::einval;
    const Veb* const veb = parts_.switching.add_veb(
        request.uplink_seid.value(), request.downlink_seid.value(), flags, request.enable_tcs);
    if (veb == nullptr)
        return parts_.switching.vebs().size() == SwitchTable::most_vebs ? ReturnCode::enospc
                                                                        : ReturnCode::enoent;
    const auto used = static_cast<std::uint16_t>(parts_.switching.vebs().size());
    AddVebCompletion reply{};
    reply.switch_seid = request.uplink_seid;
    reply.veb_seid = veb->seid;
    reply.statistic_index = static_cast<std::uint16_t>(veb->stat_index);
    reply.vebs_used = used;
    reply.vebs_free = static_cast<std::uint16_t>(SwitchTable::most_vebs - used);
    call.reply(reply);
    return ReturnCode::ok;
}

ReturnCode Firmware::get_veb(AdminCall& call) {
    const Veb* const veb = parts_.switching.find_veb(call.params<GetVebParameters>().seid.value());
    if (veb == nullptr) return ReturnCode::enoent;
    const auto used = static_cast<std::uint16_t>(parts_.switching.vebs().size());
    GetVebParametersCompletion reply{};
    reply.seid = veb->seid;
    reply.switch_id = veb->seid;
    reply.veb_flags = veb->flags & AddVeb::floating;
    reply.statistic_index = static_cast<std::uint16_t>(veb->stat_index);
    reply.vebs_used = used;
    reply.vebs_free = static_cast<std::uint16_t>(SwitchTable::most_vebs - used);
    call.reply(reply);
    return ReturnCode::ok;
}

ReturnCode Firmware::delete_element(AdminCall& call) {
    switch (parts_.switching.remove(call.params<DeleteElement>().seid.value())) {
        case SwitchTable::Removal::done:
            return ReturnCode::ok;
        case SwitchTable::Removal::unknown:
            return ReturnCode::enoent;
        case SwitchTable::Removal::in_use:
            break;
    }
    return ReturnCode::ebusy;
}

}  // namespace sluice::i40e::sim
