// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The options that all subcommands with traffic share.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::apps {

struct CommonOptions {
    std::vector<std::string> ports{"sim:a,wire=gen"};
    unsigned queues = 1;
    std::string mode = "direct";
    double seconds = 0;         // 0: no limit
    std::uint64_t packets = 0;  // 0: no limit
    std::string cpus;           // empty: threads run where the scheduler puts them
    bool no_promiscuous = false;
    bool json = false;
    std::string sysfs = "/sys";
};

// Refuse what is no number of the kind, in words: CLI11's own ranges print all digits of the
// largest.
[[nodiscard]] CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
[[nodiscard]] CLI::Validator seconds_above_zero();

// `options` outlives the command. Sets the log's level when the command line has been parsed.
void add_common_options(CLI::App& command, CommonOptions& options);

}  // namespace sluice::apps
