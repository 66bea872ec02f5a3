// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The log: whole lines to stderr, from any thread, each written by one system call. For the control
// path; the data path has counters instead.

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::log {

enum class Level : std::uint8_t { error, warning, info, debug };

// Lines above this level are not written; `warning` until it is set.
void set_level(Level level) noexcept;
[[nodiscard]] Level level() noexcept;

// "warning" -> Level::warning; nothing for a word that is no level.
[[nodiscard]] std::optional<Level> parse_level(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(Level level) noexcept;

// One line: "sluice: warning: text". A line break inside the text is written as a blank.
void write(Level level, std::string_view text);

// True the first time it is asked about `key` in this process (in a test: since the innermost
// Capture began). For conditions that hold for many objects and are worth one line.
[[nodiscard]] bool first_time(std::string_view key);

template <class... Args>
void error(fmt::format_string<Args...> text, Args&&... args) {
    write(Level::error, fmt::format(text, std::forward<Args>(args)...));
}
template <class... Args>
void warning(fmt::format_string<Args...> text, Args&&... args) {
    if (level() >= Level::warning)
        write(Level::warning, fmt::format(text, std::forward<Args>(args)...));
}
template <class... Args>
void info(fmt::format_string<Args...> text, Args&&... args) {
    if (level() >= Level::info) write(Level::info, fmt::format(text, std::forward<Args>(args)...));
}
template <class... Args>
void debug(fmt::format_string<Args...> text, Args&&... args) {
    if (level() >= Level::debug)
        write(Level::debug, fmt::format(text, std::forward<Args>(args)...));
}

// For tests: while it lives, lines are kept here instead of written, at every level, and
// first_time() has seen no key. Captures nest; they end in reverse order.
class Capture {
public:
    Capture();
    ~Capture();
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    // Lines so far, as "warning: text".
    [[nodiscard]] std::vector<std::string> lines() const;

private:
    friend void write(Level level, std::string_view text);
    friend bool first_time(std::string_view key);

    Capture* outer_;
    Level outer_level_;
    std::vector<std::string> lines_;
    std::vector<std::string> keys_;
};

}  // namespace sluice::log
