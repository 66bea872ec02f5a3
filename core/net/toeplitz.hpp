// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The Toeplitz hash of receive side scaling (Microsoft's RSS specification): for each set bit of
// the input, exclusive-or the 32 bits of the key that start at that bit's position.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::net {

// By definition; `key` has at least `input.size() + 4` bytes.
[[nodiscard]] std::uint32_t toeplitz(std::span<const std::byte> key,
                                     std::span<const std::byte> input) noexcept;

// The same function for one key, by a lookup per input byte instead of a step per bit.
class ToeplitzTable {
public:
    static constexpr std::size_t most_input_bytes = 48;
    static constexpr std::size_t key_bytes = most_input_bytes + 4;

    ToeplitzTable() : ToeplitzTable(std::array<std::byte, key_bytes>{}) {}
    explicit ToeplitzTable(std::span<const std::byte, key_bytes> key) { set_key(key); }

    void set_key(std::span<const std::byte, key_bytes> key) noexcept;

    // At most most_input_bytes.
    [[nodiscard]] std::uint32_t hash(std::span<const std::byte> input) const noexcept {
        std::uint32_t result = 0;
        for (std::size_t i = 0; i < input.size(); ++i)
            result ^= table_[i][std::to_integer<std::size_t>(input[i])];
        return result;
    }

private:
    std::array<std::array<std::uint32_t, 256>, most_input_bytes> table_;
};

}  // namespace sluice::net
