// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Places in the shadow RAM, the device's cached copy of the NVM's first module: 16-bit words, by
// word address.

#include <cstdint>

namespace sluice::i40e::hw {

enum class ShadowRamWord : std::uint16_t {
    nvm_control_word = 0x00,  // bits 7:6 are 01 in a valid image
    pba_flags = 0x15,         // 0xFAFA: the part number is in a block
    pba_block_ptr = 0x16,
    boot_config_ptr = 0x17,
    nvm_dev_starter_version = 0x18,  // major 15:12, minor 11:4, patch 3:0
    nvm_wake_on_lan = 0x19,
    oem_version_ptr = 0x1B,
    nvm_eetrack_lo = 0x2D,
    nvm_eetrack_hi = 0x2E,
    vpd_ptr = 0x2F,
    pcie_alt_auto_load_ptr = 0x3E,
    sw_checksum_word = 0x3F,
    emp_sr_settings_ptr = 0x48,
};

// Words at an offset from a pointer word's value.
inline constexpr unsigned nvm_oem_version_offset = 0x83;       // from boot_config_ptr, two words
inline constexpr unsigned emp_feature_offset = 0x2A;           // from emp_sr_settings_ptr
inline constexpr unsigned emp_lldp_status_offset = 0x2B;       // likewise; XL710
inline constexpr unsigned emp_lldp_status_offset_x722 = 0x31;  // likewise; X722

// A pointer that leads nowhere, and the bit of one that leads to flash outside the shadow RAM.
inline constexpr std::uint16_t shadow_ram_no_pointer = 0xFFFF;
inline constexpr std::uint16_t shadow_ram_flash_pointer = 0x8000;

// Blocks that the checksum leaves out, in bytes.
inline constexpr unsigned vpd_module_max_bytes = 1024;
inline constexpr unsigned pcie_alt_module_max_bytes = 1024;

}  // namespace sluice::i40e::hw
