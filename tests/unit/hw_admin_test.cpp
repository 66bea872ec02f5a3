// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/hw/admin_commands_general.hpp"
#include "drivers/i40e/hw/admin_commands_switch.hpp"
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

template <class T>
concept is_command = AdminCommand<T>;
static_assert(is_command<GetVersion> && !is_command<VsiCompletion> && !is_command<VsiProperties>);

}  // namespace

TEST_CASE("an admin descriptor is 32 bytes, its parameters the last 16", "[hw][admin]") {
    using F = AdminFlags;
    AdminDescriptor descriptor{
        .flags = Word<F>{}.with(F::rd, true).with(F::buf, true).with(F::si, true).raw,
        .opcode = static_cast<std::uint16_t>(Opcode::add_vsi),
        .datalen = 128,
        .retval = 0x0A0C,
        .cookie_high = 0x0102'0304,
        .cookie_low = 0x0506'0708};
    descriptor.set_params(AdminParamsIndirect{.param0 = 0x11, .addr_high = high, .addr_low = low});
    CHECK(hex(descriptor) ==
          "00 34 10 02 80 00 0c 0a 04 03 02 01 08 07 06 05 "
          "11 00 00 00 00 00 00 00 " +
              address);
    CHECK(descriptor.params_as<AdminParamsIndirect>().address() == 0x1234'5678'9ABC'D000);
    CHECK(descriptor.params_as<AdminParamsDirect>().param3 == low);
    CHECK(return_code(descriptor.retval) == ReturnCode::ebusy);
    CHECK(Word<F>{}
              .with(F::dd, true)
              .with(F::cmp, true)
              .with(F::err, true)
              .with(F::vfe, true)
              .with(F::lb, true)
              .raw == 0x020F);
    CHECK(Word<F>{}.with(F::vfc, true).with(F::ei, true).with(F::fe, true).raw == 0xC800);
}

TEST_CASE("return codes and opcodes have names", "[hw][admin]") {
    CHECK(text(ReturnCode::ok) == "OK");
    CHECK(text(ReturnCode::esrch) == "ESRCH: unknown opcode");
    CHECK(text(ReturnCode::efbig) == "EFBIG: file too large");
    CHECK(text(static_cast<ReturnCode>(200)) == "unknown return code");
    CHECK(opcode_name(Opcode::get_version) == "get_version");
    CHECK(opcode_name(Opcode::debug_write_reg) == "debug_write_reg");
    CHECK(opcode_name(static_cast<Opcode>(0xBEEF)).empty());
}

TEST_CASE("commands about versions and resources", "[hw][admin]") {
    CHECK(hex(GetVersion{.rom_version = 0x0102'0304,
                         .fw_build = 0x0506'0708,
                         .fw_major = 8,
                         .fw_minor = 3,
                         .api_major = 1,
                         .api_minor = 15}) == "04 03 02 01 08 07 06 05 08 00 03 00 01 00 0f 00");
    CHECK(hex(DriverVersion{.driver_major_version = 1,
                            .driver_minor_version = 2,
                            .driver_build_version = 3,
                            .driver_subbuild_version = 4,
                            .addr_high = high,
                            .addr_low = low}) == "01 02 03 04 00 00 00 00 " + address);
    CHECK(hex(QueueShutdown{.driver_unloading = QueueShutdown::unloading}) ==
          "01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
    CHECK(hex(SetPfContext{.pf_id = 3}) == "03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
    CHECK(hex(RequestResource{.resource_id = static_cast<std::uint16_t>(ResourceId::nvm),
                              .access_type = static_cast<std::uint16_t>(ResourceAccess::write),
                              .timeout = 180'000,
                              .resource_number = 0x0102'0304}) ==
          "01 00 02 00 20 bf 02 00 04 03 02 01 00 00 00 00");
    CHECK(hex(ListFunctionCapabilities{.command_flags = 1,
                                       .pf_index = 2,
                                       .count = 0x28,
                                       .addr_high = high,
                                       .addr_low = low}) == "01 02 00 00 28 00 00 00 " + address);
    CHECK(hex(CapabilityRecord{.id = static_cast<std::uint16_t>(CapabilityId::rss),
                               .major_rev = 1,
                               .minor_rev = 2,
                               .number = 512,
                               .logical_id = 6,
                               .phys_id = 0x0102'0304}) ==
          "40 00 01 02 00 02 00 00 06 00 00 00 04 03 02 01 "
          "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
    CHECK(RequestResource::opcode == static_cast<Opcode>(0x0008));
    CHECK(ReleaseResource::opcode == static_cast<Opcode>(0x0009));
    CHECK(ListFunctionCapabilities::opcode == static_cast<Opcode>(0x000A));
    CHECK(ListDeviceCapabilities::opcode == static_cast<Opcode>(0x000B));
}

TEST_CASE("commands about MAC addresses, PXE, NVM and registers", "[hw][admin]") {
    CHECK(hex(MacAddressRead{.command_flags = 0x50, .addr_high = high, .addr_low = low}) ==
          "50 00 00 00 00 00 00 00 " + address);
    CHECK(hex(MacAddressData{.pf_lan_mac = count_from<6>(0x10),
                             .pf_san_mac = count_from<6>(0x20),
                             .port_mac = count_from<6>(0x30),
                             .pf_wol_mac = count_from<6>(0x40)}) ==
          "10 11 12 13 14 15 20 21 22 23 24 25 30 31 32 33 34 35 40 41 42 43 44 45");
    CHECK(hex(MacAddressWrite{.command_flags = MacAddressWrite::write_type_laa_wol,
                              .mac_sah = 0x0211,
                              .mac_sal = 0x2233'4455}) ==
          "00 40 11 02 55 44 33 22 00 00 00 00 00 00 00 00");
    CHECK(hex(ClearPxe{.rx_cnt = 2}) == "02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
    CHECK(hex(NvmRead{.command_flags = NvmRead::last_cmd,
                      .module_pointer = 2,
                      .length = 0x0304,
                      .offset = 0x0506'0708,
                      .addr_high = high,
                      .addr_low = low}) == "01 02 04 03 08 07 06 05 " + address);
    CHECK(hex(RxCtlRegWrite{.address = 0x1C0AC0, .value = 0x0102'0304}) ==
          "00 00 00 00 c0 0a 1c 00 00 00 00 00 04 03 02 01");
    CHECK(hex(DebugReadReg{.address = 0xB8120, .value_high = 1, .value_low = 2}) ==
          "00 00 00 00 20 81 0b 00 01 00 00 00 02 00 00 00");
    CHECK(RxCtlRegRead::opcode == static_cast<Opcode>(0x0206));
    CHECK(RxCtlRegWrite::opcode == static_cast<Opcode>(0x0207));
    CHECK(DebugReadReg::opcode == static_cast<Opcode>(0xFF03));
    CHECK(DebugWriteReg::opcode == static_cast<Opcode>(0xFF04));
}

TEST_CASE("commands about the switch and its elements", "[hw][admin]") {
    CHECK(hex(GetSwitchConfig{.seid = 0x0102, .addr_high = high, .addr_low = low}) ==
          "02 01 00 00 00 00 00 00 " + address);
    CHECK(hex(SwitchConfigHeader{.num_reported = 1, .num_total = 2}) ==
          "01 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00");
    CHECK(hex(SwitchConfigElement{.element_type = SwitchElementType::vsi,
                                  .revision = 1,
                                  .seid = 0x0186,
                                  .uplink_seid = 0x0002,
                                  .downlink_seid = 0x0010,
                                  .connection_type = 1,
                                  .scheduler_id = 0x0304,
                                  .element_info = 0x0506}) ==
          "13 01 86 01 02 00 10 00 00 00 00 01 04 03 06 05");
    CHECK(hex(SetPortParameters{.command_flags = SetPortParameters::double_vlan,
                                .bad_frame_vsi = 0x0102,
                                .default_seid = 0x0304}) ==
          "04 00 02 01 04 03 00 00 00 00 00 00 00 00 00 00");
    CHECK(hex(SetSwitchConfig{.flags = SetSwitchConfig::promisc,
                              .valid_flags = SetSwitchConfig::outer_vlan,
                              .switch_tag = 0xFFFF,
                              .first_tag = 0x88A8,
                              .second_tag = 0x8100,
                              .mode = 0x82}) == "01 00 08 00 ff ff a8 88 00 81 82 00 00 00 00 00");
    CHECK(hex(AddVeb{.uplink_seid = 0x0102,
                     .downlink_seid = 0x0304,
                     .veb_flags = AddVeb::port_type_data | AddVeb::disable_stats,
                     .enable_tcs = 1}) == "02 01 04 03 14 00 01 00 00 00 00 00 00 00 00 00");
    CHECK(hex(AddVebCompletion{.switch_seid = 0x0102,
                               .veb_seid = 0x0304,
                               .statistic_index = 0x0506,
                               .vebs_used = 0x0708,
                               .vebs_free = 0x090A}) ==
          "00 00 00 00 00 00 02 01 04 03 06 05 08 07 0a 09");
    CHECK(hex(GetVebParametersCompletion{.seid = 0x0102,
                                         .switch_id = 0x0304,
                                         .veb_flags = 0x0506,
                                         .statistic_index = 0x0708,
                                         .vebs_used = 0x090A,
                                         .vebs_free = 0x0B0C}) ==
          "02 01 04 03 06 05 08 07 0a 09 0c 0b 00 00 00 00");
    CHECK(DeleteElement::opcode == static_cast<Opcode>(0x0243));
    CHECK(GetVebParameters::opcode == static_cast<Opcode>(0x0232));
}

TEST_CASE("commands about VSIs", "[hw][admin]") {
    CHECK(hex(AddVsi{.uplink_seid = 0x0102,
                     .connection_type = VsiConnection::normal,
                     .vf_id = 4,
                     .vsi_flags = AddVsi::type_pf,
                     .addr_high = high,
                     .addr_low = low}) == "02 01 01 00 04 00 02 00 " + address);
    CHECK(hex(VsiCompletion{.seid = 0x0102,
                            .vsi_number = 0x0304,
                            .vsi_used = 0x0506,
                            .vsi_free = 0x0708,
                            .addr_high = high,
                            .addr_low = low}) == "02 01 04 03 06 05 08 07 " + address);
    CHECK(AddVsi::opcode == static_cast<Opcode>(0x0210));
    CHECK(UpdateVsiParameters::opcode == static_cast<Opcode>(0x0211));
    CHECK(GetVsiParameters::opcode == static_cast<Opcode>(0x0212));

    using Switch = VsiSwitchId;
    using Vlan = PortVlanFlags;
    using Tc = VsiTcMapping;
    VsiProperties vsi{
        .valid_sections = vsi_section::vlan_valid | vsi_section::queue_map_valid,
        .switch_id = Word<Switch>{}.with(Switch::id, 0xABC).with(Switch::local_lb, true).raw,
        .sec_flags = Word<VsiSecurity>{}.with(VsiSecurity::enable_mac_chk, true).raw,
        .pvid = 0x2064,
        .outer_vlan = 0x0102,
        .port_vlan_flags = Word<Vlan>{}
                               .with(Vlan::mode, PortVlanMode::all)
                               .with(Vlan::emod, VlanTagMode::keep)
                               .raw,
        .outer_vlan_flags = 0x77,
        .ingress_table = 0x0304'0506,
        .egress_table = 0x0708'090A,
        .cas_pv_tag = 0x0B0C,
        .cas_pv_flags = 0x0D,
        .mapping_flags = VsiProperties::que_map_noncontig,
        .queueing_opt_flags =
            Word<VsiQueueingOptions>{}.with(VsiQueueingOptions::rss_lut_vsi, true).raw,
        .up_enable_bits = 0x0E,
        .outer_up_table = 0x0F10'1112,
        .stat_counter_idx = 0x1314,
        .sched_id = 0x1516};
    vsi.queue_mapping[0] = 0x0001;
    vsi.queue_mapping[15] = 0x00FF;
    vsi.tc_mapping[0] = Word<Tc>{}.with(Tc::que_offset, 1).with(Tc::que_number, 6).raw;
    vsi.tc_mapping[7] = 0x0102;
    vsi.qs_handle[0] = 0x0304;
    vsi.qs_handle[7] = VsiProperties::qs_handle_invalid;
    CHECK(hex(vsi) ==
          "44 00 bc 4a 00 00 04 00 64 20 02 01 1b 77 00 00 "
          "06 05 04 03 0a 09 08 07 0c 0b 0d 00 01 00 01 00 "
          "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
          "00 00 00 00 00 00 00 00 00 00 00 00 ff 00 01 0c "
          "00 00 00 00 00 00 00 00 00 00 00 00 02 01 40 00 "
          "00 00 0e 00 12 11 10 0f 00 00 00 00 00 00 00 00 "
          "04 03 00 00 00 00 00 00 00 00 00 00 00 00 ff ff "
          "14 13 16 15 00 00 00 00 00 00 00 00 00 00 00 00");
}

TEST_CASE("commands about filters, promiscuous modes and mirroring", "[hw][admin]") {
    CHECK(hex(AddMacvlan{.num_addresses = 2,
                         .seid = {le16{0x8186}, le16{0x0102}, le16{0x0304}},
                         .addr_high = high,
                         .addr_low = low}) == "02 00 86 81 02 01 04 03 " + address);
    CHECK(hex(AddMacvlanElement{
              .mac_addr = count_from<6>(0x10),
              .vlan_tag = 0x0064,
              .flags = AddMacvlanElement::perfect_match | AddMacvlanElement::ignore_vlan,
              .queue_number = 0x0102,
              .match_method = MatchMethod::no_resources}) ==
          "10 11 12 13 14 15 64 00 05 00 02 01 ff 00 00 00");
    CHECK(hex(RemoveMacvlanElement{.mac_addr = count_from<6>(0x10),
                                   .vlan_tag = 0x0064,
                                   .flags = RemoveMacvlanElement::ignore_vlan,
                                   .error_code = RemoveMacvlanElement::fail}) ==
          "10 11 12 13 14 15 64 00 08 00 00 00 ff 00 00 00");
    CHECK(hex(MacvlanCompletion{.perfect_mac_used = 0x0102,
                                .perfect_mac_free = 0x0304,
                                .unicast_hash_free = 0x0506,
                                .multicast_hash_free = 0x0708,
                                .addr_high = high,
                                .addr_low = low}) == "02 01 04 03 06 05 08 07 " + address);
    CHECK(hex(SetVsiPromiscuousModes{.promiscuous_flags = SetVsiPromiscuousModes::broadcast,
                                     .valid_flags = SetVsiPromiscuousModes::rx_only,
                                     .seid = 0x0186,
                                     .vlan_tag = SetVsiPromiscuousModes::vlan_valid | 0x64}) ==
          "04 00 00 80 86 01 64 80 00 00 00 00 00 00 00 00");
    CHECK(hex(AddControlPacketFilter{.mac = count_from<6>(0x10),
                                     .etype = 0x8808,
                                     .flags = AddControlPacketFilter::drop,
                                     .seid = 0x0186,
                                     .queue = 0x0102}) ==
          "10 11 12 13 14 15 08 88 02 00 86 01 02 01 00 00");
    CHECK(hex(ControlPacketFilterCompletion{.mac_etype_used = 0x0102,
                                            .etype_used = 0x0304,
                                            .mac_etype_free = 0x0506,
                                            .etype_free = 0x0708}) ==
          "02 01 04 03 06 05 08 07 00 00 00 00 00 00 00 00");
    CHECK(hex(AddMirrorRule{.seid = 0x0102,
                            .rule_type = static_cast<std::uint16_t>(MirrorRuleType::all_egress),
                            .num_entries = 3,
                            .destination = 0x0405,
                            .addr_high = high,
                            .addr_low = low}) == "02 01 05 00 03 00 05 04 " + address);
    CHECK(hex(MirrorRuleCompletion{.rule_id = 0x0102,
                                   .mirror_rules_used = 0x0304,
                                   .mirror_rules_free = 0x0506,
                                   .addr_high = high,
                                   .addr_low = low}) == "00 00 02 01 04 03 06 05 " + address);
    CHECK(AddMacvlan::opcode == static_cast<Opcode>(0x0250));
    CHECK(RemoveMacvlan::opcode == static_cast<Opcode>(0x0251));
    CHECK(RemoveControlPacketFilter::opcode == static_cast<Opcode>(0x025B));
    CHECK(DeleteMirrorRule::opcode == static_cast<Opcode>(0x0261));
}
