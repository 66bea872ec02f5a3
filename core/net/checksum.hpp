// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The internet checksum (RFC 1071), SCTP's CRC-32c (RFC 9260, appendix A) and Ethernet's CRC-32
// (IEEE 802.3, clause 3.2.9).
//
// Partial sums are 64-bit totals of the 16-bit words as the machine loads them: byte order does
// not matter to a one's complement sum as long as all parts, and the result, use the same. Parts
// must start at even offsets of what they belong to.

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/byte_order.hpp"

namespace sluice::net {

using PartialSum = std::uint64_t;

// Adds `bytes` to `sum`; an odd last byte counts as if a zero followed it.
[[nodiscard]] PartialSum add_bytes(PartialSum sum, std::span<const std::byte> bytes) noexcept;

// Adds one 16-bit field whose value is `value`.
[[nodiscard]] constexpr PartialSum add_word(PartialSum sum, be16 value) noexcept {
    // The field as it would be loaded from the wire.
    return sum +
           (std::endian::native == std::endian::big ? value.value() : byte_swap(value.value()));
}

// The sum folded to 16 bits; 0xffff for data that carries a correct checksum.
[[nodiscard]] constexpr std::uint16_t fold(PartialSum sum) noexcept {
    sum = (sum & 0xffffffff) + (sum >> 32);
    sum = (sum & 0xffffffff) + (sum >> 32);
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    return static_cast<std::uint16_t>(sum);
}

// The checksum field for data whose sum, with that field 0, is `sum`.
[[nodiscard]] constexpr be16 finish(PartialSum sum) noexcept {
    const auto folded = static_cast<std::uint16_t>(~fold(sum));
    return be16(std::endian::native == std::endian::big ? folded : byte_swap(folded));
}

// The pseudo header that TCP and UDP checksums cover. `addresses` is source and destination as
// they stand in the IP header, 8 or 32 bytes.
[[nodiscard]] PartialSum pseudo_header_sum(std::span<const std::byte> addresses,
                                           std::uint8_t protocol, std::uint32_t length) noexcept;

// The frame check sequence of a frame; it goes on the wire least significant byte first.
[[nodiscard]] std::uint32_t crc32(std::span<const std::byte> bytes) noexcept;

// CRC-32c over `bytes`; goes on with an earlier result when one is given.
[[nodiscard]] std::uint32_t crc32c(std::span<const std::byte> bytes,
                                   std::uint32_t previous = 0) noexcept;

}  // namespace sluice::net
