// SPDX-License-Identifier: BSD-3-Clause

#include "apps/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/base/error.hpp"

namespace sluice::apps {

void print(std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (written && std::fflush(stdout) == 0) return;
    const std::error_code failure(errno, std::generic_category());
    throw Error(failure, fmt::format("cannot write the result to stdout: {}", failure.message()));
}

void print_json(const nlohmann::ordered_json& object) {
    print(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace sluice::apps
