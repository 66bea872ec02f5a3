// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Runs a job on the queues of some ports, a thread a queue, from start to stop:
//
//   ports start, threads poll, sources start
//   ... until --seconds, --packets, the sources' end, SIGINT or SIGTERM
//   sources stop; threads go on until a poll takes nothing; threads end; ports stop

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "apps/common_options.hpp"
#include "core/base/counters.hpp"
#include "core/os/stop_signal.hpp"
#include "drivers/i40e/port/port.hpp"

namespace sluice::apps {

class Run;

// A queue's thread and what it did. The thread writes, the run reads.
class alignas(64) QueueThread {
public:
    QueueThread(Run& run, i40e::Port& of, unsigned index) : port(of), queue(index), run_(run) {}

    // Before each poll: false when the run is over and this queue drained.
    [[nodiscard]] bool goes_on() noexcept;
    // After it: what it took, and the time stamp counter's ticks it took for that. Gives the CPU
    // away when there was nothing.
    void polled(unsigned packets, std::uint64_t ticks) noexcept;

    i40e::Port& port;
    const unsigned queue;
    Counter packets;  // the application's own count
    Counter bytes;
    Counter driver_packets;
    Counter driver_ticks;  // of polls that took something

private:
    Run& run_;
    bool is_last_poll_ = false;
    bool is_drained_ = false;
};

struct RunResult {
    double seconds = 0;  // with traffic
    std::vector<i40e::PortReport> ports;
    std::uint64_t packets = 0;  // read by the application
    std::uint64_t driver_packets = 0;
    std::uint64_t driver_ticks = 0;
};

class Run {
public:
    using Ports = std::vector<std::unique_ptr<i40e::Port>>;
    // One thread's work from its first poll to its last; may not throw.
    using Job = std::function<void(QueueThread&)>;

    // From now on SIGINT and SIGTERM end the run. Throws UsageError for a bad --cpu.
    explicit Run(const CommonOptions& options);

    // Once. Throws Error as the ports do, after all threads have ended.
    [[nodiscard]] RunResult run(Ports& ports, const Job& job);

private:
    friend class QueueThread;
    enum class Phase : std::uint8_t { running, draining, over };

    void start_threads(Ports& ports, const Job& job);
    void wait_for_the_end(Ports& ports);
    void join_threads() noexcept { threads_.clear(); }
    void rethrow_failures();
    [[nodiscard]] std::uint64_t packets() const;

    const CommonOptions& options_;
    const std::vector<unsigned> cpus_;
    os::StopSignal stop_;
    std::atomic<Phase> phase_{Phase::running};
    std::atomic<std::uint64_t> taken_{0};  // by all threads; kept with --packets only
    std::vector<std::unique_ptr<QueueThread>> queues_;
    std::vector<std::exception_ptr> failures_;  // one a thread
    std::vector<std::jthread> threads_;
};

}  // namespace sluice::apps
