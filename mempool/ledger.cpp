// SPDX-License-Identifier: BSD-3-Clause

#include "mempool/ledger.hpp"

#include <fmt/format.h>

#include "core/base/check.hpp"

namespace sluice::mempool {

namespace {

constexpr std::array<std::string_view, place_count> names{
    "pool", "fill", "device", "delivery", "worker", "rx", "application", "tx", "completion",
};

// Where a chunk may be when an application's ring brings it: in the application's hands as far as
// Sluice can know, or in that very ring where a program of ours put it with move().
constexpr bool may_enter(Place found, Place to) noexcept {
    switch (found) {
        case Place::pool:
        case Place::rx:
        case Place::application:
        case Place::completion:
            return true;
        case Place::fill:
        case Place::tx:
            return to == Place::device;
        case Place::device:
        case Place::delivery:
        case Place::worker:
            return false;
    }
    return false;
}

}  // namespace

std::string_view to_string(Place place) noexcept {
    const auto index = static_cast<std::size_t>(place);
    return index < names.size() ? names[index] : "nowhere";
}

void Ledger::enter_checked(std::uint32_t chunk, Place to) noexcept {
    std::atomic<std::uint8_t>& place = places_[chunk];
    std::uint8_t found = place.load(std::memory_order_acquire);
    while (found != disputed) {
        const bool allowed = may_enter(static_cast<Place>(found), to);
        const std::uint8_t next = allowed ? static_cast<std::uint8_t>(to) : disputed;
        if (!place.compare_exchange_weak(found, next, std::memory_order_acq_rel)) continue;
        if (!allowed) conflicts_.fetch_add(1, std::memory_order_relaxed);
        return;
    }
}

std::array<std::uint64_t, place_count> Ledger::counts() const noexcept {
    std::array<std::uint64_t, place_count> counts{};
    for (const std::atomic<std::uint8_t>& place : places_) {
        const std::uint8_t found = place.load(std::memory_order_acquire);
        if (found < place_count) ++counts[found];
    }
    return counts;
}

std::uint64_t Ledger::count(Place place) const noexcept {
    return counts()[static_cast<std::size_t>(place)];
}

std::uint64_t Ledger::disputed_count() const noexcept {
    std::uint64_t count = 0;
    for (const std::atomic<std::uint8_t>& place : places_)
        count += place.load(std::memory_order_acquire) == disputed;
    return count;
}

void Ledger::refuse(std::uint32_t chunk, Place from, Place found, Place to,
                    std::source_location where) noexcept {
    std::array<char, 160> text{};
    fmt::format_to_n(text.data(), text.size() - 1, "chunk {} goes from {} to {} but is in {}",
                     chunk, to_string(from), to_string(to), to_string(found));
    abort_at(text.data(), where);
}

}  // namespace sluice::mempool
