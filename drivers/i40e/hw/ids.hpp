// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Which PCI functions are of the family, and what `sluice list` calls them.

#include <array>
#include <cstdint>
#include <string_view>

namespace sluice::i40e::hw {

inline constexpr std::uint16_t vendor_id = 0x8086;

// PCI class code of an Ethernet controller: base class, subclass, interface.
inline constexpr std::uint32_t pci_class = 0x020000;

// PCI device ids, by the names that Linux and DPDK give them.
enum class DeviceId : std::uint16_t {
    x710_n3000 = 0x0CF8,
    xxv710_n3000 = 0x0D58,
    one_g_base_t_bc = 0x0DD2,
    five_g_base_t_bc = 0x101F,
    sfp_x710 = 0x104E,
    ten_g_b = 0x104F,
    sfp_xl710 = 0x1572,
    qemu = 0x1574,
    kx_b = 0x1580,
    kx_c = 0x1581,
    qsfp_a = 0x1583,
    qsfp_b = 0x1584,
    qsfp_c = 0x1585,
    ten_g_base_t = 0x1586,
    twenty_g_kr2 = 0x1587,
    twenty_g_kr2_a = 0x1588,
    ten_g_base_t4 = 0x1589,
    twenty_five_g_b = 0x158A,
    twenty_five_g_sfp28 = 0x158B,
    ten_g_base_t_bc = 0x15FF,
};

struct DeviceName {
    DeviceId id;
    std::string_view name;
};

inline constexpr std::array device_names{
    DeviceName{DeviceId::sfp_xl710, "X710 10G SFP+"},
    DeviceName{DeviceId::qemu, "XL710 emulation"},
    DeviceName{DeviceId::kx_b, "XL710 40G backplane"},
    DeviceName{DeviceId::kx_c, "X710 10G backplane"},
    DeviceName{DeviceId::qsfp_a, "XL710 40G QSFP+"},
    DeviceName{DeviceId::qsfp_b, "XL710 40G QSFP+ (B)"},
    DeviceName{DeviceId::qsfp_c, "X710 10G QSFP+"},
    DeviceName{DeviceId::ten_g_base_t, "X710 10GBASE-T"},
    DeviceName{DeviceId::twenty_g_kr2, "XL710 20G backplane"},
    DeviceName{DeviceId::twenty_g_kr2_a, "XL710 20G backplane (A)"},
    DeviceName{DeviceId::ten_g_base_t4, "X710-T4 10GBASE-T"},
    DeviceName{DeviceId::twenty_five_g_b, "XXV710 25G backplane"},
    DeviceName{DeviceId::twenty_five_g_sfp28, "XXV710 25G SFP28"},
    DeviceName{DeviceId::ten_g_base_t_bc, "X710 10GBASE-T (BC)"},
    DeviceName{DeviceId::sfp_x710, "X710 10G SFP+ (BC)"},
    DeviceName{DeviceId::ten_g_b, "X710 10G backplane (BC)"},
    DeviceName{DeviceId::five_g_base_t_bc, "V710 5GBASE-T"},
    DeviceName{DeviceId::one_g_base_t_bc, "V710 1GBASE-T"},
    DeviceName{DeviceId::x710_n3000, "X710 on N3000"},
    DeviceName{DeviceId::xxv710_n3000, "XXV710 on N3000"},
};

// The name of a function of this family; empty when the ids are of none.
[[nodiscard]] constexpr std::string_view device_name(std::uint16_t vendor, std::uint16_t device) {
    if (vendor != vendor_id) return {};
    for (const DeviceName& known : device_names)
        if (static_cast<std::uint16_t>(known.id) == device) return known.name;
    return {};
}

}  // namespace sluice::i40e::hw
