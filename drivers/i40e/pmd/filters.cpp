// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/filters.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "drivers/i40e/hw/admin_commands_switch.hpp"

namespace sluice::i40e::pmd {

using namespace hw;

namespace {

template <class T>
std::span<std::byte> bytes_of(T& object) {
    return std::as_writable_bytes(std::span(&object, 1));
}

template <class Command>
Command for_one_address(const Vsi& vsi) {
    Command command;
    command.num_addresses = 1;
    command.seid[0] = static_cast<std::uint16_t>(vsi.seid() | Command::seid_valid);
    return command;
}

void set_modes(AdminQueue& admin, const Vsi& vsi, std::uint16_t flags, std::uint16_t valid) {
    SetVsiPromiscuousModes command;
    command.promiscuous_flags = flags;
    command.valid_flags = valid;
    command.seid = vsi.seid();
    admin.execute(command);
}

}  // namespace

MacOctets read_mac_address(AdminQueue& admin) {
    MacAddressData data;
    const auto reply = admin.execute(MacAddressRead{}, bytes_of(data));
    const bool is_multicast = (data.pf_lan_mac[0] & 1) != 0;
    if (!(reply.params.command_flags & MacAddressRead::lan_addr_valid) || is_multicast ||
        data.pf_lan_mac == MacOctets{})
        throw Error(std::errc::io_error,
                    "the NVM has no MAC address for this function; give it one with the vendor's "
                    "NVM tools");
    return data.pf_lan_mac;
}

void add_mac_filter(AdminQueue& admin, const Vsi& vsi, const MacOctets& address) {
    AddMacvlanElement element;
    element.mac_addr = address;
    element.flags = AddMacvlanElement::perfect_match | AddMacvlanElement::ignore_vlan;
    element.match_method = MatchMethod::no_resources;  // unless firmware says otherwise
    admin.execute(for_one_address<AddMacvlan>(vsi), bytes_of(element), BufferUse::read_by_device);
    if (element.match_method == MatchMethod::no_resources)
        throw Error(std::errc::no_space_on_device,
                    "the device has no room for the port's MAC filter; other functions of it use "
                    "all of them");
}

void remove_mac_filter(AdminQueue& admin, const Vsi& vsi, const MacOctets& address) {
    RemoveMacvlanElement element;
    element.mac_addr = address;
    element.flags = RemoveMacvlanElement::perfect_match | RemoveMacvlanElement::ignore_vlan;
    // ENOENT for a filter that is not there; nothing depends on the answer.
    (void)admin.try_execute(for_one_address<RemoveMacvlan>(vsi), bytes_of(element),
                            BufferUse::read_by_device);
}

void set_broadcast(AdminQueue& admin, const Vsi& vsi, bool wanted) {
    constexpr std::uint16_t mode = SetVsiPromiscuousModes::broadcast;
    set_modes(admin, vsi, wanted ? mode : 0, mode);
}

void set_promiscuous(AdminQueue& admin, const Vsi& vsi, bool wanted) {
    constexpr std::uint16_t modes =
        SetVsiPromiscuousModes::unicast | SetVsiPromiscuousModes::multicast;
    // From API 1.5 on: not copies of what other VSIs of the port send.
    const std::uint16_t rx_only = admin.has_api(5) ? SetVsiPromiscuousModes::rx_only : 0;
    set_modes(admin, vsi, static_cast<std::uint16_t>(wanted ? modes | rx_only : 0),
              static_cast<std::uint16_t>(modes | rx_only));
}

}  // namespace sluice::i40e::pmd
