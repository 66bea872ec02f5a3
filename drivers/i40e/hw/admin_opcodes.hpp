// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Admin queue opcodes. The same number stands in the command and in its completion; events of the
// receive queue use 0x0607, 0x0702 to 0x0720, 0x0801 to 0x0803, 0x0A01 and 0x1001.

#include <array>
#include <cstdint>
#include <string_view>

namespace sluice::i40e::hw {

enum class Opcode : std::uint16_t {
    // General.
    get_version = 0x0001,
    driver_version = 0x0002,
    queue_shutdown = 0x0003,
    set_pf_context = 0x0004,
    request_resource = 0x0008,
    release_resource = 0x0009,
    list_function_capabilities = 0x000A,
    list_device_capabilities = 0x000B,
    // Power management, MAC addresses, PXE.
    set_proxy_config = 0x0104,
    set_ns_proxy_table_entry = 0x0105,
    mac_address_read = 0x0107,
    mac_address_write = 0x0108,
    clear_pxe_mode = 0x0110,
    set_wol_filter = 0x0120,
    get_wake_reason = 0x0121,
    // Switch.
    get_switch_config = 0x0200,
    add_statistics = 0x0201,
    remove_statistics = 0x0202,
    set_port_parameters = 0x0203,
    get_switch_resource_alloc = 0x0204,
    set_switch_config = 0x0205,
    rx_ctl_reg_read = 0x0206,
    rx_ctl_reg_write = 0x0207,
    add_vsi = 0x0210,
    update_vsi_parameters = 0x0211,
    get_vsi_parameters = 0x0212,
    add_pv = 0x0220,
    update_pv_parameters = 0x0221,
    get_pv_parameters = 0x0222,
    add_veb = 0x0230,
    update_veb_parameters = 0x0231,
    get_veb_parameters = 0x0232,
    delete_element = 0x0243,
    add_macvlan = 0x0250,
    remove_macvlan = 0x0251,
    add_vlan = 0x0252,
    remove_vlan = 0x0253,
    set_vsi_promiscuous_modes = 0x0254,
    add_control_packet_filter = 0x025A,
    remove_control_packet_filter = 0x025B,
    add_cloud_filters = 0x025C,
    remove_cloud_filters = 0x025D,
    clear_wol_switch_filters = 0x025E,
    replace_cloud_filters = 0x025F,
    add_mirror_rule = 0x0260,
    delete_mirror_rule = 0x0261,
    write_personalization_profile = 0x0270,
    get_personalization_profile_list = 0x0271,
    // DCB.
    dcb_ignore_pfc = 0x0301,
    dcb_updated = 0x0302,
    set_dcb_parameters = 0x0303,
    // Transmit scheduler.
    configure_vsi_bw_limit = 0x0400,
    configure_vsi_ets_sla_bw_limit = 0x0406,
    configure_vsi_tc_bw = 0x0407,
    query_vsi_bw_config = 0x0408,
    query_vsi_ets_sla_config = 0x040A,
    configure_switching_comp_bw_limit = 0x0410,
    enable_switching_comp_ets = 0x0413,
    modify_switching_comp_ets = 0x0414,
    disable_switching_comp_ets = 0x0415,
    configure_switching_comp_ets_bw_limit = 0x0416,
    configure_switching_comp_bw_config = 0x0417,
    query_switching_comp_ets_config = 0x0418,
    query_port_ets_config = 0x0419,
    query_switching_comp_bw_config = 0x041A,
    suspend_port_tx = 0x041B,
    resume_port_tx = 0x041C,
    configure_partition_bw = 0x041D,
    // Host memory cache.
    query_hmc_resource_profile = 0x0500,
    set_hmc_resource_profile = 0x0501,
    // PHY and link.
    get_phy_abilities = 0x0600,
    set_phy_config = 0x0601,
    set_mac_config = 0x0603,
    set_link_restart_an = 0x0605,
    get_link_status = 0x0607,
    set_phy_int_mask = 0x0613,
    get_local_advt_reg = 0x0614,
    set_local_advt_reg = 0x0615,
    get_partner_advt = 0x0616,
    set_lb_modes = 0x0618,
    set_phy_debug = 0x0622,
    run_phy_activity = 0x0626,
    set_phy_register = 0x0628,
    get_phy_register = 0x0629,
    // NVM.
    nvm_read = 0x0701,
    nvm_erase = 0x0702,
    nvm_update = 0x0703,
    nvm_config_read = 0x0704,
    nvm_config_write = 0x0705,
    oem_post_update = 0x0720,
    // Messages between functions.
    send_msg_to_pf = 0x0801,
    send_msg_to_vf = 0x0802,
    send_msg_to_peer = 0x0803,
    // Alternate RAM.
    alternate_write = 0x0900,
    alternate_write_indirect = 0x0901,
    alternate_read = 0x0902,
    alternate_read_indirect = 0x0903,
    alternate_write_done = 0x0904,
    alternate_set_mode = 0x0905,
    alternate_clear_port = 0x0906,
    // LLDP.
    lldp_get_mib = 0x0A00,
    lldp_update_mib = 0x0A01,
    lldp_add_tlv = 0x0A02,
    lldp_update_tlv = 0x0A03,
    lldp_delete_tlv = 0x0A04,
    lldp_stop = 0x0A05,
    lldp_start = 0x0A06,
    get_cee_dcb_cfg = 0x0A07,
    lldp_set_local_mib = 0x0A08,
    lldp_stop_start_spec_agent = 0x0A09,
    lldp_restore = 0x0A0A,
    // UDP tunnels, RSS.
    add_udp_tunnel = 0x0B00,
    del_udp_tunnel = 0x0B01,
    set_rss_key = 0x0B02,
    set_rss_lut = 0x0B03,
    get_rss_key = 0x0B04,
    get_rss_lut = 0x0B05,
    // Events without a command.
    event_lan_overflow = 0x1001,
    // Debugging.
    debug_read_reg = 0xFF03,
    debug_write_reg = 0xFF04,
};

namespace detail {

// An enumerator's name, as the compiler spells it ("V = sluice::i40e::hw::Opcode::add_vsi").
template <auto V>
consteval std::string_view name_of_value() {
    const std::string_view text = __PRETTY_FUNCTION__;
    const std::string_view qualified = text.substr(0, text.find_first_of("];", text.find("V = ")));
    return qualified.substr(qualified.rfind(':') + 1);
}

struct OpcodeName {
    Opcode opcode;
    std::string_view name;
};

template <Opcode... All>
inline constexpr std::array<OpcodeName, sizeof...(All)> names_of{
    OpcodeName{All, name_of_value<All>()}...};

}  // namespace detail

inline constexpr auto opcode_names = detail::names_of<
    Opcode::get_version, Opcode::driver_version, Opcode::queue_shutdown, Opcode::set_pf_context,
    Opcode::request_resource, Opcode::release_resource, Opcode::list_function_capabilities,
    Opcode::list_device_capabilities, Opcode::set_proxy_config, Opcode::set_ns_proxy_table_entry,
    Opcode::mac_address_read, Opcode::mac_address_write, Opcode::clear_pxe_mode,
    Opcode::set_wol_filter, Opcode::get_wake_reason, Opcode::get_switch_config,
    Opcode::add_statistics, Opcode::remove_statistics, Opcode::set_port_parameters,
    Opcode::get_switch_resource_alloc, Opcode::set_switch_config, Opcode::rx_ctl_reg_read,
    Opcode::rx_ctl_reg_write, Opcode::add_vsi, Opcode::update_vsi_parameters,
    Opcode::get_vsi_parameters, Opcode::add_pv, Opcode::update_pv_parameters,
    Opcode::get_pv_parameters, Opcode::add_veb, Opcode::update_veb_parameters,
    Opcode::get_veb_parameters, Opcode::delete_element, Opcode::add_macvlan, Opcode::remove_macvlan,
    Opcode::add_vlan, Opcode::remove_vlan, Opcode::set_vsi_promiscuous_modes,
    Opcode::add_control_packet_filter, Opcode::remove_control_packet_filter,
    Opcode::add_cloud_filters, Opcode::remove_cloud_filters, Opcode::clear_wol_switch_filters,
    Opcode::replace_cloud_filters, Opcode::add_mirror_rule, Opcode::delete_mirror_rule,
    Opcode::write_personalization_profile, Opcode::get_personalization_profile_list,
    Opcode::dcb_ignore_pfc, Opcode::dcb_updated, Opcode::set_dcb_parameters,
    Opcode::configure_vsi_bw_limit, Opcode::configure_vsi_ets_sla_bw_limit,
    Opcode::configure_vsi_tc_bw, Opcode::query_vsi_bw_config, Opcode::query_vsi_ets_sla_config,
    Opcode::configure_switching_comp_bw_limit, Opcode::enable_switching_comp_ets,
    Opcode::modify_switching_comp_ets, Opcode::disable_switching_comp_ets,
    Opcode::configure_switching_comp_ets_bw_limit, Opcode::configure_switching_comp_bw_config,
    Opcode::query_switching_comp_ets_config, Opcode::query_port_ets_config,
    Opcode::query_switching_comp_bw_config, Opcode::suspend_port_tx, Opcode::resume_port_tx,
    Opcode::configure_partition_bw, Opcode::query_hmc_resource_profile,
    Opcode::set_hmc_resource_profile, Opcode::get_phy_abilities, Opcode::set_phy_config,
    Opcode::set_mac_config, Opcode::set_link_restart_an, Opcode::get_link_status,
    Opcode::set_phy_int_mask, Opcode::get_local_advt_reg, Opcode::set_local_advt_reg,
    Opcode::get_partner_advt, Opcode::set_lb_modes, Opcode::set_phy_debug, Opcode::run_phy_activity,
    Opcode::set_phy_register, Opcode::get_phy_register, Opcode::nvm_read, Opcode::nvm_erase,
    Opcode::nvm_update, Opcode::nvm_config_read, Opcode::nvm_config_write, Opcode::oem_post_update,
    Opcode::send_msg_to_pf, Opcode::send_msg_to_vf, Opcode::send_msg_to_peer,
    Opcode::alternate_write, Opcode::alternate_write_indirect, Opcode::alternate_read,
    Opcode::alternate_read_indirect, Opcode::alternate_write_done, Opcode::alternate_set_mode,
    Opcode::alternate_clear_port, Opcode::lldp_get_mib, Opcode::lldp_update_mib,
    Opcode::lldp_add_tlv, Opcode::lldp_update_tlv, Opcode::lldp_delete_tlv, Opcode::lldp_stop,
    Opcode::lldp_start, Opcode::get_cee_dcb_cfg, Opcode::lldp_set_local_mib,
    Opcode::lldp_stop_start_spec_agent, Opcode::lldp_restore, Opcode::add_udp_tunnel,
    Opcode::del_udp_tunnel, Opcode::set_rss_key, Opcode::set_rss_lut, Opcode::get_rss_key,
    Opcode::get_rss_lut, Opcode::event_lan_overflow, Opcode::debug_read_reg,
    Opcode::debug_write_reg>;

// The enumerator's name, for traces and messages; empty for an opcode that is not in the list.
[[nodiscard]] constexpr std::string_view opcode_name(Opcode opcode) {
    for (const auto& known : opcode_names)
        if (known.opcode == opcode) return known.name;
    return {};
}

}  // namespace sluice::i40e::hw
