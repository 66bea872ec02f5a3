// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Replays a capture. Frames shorter than the shortest legal one are padded with zeros, as the
// network card that sent them did (a capture on the sender sees them before that); of packets the
// capture clipped, what was kept is sent. It honours pause unless told otherwise, so that every
// packet of the file arrives.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/net/headers.hpp"
#include "core/net/pcap.hpp"
#include "drivers/i40e/sim/wire_frame.hpp"
#include "drivers/i40e/sim/wire_pacer.hpp"

namespace sluice::i40e::sim {

struct PcapOptions {
    std::string file;
    bool loop = false;
    Rate rate = {};
    bool honours_pause = true;
};

class PcapWire {
public:
    // Throws Error as PcapReader does, and for a file without packets that is to be looped.
    explicit PcapWire(PcapOptions options);

    void plug_in(const PortEnd& port) { pacer_.set_line(port.bits_per_second); }
    void start(std::chrono::nanoseconds now) noexcept { pacer_.start(now); }
    [[nodiscard]] const WireFrame* peek(std::chrono::nanoseconds now) noexcept;
    void pop() noexcept;
    void deliver(std::span<const std::byte>) noexcept {}
    [[nodiscard]] bool exhausted() const noexcept { return !ready_; }
    [[nodiscard]] bool honours_pause() const noexcept { return options_.honours_pause; }

    [[nodiscard]] const net::PcapReader& reader() const noexcept { return reader_; }

private:
    void fetch() noexcept;

    PcapOptions options_;
    Pacer pacer_;
    net::PcapReader reader_;
    std::array<std::byte, net::least_frame_bytes> padded_{};
    WireFrame frame_;
    bool is_padded_ = false;
    bool ready_ = false;
};
static_assert(WireLike<PcapWire>);

}  // namespace sluice::i40e::sim
