// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Admin commands: versions, resources, capabilities, MAC addresses, NVM, registers.
//
// A command's struct is its 16 parameter bytes, as request and, where nothing else is said, as
// completion. An indirect command ends in the address of its buffer; the driver's AdminQueue
// fills it in. Names of sizes: `...Record` and `...Element` repeat in a buffer, `...Data` is one.

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/admin_queue.hpp"

namespace sluice::i40e::hw {

template <std::size_t N>
using Octets = std::array<std::uint8_t, N>;
using MacOctets = Octets<6>;

struct GetVersion {
    static constexpr Opcode opcode = Opcode::get_version;
    // Completion.
    le32 rom_version{};
    le32 fw_build{};
    le16 fw_major{};
    le16 fw_minor{};
    le16 api_major{};
    le16 api_minor{};
};
static_assert(AdminCommand<GetVersion>);

// The API that this driver and the simulated device are written against.
inline constexpr std::uint16_t fw_api_version_major = 1;
inline constexpr std::uint16_t fw_api_version_minor_x710 = 0x0F;
inline constexpr std::uint16_t fw_api_version_minor_x722 = 0x0C;

// Buffer: the driver's name as ASCII, at most 32 bytes.
struct DriverVersion {
    static constexpr Opcode opcode = Opcode::driver_version;
    std::uint8_t driver_major_version = 0;
    std::uint8_t driver_minor_version = 0;
    std::uint8_t driver_build_version = 0;
    std::uint8_t driver_subbuild_version = 0;
    Octets<4> reserved{};
    le32 addr_high{};
    le32 addr_low{};
};
static_assert(AdminCommand<DriverVersion>);

struct QueueShutdown {
    static constexpr Opcode opcode = Opcode::queue_shutdown;
    static constexpr std::uint32_t unloading = 1;
    le32 driver_unloading{};
    Octets<12> reserved{};
};
static_assert(AdminCommand<QueueShutdown>);

struct SetPfContext {
    static constexpr Opcode opcode = Opcode::set_pf_context;
    std::uint8_t pf_id = 0;
    Octets<15> reserved{};
};
static_assert(AdminCommand<SetPfContext>);

enum class ResourceId : std::uint16_t { nvm = 1, sdp = 2 };
enum class ResourceAccess : std::uint16_t { read = 1, write = 2 };

template <Opcode Op>
struct ResourceCommand {
    static constexpr Opcode opcode = Op;
    le16 resource_id{};
    le16 access_type{};
    le32 timeout{};  // ms; on completion the time granted, or left to the present owner
    le32 resource_number{};
    Octets<4> reserved{};
};
using RequestResource = ResourceCommand<Opcode::request_resource>;
using ReleaseResource = ResourceCommand<Opcode::release_resource>;
static_assert(AdminCommand<RequestResource> && AdminCommand<ReleaseResource>);

// Buffer, filled by firmware: `count` CapabilityRecords. A buffer that is too small is answered
// with ENOMEM and the number of bytes wanted in the descriptor's datalen.
template <Opcode Op>
struct ListCapabilitiesCommand {
    static constexpr Opcode opcode = Op;
    static constexpr std::uint8_t pf_index_valid = 1;
    std::uint8_t command_flags = 0;
    std::uint8_t pf_index = 0;
    Octets<2> reserved{};
    le32 count{};
    le32 addr_high{};
    le32 addr_low{};
};
using ListFunctionCapabilities = ListCapabilitiesCommand<Opcode::list_function_capabilities>;
using ListDeviceCapabilities = ListCapabilitiesCommand<Opcode::list_device_capabilities>;
static_assert(AdminCommand<ListFunctionCapabilities> && AdminCommand<ListDeviceCapabilities>);

struct CapabilityRecord {
    le16 id{};
    std::uint8_t major_rev = 0;
    std::uint8_t minor_rev = 0;
    le32 number{};
    le32 logical_id{};
    le32 phys_id{};
    Octets<16> reserved{};
};
static_assert(sizeof(CapabilityRecord) == 32);

// What `number`, `logical_id` and `phys_id` mean depends on the capability.
enum class CapabilityId : std::uint16_t {
    switch_mode = 0x01,
    mng_mode = 0x02,
    npar_active = 0x03,  // number: several functions share the port
    os2bmc_cap = 0x04,
    functions_valid = 0x05,  // number: bitmap
    wake_on_lan = 0x08,
    sriov = 0x12,
    vf = 0x13,    // number; logical: first VF
    vmdq = 0x14,  // number: 1 supported
    qbg = 0x15,   // 802.1Qbg
    qbr = 0x16,   // 802.1Qbr
    vsi = 0x17,   // number
    dcb = 0x18,   // number: 1 supported; logical: map of enabled TCs; phys: most TCs
    fcoe = 0x21,
    iscsi = 0x22,
    rss = 0x40,            // number: table entries; logical: bits an entry
    rxq = 0x41,            // number; phys: first, absolute
    txq = 0x42,            // number; phys: first, absolute
    msix = 0x43,           // number: vectors of the function
    vf_msix = 0x44,        // number: vectors of a VF
    flow_director = 0x45,  // number: filters guaranteed; logical: best effort
    ieee_1588 = 0x46,
    iwarp = 0x51,
    led = 0x61,
    sdp = 0x62,
    mdio = 0x63,
    wsr_prot = 0x64,
    disable_unused_ports = 0x67,
    nvm_mgmt = 0x80,
    flex10 = 0xF1,
    cem = 0xF2,
};

// Buffer, filled by firmware: MacAddressData.
struct MacAddressRead {
    static constexpr Opcode opcode = Opcode::mac_address_read;
    // Completion: which of the addresses are valid.
    static constexpr std::uint16_t lan_addr_valid = 0x10;
    static constexpr std::uint16_t san_addr_valid = 0x20;
    static constexpr std::uint16_t port_addr_valid = 0x40;
    static constexpr std::uint16_t wol_addr_valid = 0x80;
    le16 command_flags{};
    Octets<6> reserved{};
    le32 addr_high{};
    le32 addr_low{};
};
static_assert(AdminCommand<MacAddressRead>);

struct MacAddressData {
    MacOctets pf_lan_mac{};
    MacOctets pf_san_mac{};
    MacOctets port_mac{};
    MacOctets pf_wol_mac{};
};
static_assert(sizeof(MacAddressData) == 24);

struct MacAddressWrite {
    static constexpr Opcode opcode = Opcode::mac_address_write;
    static constexpr std::uint16_t write_type_laa_only = 0x0000;
    static constexpr std::uint16_t write_type_laa_wol = 0x4000;
    static constexpr std::uint16_t write_type_port = 0x8000;
    static constexpr std::uint16_t write_type_update_mc_mag = 0xC000;
    static constexpr std::uint16_t mc_mag_en = 0x0100;
    static constexpr std::uint16_t wol_preserve_on_pfr = 0x0200;
    le16 command_flags{};
    le16 mac_sah{};  // the first two octets, as a big-endian number
    le32 mac_sal{};  // the other four, likewise
    Octets<8> reserved{};
};
static_assert(AdminCommand<MacAddressWrite>);

struct ClearPxe {
    static constexpr Opcode opcode = Opcode::clear_pxe_mode;
    std::uint8_t rx_cnt = 0;
    Octets<15> reserved{};
};
static_assert(AdminCommand<ClearPxe>);

// Buffer: `length` bytes read or written.
template <Opcode Op>
struct NvmCommand {
    static constexpr Opcode opcode = Op;
    static constexpr std::uint8_t last_cmd = 0x01;
    std::uint8_t command_flags = 0;
    std::uint8_t module_pointer = 0;  // 0: offset from the start of the NVM
    le16 length{};                    // bytes
    le32 offset{};                    // bytes
    le32 addr_high{};
    le32 addr_low{};
};
using NvmRead = NvmCommand<Opcode::nvm_read>;
using NvmErase = NvmCommand<Opcode::nvm_erase>;
using NvmUpdate = NvmCommand<Opcode::nvm_update>;
static_assert(AdminCommand<NvmRead> && AdminCommand<NvmUpdate>);

// Registers of the receive path, reached without disturbing traffic.
template <Opcode Op>
struct RxCtlRegCommand {
    static constexpr Opcode opcode = Op;
    le32 reserved1{};
    le32 address{};
    le32 reserved2{};
    le32 value{};
};
using RxCtlRegRead = RxCtlRegCommand<Opcode::rx_ctl_reg_read>;
using RxCtlRegWrite = RxCtlRegCommand<Opcode::rx_ctl_reg_write>;
static_assert(AdminCommand<RxCtlRegRead> && AdminCommand<RxCtlRegWrite>);

// Any register.
template <Opcode Op>
struct DebugRegCommand {
    static constexpr Opcode opcode = Op;
    le32 reserved{};
    le32 address{};
    le32 value_high{};
    le32 value_low{};
};
using DebugReadReg = DebugRegCommand<Opcode::debug_read_reg>;
using DebugWriteReg = DebugRegCommand<Opcode::debug_write_reg>;
static_assert(AdminCommand<DebugReadReg> && AdminCommand<DebugWriteReg>);

}  // namespace sluice::i40e::hw
