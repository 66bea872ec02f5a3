// SPDX-License-Identifier: BSD-3-Clause

#include "apps/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "core/os/cpu.hpp"

namespace sluice::apps {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto look_every = 10ms;
constexpr auto tell_every = 1s;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Tells the rate once a second, and only to people.
class Progress {
public:
    void tell(std::uint64_t packets) {
        const auto now = Clock::now();
        if (now < last_ + tell_every) return;
        const double seconds = std::chrono::duration<double>(now - last_).count();
        if (is_terminal_)
            fmt::print(stderr, "{:8.3f} Mpps {:16} packets\n",
                       static_cast<double>(packets - packets_) / seconds / 1e6, packets);
        last_ = now;
        packets_ = packets;
    }

private:
    const bool is_terminal_ = ::isatty(STDERR_FILENO) == 1;
    Clock::time_point last_ = Clock::now();
    std::uint64_t packets_ = 0;
};

}  // namespace

bool QueueThread::goes_on() noexcept {
    // Acquire pairs with the release in Run::run(): what the device wrote before its source was
    // stopped is seen by the poll that follows.
    const Run::Phase phase = run_.phase_.load(std::memory_order_acquire);
    is_last_poll_ = phase == Run::Phase::draining;
    return !is_drained_ && phase != Run::Phase::over;
}

void QueueThread::polled(unsigned taken, std::uint64_t ticks) noexcept {
    if (taken == 0) {
        is_drained_ = is_last_poll_;
        std::this_thread::yield();
        return;
    }
    driver_packets.add(taken);
    driver_ticks.add(ticks);
    const std::uint64_t limit = run_.options_.packets;
    if (limit != 0 && run_.taken_.fetch_add(taken, std::memory_order_relaxed) + taken >= limit)
        run_.stop_.request();
}

Run::Run(const CommonOptions& options)
    : options_(options),
      cpus_(options.cpus.empty() ? std::vector<unsigned>{} : os::parse_cpu_list(options.cpus)) {}

RunResult Run::run(Ports& ports, const Job& job) {
    // Threads end before this returns, whatever happens.
    struct Ending {
        Run& run;
        ~Ending() {
            run.phase_.store(Phase::over, std::memory_order_release);
            run.join_threads();
        }
    };
    RunResult result;
    for (auto& port : ports) port->start();
    {
        const Ending ending{*this};
        start_threads(ports, job);
        const auto start = Clock::now();
        for (auto& port : ports) port->start_source();
        wait_for_the_end(ports);
        result.seconds = seconds_since(start);
        for (auto& port : ports) port->stop_source();
        phase_.store(Phase::draining, std::memory_order_release);
        join_threads();
    }
    rethrow_failures();
    for (auto& port : ports) port->stop();
    for (auto& port : ports) result.ports.push_back(port->report());
    result.packets = packets();
    for (const auto& queue : queues_) {
        result.driver_packets += queue->driver_packets.value();
        result.driver_ticks += queue->driver_ticks.value();
    }
    return result;
}

void Run::start_threads(Ports& ports, const Job& job) {
    for (auto& port : ports)
        for (unsigned queue = 0; queue < port->queue_count(); ++queue)
            queues_.push_back(std::make_unique<QueueThread>(*this, *port, queue));
    failures_.resize(queues_.size());
    for (std::size_t i = 0; i < queues_.size(); ++i)
        threads_.emplace_back([this, &job, i] {
            try {
                os::name_this_thread(fmt::format("sluice-rx-{}", i));
                if (!cpus_.empty()) os::pin_this_thread(cpus_[i % cpus_.size()]);
                job(*queues_[i]);
            } catch (...) {
                failures_[i] = std::current_exception();
                stop_.request();
            }
        });
}

void Run::wait_for_the_end(Ports& ports) {
    const auto start = Clock::now();
    auto next_sample = start + tell_every;
    Progress progress;
    const auto has_source = [](const auto& port) { return port->has_source(); };
    const bool may_exhaust = std::any_of(ports.begin(), ports.end(), has_source);
    const auto has_nothing_left = [&](auto& port) {
        return !has_source(port) || port->source_exhausted();
    };
    while (true) {
        auto limit = std::chrono::duration_cast<std::chrono::nanoseconds>(look_every);
        if (options_.seconds > 0) {
            const double left = options_.seconds - seconds_since(start);
            if (left <= 0) return;
            limit =
                std::min(limit, std::chrono::nanoseconds(static_cast<std::int64_t>(left * 1e9)));
        }
        if (stop_.wait(limit)) return;
        if (may_exhaust && std::all_of(ports.begin(), ports.end(), has_nothing_left)) return;
        progress.tell(packets());
        if (Clock::now() < next_sample) continue;
        for (auto& port : ports) port->sample();
        next_sample += tell_every;
    }
}

void Run::rethrow_failures() {
    for (const std::exception_ptr& failure : failures_)
        if (failure) std::rethrow_exception(failure);
}

std::uint64_t Run::packets() const {
    std::uint64_t sum = 0;
    for (const auto& queue : queues_) sum += queue->packets.value();
    return sum;
}

}  // namespace sluice::apps
