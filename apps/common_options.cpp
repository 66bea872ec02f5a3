// SPDX-License-Identifier: BSD-3-Clause

#include "apps/common_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>

#include "core/base/log.hpp"
#include "drivers/i40e/pmd/device.hpp"

namespace sluice::apps {

namespace {

// Far from where counting nanoseconds in 64 bits ends.
constexpr double most_seconds = 1e9;

// The whole text as a number, or nothing.
template <class Number>
std::optional<Number> parse(const std::string& text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end || text.empty()) return std::nullopt;
    return number;
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    const auto refusal = [least, most](const std::string& text) {
        const auto number = parse<std::uint64_t>(text);
        if (number && *number >= least && *number <= most) return std::string();
        return fmt::format("'{}' is not a whole number from {} to {}", text, least, most);
    };
    return CLI::Validator(refusal, "");
}

CLI::Validator seconds_above_zero() {
    const auto refusal = [](const std::string& text) {
        const auto number = parse<double>(text);
        if (number && *number > 0 && *number <= most_seconds) return std::string();
        return fmt::format("'{}' is not a number of seconds above 0, such as 2.5", text);
    };
    return CLI::Validator(refusal, "");
}

void add_common_options(CLI::App& command, CommonOptions& options) {
    command
        .add_option("-p,--port", options.ports,
                    "port: sim:NAME[,wire=WIRE][,key=value] or a PCI address; may be given "
                    "several times")
        ->capture_default_str()
        ->expected(1)
        ->take_all();
    command.add_option("--queues", options.queues, "receive queues of each port")
        ->capture_default_str()
        ->check(whole_number(1, i40e::pmd::DeviceOptions::max_rx_queues));
    command.add_option("--mode", options.mode, "how frames are delivered")
        ->capture_default_str()
        ->check(CLI::IsMember({"direct"}));
    command.add_option("--seconds", options.seconds, "end after so long")
        ->check(seconds_above_zero());
    command.add_option("--packets", options.packets, "end after so many were received")
        ->check(whole_number(1, std::numeric_limits<std::uint64_t>::max()));
    command.add_option("--cpu", options.cpus, "CPUs for the queues' threads, such as 0,2-3");
    command.add_flag("--no-promiscuous", options.no_promiscuous,
                     "receive only what is addressed to the port");
    command.add_flag("--json", options.json, "print one JSON object at the end");
    command
        .add_option_function<std::string>(
            "--log-level", [](const std::string& word) { log::set_level(*log::parse_level(word)); },
            "what is told on stderr")
        ->default_str("warning")
        ->check(CLI::IsMember({"error", "warning", "info", "debug"}));
    command.add_option("--sysfs", options.sysfs, "another root than /sys")->group("");
}

}  // namespace sluice::apps
