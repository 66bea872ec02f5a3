// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What passes between a simulated port and the far end of its cable, the wire.
//
// A wire is a source of frames and a sink of what the port sends. The port looks at the frame that
// is due (`peek`) and takes it (`pop`). A source does not wait for the port: a frame the port has
// no room for is lost, and counted by the port. The exception is a source that honours pause
// frames: the port makes it wait, as IEEE 802.3x flow control does, and loses nothing.

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/net/mac_address.hpp"

namespace sluice::i40e::sim {

struct WireFrame {
    std::span<const std::byte> bytes;  // without FCS; valid until the wire is used again
    bool bad_fcs = false;
    bool checksums_good = false;  // known by construction, so need not be computed
};

// What the port counts on behalf of its wire, since the device was made.
struct WireStatistics {
    std::uint64_t offered_packets = 0;    // all that the source put on the cable
    std::uint64_t offered_bytes = 0;      // without FCS
    std::uint64_t link_down_packets = 0;  // of those: put on a cable without link
    std::uint64_t received_packets = 0;   // sent by the port
    std::uint64_t received_bytes = 0;
};

// What a wire may want to know of the port it is plugged into.
struct PortEnd {
    net::MacAddress mac;
    std::uint64_t bits_per_second;
};

// Every alternative of Wire. Frames from peek() may be up to 65535 bytes and as short as 1: the
// port judges them.
template <class W>
concept WireLike = requires(W wire, const W constant, std::chrono::nanoseconds now,
                            std::span<const std::byte> frame, const PortEnd& port) {
    wire.plug_in(port);  // once, before all else
    wire.start(now);     // the source may send from now on
    { wire.peek(now) } noexcept -> std::same_as<const WireFrame*>;  // null: none is due
    { wire.pop() } noexcept;                                        // the frame peek() showed
    { wire.deliver(frame) } noexcept;                               // from the port, without FCS
    { constant.exhausted() } noexcept -> std::same_as<bool>;  // nothing will ever be due again
    { constant.honours_pause() } noexcept -> std::same_as<bool>;
};

}  // namespace sluice::i40e::sim
