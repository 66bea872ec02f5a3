// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Admin commands that build the switch: elements, VSIs, filters, promiscuous modes, mirroring. An
// element is named by its SEID, a VSI in registers and descriptors by its VSI number.

#include <array>
#include <cstdint>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/admin_commands_general.hpp"
#include "drivers/i40e/hw/admin_queue.hpp"
#include "drivers/i40e/hw/vsi_properties.hpp"

namespace sluice::i40e::hw {

// Commands that name one element and nothing else.
template <Opcode Op>
struct SwitchSeidCommand {
    static constexpr Opcode opcode = Op;
    le16 seid{};
    Octets<6> reserved{};
    le32 addr_high{};
    le32 addr_low{};
};

// Buffer, filled by firmware: SwitchConfigHeader, then `num_reported` SwitchConfigElements.
// Request: the SEID to start with, 0 for the first. Completion: the next one, 0 at the end.
using GetSwitchConfig = SwitchSeidCommand<Opcode::get_switch_config>;
using DeleteElement = SwitchSeidCommand<Opcode::delete_element>;
static_assert(AdminCommand<GetSwitchConfig> && AdminCommand<DeleteElement>);

struct SwitchConfigHeader {
    le16 num_reported{};
    le16 num_total{};
    Octets<12> reserved{};
};
static_assert(sizeof(SwitchConfigHeader) == 16);

enum class SwitchElementType : std::uint8_t {
    mac = 1,
    pf = 2,
    vf = 3,
    emp = 4,
    bmc = 6,
    pe = 16,  // port virtualiser
    veb = 17,
    pa = 18,
    vsi = 19,
};

struct SwitchConfigElement {
    SwitchElementType element_type{};
    std::uint8_t revision = 0;
    le16 seid{};
    le16 uplink_seid{};
    le16 downlink_seid{};
    Octets<3> reserved{};
    std::uint8_t connection_type = 0;
    le16 scheduler_id{};
    le16 element_info{};
};
static_assert(sizeof(SwitchConfigElement) == 16);

struct SetPortParameters {
    static constexpr Opcode opcode = Opcode::set_port_parameters;
    static constexpr std::uint16_t save_bad_packets = 1;
    static constexpr std::uint16_t pad_short_packets = 2;
    static constexpr std::uint16_t double_vlan = 4;
    le16 command_flags{};
    le16 bad_frame_vsi{};
    le16 default_seid{};
    Octets<10> reserved{};
};
static_assert(AdminCommand<SetPortParameters>);

struct SetSwitchConfig {
    static constexpr Opcode opcode = Opcode::set_switch_config;
    // For `flags` and `valid_flags`.
    static constexpr std::uint16_t promisc = 1;
    static constexpr std::uint16_t l2_filter = 2;
    static constexpr std::uint16_t hw_atr_evict = 4;
    static constexpr std::uint16_t outer_vlan = 8;
    le16 flags{};
    le16 valid_flags{};
    le16 switch_tag{};  // ethertypes of the tags, from API 1.7 on
    le16 first_tag{};
    le16 second_tag{};
    std::uint8_t mode = 0;
    Octets<5> reserved{};
};
static_assert(AdminCommand<SetSwitchConfig>);

enum class VsiConnection : std::uint8_t { normal = 1, standard = 2, cascaded = 3 };

// Completion of the three VSI commands.
struct VsiCompletion {
    le16 seid{};
    le16 vsi_number{};
    le16 vsi_used{};
    le16 vsi_free{};
    le32 addr_high{};
    le32 addr_low{};
};
static_assert(AdminParams<VsiCompletion>);

// Buffer: VsiProperties, both ways. `uplink_seid` is the VSI's own SEID but for add_vsi.
template <Opcode Op>
struct VsiCommand {
    static constexpr Opcode opcode = Op;
    using completion = VsiCompletion;
    static constexpr std::uint16_t type_vf = 0;
    static constexpr std::uint16_t type_vmdq2 = 1;
    static constexpr std::uint16_t type_pf = 2;
    static constexpr std::uint16_t type_emp_mng = 3;
    le16 uplink_seid{};
    VsiConnection connection_type{};
    std::uint8_t reserved1 = 0;
    std::uint8_t vf_id = 0;
    std::uint8_t reserved2 = 0;
    le16 vsi_flags{};
    le32 addr_high{};
    le32 addr_low{};
};
using AddVsi = VsiCommand<Opcode::add_vsi>;
using UpdateVsiParameters = VsiCommand<Opcode::update_vsi_parameters>;
using GetVsiParameters = VsiCommand<Opcode::get_vsi_parameters>;
static_assert(AdminCommand<AddVsi> && AdminCommand<GetVsiParameters>);

struct AddVebCompletion {
    Octets<6> reserved{};
    le16 switch_seid{};
    le16 veb_seid{};
    le16 statistic_index{};
    le16 vebs_used{};
    le16 vebs_free{};
};
static_assert(AdminParams<AddVebCompletion>);

struct AddVeb {
    static constexpr Opcode opcode = Opcode::add_veb;
    using completion = AddVebCompletion;
    static constexpr std::uint16_t floating = 0x01;
    static constexpr std::uint16_t port_type_default = 0x02;
    static constexpr std::uint16_t port_type_data = 0x04;
    static constexpr std::uint16_t l2_filter = 0x08;
    static constexpr std::uint16_t disable_stats = 0x10;
    le16 uplink_seid{};
    le16 downlink_seid{};
    le16 veb_flags{};
    std::uint8_t enable_tcs = 0;  // bitmap
    Octets<9> reserved{};
};
static_assert(AdminCommand<AddVeb>);

using GetVebParameters = SwitchSeidCommand<Opcode::get_veb_parameters>;
struct GetVebParametersCompletion {
    le16 seid{};
    le16 switch_id{};
    le16 veb_flags{};
    le16 statistic_index{};
    le16 vebs_used{};
    le16 vebs_free{};
    Octets<4> reserved{};
};
static_assert(AdminParams<GetVebParametersCompletion>);

// Completion of add_macvlan and remove_macvlan.
struct MacvlanCompletion {
    le16 perfect_mac_used{};
    le16 perfect_mac_free{};
    le16 unicast_hash_free{};
    le16 multicast_hash_free{};
    le32 addr_high{};
    le32 addr_low{};
};
static_assert(AdminParams<MacvlanCompletion>);

// Buffer, both ways: `num_addresses` AddMacvlanElements or RemoveMacvlanElements.
template <Opcode Op>
struct MacvlanCommand {
    static constexpr Opcode opcode = Op;
    using completion = MacvlanCompletion;
    static constexpr std::uint16_t seid_valid = 0x8000;
    static constexpr std::uint16_t seid_mask = 0x3FF;
    le16 num_addresses{};
    std::array<le16, 3> seid{};
    le32 addr_high{};
    le32 addr_low{};
};
using AddMacvlan = MacvlanCommand<Opcode::add_macvlan>;
using RemoveMacvlan = MacvlanCommand<Opcode::remove_macvlan>;
static_assert(AdminCommand<AddMacvlan> && AdminCommand<RemoveMacvlan>);

enum class MatchMethod : std::uint8_t { none = 0, perfect = 1, hash = 2, no_resources = 0xFF };

struct AddMacvlanElement {
    static constexpr std::uint16_t perfect_match = 0x01;
    static constexpr std::uint16_t hash_match = 0x02;
    static constexpr std::uint16_t ignore_vlan = 0x04;
    static constexpr std::uint16_t to_queue = 0x08;
    static constexpr std::uint16_t use_shared_mac = 0x10;
    MacOctets mac_addr{};
    le16 vlan_tag{};
    le16 flags{};
    le16 queue_number{};
    MatchMethod match_method{};  // written by firmware
    Octets<3> reserved{};
};
static_assert(sizeof(AddMacvlanElement) == 16);

struct RemoveMacvlanElement {
    static constexpr std::uint8_t perfect_match = 0x01;
    static constexpr std::uint8_t hash_match = 0x02;
    static constexpr std::uint8_t ignore_vlan = 0x08;
    static constexpr std::uint8_t all_vsis = 0x10;
    static constexpr std::uint8_t success = 0x00;
    static constexpr std::uint8_t fail = 0xFF;
    MacOctets mac_addr{};
    le16 vlan_tag{};
    std::uint8_t flags = 0;
    Octets<3> reserved{};
    std::uint8_t error_code = 0;  // written by firmware: success or fail
    Octets<3> reply_reserved{};
};
static_assert(sizeof(RemoveMacvlanElement) == 16);

struct SetVsiPromiscuousModes {
    static constexpr Opcode opcode = Opcode::set_vsi_promiscuous_modes;
    // For `promiscuous_flags` and `valid_flags`.
    static constexpr std::uint16_t unicast = 0x0001;
    static constexpr std::uint16_t multicast = 0x0002;
    static constexpr std::uint16_t broadcast = 0x0004;
    static constexpr std::uint16_t default_vsi = 0x0008;
    static constexpr std::uint16_t vlan = 0x0010;
    static constexpr std::uint16_t rx_only = 0x8000;
    // For `vlan_tag`.
    static constexpr std::uint16_t vlan_valid = 0x8000;
    le16 promiscuous_flags{};
    le16 valid_flags{};
    le16 seid{};
    le16 vlan_tag{};
    Octets<8> reserved{};
};
static_assert(AdminCommand<SetVsiPromiscuousModes>);

struct ControlPacketFilterCompletion {
    le16 mac_etype_used{};
    le16 etype_used{};
    le16 mac_etype_free{};
    le16 etype_free{};
    Octets<8> reserved{};
};
static_assert(AdminParams<ControlPacketFilterCompletion>);

template <Opcode Op>
struct ControlPacketFilterCommand {
    static constexpr Opcode opcode = Op;
    using completion = ControlPacketFilterCompletion;
    static constexpr std::uint16_t ignore_mac = 1;
    static constexpr std::uint16_t drop = 2;
    static constexpr std::uint16_t to_queue = 4;
    static constexpr std::uint16_t tx = 8;
    MacOctets mac{};
    le16 etype{};
    le16 flags{};
    le16 seid{};
    le16 queue{};
    Octets<2> reserved{};
};
using AddControlPacketFilter = ControlPacketFilterCommand<Opcode::add_control_packet_filter>;
using RemoveControlPacketFilter = ControlPacketFilterCommand<Opcode::remove_control_packet_filter>;
static_assert(AdminCommand<AddControlPacketFilter>);

enum class MirrorRuleType : std::uint16_t {
    vport_ingress = 1,
    vport_egress = 2,
    vlan = 3,
    all_ingress = 4,
    all_egress = 5,
};

struct MirrorRuleCompletion {
    Octets<2> reserved{};
    le16 rule_id{};
    le16 mirror_rules_used{};
    le16 mirror_rules_free{};
    le32 addr_high{};
    le32 addr_low{};
};
static_assert(AdminParams<MirrorRuleCompletion>);

// Buffer: `num_entries` 16-bit VSI numbers or VLAN ids. `destination` is the VSI that receives
// the copies, or the rule to delete.
template <Opcode Op>
struct MirrorRuleCommand {
    static constexpr Opcode opcode = Op;
    using completion = MirrorRuleCompletion;
    le16 seid{};
    le16 rule_type{};
    le16 num_entries{};
    le16 destination{};
    le32 addr_high{};
    le32 addr_low{};
};
using AddMirrorRule = MirrorRuleCommand<Opcode::add_mirror_rule>;
using DeleteMirrorRule = MirrorRuleCommand<Opcode::delete_mirror_rule>;
static_assert(AdminCommand<AddMirrorRule>);

}  // namespace sluice::i40e::hw
