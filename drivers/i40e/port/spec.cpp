// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/port/spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/base/error.hpp"
#include "core/os/cpu.hpp"

namespace sluice::i40e {

namespace {

constexpr std::string_view sim_prefix = "sim:";
constexpr std::string_view vfio_user_prefix = "vfio-user:";
constexpr std::size_t longest_sim_name = 32;

// Splits at commas that are not escaped; escapes stay as they are.
std::vector<std::string_view> split_at_commas(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t start = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;  // what follows separates nothing
        else if (text[at] == ',') {
            parts.push_back(text.substr(start, at - start));
            start = at + 1;
        }
    }
    parts.push_back(text.substr(start));
    return parts;
}

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

std::uint64_t parse_seed(const std::string& port, std::string_view value) {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seed);
    if (error != std::errc{} || end != value.data() + value.size())
        throw UsageError(fmt::format("{}: seed={} is not a whole number", port, value));
    return seed;
}

unsigned parse_cpu(const std::string& port, std::string_view value) {
    const std::vector<unsigned> cpus = os::parse_cpu_list(value);
    if (cpus.size() != 1)
        throw UsageError(fmt::format("{}: cpu={} is more than one CPU", port, value));
    return cpus.front();
}

bool parse_doorbells(const std::string& port, std::string_view value) {
    if (value == "mapped") return true;
    if (value == "trapped") return false;
    throw UsageError(fmt::format("{}: doorbells={} is neither mapped nor trapped", port, value));
}

void set_option(const std::string& port, SimSpec& sim, std::string_view key,
                std::string_view value) {
    if (key == "wire")
        sim.wire = value;
    else if (key == "seed")
        sim.seed = parse_seed(port, value);
    else if (key == "cpu")
        sim.cpu = parse_cpu(port, value);
    else if (key == "doorbells")
        sim.map_doorbells = parse_doorbells(port, value);
    else
        throw UsageError(fmt::format(
            "{} has no option '{}'; the options are wire, seed, cpu and doorbells", port, key));
}

PortSpec parse_sim(std::string_view text) {
    const auto parts = split_at_commas(text);
    const std::string_view name = parts.front().substr(sim_prefix.size());
    if (name.empty() || name.size() > longest_sim_name ||
        !std::all_of(name.begin(), name.end(), is_name_character))
        throw UsageError(fmt::format(
            "'{}' needs a name such as sim:a: 1 to {} letters, digits, '-', '_' or '.', then "
            "options after a comma, as in sim:a,wire=gen",
            text, longest_sim_name));
    PortSpec spec{std::string(parts.front()), {}};
    SimSpec sim;
    std::vector<std::string_view> seen;
    for (const std::string_view option : std::span(parts).subspan(1)) {
        const std::size_t equals = option.find('=');
        const std::string_view key = option.substr(0, equals);
        const std::string_view value =
            equals == std::string_view::npos ? std::string_view{} : option.substr(equals + 1);
        if (std::find(seen.begin(), seen.end(), key) != seen.end())
            throw UsageError(fmt::format("{}: option '{}' is given twice", spec.name, key));
        seen.push_back(key);
        if (value.empty())
            throw UsageError(fmt::format(
                "{}: option '{}' needs a value, as in wire=gen (a comma inside a value is \\,)",
                spec.name, key));
        set_option(spec.name, sim, key, value);
    }
    spec.device = std::move(sim);
    return spec;
}

}  // namespace

PortSpec parse_port_spec(std::string_view text) {
    if (text.starts_with(sim_prefix)) return parse_sim(text);
    if (text.starts_with(vfio_user_prefix)) {
        const std::string path(text.substr(vfio_user_prefix.size()));
        if (path.empty())
            throw UsageError("'vfio-user:' needs a socket, as in vfio-user:/run/nic0.sock");
        return {std::string(text), VfioUserSpec{path}};
    }
    if (const auto address = pci::find_address(text)) return {pci::to_string(*address), *address};
    throw UsageError(
        fmt::format("'{}' is not a port; a port is sim:NAME (simulated), a PCI address such as "
                    "0000:3b:00.0 (see sluice list), or vfio-user:PATH",
                    text));
}

std::vector<PortSpec> parse_port_specs(std::span<const std::string> texts) {
    std::vector<PortSpec> specs;
    for (const std::string& text : texts) {
        PortSpec spec = parse_port_spec(text);
        for (const PortSpec& before : specs)
            if (before.name == spec.name)
                throw UsageError(
                    fmt::format("port {} is named twice; each port may be used once", spec.name));
        specs.push_back(std::move(spec));
    }
    return specs;
}

}  // namespace sluice::i40e
