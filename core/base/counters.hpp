// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A 64-bit counter that one thread writes and any thread reads. Adding is an ordinary load, add and
// store, never a locked instruction: with a single writer nothing can be lost. Counters are
// independent of each other; a reader that needs several to agree stops the writer first.

#include <atomic>
#include <cstdint>

namespace sluice {

class Counter {
public:
    // By the writer's thread only.
    void add(std::uint64_t amount = 1) noexcept {
        value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t value() const noexcept {
        return value_.load(std::memory_order_relaxed);
    }

private:
    std::atomic<std::uint64_t> value_{0};
    static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
};

}  // namespace sluice
