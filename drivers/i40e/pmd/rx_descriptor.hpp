// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A receive descriptor in memory that the device writes meanwhile. Word 1 carries DD, EOF, length
// and errors and is read first, with acquire: what the device wrote before it is visible then
// (facts, 6.2: descriptors are written in order, word 1 last). Every word is one 8-byte access.

#include <atomic>
#include <concepts>
#include <cstdint>

#include "core/base/byte_order.hpp"
#include "core/base/field.hpp"
#include "drivers/i40e/hw/packet_types.hpp"
#include "drivers/i40e/hw/queue_context.hpp"
#include "drivers/i40e/hw/rx_descriptor.hpp"
#include "rings/sink.hpp"

namespace sluice::i40e::pmd {

template <class T>
concept RxDescriptor = std::same_as<T, hw::RxDescriptor16> || std::same_as<T, hw::RxDescriptor32>;

template <RxDescriptor Descriptor>
inline constexpr hw::RxDescriptorSize descriptor_size =
    std::same_as<Descriptor, hw::RxDescriptor16> ? hw::RxDescriptorSize::bytes16
                                                 : hw::RxDescriptorSize::bytes32;

// Word 1. Acquire pairs with the device's write of the word, which is its last of the descriptor.
template <RxDescriptor Descriptor>
[[nodiscard]] inline std::uint64_t load_status(Descriptor& descriptor) noexcept {
    return std::atomic_ref(descriptor.qword[1]).load(std::memory_order_acquire).value();
}

// Another word, after load_status() has shown DD.
template <RxDescriptor Descriptor>
[[nodiscard]] inline std::uint64_t load_word(Descriptor& descriptor, unsigned word) noexcept {
    return std::atomic_ref(descriptor.qword[word]).load(std::memory_order_relaxed).value();
}

// Read format: the buffer's address, no header buffer, DD clear. It is the device's once the tail
// has passed it; Doorbell::ring() orders these stores before that. Words 2 and 3 of a 32-byte
// descriptor keep what the device wrote there, which it does not read (DPDK does the same).
template <RxDescriptor Descriptor>
inline void store_buffer(Descriptor& descriptor, std::uint64_t iova) noexcept {
    std::atomic_ref(descriptor.qword[1]).store(le64(0), std::memory_order_relaxed);
    std::atomic_ref(descriptor.qword[0]).store(le64(iova), std::memory_order_relaxed);
}

namespace rx_status {

template <class F>
constexpr std::uint64_t mask(F) noexcept {
    return F::max << F::lsb;
}

using hw::RxWriteBack1;

inline constexpr std::uint64_t done = mask(RxWriteBack1::dd);
inline constexpr std::uint64_t last = mask(RxWriteBack1::eof);
inline constexpr std::uint64_t header_split = mask(RxWriteBack1::length_sph);
// The frame is damaged, or the device's account of it is. Wrong checksums inside a frame are not
// among them: the frame is delivered and its metadata tell.
inline constexpr std::uint64_t damaged = mask(RxWriteBack1::rxe) | mask(RxWriteBack1::recipe) |
                                         mask(RxWriteBack1::hbo) | mask(RxWriteBack1::oversize);

// Nearly every descriptor: a whole frame in one buffer, without error.
[[nodiscard]] constexpr bool is_whole_frame(std::uint64_t status) noexcept {
    return (status & (done | last | damaged)) == (done | last);
}

// The buffer's length, with the lengths above it that are 0 as no header buffers are in use: a
// descriptor that claims one has a length beyond any buffer.
[[nodiscard]] constexpr std::uint64_t length(std::uint64_t status) noexcept {
    return status >> RxWriteBack1::length_pbuf.lsb;
}

// One comparison for the three things that must not be believed: empty, longer than the buffer,
// split.
[[nodiscard]] constexpr bool is_length(std::uint64_t length, std::uint64_t buffer_bytes) noexcept {
    return length - 1 < buffer_bytes;
}

}  // namespace rx_status

// What the device found out about the packet whose last descriptor this is.
template <RxDescriptor Descriptor>
[[nodiscard]] inline rings::FrameMetadata metadata(Descriptor& descriptor,
                                                   std::uint64_t status) noexcept {
    using namespace hw;
    using Metadata = rings::FrameMetadata;
    const Word<RxWriteBack1> word1{status};
    const Word<RxWriteBack0> word0{load_word(descriptor, 0)};
    Metadata found;
    found.packet_type = static_cast<std::uint8_t>(word1[RxWriteBack1::ptype]);
    const PacketType& type = packet_types[found.packet_type];
    if (type.known) found.flags |= Metadata::has_packet_type;
    if (word1[RxWriteBack1::fltstat] == FilterStatus::rss_hash) {
        found.rss_hash = word0[RxWriteBack0::rss];
        found.flags |= Metadata::has_rss_hash;
    }
    if (word1[RxWriteBack1::l2tag1p]) {
        found.vlan_tci = static_cast<std::uint16_t>(word0[RxWriteBack0::l2tag1]);
        found.flags |= Metadata::has_vlan;
    }
    // Checksums: only where the parser got through and says that it looked (facts, 6.2, 6.3).
    if (!word1[RxWriteBack1::l3l4p] || word1[RxWriteBack1::pprs] || !type.known) return found;
    if (type.outer == IpVersion::ipv4) {
        found.flags |= Metadata::l3_checksum_checked;
        if (word1[RxWriteBack1::ipe] || word1[RxWriteBack1::eipe])
            found.flags |= Metadata::l3_checksum_bad;
    }
    const bool has_checksum = type.protocol == InnerProtocol::udp ||
                              type.protocol == InnerProtocol::tcp ||
                              type.protocol == InnerProtocol::sctp;
    if (has_checksum && !word1[RxWriteBack1::ipv6exadd]) {
        found.flags |= Metadata::l4_checksum_checked;
        if (word1[RxWriteBack1::l4e]) found.flags |= Metadata::l4_checksum_bad;
    }
    return found;
}

}  // namespace sluice::i40e::pmd
