// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/rss.hpp"

#include "core/base/check.hpp"

namespace sluice::i40e::pmd {

using namespace hw;

namespace {

// Microsoft, "Verifying the RSS hash calculation"; then the first twelve bytes again.
constexpr RssKey key_of_the_verification_suite{
    0x6D, 0x5A, 0x56, 0xDA, 0x25, 0x5B, 0x0E, 0xC2, 0x41, 0x67, 0x25, 0x3D, 0x43,
    0xA3, 0x8F, 0xB0, 0xD0, 0xCA, 0x2B, 0xCB, 0xAE, 0x7B, 0x30, 0xB4, 0x77, 0xCB,
    0x2D, 0xA3, 0x80, 0x30, 0xF2, 0x0C, 0x6A, 0x42, 0xB7, 0x3B, 0xBE, 0xAC, 0x01,
    0xFA, 0x6D, 0x5A, 0x56, 0xDA, 0x25, 0x5B, 0x0E, 0xC2, 0x41, 0x67, 0x25, 0x3D};

// Four bytes or table entries a register, the first lowest.
template <class Byte>
Word<Plain32> four(Byte byte_at, unsigned reg) {
    std::uint32_t value = 0;
    for (unsigned k = 0; k < 4; ++k) value |= std::uint32_t{byte_at(4 * reg + k)} << (8 * k);
    return {value};
}

void write_hashed_classes(RxControl& rx_control, std::uint64_t classes) {
    rx_control.write(regs::PFQF_HENA(0), Word<Plain32>{static_cast<std::uint32_t>(classes)});
    rx_control.write(regs::PFQF_HENA(1), Word<Plain32>{static_cast<std::uint32_t>(classes >> 32)});
}

}  // namespace

const RssKey& default_rss_key() noexcept { return key_of_the_verification_suite; }

void configure_rss(Hardware& hardware, RxControl& rx_control, const RssOptions& options) {
    check(options.queues >= 1 && options.queues <= 64, "queues of an RSS table");
    check(options.table_entries == rss_table_small || options.table_entries == rss_table_large,
          "entries of an RSS table");

    // The flow director stays off until there is a rule.
    rx_control.write(regs::PFQF_CTL_0,
                     rx_control.read(regs::PFQF_CTL_0)
                         .with(PfqfCtl0::hashlutsize, options.table_entries == rss_table_large)
                         .with(PfqfCtl0::fd_ena, false)
                         .with(PfqfCtl0::etype_ena, true)
                         .with(PfqfCtl0::macvlan_ena, true));
    // The key is one of Toeplitz; another hash is the default of some NVM images (DPDK sets this
    // too). Shared by the device's functions, so written only where it is not so.
    if (const auto control = rx_control.read(regs::GLQF_CTL); !control[GlqfCtl::htoep])
        rx_control.write(regs::GLQF_CTL, control.with(GlqfCtl::htoep, true));

    for (unsigned reg = 0; reg < rss_key_bytes / 4; ++reg)
        hardware.bar.write(regs::PFQF_HKEY(reg),
                           four([&](unsigned at) { return options.key[at]; }, reg));
    for (unsigned reg = 0; reg < options.table_entries / 4; ++reg)
        hardware.bar.write(
            regs::PFQF_HLUT(reg),
            four([&](unsigned at) { return static_cast<std::uint8_t>(at % options.queues); }, reg));
    write_hashed_classes(rx_control, options.hashed_classes);
}

void disable_rss(RxControl& rx_control) { write_hashed_classes(rx_control, 0); }

}  // namespace sluice::i40e::pmd
