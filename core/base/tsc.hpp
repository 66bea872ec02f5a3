// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The processor's time stamp counter. A reading costs about 23 ticks, a fenced one 37: time bursts
// of hundreds of packets, never one.

#include <x86intrin.h>

#include <cstdint>

namespace sluice {

// Ticks now; may move among the instructions around it.
[[nodiscard]] inline std::uint64_t ticks() noexcept { return __rdtsc(); }

// Ticks once everything before has happened and before anything after begins.
[[nodiscard]] inline std::uint64_t ticks_fenced() noexcept {
    _mm_lfence();
    const std::uint64_t now = __rdtsc();
    _mm_lfence();
    return now;
}

}  // namespace sluice
