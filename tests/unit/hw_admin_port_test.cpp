// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/hw/admin_commands_dcb.hpp"
#include "drivers/i40e/hw/admin_commands_link.hpp"
#include "drivers/i40e/hw/admin_commands_scheduler.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/hw_bytes.hpp"

using namespace sluice;
using namespace sluice::i40e::hw;
using sluice::tests::count_from;
using sluice::tests::hex;

namespace {

// The address of the buffer used below, and how it ends an indirect command.
constexpr std::uint32_t high = 0x1234'5678;
constexpr std::uint32_t low = 0x9ABC'D000;
const std::string address = "78 56 34 12 00 d0 bc 9a";

const std::string zeros8 = "00 00 00 00 00 00 00 00";

// Eight words whose first and last are told apart.
constexpr std::array<le16, 8> first_and_last(std::uint16_t first, std::uint16_t last) {
    std::array<le16, 8> words{};
    words.front() = first;
    words.back() = last;
    return words;
}

}  // namespace

TEST_CASE("commands of the transmit scheduler", "[hw][admin]") {
    CHECK(hex(ConfigureVsiBwLimit{.vsi_seid = 0x0186, .credit = 0x0102, .max_credit = 4}) ==
          "86 01 00 00 02 01 00 00 04 00 00 00 00 00 00 00");
    CHECK(hex(ConfigureVsiTcBw{.vsi_seid = 0x0186, .addr_high = high, .addr_low = low}) ==
          "86 01 00 00 00 00 00 00 " + address);
    CHECK(hex(ConfigureVsiTcBwData{.tc_valid_bits = 1,
                                   .tc_bw_credits = count_from<8>(0x10),
                                   .qs_handles = first_and_last(0x0102, 0xFFFF)}) ==
          "01 00 00 00 10 11 12 13 14 15 16 17 00 00 00 00 "
          "02 01 00 00 00 00 00 00 00 00 00 00 00 00 ff ff");
    CHECK(hex(QueryVsiBwConfigData{.tc_valid_bits = 1,
                                   .tc_suspended_bits = 2,
                                   .qs_handles = first_and_last(0x0102, 0x0304),
                                   .port_bw_limit = 0x0506,
                                   .max_bw = 7}) ==
          "01 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
          "02 01 00 00 00 00 00 00 00 00 00 00 00 00 04 03 "
          "00 00 00 00 06 05 00 00 07 00 00 00 00 00 00 00 "
          "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
    CHECK(hex(QueryVsiEtsSlaConfigData{.tc_valid_bits = 1,
                                       .share_credits = count_from<8>(0x10),
                                       .credits = first_and_last(0x0102, 0x0304),
                                       .tc_bw_max = {le16{0x0506}, le16{0x0708}}}) ==
          "01 00 00 00 10 11 12 13 14 15 16 17 02 01 00 00 "
          "00 00 00 00 00 00 00 00 00 00 04 03 06 05 08 07");
    CHECK(hex(QuerySwitchingCompBwConfigData{.tc_valid_bits = 1,
                                             .absolute_credits_enable = 1,
                                             .tc_bw_share_credits = count_from<8>(0x10),
                                             .tc_bw_limits = first_and_last(0x0102, 0x0304),
                                             .tc_bw_max = {le16{0x0506}, le16{0x0708}}}) ==
          "01 00 00 01 10 11 12 13 14 15 16 17 02 01 00 00 "
          "00 00 00 00 00 00 00 00 00 00 04 03 06 05 08 07");
    CHECK(hex(ConfigureSwitchingCompEtsData{.tc_valid_bits = 1,
                                            .seepage = 2,
                                            .tc_strict_priority_flags = 3,
                                            .tc_bw_share_credits = count_from<8>(0x10)})
              .substr(0, 95) ==
          "00 00 00 00 01 02 03 00 " + zeros8 + " " + zeros8 + " 10 11 12 13 14 15 16 17");
    CHECK(hex(QuerySwitchingCompEtsConfigData{
              .tc_valid_bits = 1, .port_bw_limit = 0x0203, .tc_bw_max = 4}) ==
          "01 00 00 00 00 00 00 00 " + zeros8 + " " + zeros8 + " " + zeros8 +
              " 00 00 00 00 03 02 00 00 04 00 00 00 00 00 00 00 " + zeros8 + " " + zeros8);
    CHECK(hex(QueryPortEtsConfigData{.tc_valid_bits = 1,
                                     .tc_strict_priority_bits = 2,
                                     .tc_bw_share_credits = count_from<8>(0x10),
                                     .tc_bw_limits = first_and_last(0x0102, 0x0304),
                                     .tc_bw_max = {le16{0x0506}, le16{0x0708}}}) ==
          "00 00 00 00 01 00 02 00 10 11 12 13 14 15 16 17 "
          "02 01 00 00 00 00 00 00 00 00 00 00 00 00 04 03 06 05 08 07 " +
              zeros8 + " " + zeros8 + " " + zeros8 + " " + zeros8);
    CHECK(QueryVsiBwConfig::opcode == static_cast<Opcode>(0x0408));
    CHECK(QueryVsiEtsSlaConfig::opcode == static_cast<Opcode>(0x040A));
    CHECK(SuspendPortTx::opcode == static_cast<Opcode>(0x041B));
}

TEST_CASE("commands of the PHY and the MAC", "[hw][admin]") {
    using A = PhyAbilities;
    using F = FecConfig;
    CHECK(hex(GetPhyAbilities{.param0 = GetPhyAbilities::report_initial_values,
                              .addr_high = high,
                              .addr_low = low}) == "02 00 00 00 00 00 00 00 " + address);
    PhyAbilitiesData abilities{
        .phy_type = 1u << static_cast<unsigned>(PhyType::base_40g_sr4),
        .link_speed = LinkSpeed::g40,
        .abilities = Word<A>{}.with(A::link_enabled, true).with(A::qualified, true).raw,
        .eee_capability = 0x0102,
        .eeer_val = 0x0304'0506,
        .d3_lpan = 7,
        .phy_type_ext = phy_type_ext::sr_25g,
        .fec_cfg_curr_mod_ext_info =
            Word<F>{}.with(F::request_rs, true).with(F::module_type_ext, 5).raw,
        .ext_comp_code = 8,
        .phy_id = count_from<4>(0x20),
        .module_type = count_from<3>(0x30),
        .qualified_module_count = 9};
    abilities.qualified_module[0] = {.oui = count_from<3>(0x40),
                                     .part_number = count_from<16>(0x50),
                                     .revision = count_from<4>(0x60)};
    CHECK(hex(abilities).substr(0, 56 * 3 - 1) ==
          "00 00 00 02 10 28 02 01 06 05 04 03 07 04 a8 08 20 21 22 23 30 31 32 09 "
          "40 41 42 00 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f 60 61 62 63 " +
              zeros8);
    CHECK(hex(SetPhyConfig{.phy_type = 0x0102'0304,
                           .link_speed = LinkSpeed::g10,
                           .abilities = Word<A>{}.with(A::an_enabled, true).raw,
                           .eee_capability = 0x0506,
                           .eeer = 0x0708'090A,
                           .low_power_ctrl = 0x0B,
                           .phy_type_ext = 0x0C,
                           .fec_config = Word<F>{}.with(F::automatic, true).raw}) ==
          "04 03 02 01 08 10 06 05 0a 09 08 07 0b 0c 10 00");
    using M = MacConfigParams;
    CHECK(hex(SetMacConfig{.max_frame_size = 9728,
                           .params = Word<M>{}.with(M::crc_en, true).with(M::pacing, 1).raw,
                           .tx_timer_priority = 2,
                           .tx_timer_value = 0x0304,
                           .fc_refresh_threshold = 0x7FFF}) == "00 26 0c 02 04 03 ff 7f " + zeros8);
    CHECK(hex(SetLinkRestartAn{.command =
                                   SetLinkRestartAn::restart_an | SetLinkRestartAn::link_enable}) ==
          "06 00 00 00 00 00 00 00 " + zeros8);
    CHECK(hex(SetPhyIntMask{.event_mask = SetPhyIntMask::module_qual_fail}) ==
          zeros8 + " 00 01 00 00 00 00 00 00");
    CHECK(hex(SetLbModes{.lb_mode = SetLbModes::mac_local}) == "04 00 00 00 00 00 00 00 " + zeros8);
}

TEST_CASE("link status, as completion and as event", "[hw][admin]") {
    using I = LinkInfo;
    using N = AnInfo;
    CHECK(hex(GetLinkStatus{
              .command_flags = GetLinkStatus::lse_enable,
              .phy_type = PhyType::base_40g_sr4,
              .link_speed = LinkSpeed::g40,
              .link_info = Word<I>{}
                               .with(I::link_up, true)
                               .with(I::link_up_port, true)
                               .with(I::media_available, true)
                               .raw,
              .an_info = Word<N>{}.with(N::an_completed, true).with(N::qualified_module, true).raw,
              .ext_info = 0x0C,
              .loopback = 0x41,
              .max_frame_size = 9728,
              .config = Word<LinkConfig>{}.with(LinkConfig::crc_ena, true).raw,
              .link_type = count_from<4>(0x50),
              .link_type_ext = 0x60}) == "03 00 19 10 61 81 0c 41 00 26 04 50 51 52 53 60");
    CHECK(megabits(LinkSpeed::g40) == 40'000);
    CHECK(megabits(LinkSpeed::g2_5) == 2'500);
    CHECK(megabits(LinkSpeed::unknown) == 0);
}

TEST_CASE("commands of DCB and LLDP", "[hw][admin]") {
    CHECK(hex(SetDcbParameters{.command = SetDcbParameters::set_agent, .valid_flags = 1}) ==
          "01 01 00 00 00 00 00 00 " + zeros8);
    CHECK(hex(LldpGetMib{.type = LldpGetMib::mib_remote,
                         .local_len = 0x0102,
                         .remote_len = 0x0304,
                         .addr_high = high,
                         .addr_low = low}) == "01 00 02 01 04 03 00 00 " + address);
    CHECK(hex(LldpUpdateMib{
              .command = LldpUpdateMib::update_disable, .addr_high = high, .addr_low = low}) ==
          "01 00 00 00 00 00 00 00 " + address);
    CHECK(hex(LldpStop{.command = LldpStop::agent_stop_persist}) ==
          "02 00 00 00 00 00 00 00 " + zeros8);
    CHECK(hex(LldpStart{.command = LldpStart::agent_start}) == "01 00 00 00 00 00 00 00 " + zeros8);
    CHECK(hex(GetCeeDcbCfgData{.oper_num_tc = 1,
                               .oper_prio_tc = count_from<4>(0x10),
                               .oper_tc_bw = count_from<8>(0x20),
                               .oper_pfc_en = 2,
                               .oper_app_prio = 0x0304,
                               .tlv_status = 0x0506'0708}) ==
          "01 10 11 12 13 20 21 22 23 24 25 26 27 02 04 03 08 07 06 05 00 00 00 00 " + zeros8);
    CHECK(hex(LldpSetLocalMib{.type = 1, .length = 0x0203, .addr_high = high, .addr_low = low}) ==
          "01 00 03 02 00 00 00 00 " + address);
}

TEST_CASE("commands of UDP tunnels and RSS, and messages", "[hw][admin]") {
    CHECK(hex(AddUdpTunnel{.udp_port = 4789, .protocol_type = TunnelType::vxlan_gpe}) ==
          "b5 12 00 00 00 11 00 00 " + zeros8);
    CHECK(hex(AddUdpTunnelCompletion{
              .udp_port = 4789, .filter_entry_index = 1, .multiple_pfs = 2, .total_filters = 3}) ==
          "b5 12 01 02 03 00 00 00 " + zeros8);
    CHECK(hex(DelUdpTunnel{.index = 5}) == "00 00 05 00 00 00 00 00 " + zeros8);
    CHECK(hex(SetRssKey{
              .vsi_id = SetRssKey::vsi_valid | 0x186, .addr_high = high, .addr_low = low}) ==
          "86 81 00 00 00 00 00 00 " + address);
    const std::string key = hex(RssKeyData{.standard_rss_key = count_from<40>(0x00),
                                           .extended_hash_key = count_from<12>(0x28)});
    CHECK(key == hex(count_from<52>(0)));
    CHECK(hex(SetRssLut{.vsi_id = SetRssLut::vsi_valid | 0x186,
                        .flags = SetRssLut::table_type_pf,
                        .addr_high = high,
                        .addr_low = low}) == "86 81 01 00 00 00 00 00 " + address);
    CHECK(hex(LanOverflow{.prtdcb_rupto = 0x0102'0304, .otx_ctl = 0x0506'0708}) ==
          "04 03 02 01 08 07 06 05 " + zeros8);
    CHECK(hex(SendMsgToPf{.id = 0x0102'0304, .addr_high = high, .addr_low = low}) ==
          "04 03 02 01 00 00 00 00 " + address);
    CHECK(GetRssKey::opcode == static_cast<Opcode>(0x0B04));
    CHECK(GetRssLut::opcode == static_cast<Opcode>(0x0B05));
    CHECK(SendMsgToPeer::opcode == static_cast<Opcode>(0x0803));
}
