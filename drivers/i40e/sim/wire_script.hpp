// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Wires without a source of their own: nothing at all, and what a test says.

#include <chrono>
#include <cstddef>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "drivers/i40e/sim/wire_frame.hpp"

namespace sluice::i40e::sim {

// Nobody there: no frame ever comes, what is sent goes nowhere.
class NullWire {
public:
    void plug_in(const PortEnd&) {}
    void start(std::chrono::nanoseconds) noexcept {}
    [[nodiscard]] const WireFrame* peek(std::chrono::nanoseconds) noexcept { return nullptr; }
    void pop() noexcept {}
    void deliver(std::span<const std::byte>) noexcept {}
    [[nodiscard]] bool exhausted() const noexcept { return true; }
    [[nodiscard]] bool honours_pause() const noexcept { return false; }
};
static_assert(WireLike<NullWire>);

// Sends what a test gives it, in that order, and keeps what the port sent. It needs no start.
class ScriptWire {
public:
    using Frame = std::vector<std::byte>;

    explicit ScriptWire(bool honours_pause = false) : honours_pause_(honours_pause) {}

    // Queues a frame without FCS, of at least 1 byte.
    void send(std::span<const std::byte> frame) { queue(frame, false); }
    void send_with_bad_fcs(std::span<const std::byte> frame) { queue(frame, true); }
    // What the port has sent since the last call.
    [[nodiscard]] std::vector<Frame> take_received() { return std::exchange(received_, {}); }
    [[nodiscard]] std::size_t waiting() const noexcept { return pending_.size(); }

    void plug_in(const PortEnd&) {}
    void start(std::chrono::nanoseconds) noexcept {}
    [[nodiscard]] const WireFrame* peek(std::chrono::nanoseconds) noexcept {
        if (pending_.empty()) return nullptr;
        frame_ = {pending_.front().bytes, pending_.front().bad_fcs, false};
        return &frame_;
    }
    void pop() noexcept { pending_.pop_front(); }
    void deliver(std::span<const std::byte> frame) noexcept {
        received_.emplace_back(frame.begin(), frame.end());
    }
    [[nodiscard]] bool exhausted() const noexcept { return pending_.empty(); }
    [[nodiscard]] bool honours_pause() const noexcept { return honours_pause_; }

private:
    struct Pending {
        Frame bytes;
        bool bad_fcs;
    };
    void queue(std::span<const std::byte> frame, bool bad_fcs) {
        pending_.push_back({Frame(frame.begin(), frame.end()), bad_fcs});
    }

    bool honours_pause_;
    std::deque<Pending> pending_;
    std::vector<Frame> received_;
    WireFrame frame_;
};
static_assert(WireLike<ScriptWire>);

}  // namespace sluice::i40e::sim
