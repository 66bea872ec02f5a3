// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Where a PCI function stands: domain, bus, device, function, written as Linux and lspci write it,
// "0000:3b:00.0". The domain may be left out ("3b:00.0"): then it is 0.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::pci {

struct Address {
    std::uint32_t domain = 0;  // 32 bits: Linux numbers the domains of a VMD from 0x10000
    std::uint8_t bus = 0;
    std::uint8_t device = 0;    // 0..31
    std::uint8_t function = 0;  // 0..7

    friend constexpr auto operator<=>(const Address&, const Address&) = default;
};

// Nothing when `text` is not an address.
[[nodiscard]] std::optional<Address> find_address(std::string_view text) noexcept;

// The same, for what a user wrote. Throws UsageError that shows how an address looks.
[[nodiscard]] Address parse_address(std::string_view text);

// "0000:3b:00.0", the name of the function's folder in sysfs.
[[nodiscard]] std::string to_string(const Address& address);

}  // namespace sluice::pci
