// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One line for a command line that cannot be parsed: what is wrong and where help is.

#include <CLI/CLI.hpp>
#include <string>

namespace sluice::apps {

// `program` as its failed parse() left it.
[[nodiscard]] std::string explain(const CLI::App& program, const CLI::ParseError& error);

}  // namespace sluice::apps
