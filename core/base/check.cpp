// SPDX-License-Identifier: BSD-3-Clause

#include "core/base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace sluice {

void abort_at(const char* what, std::source_location where) noexcept {
    std::fprintf(stderr, "sluice: broken invariant: %s (%s:%u in %s)\n", what, where.file_name(),
                 static_cast<unsigned>(where.line()), where.function_name());
    std::abort();
}

}  // namespace sluice
