// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What a value looks like in memory, as text: the tests of the hardware's layouts write the
// bytes down and compare.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/byte_order.hpp"
#include "core/base/field.hpp"

namespace sluice::tests {

// "0f 34 c0": the value's bytes, lowest address first.
template <class T>
[[nodiscard]] std::string hex(const T& value) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : std::bit_cast<std::array<std::uint8_t, sizeof(T)>>(value)) {
        if (!text.empty()) text += ' ';
        text += digits[byte >> 4];
        text += digits[byte & 0xF];
    }
    return text;
}

// A 64-bit word as it stands in a descriptor.
template <class Layout>
[[nodiscard]] std::string hex_word(Word<Layout> word) {
    return hex(le64{word.raw});
}

// Octets first, first + 1, ...: reserved fields show up as zeros between them.
template <std::size_t N>
[[nodiscard]] constexpr std::array<std::uint8_t, N> count_from(std::uint8_t first) {
    std::array<std::uint8_t, N> octets{};
    for (std::size_t at = 0; at < N; ++at) octets[at] = static_cast<std::uint8_t>(first + at);
    return octets;
}

}  // namespace sluice::tests
