// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Why a frame was not delivered: one list for counters, `--json`, the live screen and metrics. A
// frame that ends anywhere but at its destination has exactly one of these reasons. Where none
// fits, a new one is added; there is no "other".

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/counters.hpp"

namespace sluice {

enum class DropReason : std::uint8_t {
    // Dropped by the device, before a queue saw the frame.
    no_buffer,
    filtered,
    rule_drop,
    rx_error,
    runt,
    too_big,
    link_down,
    // Dropped by Sluice.
    rx_ring_full,
    invalid_descriptor,
    no_multi_buffer,
    too_many_fragments,
    program_drop,
    program_aborted,
    invalid_verdict,
    no_destination,
    unknown_group,
    no_exception_path,
    tap_full,
    worker_full,
    worker_gone,
    member_gone,
    reference_limit,
    tx_ring_full,
    tx_error,
    mtu_exceeded,
    reset,
};

inline constexpr std::size_t drop_reason_count = static_cast<std::size_t>(DropReason::reset) + 1;

struct DropReasonText {
    std::string_view name;         // snake_case, as in --json
    std::string_view explanation;  // one sentence
};

inline constexpr std::array<DropReasonText, drop_reason_count> drop_reason_texts{{
    {"no_buffer", "The queue had no empty buffer posted when the frame arrived."},
    {"filtered", "No MAC or VLAN filter of the port wanted the frame."},
    {"rule_drop", "A flow rule told the device to drop the frame."},
    {"rx_error", "The frame arrived damaged: checksum of the wire, symbol or length error."},
    {"runt", "The frame was shorter than Ethernet allows."},
    {"too_big", "The frame was longer than the queue accepts."},
    {"link_down", "The link was down."},
    {"rx_ring_full", "The application did not empty its RX ring in time."},
    {"invalid_descriptor", "A ring entry named memory outside the UMEM or across a chunk's end."},
    {"no_multi_buffer", "The frame needs several buffers and the socket takes only whole frames."},
    {"too_many_fragments", "The frame is spread over more buffers than can be chained."},
    {"program_drop", "The program's verdict was to drop the frame."},
    {"program_aborted", "The program failed on the frame."},
    {"invalid_verdict", "The program returned a verdict that is none."},
    {"no_destination", "The program redirected the frame to an empty place of a map."},
    {"unknown_group", "The program redirected the frame to a group that does not exist."},
    {"no_exception_path",
     "The program passed the frame on and there is no network stack to take it."},
    {"tap_full", "The tap device did not take the frame in time."},
    {"worker_full", "The worker did not empty its inbox in time."},
    {"worker_gone", "The worker ended before it handled the frame."},
    {"member_gone", "The member left its group before it handled the frame."},
    {"reference_limit", "The frame already had as many destinations as can be counted."},
    {"tx_ring_full", "The transmit ring had no room."},
    {"tx_error", "The device reported that it could not send the frame."},
    {"mtu_exceeded", "The frame is longer than the port may send."},
    {"reset", "The device was reset while it held the frame."},
}};

// The snake_case name.
[[nodiscard]] constexpr std::string_view to_string(DropReason reason) noexcept {
    return drop_reason_texts[static_cast<std::size_t>(reason)].name;
}
[[nodiscard]] constexpr std::string_view explanation(DropReason reason) noexcept {
    return drop_reason_texts[static_cast<std::size_t>(reason)].explanation;
}

// True for frames that no queue ever received: they are part of `offered`, not of `received`.
[[nodiscard]] constexpr bool is_device_drop(DropReason reason) noexcept {
    return reason <= DropReason::link_down;
}

inline constexpr std::array<DropReason, drop_reason_count> all_drop_reasons = [] {
    std::array<DropReason, drop_reason_count> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<DropReason>(i);
    return all;
}();

// Frames dropped by one thread, by reason. On cache lines of its own: the thread next door has its
// own block.
class alignas(64) DropCounters {
public:
    [[nodiscard]] Counter& operator[](DropReason reason) noexcept {
        return counters_[static_cast<std::size_t>(reason)];
    }
    [[nodiscard]] const Counter& operator[](DropReason reason) const noexcept {
        return counters_[static_cast<std::size_t>(reason)];
    }
    // Frames dropped for any reason.
    [[nodiscard]] std::uint64_t total() const noexcept {
        std::uint64_t sum = 0;
        for (const Counter& counter : counters_) sum += counter.value();
        return sum;
    }

private:
    std::array<Counter, drop_reason_count> counters_{};
};

}  // namespace sluice
