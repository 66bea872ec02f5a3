// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/wire.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"

namespace sluice::i40e::sim {

namespace {

constexpr std::string_view wires_known = "gen, pcap:FILE, none";

// The parts between unescaped colons, with escapes resolved.
std::vector<std::string> split(std::string_view text) {
    constexpr std::string_view escapable = ":,\\";
    std::vector<std::string> parts(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size() &&
            escapable.find(text[i + 1]) != std::string_view::npos)
            parts.back() += text[++i];
        else if (text[i] == ':')
            parts.emplace_back();
        else
            parts.back() += text[i];
    }
    return parts;
}

std::pair<std::string_view, std::string_view> key_and_value(std::string_view part) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos) return {part, {}};
    return {part.substr(0, equals), part.substr(equals + 1)};
}

[[noreturn]] void refuse_value(std::string_view wire, std::string_view key, std::string_view value,
                               std::string_view wanted) {
    throw UsageError(fmt::format("wire {}: {}={} is not {}", wire, key, value, wanted));
}

std::uint64_t parse_number(std::string_view wire, std::string_view key, std::string_view value,
                           std::uint64_t least, std::uint64_t most) {
    std::uint64_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc{} || stop != end || value.empty() || number < least || number > most)
        refuse_value(wire, key, value, fmt::format("a whole number from {} to {}", least, most));
    return number;
}

Rate parse_rate(std::string_view wire, std::string_view value) {
    if (value == "line") return {Rate::Kind::line, 0};
    constexpr std::uint64_t most = 1'000'000'000;
    std::uint64_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc{} || stop != end || value.empty() || number == 0 || number > most)
        refuse_value(wire, "rate", value,
                     fmt::format("packets per second (1 to {}) or the word line", most));
    return {Rate::Kind::packets, number};
}

bool parse_switch(std::string_view wire, std::string_view key, std::string_view value) {
    if (value == "on") return true;
    if (value != "off") refuse_value(wire, key, value, "on or off");
    return false;
}

Wire parse_generator(std::span<const std::string> parts) {
    GeneratorOptions options;
    for (const std::string& part : parts) {
        const auto [key, value] = key_and_value(part);
        if (key == "size")
            options.frame_bytes = static_cast<unsigned>(
                parse_number("gen", key, value, least_wire_frame_bytes, most_wire_frame_bytes));
        else if (key == "flows")
            options.flows =
                static_cast<unsigned>(parse_number("gen", key, value, 1, most_generator_flows));
        else if (key == "rate")
            options.rate = parse_rate("gen", value);
        else if (key == "count")
            options.count =
                parse_number("gen", key, value, 1, std::numeric_limits<std::uint64_t>::max());
        else if (key == "pause")
            options.honours_pause = parse_switch("gen", key, value);
        else
            throw UsageError(fmt::format(
                "wire gen: unknown key '{}'; known are size, flows, rate, count, pause", key));
    }
    return GeneratorWire(options);
}

Wire parse_pcap(std::span<const std::string> parts) {
    if (parts.empty() || parts.front().empty())
        throw UsageError("wire pcap: the file is missing; write pcap:FILE");
    PcapOptions options;
    options.file = parts.front();
    for (const std::string& part : parts.subspan(1)) {
        const auto [key, value] = key_and_value(part);
        if (part == "loop")
            options.loop = true;
        else if (key == "rate")
            options.rate = parse_rate("pcap", value);
        else if (key == "pause")
            options.honours_pause = parse_switch("pcap", key, value);
        else
            throw UsageError(
                fmt::format("wire pcap: unknown key '{}'; known are loop, rate, pause "
                            "(a colon in a file name is written \\:)",
                            key));
    }
    return PcapWire(std::move(options));
}

}  // namespace

Wire parse_wire(std::string_view text) {
    const std::vector<std::string> parts = split(text);
    const auto rest = std::span(parts).subspan(1);
    if (parts.front() == "gen") return parse_generator(rest);
    if (parts.front() == "pcap") return parse_pcap(rest);
    if (parts.front() == "none" && rest.empty()) return NullWire{};
    if (parts.front() == "none") throw UsageError("wire none: takes no options");
    throw UsageError(fmt::format("unknown wire '{}'; known are {}", parts.front(), wires_known));
}

}  // namespace sluice::i40e::sim
