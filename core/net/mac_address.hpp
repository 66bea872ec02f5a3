// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// An Ethernet address, in the order its bytes have on the wire.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sluice::net {

struct MacAddress {
    std::array<std::uint8_t, 6> bytes{};

    // The group bit: multicast, broadcast included.
    [[nodiscard]] constexpr bool is_group() const noexcept { return (bytes[0] & 1) != 0; }
    [[nodiscard]] constexpr bool is_broadcast() const noexcept {
        return *this == MacAddress{{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};
    }
    [[nodiscard]] constexpr bool is_zero() const noexcept { return *this == MacAddress{}; }
    // Usable as the address of a port.
    [[nodiscard]] constexpr bool is_valid_unicast() const noexcept {
        return !is_group() && !is_zero();
    }

    // The address at the start of `from`, which has at least 6 bytes.
    [[nodiscard]] static MacAddress at(const std::byte* from) noexcept {
        MacAddress address;
        std::memcpy(address.bytes.data(), from, address.bytes.size());
        return address;
    }

    friend constexpr bool operator==(const MacAddress&, const MacAddress&) = default;
    friend constexpr auto operator<=>(const MacAddress&, const MacAddress&) = default;
};
static_assert(sizeof(MacAddress) == 6);

inline constexpr MacAddress broadcast{{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};

}  // namespace sluice::net
