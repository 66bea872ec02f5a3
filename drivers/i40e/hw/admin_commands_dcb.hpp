// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Admin commands of DCB and LLDP, UDP tunnels, RSS tables, and events without a command.

#include <array>
#include <cstdint>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/admin_commands_general.hpp"
#include "drivers/i40e/hw/admin_queue.hpp"

namespace sluice::i40e::hw {

struct SetDcbParameters {
    static constexpr Opcode opcode = Opcode::set_dcb_parameters;
    static constexpr std::uint8_t set_agent = 1;  // firmware applies a default on link-up
    static constexpr std::uint8_t valid = 1;
    std::uint8_t command = 0;
    std::uint8_t valid_flags = 0;
    Octets<14> reserved{};
};
static_assert(AdminCommand<SetDcbParameters>);

// Buffer, filled by firmware: the MIB, LLDP TLVs.
struct LldpGetMib {
    static constexpr Opcode opcode = Opcode::lldp_get_mib;
    static constexpr std::uint8_t mib_type_mask = 0x03;
    static constexpr std::uint8_t mib_local = 0;
    static constexpr std::uint8_t mib_remote = 1;
    static constexpr std::uint8_t mib_local_and_remote = 2;
    static constexpr std::uint8_t bridge_type_mask = 0x0C;
    static constexpr std::uint8_t bridge_type_shift = 2;
    std::uint8_t type = 0;
    std::uint8_t reserved1 = 0;
    le16 local_len{};
    le16 remote_len{};
    Octets<2> reserved2{};
    le32 addr_high{};
    le32 addr_low{};
};
static_assert(AdminCommand<LldpGetMib>);

// Also the event.
struct LldpUpdateMib {
    static constexpr Opcode opcode = Opcode::lldp_update_mib;
    static constexpr std::uint8_t update_enable = 0;
    static constexpr std::uint8_t update_disable = 1;
    std::uint8_t command = 0;
    Octets<7> reserved{};
    le32 addr_high{};
    le32 addr_low{};
};
static_assert(AdminCommand<LldpUpdateMib>);

struct LldpStop {
    static constexpr Opcode opcode = Opcode::lldp_stop;
    static constexpr std::uint8_t agent_shutdown = 1;
    static constexpr std::uint8_t agent_stop_persist = 2;
    std::uint8_t command = 0;
    Octets<15> reserved{};
};
static_assert(AdminCommand<LldpStop>);

struct LldpStart {
    static constexpr Opcode opcode = Opcode::lldp_start;
    static constexpr std::uint8_t agent_start = 1;
    static constexpr std::uint8_t agent_start_persist = 2;
    std::uint8_t command = 0;
    Octets<15> reserved{};
};
static_assert(AdminCommand<LldpStart>);

// Buffer of get_cee_dcb_cfg, filled by firmware.
struct GetCeeDcbCfgData {
    std::uint8_t oper_num_tc = 0;
    Octets<4> oper_prio_tc{};
    Octets<8> oper_tc_bw{};
    std::uint8_t oper_pfc_en = 0;
    le16 oper_app_prio{};
    le32 tlv_status{};
    Octets<12> reserved{};
};
static_assert(sizeof(GetCeeDcbCfgData) == 32);

// Buffer: the MIB that replaces the local one.
struct LldpSetLocalMib {
    static constexpr Opcode opcode = Opcode::lldp_set_local_mib;
    std::uint8_t type = 0;
    std::uint8_t reserved0 = 0;
    le16 length{};  // bytes
    Octets<4> reserved1{};
    le32 addr_high{};
    le32 addr_low{};
};
static_assert(AdminCommand<LldpSetLocalMib>);

enum class TunnelType : std::uint8_t {
    vxlan = 0x00,
    geneve = 0x01,
    teredo = 0x10,
    vxlan_gpe = 0x11
};

struct AddUdpTunnelCompletion {
    le16 udp_port{};
    std::uint8_t filter_entry_index = 0;
    std::uint8_t multiple_pfs = 0;
    std::uint8_t total_filters = 0;
    Octets<11> reserved{};
};
static_assert(AdminParams<AddUdpTunnelCompletion>);

struct AddUdpTunnel {
    static constexpr Opcode opcode = Opcode::add_udp_tunnel;
    using completion = AddUdpTunnelCompletion;
    le16 udp_port{};  // in the CPU's order, as all of the command
    Octets<3> reserved0{};
    TunnelType protocol_type{};
    Octets<10> reserved1{};
};
static_assert(AdminCommand<AddUdpTunnel>);

struct DelUdpTunnel {
    static constexpr Opcode opcode = Opcode::del_udp_tunnel;
    Octets<2> reserved{};
    std::uint8_t index = 0;
    Octets<13> reserved2{};
};
static_assert(AdminCommand<DelUdpTunnel>);

// Buffer: RssKeyData.
template <Opcode Op>
struct RssKeyCommand {
    static constexpr Opcode opcode = Op;
    static constexpr std::uint16_t vsi_valid = 0x8000;
    static constexpr std::uint16_t vsi_id_mask = 0x3FF;
    le16 vsi_id{};
    Octets<6> reserved{};
    le32 addr_high{};
    le32 addr_low{};
};
using SetRssKey = RssKeyCommand<Opcode::set_rss_key>;
using GetRssKey = RssKeyCommand<Opcode::get_rss_key>;
static_assert(AdminCommand<SetRssKey>);

struct RssKeyData {
    Octets<40> standard_rss_key{};
    Octets<12> extended_hash_key{};
};
static_assert(sizeof(RssKeyData) == 52);

// Buffer: one octet an entry.
template <Opcode Op>
struct RssLutCommand {
    static constexpr Opcode opcode = Op;
    static constexpr std::uint16_t vsi_valid = 0x8000;
    static constexpr std::uint16_t vsi_id_mask = 0x3FF;
    static constexpr std::uint16_t table_type_vsi = 0;
    static constexpr std::uint16_t table_type_pf = 1;
    le16 vsi_id{};
    le16 flags{};
    Octets<4> reserved{};
    le32 addr_high{};
    le32 addr_low{};
};
using SetRssLut = RssLutCommand<Opcode::set_rss_lut>;
using GetRssLut = RssLutCommand<Opcode::get_rss_lut>;
static_assert(AdminCommand<SetRssLut>);

// Event: a transmit queue overflowed.
struct LanOverflow {
    static constexpr Opcode opcode = Opcode::event_lan_overflow;
    le32 prtdcb_rupto{};
    le32 otx_ctl{};  // the queue's QTX_CTL
    Octets<8> reserved{};
};
static_assert(AdminCommand<LanOverflow>);

// Message between functions; the message stands in the buffer.
template <Opcode Op>
struct FunctionMessage {
    static constexpr Opcode opcode = Op;
    le32 id{};
    Octets<4> reserved{};
    le32 addr_high{};
    le32 addr_low{};
};
using SendMsgToPf = FunctionMessage<Opcode::send_msg_to_pf>;
using SendMsgToVf = FunctionMessage<Opcode::send_msg_to_vf>;
using SendMsgToPeer = FunctionMessage<Opcode::send_msg_to_peer>;
static_assert(AdminCommand<SendMsgToPf>);

}  // namespace sluice::i40e::hw
