// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/shadow_ram.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::sim {

namespace {

using hw::ShadowRamWord;

// Firmware of this age is recent enough for every feature the drivers look for (facts 3.6).
constexpr std::uint16_t starter_version = 0x8011;  // 8.1.1, four bits, eight, four
constexpr std::uint16_t eetrack_low = 0x5A3C;
constexpr std::uint16_t eetrack_high = 0x8000;
constexpr std::uint16_t control_valid = 0x0040;  // bits 7:6 are 01
constexpr std::uint16_t boot_config = 0x0100;    // + 0x83, 0x84: a version of the vendor
constexpr std::uint16_t emp_settings = 0x0200;   // + 0x2A features, + 0x2B where LLDP's status is
constexpr std::uint16_t lldp_status_distance = 0x10;

}  // namespace

ShadowRam::ShadowRam(unsigned kilobytes) {
    bool valid = false;
    for (const unsigned size : {4u, 8u, 16u, 32u, 64u}) valid = valid || kilobytes == size;
    if (!valid)
        throw Error(std::errc::invalid_argument,
                    fmt::format("a shadow RAM of {} KB; there are 4, 8, 16, 32 and 64", kilobytes));
    words_.resize(kilobytes * hw::shadow_ram_words_per_kb);
    set(ShadowRamWord::nvm_control_word, control_valid);
    set(ShadowRamWord::nvm_dev_starter_version, starter_version);
    set(ShadowRamWord::nvm_eetrack_lo, eetrack_low);
    set(ShadowRamWord::nvm_eetrack_hi, eetrack_high);
    set(ShadowRamWord::boot_config_ptr, boot_config);
    set(ShadowRamWord::oem_version_ptr, hw::shadow_ram_no_pointer);
    set(ShadowRamWord::vpd_ptr, hw::shadow_ram_no_pointer);
    set(ShadowRamWord::pcie_alt_auto_load_ptr, hw::shadow_ram_no_pointer);
    set(ShadowRamWord::emp_sr_settings_ptr, emp_settings);
    words_[boot_config + hw::nvm_oem_version_offset] = 0x0108;
    words_[emp_settings + hw::emp_feature_offset] = 0;
    // The administrative state itself, one word behind, stays 0: LLDP and DCBX are off.
    words_[emp_settings + hw::emp_lldp_status_offset] = lldp_status_distance;
    set(ShadowRamWord::sw_checksum_word, checksum());
}

std::uint16_t ShadowRam::checksum() const {
    // No block is left out: both pointers that could name one lead nowhere.
    unsigned sum = 0;
    for (std::size_t at = 0; at < words_.size(); ++at)
        if (at != static_cast<std::size_t>(ShadowRamWord::sw_checksum_word)) sum += words_[at];
    return static_cast<std::uint16_t>(hw::shadow_ram_checksum_base - sum);
}

}  // namespace sluice::i40e::sim
