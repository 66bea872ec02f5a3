// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What a process holds, to see that a failed start leaves nothing behind.

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace sluice::tests {

[[nodiscard]] inline std::size_t open_file_count() {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

// Mappings of Sluice's memory files.
[[nodiscard]] inline std::size_t memory_file_mapping_count() {
    std::ifstream maps("/proc/self/maps");
    std::size_t count = 0;
    for (std::string line; std::getline(maps, line);)
        count += line.find("memfd:sluice") != std::string::npos;
    return count;
}

}  // namespace sluice::tests
