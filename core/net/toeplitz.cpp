// SPDX-License-Identifier: BSD-3-Clause

#include "core/net/toeplitz.hpp"

#include "core/base/check.hpp"

namespace sluice::net {

namespace {

// The 32 key bits that belong to input bit `bit` (0 is the most significant) of byte `at`.
std::uint32_t key_window(std::span<const std::byte> key, std::size_t at, unsigned bit) noexcept {
    std::uint64_t forty = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        const std::size_t from = at + i;
        forty = (forty << 8) | (from < key.size() ? std::to_integer<std::uint64_t>(key[from]) : 0);
    }
    return static_cast<std::uint32_t>(forty >> (8 - bit));
}

}  // namespace

std::uint32_t toeplitz(std::span<const std::byte> key, std::span<const std::byte> input) noexcept {
    check(key.size() >= input.size() + 4, "a Toeplitz key too short for its input");
    std::uint32_t result = 0;
    for (std::size_t at = 0; at < input.size(); ++at)
        for (unsigned bit = 0; bit < 8; ++bit)
            if (((std::to_integer<unsigned>(input[at]) >> (7 - bit)) & 1) != 0)
                result ^= key_window(key, at, bit);
    return result;
}

void ToeplitzTable::set_key(std::span<const std::byte, key_bytes> key) noexcept {
    for (std::size_t at = 0; at < most_input_bytes; ++at) {
        auto& row = table_[at];
        row[0] = 0;
        // Each value is the exclusive-or of its lowest bit's window and the value without it.
        for (unsigned value = 1; value < 256; ++value) {
            const auto lowest = static_cast<unsigned>(__builtin_ctz(value));
            row[value] = row[value & (value - 1)] ^ key_window(key, at, 7 - lowest);
        }
    }
}

}  // namespace sluice::net
