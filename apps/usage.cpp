// SPDX-License-Identifier: BSD-3-Clause

#include "apps/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

namespace sluice::apps {

namespace {

// Letters to change, add or leave out to make one word of the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0u);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
        }
    }
    return row[b.size()];
}

// The one that a slip of the fingers or two makes of `word`, else nothing.
std::optional<std::string> closest(std::string_view word, const std::vector<std::string>& known) {
    constexpr std::size_t most_slips = 2;
    std::optional<std::string> best;
    std::size_t least = std::min(most_slips + 1, word.size());
    for (const std::string& candidate : known)
        if (const std::size_t slips = edit_distance(word, candidate); slips < least) {
            best = candidate;
            least = slips;
        }
    return best;
}

std::vector<std::string> subcommand_names(const CLI::App& program) {
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

}  // namespace

std::string explain(const CLI::App& program, const CLI::ParseError& error) {
    const auto chosen = program.get_subcommands();
    const bool at_program = chosen.empty() || !program.remaining().empty();
    const CLI::App& command = at_program ? program : *chosen.front();
    const std::string name =
        at_program ? program.get_name() : program.get_name() + " " + command.get_name();
    const std::string help = fmt::format("see {} --help", name);

    const auto unknown = command.remaining();
    if (!unknown.empty()) {
        const std::string word = unknown.front().substr(0, unknown.front().find('='));
        const bool is_option = word.starts_with('-');
        const auto known = is_option ? option_names(command) : subcommand_names(command);
        const char* kind = is_option ? "option" : at_program ? "subcommand" : "argument";
        const auto meant = closest(word, known);
        return fmt::format("{} has no {} '{}'; {}{}", name, kind, word,
                           meant ? fmt::format("did you mean {}? ", *meant) : "", help);
    }
    if (chosen.empty())
        return fmt::format("name a subcommand: {}; {}", fmt::join(subcommand_names(program), ", "),
                           help);
    const std::string text = one_line(error.what());
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
        return fmt::format("{} needs a value; {}", text.substr(0, text.find(':')), help);
    return fmt::format("{}; {}", text, help);
}

}  // namespace sluice::apps
