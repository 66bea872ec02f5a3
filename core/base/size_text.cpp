// SPDX-License-Identifier: BSD-3-Clause

#include "core/base/size_text.hpp"

#include <fmt/format.h>

#include <array>

namespace sluice {

std::string size_text(std::uint64_t bytes) {
    constexpr std::array units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t unit = 0;
    unsigned shift = 0;
    while (bytes >> shift >= 1024) {
        ++unit;
        shift += 10;
    }
    const std::uint64_t whole = bytes >> shift;
    const std::uint64_t rest = bytes - (whole << shift);
    const std::uint64_t tenths = shift == 0 ? 0 : (rest >> (shift - 10)) * 10 / 1024;
    return tenths == 0 ? fmt::format("{} {}", whole, units[unit])
                       : fmt::format("{}.{} {}", whole, tenths, units[unit]);
}

}  // namespace sluice
