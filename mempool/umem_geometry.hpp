// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// How a UMEM is cut into chunks, and where in its chunk a received frame starts.
//
//   chunk      |<- 256 ->|<- headroom ->|<- colour ->|<---- buffer_bytes() ---->| rest |
//              start                                 data_offset(chunk number)
//
// 256 bytes in front and the headroom are AF_XDP's (XDP_PACKET_HEADROOM, xdp_umem_reg.headroom).
// The colour is ours: 0, 64, 128 ... bytes by chunk number. Without it all frames start at the same
// address modulo the chunk size and compete for a few sets of the cache; with it, forwarding cost
// 17 to 23 % less (8.6 against 7.1 ticks, 26.5 against 20.5 with the device on another core).
// AF_XDP allows it, since a descriptor carries the address.
//
// Addresses are bytes from the start of the UMEM. Everything here is arithmetic on a few words that
// fit a cache line: queues keep a copy.

#include <algorithm>
#include <bit>
#include <cstdint>

namespace sluice::mempool {

// XDP_PACKET_HEADROOM of Linux uapi/linux/bpf.h.
inline constexpr std::uint32_t xdp_packet_headroom = 256;

struct UmemOptions {
    std::uint64_t chunk_bytes = 2048;  // 2048 or 4096
    std::uint64_t headroom_bytes = 0;
    std::uint64_t chunk_count = 4096;
};

class UmemGeometry {
public:
    // The unit of the data buffer size in an XL710 receive queue context (dbuff).
    static constexpr std::uint32_t buffer_unit = 128;
    // The smallest data buffer the drivers of the XL710 use.
    static constexpr std::uint32_t min_buffer_bytes = 1024;
    // What a frame of the usual MTU needs to stay in one buffer; colours never cost this.
    static constexpr std::uint32_t whole_frame_bytes = 1536;
    static constexpr std::uint32_t colour_bytes = 64;
    // Chunk numbers are 32-bit and a UMEM ends below 2^44 bytes, as the kernel's: 2^32 pages.
    static constexpr std::uint64_t max_chunk_count = std::uint64_t{1} << 31;

    // Throws Error: another chunk size, a headroom that leaves less than min_buffer_bytes, no
    // chunks or too many. In a constant expression it does not compile.
    explicit constexpr UmemGeometry(const UmemOptions& options)
        : UmemGeometry((validate(options), options), Validated{}) {}

    [[nodiscard]] constexpr std::uint32_t chunk_bytes() const noexcept { return chunk_bytes_; }
    [[nodiscard]] constexpr std::uint32_t shift() const noexcept { return shift_; }
    [[nodiscard]] constexpr std::uint32_t headroom() const noexcept { return headroom_; }
    [[nodiscard]] constexpr std::uint32_t chunk_count() const noexcept { return chunk_count_; }
    [[nodiscard]] constexpr std::uint64_t bytes() const noexcept { return bytes_; }
    // A power of two.
    [[nodiscard]] constexpr std::uint32_t colours() const noexcept {
        return colour_mask_ / colour_bytes + 1;
    }
    // Bytes the device may write from data_offset() on: the same for every chunk, a multiple of
    // buffer_unit.
    [[nodiscard]] constexpr std::uint32_t buffer_bytes() const noexcept { return buffer_bytes_; }

    [[nodiscard]] constexpr std::uint32_t chunk_number(std::uint64_t address) const noexcept {
        return static_cast<std::uint32_t>(address >> shift_);
    }
    [[nodiscard]] constexpr std::uint64_t chunk_address(std::uint32_t chunk_number) const noexcept {
        return std::uint64_t{chunk_number} << shift_;
    }
    // The start of the chunk that `address` is in.
    [[nodiscard]] constexpr std::uint64_t chunk_start(std::uint64_t address) const noexcept {
        return address & ~std::uint64_t{chunk_bytes_ - 1};
    }
    [[nodiscard]] constexpr std::uint32_t data_offset(std::uint32_t chunk_number) const noexcept {
        return first_offset_ + ((chunk_number * colour_bytes) & colour_mask_);
    }
    // Where the device writes a frame, given the start of a chunk.
    [[nodiscard]] constexpr std::uint64_t data_address(std::uint64_t chunk_start) const noexcept {
        return chunk_start + first_offset_ + ((chunk_start >> colour_shift_) & colour_mask_);
    }

    // What an application's rings hold is not trusted. The rules are those of the kernel's aligned
    // chunks (Linux net/xdp/xsk_queue.h): a fill entry counts as the chunk it points into and must
    // be inside the UMEM ...
    [[nodiscard]] constexpr bool is_fill_address(std::uint64_t address) const noexcept {
        return address < bytes_;  // bytes_ is whole chunks: masking first would change nothing
    }
    // ... and the bytes to transmit are some, and do not leave their chunk.
    [[nodiscard]] constexpr bool is_tx_range(std::uint64_t address,
                                             std::uint32_t length) const noexcept {
        const std::uint64_t end = (address & (chunk_bytes_ - 1)) + length;
        return (address < bytes_) & (length != 0) & (end <= chunk_bytes_);
    }

private:
    struct Validated {};

    static constexpr std::uint32_t buffer_with(const UmemOptions& options, std::uint32_t colours) {
        const std::uint64_t used = xdp_packet_headroom + options.headroom_bytes +
                                   std::uint64_t{colours - 1} * colour_bytes;
        const std::uint64_t room = used < options.chunk_bytes ? options.chunk_bytes - used : 0;
        return static_cast<std::uint32_t>(room) & ~(buffer_unit - 1);
    }

    // As many colours as leave room for a whole frame; where there is none, as many as fit into
    // what rounding the buffer down to its unit leaves over.
    static constexpr std::uint32_t colours_for(const UmemOptions& options) {
        const std::uint32_t keep = std::min(whole_frame_bytes, buffer_with(options, 1));
        std::uint32_t colours = options.chunk_bytes == 2048 ? 4 : 8;
        while (colours > 1 && buffer_with(options, colours) < keep) colours /= 2;
        return colours;
    }

    static constexpr void validate(const UmemOptions& options) {
        if (options.chunk_bytes != 2048 && options.chunk_bytes != 4096) refuse_chunk(options);
        if (options.headroom_bytes > options.chunk_bytes ||
            buffer_with(options, 1) < min_buffer_bytes)
            refuse_headroom(options);
        if (options.chunk_count == 0 || options.chunk_count > max_chunk_count)
            refuse_count(options);
    }
    [[noreturn]] static void refuse_chunk(const UmemOptions& options);
    [[noreturn]] static void refuse_headroom(const UmemOptions& options);
    [[noreturn]] static void refuse_count(const UmemOptions& options);

    constexpr UmemGeometry(const UmemOptions& options, Validated)
        : bytes_(options.chunk_bytes * options.chunk_count),
          chunk_bytes_(static_cast<std::uint32_t>(options.chunk_bytes)),
          chunk_count_(static_cast<std::uint32_t>(options.chunk_count)),
          headroom_(static_cast<std::uint32_t>(options.headroom_bytes)),
          shift_(static_cast<std::uint32_t>(std::countr_zero(options.chunk_bytes))),
          first_offset_(xdp_packet_headroom + headroom_),
          colour_shift_(shift_ - std::countr_zero(colour_bytes)),
          colour_mask_((colours_for(options) - 1) * colour_bytes),
          buffer_bytes_(buffer_with(options, colours_for(options))) {}

    std::uint64_t bytes_;
    std::uint32_t chunk_bytes_;
    std::uint32_t chunk_count_;
    std::uint32_t headroom_;
    std::uint32_t shift_;
    std::uint32_t first_offset_;
    std::uint32_t colour_shift_;
    std::uint32_t colour_mask_;
    std::uint32_t buffer_bytes_;
};

}  // namespace sluice::mempool
