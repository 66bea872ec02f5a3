// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A broken invariant ends the process with its place. For bugs of Sluice only: what comes from a
// user, a file, a ring, the wire or the device is answered with an Error or a counter.

#include <source_location>

namespace sluice {

[[noreturn, gnu::cold]] void abort_at(const char* what, std::source_location where) noexcept;

constexpr void check(bool holds, const char* what,
                     std::source_location where = std::source_location::current()) noexcept {
    if (!holds) [[unlikely]]
        abort_at(what, where);
}

}  // namespace sluice
