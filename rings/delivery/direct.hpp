// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Direct delivery: a hardware queue feeds one socket's RX ring and nothing stands between. The
// queue writes ring entries straight from descriptors into the slots reserved here; when the
// application is slow there are fewer slots, and the queue drops the rest, counted rx_ring_full.
//
// Refers to the socket's driver end and belongs to the queue's thread. A socket's FIFO order is the
// queue's: with no lookup and no copy there is nothing that could change it.

#include "rings/sink.hpp"
#include "rings/socket.hpp"

namespace sluice::delivery {

// MultiBuffer: the socket takes packets that need several buffers (XDP_USE_SG).
template <bool MultiBuffer>
class BasicDirect {
public:
    static constexpr bool multi_buffer = MultiBuffer;

    explicit BasicDirect(rings::Socket& socket) noexcept : rx_(socket.driver().rx) {}

    [[nodiscard]] rings::Slots<xdp_desc> reserve(unsigned wanted) noexcept {
        return rx_.reserve_up_to(wanted);
    }
    // Release; pairs with the application's Consumer::peek_up_to().
    void commit(unsigned filled) noexcept { rx_.submit(filled); }

private:
    rings::Producer<xdp_desc>& rx_;
};

using Direct = BasicDirect<false>;
using DirectMultiBuffer = BasicDirect<true>;

static_assert(rings::InPlaceSink<Direct> && rings::InPlaceSink<DirectMultiBuffer>);
static_assert(rings::FrameSource<rings::Consumer<std::uint64_t>>);

}  // namespace sluice::delivery
