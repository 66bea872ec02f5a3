// SPDX-License-Identifier: BSD-3-Clause

// Versions, resources, capabilities, addresses, NVM, registers.

#include <algorithm>

#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/hw/registers.hpp"
#include "drivers/i40e/sim/firmware.hpp"

namespace sluice::i40e::sim {

using namespace hw;

namespace {

constexpr std::uint16_t firmware_major = 8;
constexpr std::uint16_t firmware_minor = 3;
constexpr std::uint32_t firmware_build = 0x0001'1A2B;
constexpr std::uint32_t rom_version = 0x0100;

struct Capability {
    CapabilityId id;
    std::uint32_t number;
    std::uint32_t logical_id = 0;
    std::uint32_t phys_id = 0;
};

constexpr std::uint32_t vsis = SwitchTable::most_vsis;
constexpr std::uint32_t rss_entry_bits = 6;
constexpr std::uint32_t filters_guaranteed = 512;
constexpr std::uint32_t filters_best_effort = 7680;

std::array<Capability, 15> capabilities_of(const DeviceOptions& options) {
    return {{
        {CapabilityId::switch_mode, 0},
        {CapabilityId::mng_mode, 0},
        {CapabilityId::npar_active, 0},
        {CapabilityId::os2bmc_cap, 0},
        {CapabilityId::functions_valid, 0x1},
        {CapabilityId::vf, 0},
        {CapabilityId::vmdq, 0},
        {CapabilityId::vsi, vsis},
        {CapabilityId::dcb, 1, 0x01, traffic_class_max},
        {CapabilityId::rss, rss_table_large, rss_entry_bits},
        {CapabilityId::rxq, options.queue_pairs},
        {CapabilityId::txq, options.queue_pairs},
        {CapabilityId::msix, options.msix_vectors},
        {CapabilityId::flow_director, filters_guaranteed, filters_best_effort},
        {CapabilityId::ieee_1588, 0},
    }};
}

}  // namespace

ReturnCode Firmware::get_version(AdminCall& call) {
    call.reply(GetVersion{.rom_version = rom_version,
                          .fw_build = firmware_build,
                          .fw_major = firmware_major,
                          .fw_minor = firmware_minor,
                          .api_major = fw_api_version_major,
                          .api_minor = fw_api_version_minor_x710});
    return ReturnCode::ok;
}

ReturnCode Firmware::driver_version(AdminCall& call) {
    constexpr std::size_t longest_name = 32;
    const bool ascii = std::ranges::all_of(
        call.buffer, [](std::byte byte) { return std::to_integer<unsigned>(byte) < 0x80; });
    return ascii && call.buffer.size() <= longest_name ? ReturnCode::ok : ReturnCode::einval;
}

ReturnCode Firmware::request_resource(AdminCall& call) {
    auto request = call.params<RequestResource>();
    const auto access = ResourceAccess{request.access_type.value()};
    const bool known = access == ResourceAccess::read || access == ResourceAccess::write;
    if (ResourceId{request.resource_id.value()} != ResourceId::nvm || !known)
        return ReturnCode::einval;
    const auto limit =
        access == ResourceAccess::read ? NvmSemaphore::read_limit : NvmSemaphore::write_limit;
    const bool granted = parts_.semaphore.acquire(call.now, limit);
    request.timeout = static_cast<std::uint32_t>(parts_.semaphore.left(call.now).count());
    call.reply(request);
    return granted ? ReturnCode::ok : ReturnCode::ebusy;
}

ReturnCode Firmware::release_resource(AdminCall& call) {
    const auto request = call.params<ReleaseResource>();
    if (ResourceId{request.resource_id.value()} != ResourceId::nvm) return ReturnCode::einval;
    // Drivers release once more than they acquired; firmware does not mind.
    parts_.semaphore.release();
    return ReturnCode::ok;
}

ReturnCode Firmware::list_capabilities(AdminCall& call) {
    const auto capabilities = capabilities_of(parts_.options);
    auto reply = call.params<ListFunctionCapabilities>();
    constexpr std::size_t bytes = capabilities.size() * sizeof(CapabilityRecord);
    call.returned_bytes = static_cast<std::uint16_t>(bytes);
    if (!call.holds<CapabilityRecord>(capabilities.size())) return ReturnCode::enomem;
    for (std::size_t i = 0; i < capabilities.size(); ++i) {
        CapabilityRecord record{};
        record.id = static_cast<std::uint16_t>(capabilities[i].id);
        record.major_rev = 1;
        record.number = capabilities[i].number;
        record.logical_id = capabilities[i].logical_id;
        record.phys_id = capabilities[i].phys_id;
        call.set_data(record, i * sizeof record);
    }
    reply.count = static_cast<std::uint32_t>(capabilities.size());
    call.reply(reply);
    return ReturnCode::ok;
}

ReturnCode Firmware::mac_address_read(AdminCall& call) {
    if (!call.holds<MacAddressData>()) return ReturnCode::einval;
    call.set_data(MacAddressData{.pf_lan_mac = mac_.bytes,
                                 .pf_san_mac = {},
                                 .port_mac = parts_.options.mac.bytes,
                                 .pf_wol_mac = {}});
    auto reply = call.params<MacAddressRead>();
    reply.command_flags = MacAddressRead::lan_addr_valid | MacAddressRead::port_addr_valid;
    call.reply(reply);
    call.returned_bytes = sizeof(MacAddressData);
    return ReturnCode::ok;
}

ReturnCode Firmware::mac_address_write(AdminCall& call) {
    const auto request = call.params<MacAddressWrite>();
    constexpr std::uint16_t type_mask = 0xC000;
    const std::uint16_t type = request.command_flags.value() & type_mask;
    if (type != MacAddressWrite::write_type_laa_only && type != MacAddressWrite::write_type_laa_wol)
        return ReturnCode::einval;
    const std::uint64_t number =
        std::uint64_t{request.mac_sah.value()} << 32 | request.mac_sal.value();
    net::MacAddress mac;
    for (std::size_t i = 0; i < mac.bytes.size(); ++i)
        mac.bytes[i] = static_cast<std::uint8_t>(number >> (40 - 8 * i));
    if (!mac.is_valid_unicast()) return ReturnCode::einval;
    mac_ = mac;
    return ReturnCode::ok;
}

ReturnCode Firmware::nvm_read(AdminCall& call) {
    const auto request = call.params<NvmRead>();
    const std::uint64_t offset = request.offset.value();
    const std::uint64_t bytes = request.length.value();
    if (!parts_.semaphore.is_held(call.now)) return ReturnCode::eperm;
    // Only the flat image: modules other than the shadow RAM are not there.
    if (request.module_pointer != 0 || offset % 2 != 0 || bytes % 2 != 0 ||
        bytes > call.buffer.size() || (offset + bytes) / 2 > parts_.shadow_ram.words())
        return ReturnCode::einval;
    for (std::uint64_t at = 0; at < bytes; at += 2)
        call.set_data(le16(parts_.shadow_ram.word((offset + at) / 2)), at);
    return ReturnCode::ok;
}

ReturnCode Firmware::rx_ctl_read(AdminCall& call) {
    auto request = call.params<RxCtlRegRead>();
    const auto value = parts_.read_register(request.address.value());
    if (!value) return ReturnCode::einval;
    request.value = *value;
    call.reply(request);
    return ReturnCode::ok;
}

ReturnCode Firmware::rx_ctl_write(AdminCall& call) {
    const auto request = call.params<RxCtlRegWrite>();
    return parts_.write_register(request.address.value(), request.value.value())
               ? ReturnCode::ok
               : ReturnCode::einval;
}

ReturnCode Firmware::debug_read(AdminCall& call) {
    auto request = call.params<DebugReadReg>();
    const auto value = parts_.read_register(request.address.value());
    if (!value) return ReturnCode::einval;
    request.value_high = 0;
    request.value_low = *value;
    call.reply(request);
    return ReturnCode::ok;
}

ReturnCode Firmware::debug_write(AdminCall& call) {
    const auto request = call.params<DebugWriteReg>();
    return parts_.write_register(request.address.value(), request.value_low.value())
               ? ReturnCode::ok
               : ReturnCode::einval;
}

}  // namespace sluice::i40e::sim
