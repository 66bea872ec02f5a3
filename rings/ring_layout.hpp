// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Where a socket's four rings stand in its memory file, and where the words of one ring stand in
// it. Inside a ring it is the kernel's layout, so that code for AF_XDP finds everything through
// xdp_mmap_offsets; the test compares with what the kernel reports.
//
//   file     | fill | completion | RX | TX |            each from a page of its own
//   ring     | producer | consumer | flags | entries    0, 128, 196, 320
//
// Producer and consumer are two cache lines apart, since the prefetcher fetches lines in pairs. The
// indices run freely over 32 bits; an entry's place is the index modulo the ring's size.

#include <cstddef>
#include <cstdint>

#include "rings/xdp_abi.hpp"

namespace sluice::rings {

inline constexpr xdp_ring_offset ring_offsets{
    .producer = 0, .consumer = 128, .desc = 320, .flags = 196};

// Entries of each ring: a power of two. Wider than an index, so that any number a user gives can be
// refused by name.
struct RingSizes {
    std::uint64_t fill = 2048;
    std::uint64_t completion = 2048;
    std::uint64_t rx = 2048;
    std::uint64_t tx = 2048;
};

// As many as 32-bit indices can tell apart from none, which is the kernel's limit too; memory ends
// earlier.
inline constexpr std::uint64_t max_ring_entries = std::uint64_t{1} << 31;

// Bytes from the start of the file.
struct RingLayout {
    std::uint64_t fill;
    std::uint64_t completion;
    std::uint64_t rx;
    std::uint64_t tx;
    std::uint64_t bytes;  // of the whole file

    // Throws Error: a size that is no power of two, is zero or above max_ring_entries.
    [[nodiscard]] static RingLayout of(const RingSizes& sizes);
};

// One ring in memory, as both of its ends see it. T is std::uint64_t (fill, completion: addresses
// in the UMEM) or xdp_desc (RX, TX).
template <class T>
struct Ring {
    std::uint32_t* producer;
    std::uint32_t* consumer;
    std::uint32_t* flags;
    T* entries;
    std::uint32_t size;  // a power of two

    // The ring of `size` entries that starts at `address`.
    [[nodiscard]] static Ring at(std::byte* address, std::uint32_t size) noexcept {
        const auto word = [address](std::uint64_t offset) {
            return reinterpret_cast<std::uint32_t*>(address + offset);
        };
        return {.producer = word(ring_offsets.producer),
                .consumer = word(ring_offsets.consumer),
                .flags = word(ring_offsets.flags),
                .entries = reinterpret_cast<T*>(address + ring_offsets.desc),
                .size = size};
    }
    [[nodiscard]] static constexpr std::uint64_t bytes(std::uint64_t size) noexcept {
        return ring_offsets.desc + size * sizeof(T);
    }
};

}  // namespace sluice::rings
