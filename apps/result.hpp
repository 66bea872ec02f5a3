// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What a run with traffic reports at its end, as JSON and as text.

#include <string>
#include <string_view>

#include "apps/run.hpp"

namespace sluice::apps {

// Prints the run of the subcommand `app`. Throws Error when stdout does not take it, and after
// printing when packets or frames are missing from the account, which is a bug of Sluice.
void print_result(std::string_view app, const RunResult& result, bool as_json);

}  // namespace sluice::apps
