// SPDX-License-Identifier: BSD-3-Clause

// Who gets which frames: MAC and VLAN filters, promiscuity, control packet filters.

#include <algorithm>

#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/sim/firmware.hpp"

namespace sluice::i40e::sim {

using namespace hw;

namespace {

// Hash filters are not offered.
constexpr std::uint16_t no_hash_filters = 0;

}  // namespace

// The VSI that a filter command names in its first place; drivers use no other.
Vsi* Firmware::macvlan_target(std::uint16_t seid) {
    if ((seid & AddMacvlan::seid_valid) == 0) return nullptr;
    return parts_.switching.find_vsi(seid & AddMacvlan::seid_mask);
}

void Firmware::reply_macvlan(AdminCall& call) {
    const auto used = static_cast<std::uint16_t>(parts_.switching.filter_count());
    auto reply = call.params<MacvlanCompletion>();
    reply.perfect_mac_used = used;
    reply.perfect_mac_free = static_cast<std::uint16_t>(SwitchTable::most_filters - used);
    reply.unicast_hash_free = no_hash_filters;
    reply.multicast_hash_free = no_hash_filters;
    call.reply(reply);
}

ReturnCode Firmware::add_macvlan(AdminCall& call) {
    const auto request = call.params<AddMacvlan>();
    const std::size_t count = request.num_addresses.value();
    Vsi* const vsi = macvlan_target(request.seid[0].value());
    if (vsi == nullptr) return ReturnCode::enoent;
    if (count == 0 || !call.holds<AddMacvlanElement>(count)) return ReturnCode::einval;
    ReturnCode result = ReturnCode::ok;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = i * sizeof(AddMacvlanElement);
        auto element = call.data<AddMacvlanElement>(at);
        const std::uint16_t flags = element.flags.value();
        const MacFilter filter{
            .mac = {element.mac_addr},
            .vlan = static_cast<std::uint16_t>(element.vlan_tag.value() & net::vlan_id_mask),
            .any_vlan = (flags & AddMacvlanElement::ignore_vlan) != 0};
        const bool known = std::ranges::find(vsi->filters, filter) != vsi->filters.end();
        element.match_method = MatchMethod::no_resources;
        if ((flags & AddMacvlanElement::perfect_match) == 0) {
            result = ReturnCode::einval;
        } else if (known) {
            element.match_method = MatchMethod::perfect;
            result = ReturnCode::eexist;
        } else if (parts_.switching.filter_count() == SwitchTable::most_filters) {
            result = ReturnCode::enospc;
        } else {
            vsi->filters.push_back(filter);
            element.match_method = MatchMethod::perfect;
        }
        call.set_data(element, at);
    }
    parts_.switching.changed();
    reply_macvlan(call);
    return result;
}

ReturnCode Firmware::remove_macvlan(AdminCall& call) {
    const auto request = call.params<RemoveMacvlan>();
    const std::size_t count = request.num_addresses.value();
    Vsi* const vsi = macvlan_target(request.seid[0].value());
    if (vsi == nullptr) return ReturnCode::enoent;
    if (count == 0 || !call.holds<RemoveMacvlanElement>(count)) return ReturnCode::einval;
    ReturnCode result = ReturnCode::ok;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = i * sizeof(RemoveMacvlanElement);
        auto element = call.data<RemoveMacvlanElement>(at);
        const bool any_vlan = (element.flags & RemoveMacvlanElement::ignore_vlan) != 0;
        const std::uint16_t vlan = element.vlan_tag.value() & net::vlan_id_mask;
        const auto removed = std::erase_if(vsi->filters, [&](const MacFilter& filter) {
            return filter.mac.bytes == element.mac_addr && filter.any_vlan == any_vlan &&
                   (any_vlan || filter.vlan == vlan);
        });
        element.error_code =
            removed != 0 ? RemoveMacvlanElement::success : RemoveMacvlanElement::fail;
        if (removed == 0) result = ReturnCode::enoent;
        call.set_data(element, at);
    }
    parts_.switching.changed();
    reply_macvlan(call);
    return result;
}

ReturnCode Firmware::set_promiscuous(AdminCall& call) {
    using Modes = SetVsiPromiscuousModes;
    const auto request = call.params<Modes>();
    const std::uint16_t valid = request.valid_flags.value();
    const std::uint16_t flags = request.promiscuous_flags.value() & valid;
    Vsi* const vsi = parts_.switching.find_vsi(request.seid.value());
    if (vsi == nullptr) return ReturnCode::enoent;
    const std::uint16_t tag = request.vlan_tag.value();
    if ((tag & Modes::vlan_valid) != 0) {
        const std::uint16_t vlan = tag & net::vlan_id_mask;
        auto& entries = vsi->vlan_promiscuous;
        auto entry = std::ranges::find(entries, vlan, &Vsi::VlanPromiscuity::vlan);
        if (entry == entries.end()) entry = entries.insert(entry, {vlan, 0});
        entry->flags = static_cast<std::uint16_t>((entry->flags & ~valid) | flags);
        if (entry->flags == 0) entries.erase(entry);
    } else {
        vsi->promiscuous = static_cast<std::uint16_t>((vsi->promiscuous & ~valid) | flags);
        // There is one default VSI.
        if ((flags & Modes::default_vsi) != 0)
            for (Vsi& other : parts_.switching.vsis())
                if (other.seid != vsi->seid)
                    other.promiscuous &= static_cast<std::uint16_t>(~Modes::default_vsi);
    }
    parts_.switching.changed();
    return ReturnCode::ok;
}

void Firmware::reply_control_filters(AdminCall& call) {
    const auto& filters = parts_.switching.control_filters();
    const auto any_mac = std::ranges::count_if(filters, [](const ControlFilter& filter) {
        return (filter.flags & AddControlPacketFilter::ignore_mac) != 0;
    });
    const auto of_mac = static_cast<std::int64_t>(filters.size()) - any_mac;
    constexpr std::int64_t most = SwitchTable::most_control_filters;
    ControlPacketFilterCompletion reply{};
    reply.mac_etype_used = static_cast<std::uint16_t>(of_mac);
    reply.etype_used = static_cast<std::uint16_t>(any_mac);
    reply.mac_etype_free = static_cast<std::uint16_t>(most - of_mac);
    reply.etype_free = static_cast<std::uint16_t>(most - any_mac);
    call.reply(reply);
}

ReturnCode Firmware::add_control_filter(AdminCall& call) {
    const auto request = call.params<AddControlPacketFilter>();
    auto& filters = parts_.switching.control_filters();
    const std::uint16_t flags = request.flags.value();
    if (parts_.switching.find_vsi(request.seid.value()) == nullptr) return ReturnCode::enoent;
    if ((flags & AddControlPacketFilter::to_queue) != 0 &&
        request.queue.value() >= parts_.switching.queues())
        return ReturnCode::einval;
    if (filters.size() == SwitchTable::most_control_filters) return ReturnCode::enospc;
    filters.push_back({.mac = {request.mac},
                       .ether_type = request.etype,
                       .flags = flags,
                       .seid = request.seid,
                       .queue = request.queue});
    reply_control_filters(call);
    return ReturnCode::ok;
}

ReturnCode Firmware::remove_control_filter(AdminCall& call) {
    const auto request = call.params<RemoveControlPacketFilter>();
    auto& filters = parts_.switching.control_filters();
    const auto removed = std::erase_if(filters, [&](const ControlFilter& filter) {
        return filter.mac.bytes == request.mac && filter.ether_type == request.etype.value() &&
               filter.flags == request.flags.value() && filter.seid == request.seid.value();
    });
    if (removed == 0) return ReturnCode::enoent;
    reply_control_filters(call);
    return ReturnCode::ok;
}

}  // namespace sluice::i40e::sim
