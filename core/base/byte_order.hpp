// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Integers with a fixed byte order, for memory that a device or the wire reads. Alignment and
// size are those of the plain integer; bytes are swapped only where the CPU's order differs.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace sluice {

template <std::unsigned_integral T>
[[nodiscard]] constexpr T byte_swap(T value) noexcept {
    if constexpr (sizeof(T) == 1)
        return value;
    else if constexpr (sizeof(T) == 2)
        return __builtin_bswap16(value);
    else if constexpr (sizeof(T) == 4)
        return __builtin_bswap32(value);
    else
        return __builtin_bswap64(value);
}

template <std::unsigned_integral T, std::endian Order>
class Ordered {
public:
    Ordered() = default;
    constexpr Ordered(T value) noexcept : stored_(convert(value)) {}
    [[nodiscard]] constexpr T value() const noexcept { return convert(stored_); }
    constexpr operator T() const noexcept { return value(); }
    friend constexpr bool operator==(Ordered, Ordered) = default;
    template <std::integral Number>
    friend constexpr bool operator==(Ordered left, Number right) noexcept {
        return std::cmp_equal(left.value(), right);
    }

private:
    static constexpr T convert(T value) noexcept {
        return Order == std::endian::native ? value : byte_swap(value);
    }
    T stored_{};
};

using le16 = Ordered<std::uint16_t, std::endian::little>;
using le32 = Ordered<std::uint32_t, std::endian::little>;
using le64 = Ordered<std::uint64_t, std::endian::little>;
using be16 = Ordered<std::uint16_t, std::endian::big>;
using be32 = Ordered<std::uint32_t, std::endian::big>;
using be64 = Ordered<std::uint64_t, std::endian::big>;

// Reads or writes an integer at any alignment.
template <class T>
    requires std::is_trivially_copyable_v<T>
[[nodiscard]] inline T load_unaligned(const std::byte* from) noexcept {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}
template <class T>
    requires std::is_trivially_copyable_v<T>
inline void store_unaligned(std::byte* to, const T& value) noexcept {
    std::memcpy(to, &value, sizeof value);
}

}  // namespace sluice
