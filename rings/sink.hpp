// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What a receive queue hands its frames to, in one of two shapes chosen at compile time, and where
// it takes empty buffers from. None of them allocates, waits or throws.
//
//   in place   the sink gives ring slots, the queue fills them straight from descriptors
//   batch      the queue harvests into a flat array and hands over a span

#include <concepts>
#include <cstdint>
#include <span>

#include "rings/slots.hpp"
#include "rings/xdp_abi.hpp"

namespace sluice::rings {

// What the device found out about a packet. Each field is valid only with its flag.
struct FrameMetadata {
    static constexpr std::uint8_t has_rss_hash = 1u << 0;
    static constexpr std::uint8_t has_vlan = 1u << 1;  // one tag was taken off the frame
    static constexpr std::uint8_t has_packet_type = 1u << 2;
    static constexpr std::uint8_t l3_checksum_checked = 1u << 3;
    static constexpr std::uint8_t l3_checksum_bad = 1u << 4;
    static constexpr std::uint8_t l4_checksum_checked = 1u << 5;
    static constexpr std::uint8_t l4_checksum_bad = 1u << 6;

    std::uint32_t rss_hash = 0;
    std::uint16_t vlan_tci = 0;
    std::uint8_t packet_type = 0;  // the device's number, see drivers/i40e/hw
    std::uint8_t flags = 0;
    friend bool operator==(const FrameMetadata&, const FrameMetadata&) = default;
};

// One buffer of a packet: `length` bytes at a UMEM address, options as in xdp_desc
// (packet_continues on all but a packet's last). Metadata belongs to the packet's last frame.
struct Frame {
    std::uint64_t address = 0;
    std::uint32_t length = 0;
    std::uint32_t options = 0;
    FrameMetadata metadata;
    friend bool operator==(const Frame&, const Frame&) = default;
};
static_assert(sizeof(Frame) == 24, "a batch of 64 frames is 24 cache lines");

// reserve(n) gives up to n slots, and the same ones again until commit(k) hands over the first k of
// them. The queue drops the frames it got no slot for, counts them rx_ring_full, and posts their
// buffers again. `multi_buffer` says whether the sink takes packets of several frames; where it
// does not, the queue drops these, counted no_multi_buffer.
template <class S>
concept InPlaceSink = requires(S sink, unsigned count) {
    { sink.reserve(count) } noexcept -> std::same_as<Slots<xdp_desc>>;
    { sink.commit(count) } noexcept -> std::same_as<void>;
    { std::bool_constant<S::multi_buffer>{} };
};

// accept() takes over all frames of the span: each is delivered, or dropped and counted by the
// sink. Packets of several frames are never cut at the end of a span. Buffers come home through
// take_returned(), which fills the front of the span with UMEM addresses (any inside the chunk) and
// says how many; the queue asks when it refills.
template <class S>
concept BatchSink =
    requires(S sink, std::span<const Frame> frames, std::span<std::uint64_t> returned) {
        { sink.accept(frames) } noexcept -> std::same_as<void>;
        { sink.take_returned(returned) } noexcept -> std::same_as<unsigned>;
        { std::bool_constant<S::multi_buffer>{} };
    };

template <class S>
concept Sink = InPlaceSink<S> || BatchSink<S>;

// Where a queue takes empty buffers from: the driver's end of a fill ring, Consumer<uint64_t>, or
// something of its shape. Addresses are not trusted; see UmemGeometry::is_fill_address.
template <class S>
concept FrameSource = requires(S source, unsigned count) {
    { source.peek_up_to(count) } noexcept -> std::same_as<Slots<const std::uint64_t>>;
    { source.release(count) } noexcept -> std::same_as<void>;
};

}  // namespace sluice::rings
