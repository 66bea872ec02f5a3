// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The subcommands of `sluice`, one file each. add_NAME() declares its options; its job runs when
// the command line is parsed and throws Error when it cannot be done.

#include <CLI/CLI.hpp>

namespace sluice::apps {

void add_list(CLI::App& program);
void add_rxdrop(CLI::App& program);

}  // namespace sluice::apps
