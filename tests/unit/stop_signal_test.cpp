// SPDX-License-Identifier: BSD-3-Clause

#include "core/os/stop_signal.hpp"

#include <signal.h>

#include <chrono>
#include <thread>

#include "tests/support/catch.hpp"

using namespace sluice;
using namespace std::chrono_literals;

TEST_CASE("SIGINT and SIGTERM each ask for a stop", "[os][stop]") {
    for (const int signal : {SIGINT, SIGTERM}) {
        os::StopSignal stop;
        CHECK_FALSE(stop.requested());
        CHECK_FALSE(stop.wait(0ns));
        ::raise(signal);
        CHECK(stop.requested());
        CHECK(stop.wait(1h));
        ::raise(signal);  // again: nothing more happens
        CHECK(stop.requested());
    }
}

TEST_CASE("the signals do afterwards what they did before", "[os][stop]") {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    struct sigaction before{};
    ::sigaction(SIGTERM, &ignore, &before);
    {
        const os::StopSignal stop;
    }
    struct sigaction after{};
    ::sigaction(SIGTERM, nullptr, &after);
    CHECK(after.sa_handler == SIG_IGN);
    ::sigaction(SIGTERM, &before, nullptr);
}

TEST_CASE("a thread's request wakes the one that waits", "[os][stop]") {
    os::StopSignal stop;
    std::jthread other([&] { stop.request(); });
    CHECK(stop.wait(1h));
    CHECK(stop.wait(1h));  // and stays requested
}
