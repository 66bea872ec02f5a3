// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// When the next frame of a source is due: at once, at a rate, or as fast as the cable carries it.
// In whole picoseconds, so that a run repeats exactly.

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "core/net/headers.hpp"

namespace sluice::i40e::sim {

struct Rate {
    enum class Kind : std::uint8_t { unlimited, line, packets } kind = Kind::unlimited;
    std::uint64_t packets_per_second = 0;  // with Kind::packets; 1 to 10^12
};

class Pacer {
public:
    explicit Pacer(Rate rate = {}) : rate_(rate) {}

    void set_line(std::uint64_t bits_per_second) noexcept { bits_per_second_ = bits_per_second; }
    void start(std::chrono::nanoseconds now) noexcept {
        start_ = now;
        due_ps_ = 0;
    }

    [[nodiscard]] bool due(std::chrono::nanoseconds now) const noexcept {
        if (rate_.kind == Rate::Kind::unlimited) return true;
        return now >= start_ &&
               static_cast<std::uint64_t>((now - start_).count()) >= due_ps_ / 1000;
    }

    // After a frame of `frame_bytes` without FCS.
    void sent(std::size_t frame_bytes) noexcept {
        constexpr std::uint64_t ps_per_second = 1'000'000'000'000;
        if (rate_.kind == Rate::Kind::packets) due_ps_ += ps_per_second / rate_.packets_per_second;
        if (rate_.kind == Rate::Kind::line)
            due_ps_ += (frame_bytes + net::fcs_bytes + net::preamble_and_gap_bytes) * 8 *
                       ps_per_second / bits_per_second_;
    }

private:
    Rate rate_;
    std::uint64_t bits_per_second_ = 1;
    std::chrono::nanoseconds start_{0};
    std::uint64_t due_ps_ = 0;  // since start_
};

}  // namespace sluice::i40e::sim
