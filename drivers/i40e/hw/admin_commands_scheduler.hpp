// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Admin commands of the transmit scheduler: bandwidth of VSIs and switching components, and the
// queue sets that transmit queues are bound to. `tc_bw_max` holds four bits a traffic class; a
// limit is 2^n.

#include <array>
#include <cstdint>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/admin_commands_general.hpp"
#include "drivers/i40e/hw/admin_queue.hpp"

namespace sluice::i40e::hw {

struct ConfigureVsiBwLimit {
    static constexpr Opcode opcode = Opcode::configure_vsi_bw_limit;
    le16 vsi_seid{};
    Octets<2> reserved{};
    le16 credit{};  // 50 Mb/s, 0 for no limit
    Octets<2> reserved1{};
    std::uint8_t max_credit = 0;
    Octets<7> reserved2{};
};
static_assert(AdminCommand<ConfigureVsiBwLimit>);

// Commands that name one element; what they say about it stands in the buffer.
template <Opcode Op>
struct TxSchedulerCommand {
    static constexpr Opcode opcode = Op;
    le16 vsi_seid{};
    Octets<6> reserved{};
    le32 addr_high{};
    le32 addr_low{};
};
using ConfigureVsiTcBw = TxSchedulerCommand<Opcode::configure_vsi_tc_bw>;
using QueryVsiBwConfig = TxSchedulerCommand<Opcode::query_vsi_bw_config>;
using QueryVsiEtsSlaConfig = TxSchedulerCommand<Opcode::query_vsi_ets_sla_config>;
using EnableSwitchingCompEts = TxSchedulerCommand<Opcode::enable_switching_comp_ets>;
using ModifySwitchingCompEts = TxSchedulerCommand<Opcode::modify_switching_comp_ets>;
using DisableSwitchingCompEts = TxSchedulerCommand<Opcode::disable_switching_comp_ets>;
using QuerySwitchingCompEtsConfig = TxSchedulerCommand<Opcode::query_switching_comp_ets_config>;
using QueryPortEtsConfig = TxSchedulerCommand<Opcode::query_port_ets_config>;
using QuerySwitchingCompBwConfig = TxSchedulerCommand<Opcode::query_switching_comp_bw_config>;
using SuspendPortTx = TxSchedulerCommand<Opcode::suspend_port_tx>;
static_assert(AdminCommand<ConfigureVsiTcBw>);

// Buffer of ConfigureVsiTcBw, both ways.
struct ConfigureVsiTcBwData {
    std::uint8_t tc_valid_bits = 0;
    Octets<3> reserved{};
    Octets<8> tc_bw_credits{};
    Octets<4> reserved1{};
    std::array<le16, 8> qs_handles{};  // written by firmware
};
static_assert(sizeof(ConfigureVsiTcBwData) == 32);

// Buffers filled by firmware.
struct QueryVsiBwConfigData {
    std::uint8_t tc_valid_bits = 0;
    std::uint8_t tc_suspended_bits = 0;
    Octets<14> reserved{};
    std::array<le16, 8> qs_handles{};
    Octets<4> reserved1{};
    le16 port_bw_limit{};
    Octets<2> reserved2{};
    std::uint8_t max_bw = 0;
    Octets<23> reserved3{};
};
static_assert(sizeof(QueryVsiBwConfigData) == 64);

struct QueryVsiEtsSlaConfigData {
    std::uint8_t tc_valid_bits = 0;
    Octets<3> reserved{};
    Octets<8> share_credits{};
    std::array<le16, 8> credits{};
    std::array<le16, 2> tc_bw_max{};
};
static_assert(sizeof(QueryVsiEtsSlaConfigData) == 32);

struct ConfigureSwitchingCompEtsData {
    Octets<4> reserved{};
    std::uint8_t tc_valid_bits = 0;
    std::uint8_t seepage = 0;
    std::uint8_t tc_strict_priority_flags = 0;
    Octets<17> reserved1{};
    Octets<8> tc_bw_share_credits{};
    Octets<96> reserved2{};
};
static_assert(sizeof(ConfigureSwitchingCompEtsData) == 128);

struct QuerySwitchingCompEtsConfigData {
    std::uint8_t tc_valid_bits = 0;
    Octets<35> reserved{};
    le16 port_bw_limit{};
    Octets<2> reserved1{};
    std::uint8_t tc_bw_max = 0;
    Octets<23> reserved2{};
};
static_assert(sizeof(QuerySwitchingCompEtsConfigData) == 64);

struct QueryPortEtsConfigData {
    Octets<4> reserved{};
    std::uint8_t tc_valid_bits = 0;
    std::uint8_t reserved1 = 0;
    std::uint8_t tc_strict_priority_bits = 0;
    std::uint8_t reserved2 = 0;
    Octets<8> tc_bw_share_credits{};
    std::array<le16, 8> tc_bw_limits{};
    std::array<le16, 2> tc_bw_max{};
    Octets<32> reserved3{};
};
static_assert(sizeof(QueryPortEtsConfigData) == 68);

struct QuerySwitchingCompBwConfigData {
    std::uint8_t tc_valid_bits = 0;
    Octets<2> reserved{};
    std::uint8_t absolute_credits_enable = 0;
    Octets<8> tc_bw_share_credits{};
    std::array<le16, 8> tc_bw_limits{};
    std::array<le16, 2> tc_bw_max{};
};
static_assert(sizeof(QuerySwitchingCompBwConfigData) == 32);

}  // namespace sluice::i40e::hw
