// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Asks a run to end: SIGINT, SIGTERM, or any thread of the program. Data threads look at
// requested() once a batch; the thread that started them sleeps in wait().
//
// While the object lives it handles the two signals; afterwards they do what they did before. One
// object at a time in a process.

#include <signal.h>

#include <atomic>
#include <chrono>

#include "core/os/file_descriptor.hpp"

namespace sluice::os {

class StopSignal {
public:
    // Throws Error when the kernel has no file descriptor left.
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    [[nodiscard]] bool requested() const noexcept {
        return requested_.load(std::memory_order_relaxed);
    }

    // From any thread, and from a signal handler.
    void request() noexcept;

    // Sleeps until a stop is requested, at most `limit`; true when it was. Never returns early for
    // another reason.
    bool wait(std::chrono::nanoseconds limit) noexcept;

private:
    static_assert(std::atomic<bool>::is_always_lock_free);  // what a signal handler may touch
    std::atomic<bool> requested_{false};
    FileDescriptor event_;  // readable once a stop was requested
    struct sigaction before_int_{};
    struct sigaction before_term_{};
};

}  // namespace sluice::os
