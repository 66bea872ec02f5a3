// SPDX-License-Identifier: BSD-3-Clause

// The `sluice` command. Exit status: 0 done, 1 failed, 2 bad usage; what went wrong is one line on
// stderr.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>

#include "apps/subcommands.hpp"
#include "apps/usage.hpp"
#include "core/base/error.hpp"

namespace {

enum Exit : int { done = 0, failed = 1, bad_usage = 2 };

int complain(Exit status, std::string_view message) {
    fmt::print(stderr, "sluice: {}\n", message);
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App program("A userspace driver for Intel 700-series NICs, and a simulated one.",
                     "sluice");
    program.set_version_flag("--version", "sluice " SLUICE_VERSION);
    program.require_subcommand(1);
    program.footer(
        "sluice SUBCOMMAND --help shows each one's options and an example.\n"
        "Exit status: 0 done, 1 failed, 2 bad usage.");
    sluice::apps::add_list(program);
    sluice::apps::add_rxdrop(program);

    try {
        program.parse(argc, argv);
        return done;
    } catch (const CLI::Success& help) {
        return program.exit(help);
    } catch (const CLI::ParseError& error) {
        return complain(bad_usage, sluice::apps::explain(program, error));
    } catch (const sluice::UsageError& error) {
        return complain(bad_usage, error.what());
    } catch (const std::bad_alloc&) {
        return complain(failed, "out of memory; ask for fewer or smaller queues");
    } catch (const std::exception& error) {
        return complain(failed, error.what());
    }
}
