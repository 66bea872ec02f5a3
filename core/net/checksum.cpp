// SPDX-License-Identifier: BSD-3-Clause

#include "core/net/checksum.hpp"

#include <array>
#include <cstring>

namespace sluice::net {

namespace {

// Reflected polynomials.
constexpr std::uint32_t ethernet = 0xedb88320;
constexpr std::uint32_t castagnoli = 0x82f63b78;

using CrcTable = std::array<std::uint32_t, 256>;

consteval CrcTable make_crc_table(std::uint32_t polynomial) {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? polynomial : 0);
        table[byte] = crc;
    }
    return table;
}
constexpr auto ethernet_table = make_crc_table(ethernet);
constexpr auto castagnoli_table = make_crc_table(castagnoli);

std::uint32_t crc(const CrcTable& table, std::span<const std::byte> bytes,
                  std::uint32_t previous) noexcept {
    std::uint32_t crc = ~previous;
    for (const std::byte byte : bytes)
        crc = (crc >> 8) ^ table[(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
    return ~crc;
}

}  // namespace

PartialSum add_bytes(PartialSum sum, std::span<const std::byte> bytes) noexcept {
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    // 32-bit words never overflow the 64-bit total within a frame; 2^16 = 1 modulo 0xffff, so wide
    // words fold to the same sum as 16-bit ones.
    for (; left >= 4; left -= 4, at += 4) sum += load_unaligned<std::uint32_t>(at);
    if (left >= 2) {
        sum += load_unaligned<std::uint16_t>(at);
        left -= 2;
        at += 2;
    }
    if (left != 0) {
        std::uint16_t last = 0;
        std::memcpy(&last, at, 1);
        sum += last;
    }
    return sum;
}

PartialSum pseudo_header_sum(std::span<const std::byte> addresses, std::uint8_t protocol,
                             std::uint32_t length) noexcept {
    PartialSum sum = add_bytes(0, addresses);
    sum = add_word(sum, be16(protocol));
    sum = add_word(sum, be16(static_cast<std::uint16_t>(length >> 16)));
    return add_word(sum, be16(static_cast<std::uint16_t>(length & 0xffff)));
}

std::uint32_t crc32(std::span<const std::byte> bytes) noexcept {
    return crc(ethernet_table, bytes, 0);
}

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t previous) noexcept {
    return crc(castagnoli_table, bytes, previous);
}

}  // namespace sluice::net
