// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What a job prints when it is done.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace sluice::apps {

// Writes to stdout and makes sure that it arrived. Throws Error when it did not (a full disk).
void print(std::string_view text);

// Prints one JSON object, on one line. Bytes that are no UTF-8 (a file name) are replaced.
void print_json(const nlohmann::ordered_json& object);

}  // namespace sluice::apps
