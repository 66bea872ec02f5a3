// SPDX-License-Identifier: BSD-3-Clause

#include "rings/ring_layout.hpp"

#include <fmt/format.h>

#include <bit>

#include "core/base/error.hpp"

namespace sluice::rings {

namespace {

constexpr std::uint64_t page_bytes = 4096;

void check_size(const char* name, std::uint64_t entries) {
    if (std::has_single_bit(entries) && entries <= max_ring_entries) return;
    if (entries == 0 || entries > max_ring_entries)
        throw Error(std::errc::invalid_argument,
                    fmt::format("{} ring: {} entries are not possible; use a power of two up to {}",
                                name, entries, max_ring_entries));
    throw Error(std::errc::invalid_argument,
                fmt::format("{} ring: {} entries are not a power of two; use {} or {}", name,
                            entries, std::bit_floor(entries), std::bit_ceil(entries)));
}

}  // namespace

RingLayout RingLayout::of(const RingSizes& sizes) {
    check_size("fill", sizes.fill);
    check_size("completion", sizes.completion);
    check_size("RX", sizes.rx);
    check_size("TX", sizes.tx);
    std::uint64_t end = 0;
    const auto place = [&end](std::uint64_t bytes) {
        const std::uint64_t start = end;
        end = (start + bytes + page_bytes - 1) / page_bytes * page_bytes;
        return start;
    };
    RingLayout layout{};
    layout.fill = place(Ring<std::uint64_t>::bytes(sizes.fill));
    layout.completion = place(Ring<std::uint64_t>::bytes(sizes.completion));
    layout.rx = place(Ring<xdp_desc>::bytes(sizes.rx));
    layout.tx = place(Ring<xdp_desc>::bytes(sizes.tx));
    layout.bytes = end;
    return layout;
}

}  // namespace sluice::rings
