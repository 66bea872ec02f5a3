// SPDX-License-Identifier: BSD-3-Clause

#include "core/os/cpu.hpp"

#include <fmt/format.h>
#include <numa.h>
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/base/error.hpp"

namespace sluice::os {

namespace {

std::optional<unsigned> parse_number(std::string_view text) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

[[noreturn]] void refuse(std::string_view text) {
    throw UsageError(fmt::format("'{}' is not a list of CPUs such as 0,2-3", text));
}

}  // namespace

std::vector<unsigned> parse_cpu_list(std::string_view text) {
    std::vector<unsigned> cpus;
    const std::vector<unsigned> usable = usable_cpus();
    std::string_view rest = text;
    while (true) {
        const std::string_view item = rest.substr(0, rest.find(','));
        const std::size_t dash = item.find('-');
        const auto first = parse_number(item.substr(0, dash));
        const auto last =
            dash == std::string_view::npos ? first : parse_number(item.substr(dash + 1));
        if (!first || !last || *first > *last || *last >= CPU_SETSIZE) refuse(text);
        for (unsigned cpu = *first; cpu <= *last; ++cpu) {
            if (!std::binary_search(usable.begin(), usable.end(), cpu))
                throw UsageError(fmt::format("CPU {} is not one this process may use", cpu));
            cpus.push_back(cpu);
        }
        if (item.size() == rest.size()) return cpus;
        rest.remove_prefix(item.size() + 1);
    }
}

std::vector<unsigned> usable_cpus() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<unsigned> cpus;
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
    for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    return cpus;
}

void pin_this_thread(unsigned cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    const int failure = ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set);
    if (failure != 0)
        throw Error(std::error_code(failure, std::generic_category()),
                    fmt::format("a thread cannot be bound to CPU {}; see the CPUs this process may "
                                "use with taskset -p",
                                cpu));
}

void name_this_thread(const std::string& name) noexcept {
    ::pthread_setname_np(::pthread_self(), name.substr(0, 15).c_str());
}

int node_of_cpu(unsigned cpu) noexcept {
    return ::numa_available() < 0 ? -1 : ::numa_node_of_cpu(static_cast<int>(cpu));
}

}  // namespace sluice::os
