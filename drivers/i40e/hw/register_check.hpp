// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What makes a list of registers consistent. Evaluated while compiling, so that a mistake in the
// list does not build; usable on any list, so that the check itself can be tested.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/register.hpp"

namespace sluice::i40e::hw {

// Real parts decode 8 MB of registers.
inline constexpr std::uint32_t register_bar_bytes = 8 * 1024 * 1024;

namespace detail {

// Whether the words of one family keep out of each other's way.
constexpr bool has_distinct_words(const RegisterInfo& info) {
    if (info.count == 0 || info.minor_count == 0) return false;
    if (info.count > 1 && info.stride < info.width_bytes) return false;
    if (info.minor_count > 1 && info.minor_stride < info.width_bytes) return false;
    if (info.count == 1 || info.minor_count == 1) return true;
    const std::uint32_t row = (info.minor_count - 1) * info.minor_stride + info.width_bytes;
    const std::uint32_t column = (info.count - 1) * info.stride + info.width_bytes;
    return info.stride >= row || info.minor_stride >= column;
}

// Whether `other` has a word in any byte of [first, first + bytes).
constexpr bool covers(const RegisterInfo& other, std::uint32_t first, std::uint32_t bytes) {
    for (std::uint32_t index = 0; index < other.count; ++index)
        for (std::uint32_t minor = 0; minor < other.minor_count; ++minor) {
            const std::uint32_t at = other.offset(index, minor);
            if (at < first + bytes && first < at + other.width_bytes) return true;
        }
    return false;
}

// Families may interleave (PFQF_HENA within PFQF_HKEY's stride): only shared words are wrong.
constexpr bool share_a_word(const RegisterInfo& a, const RegisterInfo& b) {
    for (std::uint32_t index = 0; index < a.count; ++index)
        for (std::uint32_t minor = 0; minor < a.minor_count; ++minor)
            if (covers(b, a.offset(index, minor), a.width_bytes)) return true;
    return false;
}

}  // namespace detail

// True when names differ, every word is aligned, lies inside the BAR and belongs to one register.
constexpr bool is_consistent(std::span<const RegisterInfo> registers) {
    for (const RegisterInfo& info : registers) {
        const std::uint32_t width = info.width_bytes;
        if (width != 4 && width != 8) return false;
        if ((info.base | info.stride | info.minor_stride) % width != 0) return false;
        if (!detail::has_distinct_words(info)) return false;
        if (info.last_byte() >= register_bar_bytes) return false;
    }
    std::vector<const RegisterInfo*> order;
    for (const RegisterInfo& info : registers) order.push_back(&info);
    std::ranges::sort(order, {}, [](const RegisterInfo* info) { return info->name; });
    for (std::size_t at = 1; at < order.size(); ++at)
        if (order[at - 1]->name == order[at]->name) return false;
    std::ranges::sort(order, {}, [](const RegisterInfo* info) { return info->base; });
    for (std::size_t a = 0; a < order.size(); ++a)
        for (std::size_t b = a + 1; b < order.size(); ++b) {
            if (order[b]->base > order[a]->last_byte()) break;
            if (detail::share_a_word(*order[a], *order[b])) return false;
        }
    return true;
}

}  // namespace sluice::i40e::hw
