// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// CPUs and threads: lists as users write them, pinning, names, NUMA nodes.

#include <string>
#include <string_view>
#include <vector>

namespace sluice::os {

// "0,2-4" -> {0, 2, 3, 4}. Throws UsageError for anything else, and for a CPU this machine lacks.
[[nodiscard]] std::vector<unsigned> parse_cpu_list(std::string_view text);

// CPUs this process may run on, ascending.
[[nodiscard]] std::vector<unsigned> usable_cpus();

// Throws Error when the kernel refuses.
void pin_this_thread(unsigned cpu);

// At most 15 characters are kept, the kernel's limit.
void name_this_thread(const std::string& name) noexcept;

// NUMA node of a CPU; -1 where the machine has no NUMA.
[[nodiscard]] int node_of_cpu(unsigned cpu) noexcept;

}  // namespace sluice::os
