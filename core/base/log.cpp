// SPDX-License-Identifier: BSD-3-Clause

#include "core/base/log.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

namespace sluice::log {

namespace {

constexpr std::array<std::string_view, 4> names{"error", "warning", "info", "debug"};

std::atomic<Level> current_level{Level::warning};

// Guards everything below and the contents of captures.
std::mutex mutex;
Capture* innermost = nullptr;
std::vector<std::string> process_keys;

void write_whole(std::string_view line) noexcept {
    while (!line.empty()) {
        const auto written = ::write(STDERR_FILENO, line.data(), line.size());
        if (written <= 0) return;  // nobody is left to tell
        line.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace

void set_level(Level level) noexcept { current_level.store(level, std::memory_order_relaxed); }

Level level() noexcept { return current_level.load(std::memory_order_relaxed); }

std::string_view to_string(Level level) noexcept { return names[static_cast<std::size_t>(level)]; }

std::optional<Level> parse_level(std::string_view word) noexcept {
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end()) return std::nullopt;
    return static_cast<Level>(found - names.begin());
}

void write(Level level, std::string_view text) {
    if (level > log::level()) return;
    std::string line = fmt::format("{}: {}", to_string(level), text);
    std::replace(line.begin(), line.end(), '\n', ' ');
    const std::lock_guard lock(mutex);
    if (innermost != nullptr)
        innermost->lines_.push_back(std::move(line));
    else
        write_whole(fmt::format("sluice: {}\n", line));
}

bool first_time(std::string_view key) {
    const std::lock_guard lock(mutex);
    std::vector<std::string>& keys = innermost != nullptr ? innermost->keys_ : process_keys;
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) return false;
    keys.emplace_back(key);
    return true;
}

Capture::Capture() : outer_level_(level()) {
    set_level(Level::debug);
    const std::lock_guard lock(mutex);
    outer_ = innermost;
    innermost = this;
}

Capture::~Capture() {
    set_level(outer_level_);
    const std::lock_guard lock(mutex);
    innermost = outer_;
}

std::vector<std::string> Capture::lines() const {
    const std::lock_guard lock(mutex);
    return lines_;
}

}  // namespace sluice::log
