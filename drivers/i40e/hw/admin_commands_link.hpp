// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Admin commands of the PHY, the MAC and the link.

#include <array>
#include <cstdint>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/admin_commands_general.hpp"
#include "drivers/i40e/hw/admin_queue.hpp"

namespace sluice::i40e::hw {

// What the port's PHY and module are. As a capability, bit n of a bitmap is type n.
enum class PhyType : std::uint8_t {
    sgmii = 0x00,
    base_1000_kx = 0x01,
    base_10g_kx4 = 0x02,
    base_10g_kr = 0x03,
    base_40g_kr4 = 0x04,
    xaui = 0x05,
    xfi = 0x06,
    sfi = 0x07,
    xlaui = 0x08,
    xlppi = 0x09,
    base_40g_cr4_cu = 0x0A,
    base_10g_cr1_cu = 0x0B,
    base_10g_aoc = 0x0C,
    base_40g_aoc = 0x0D,
    unrecognized = 0x0E,
    unsupported = 0x0F,
    base_100_tx = 0x11,
    base_1000_t = 0x12,
    base_10g_t = 0x13,
    base_10g_sr = 0x14,
    base_10g_lr = 0x15,
    base_10g_sfpp_cu = 0x16,
    base_10g_cr1 = 0x17,
    base_40g_cr4 = 0x18,
    base_40g_sr4 = 0x19,
    base_40g_lr4 = 0x1A,
    base_1000_sx = 0x1B,
    base_1000_lx = 0x1C,
    base_1000_t_optical = 0x1D,
    base_20g_kr2 = 0x1E,
    base_25g_kr = 0x1F,
    base_25g_cr = 0x20,
    base_25g_sr = 0x21,
    base_25g_lr = 0x22,
    base_25g_aoc = 0x23,
    base_25g_acc = 0x24,
    base_2_5g_t = 0x26,
    base_5g_t = 0x27,
    base_2_5g_t_link_status = 0x30,
    base_5g_t_link_status = 0x31,
    not_supported_high_temp = 0xFD,
    empty = 0xFE,
    standard = 0xFF,
};

// One speed; as a capability, any of them together.
enum class LinkSpeed : std::uint8_t {
    unknown = 0x00,
    g2_5 = 0x01,
    m100 = 0x02,
    g1 = 0x04,
    g10 = 0x08,
    g40 = 0x10,
    g20 = 0x20,
    g25 = 0x40,
    g5 = 0x80,
};

// Megabits a second; 0 for an unknown speed.
[[nodiscard]] constexpr std::uint32_t megabits(LinkSpeed speed) noexcept {
    switch (speed) {
        case LinkSpeed::g2_5:
            return 2'500;
        case LinkSpeed::m100:
            return 100;
        case LinkSpeed::g1:
            return 1'000;
        case LinkSpeed::g10:
            return 10'000;
        case LinkSpeed::g40:
            return 40'000;
        case LinkSpeed::g20:
            return 20'000;
        case LinkSpeed::g25:
            return 25'000;
        case LinkSpeed::g5:
            return 5'000;
        case LinkSpeed::unknown:
            break;
    }
    return 0;
}

struct PhyAbilities {
    using raw = std::uint8_t;
    static constexpr Flag<PhyAbilities, 0> pause_tx{};
    static constexpr Flag<PhyAbilities, 1> pause_rx{};
    static constexpr Flag<PhyAbilities, 2> low_power{};
    static constexpr Flag<PhyAbilities, 3> link_enabled{};
    static constexpr Flag<PhyAbilities, 4> an_enabled{};
    static constexpr Flag<PhyAbilities, 5> qualified{};  // in set_phy_config: atomic link
    static constexpr Flag<PhyAbilities, 6> fec_kr{};
    static constexpr Flag<PhyAbilities, 7> fec_rs{};
    using fields = FieldList<pause_tx, pause_rx, low_power, link_enabled, an_enabled, qualified,
                             fec_kr, fec_rs>;
};

// Types beyond the 32 of `phy_type`: bit n is type 0x1F + n below bit 6.
namespace phy_type_ext {
inline constexpr std::uint8_t kr_25g = 0x01;
inline constexpr std::uint8_t cr_25g = 0x02;
inline constexpr std::uint8_t sr_25g = 0x04;
inline constexpr std::uint8_t lr_25g = 0x08;
inline constexpr std::uint8_t aoc_25g = 0x10;
inline constexpr std::uint8_t acc_25g = 0x20;
inline constexpr std::uint8_t t_2_5g = 0x40;
inline constexpr std::uint8_t t_5g = 0x80;
}  // namespace phy_type_ext

struct FecConfig {
    using raw = std::uint8_t;
    static constexpr Flag<FecConfig, 0> ability_kr{};
    static constexpr Flag<FecConfig, 1> ability_rs{};
    static constexpr Flag<FecConfig, 2> request_kr{};
    static constexpr Flag<FecConfig, 3> request_rs{};
    static constexpr Flag<FecConfig, 4> automatic{};
    static constexpr Bits<FecConfig, 5, 3> module_type_ext{};  // PHY abilities only
    using fields =
        FieldList<ability_kr, ability_rs, request_kr, request_rs, automatic, module_type_ext>;
};

// Buffer, filled by firmware: PhyAbilitiesData.
struct GetPhyAbilities {
    static constexpr Opcode opcode = Opcode::get_phy_abilities;
    static constexpr std::uint32_t report_qualified_modules = 1;
    static constexpr std::uint32_t report_initial_values = 2;  // those of the NVM
    le32 param0{};
    le32 param1{};
    le32 addr_high{};
    le32 addr_low{};
};
static_assert(AdminCommand<GetPhyAbilities>);

struct ModuleDescription {
    Octets<3> oui{};
    std::uint8_t reserved1 = 0;
    Octets<16> part_number{};
    Octets<4> revision{};
    Octets<8> reserved2{};
};
static_assert(sizeof(ModuleDescription) == 32);

struct PhyAbilitiesData {
    le32 phy_type{};  // bitmap of PhyType
    LinkSpeed link_speed{};
    std::uint8_t abilities = 0;  // Word<PhyAbilities>
    le16 eee_capability{};
    le32 eeer_val{};
    std::uint8_t d3_lpan = 0;
    std::uint8_t phy_type_ext = 0;               // phy_type_ext
    std::uint8_t fec_cfg_curr_mod_ext_info = 0;  // Word<FecConfig>
    std::uint8_t ext_comp_code = 0;
    Octets<4> phy_id{};
    Octets<3> module_type{};
    std::uint8_t qualified_module_count = 0;
    std::array<ModuleDescription, 16> qualified_module{};
};
static_assert(sizeof(PhyAbilitiesData) == 0x218);

struct SetPhyConfig {
    static constexpr Opcode opcode = Opcode::set_phy_config;
    le32 phy_type{};
    LinkSpeed link_speed{};
    std::uint8_t abilities = 0;  // Word<PhyAbilities>
    le16 eee_capability{};
    le32 eeer{};
    std::uint8_t low_power_ctrl = 0;
    std::uint8_t phy_type_ext = 0;
    std::uint8_t fec_config = 0;  // Word<FecConfig>
    std::uint8_t reserved = 0;
};
static_assert(AdminCommand<SetPhyConfig>);

struct MacConfigParams {
    using raw = std::uint8_t;
    static constexpr Flag<MacConfigParams, 2> crc_en{};
    static constexpr Bits<MacConfigParams, 3, 4> pacing{};
    static constexpr Flag<MacConfigParams, 7> drop_blocking_packet_en{};
    using fields = FieldList<crc_en, pacing, drop_blocking_packet_en>;
};

struct SetMacConfig {
    static constexpr Opcode opcode = Opcode::set_mac_config;
    le16 max_frame_size{};               // bytes, with FCS
    std::uint8_t params = 0;             // Word<MacConfigParams>
    std::uint8_t tx_timer_priority = 0;  // bitmap
    le16 tx_timer_value{};
    le16 fc_refresh_threshold{};
    Octets<8> reserved{};
};
static_assert(AdminCommand<SetMacConfig>);

struct SetLinkRestartAn {
    static constexpr Opcode opcode = Opcode::set_link_restart_an;
    static constexpr std::uint8_t restart_an = 2;
    static constexpr std::uint8_t link_enable = 4;
    std::uint8_t command = 0;
    Octets<15> reserved{};
};
static_assert(AdminCommand<SetLinkRestartAn>);

struct LinkInfo {
    using raw = std::uint8_t;
    static constexpr Flag<LinkInfo, 0> link_up{};
    static constexpr Flag<LinkInfo, 1> fault{};
    static constexpr Flag<LinkInfo, 2> fault_tx{};
    static constexpr Flag<LinkInfo, 3> fault_rx{};
    static constexpr Flag<LinkInfo, 4> fault_remote{};
    static constexpr Flag<LinkInfo, 5> link_up_port{};
    static constexpr Flag<LinkInfo, 6> media_available{};
    static constexpr Flag<LinkInfo, 7> signal_detect{};
    using fields = FieldList<link_up, fault, fault_tx, fault_rx, fault_remote, link_up_port,
                             media_available, signal_detect>;
};

struct AnInfo {
    using raw = std::uint8_t;
    static constexpr Flag<AnInfo, 0> an_completed{};
    static constexpr Flag<AnInfo, 1> lp_an_ability{};
    static constexpr Flag<AnInfo, 2> pd_fault{};
    static constexpr Flag<AnInfo, 3> fec_en{};
    static constexpr Flag<AnInfo, 4> low_power{};
    static constexpr Flag<AnInfo, 5> pause_tx{};
    static constexpr Flag<AnInfo, 6> pause_rx{};
    static constexpr Flag<AnInfo, 7> qualified_module{};
    using fields = FieldList<an_completed, lp_an_ability, pd_fault, fec_en, low_power, pause_tx,
                             pause_rx, qualified_module>;
};

struct LinkConfig {
    using raw = std::uint8_t;
    static constexpr Flag<LinkConfig, 0> fec_kr_ena{};
    static constexpr Flag<LinkConfig, 1> fec_rs_ena{};
    static constexpr Flag<LinkConfig, 2> crc_ena{};
    static constexpr Bits<LinkConfig, 3, 4> pacing{};
    using fields = FieldList<fec_kr_ena, fec_rs_ena, crc_ena, pacing>;
};

// Also the event that says that the link changed. Only `command_flags` counts in a request.
struct GetLinkStatus {
    static constexpr Opcode opcode = Opcode::get_link_status;
    // Request: whether link events are wanted; 0 leaves it as it is.
    static constexpr std::uint16_t lse_disable = 2;
    static constexpr std::uint16_t lse_enable = 3;
    // Completion.
    static constexpr std::uint16_t lse_is_enabled = 1;
    static constexpr std::uint8_t loopback_mask = 0x07;
    le16 command_flags{};
    PhyType phy_type{};
    LinkSpeed link_speed{};
    std::uint8_t link_info = 0;  // Word<LinkInfo>
    std::uint8_t an_info = 0;    // Word<AnInfo>
    std::uint8_t ext_info = 0;   // 1 hot, 2 too many errors, 3:2 transmit state, 0x10 forced 40G
    std::uint8_t loopback = 0;   // mode 2:0, power class 7:6
    le16 max_frame_size{};       // bytes, with FCS
    std::uint8_t config = 0;     // Word<LinkConfig>
    Octets<4> link_type{};       // bitmap of PhyType from API 1.7 on
    std::uint8_t link_type_ext = 0;
};
static_assert(AdminCommand<GetLinkStatus>);

struct SetPhyIntMask {
    static constexpr Opcode opcode = Opcode::set_phy_int_mask;
    // Events that do not arrive while their bit is set.
    static constexpr std::uint16_t link_updown = 0x0002;
    static constexpr std::uint16_t media_na = 0x0004;
    static constexpr std::uint16_t link_fault = 0x0008;
    static constexpr std::uint16_t phy_temp_alarm = 0x0010;
    static constexpr std::uint16_t excessive_errors = 0x0020;
    static constexpr std::uint16_t signal_detect = 0x0040;
    static constexpr std::uint16_t an_completed = 0x0080;
    static constexpr std::uint16_t module_qual_fail = 0x0100;
    static constexpr std::uint16_t port_tx_suspended = 0x0200;
    Octets<8> reserved{};
    le16 event_mask{};
    Octets<6> reserved1{};
};
static_assert(AdminCommand<SetPhyIntMask>);

struct SetLbModes {
    static constexpr Opcode opcode = Opcode::set_lb_modes;
    static constexpr std::uint16_t none = 0;
    static constexpr std::uint16_t phy_local = 1;
    static constexpr std::uint16_t phy_remote = 2;
    static constexpr std::uint16_t mac_local = 4;
    le16 lb_mode{};
    Octets<14> reserved{};
};
static_assert(AdminCommand<SetLbModes>);

}  // namespace sluice::i40e::hw
