// SPDX-License-Identifier: BSD-3-Clause

#include "core/os/stop_signal.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "core/base/check.hpp"
#include "core/base/error.hpp"

namespace sluice::os {

namespace {

// The object the handler speaks to; null while there is none.
std::atomic<StopSignal*> active{nullptr};
static_assert(std::atomic<StopSignal*>::is_always_lock_free);

void on_signal(int) {
    const int errno_before = errno;
    if (StopSignal* stop = active.load(std::memory_order_acquire)) stop->request();
    errno = errno_before;
}

}  // namespace

StopSignal::StopSignal() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!event_)
        throw Error(std::error_code(errno, std::generic_category()),
                    "no file descriptor is left for the stop signal; raise ulimit -n");
    // The release pairs with the handler's acquire.
    StopSignal* none = nullptr;
    check(active.compare_exchange_strong(none, this, std::memory_order_release),
          "a process has one stop signal at a time");
    struct sigaction action{};
    action.sa_handler = on_signal;
    ::sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, &before_int_);
    ::sigaction(SIGTERM, &action, &before_term_);
}

StopSignal::~StopSignal() {
    ::sigaction(SIGINT, &before_int_, nullptr);
    ::sigaction(SIGTERM, &before_term_, nullptr);
    active.store(nullptr, std::memory_order_release);
}

void StopSignal::request() noexcept {
    requested_.store(true, std::memory_order_relaxed);
    const std::uint64_t one = 1;
    // Fails only where the event is signalled already, 2^64 times over.
    [[maybe_unused]] const ssize_t written = ::write(event_.get(), &one, sizeof one);
}

bool StopSignal::wait(std::chrono::nanoseconds limit) noexcept {
    using namespace std::chrono;
    const auto end = steady_clock::now() + limit;
    while (!requested()) {
        const auto left = ceil<milliseconds>(end - steady_clock::now());
        if (left <= 0ms) break;
        pollfd event{event_.get(), POLLIN, 0};
        ::poll(&event, 1, static_cast<int>(std::min<milliseconds>(left, hours(1)).count()));
    }
    return requested();
}

}  // namespace sluice::os
