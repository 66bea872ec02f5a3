// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace sluice::rings {

// Consecutive entries of a ring, which may run over its end: entry i is entries[(start + i) &
// mask]. A view; valid until its end of the ring submits or releases.
template <class T>
class Slots {
public:
    constexpr Slots() = default;
    constexpr Slots(T* entries, std::uint32_t mask, std::uint32_t start,
                    std::uint32_t size) noexcept
        : entries_(entries), mask_(mask), start_(start), size_(size) {}

    [[nodiscard]] constexpr T& operator[](std::uint32_t index) const noexcept {
        return entries_[(start_ + index) & mask_];
    }
    [[nodiscard]] constexpr std::uint32_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }

    // The entries before the ring's end, in one piece; the others, from the ring's start on, are
    // in wrapped().
    [[nodiscard]] constexpr std::span<T> contiguous() const noexcept {
        const std::uint32_t at = start_ & mask_;
        return {entries_ + at, std::min(size_, mask_ + 1 - at)};
    }
    [[nodiscard]] constexpr std::span<T> wrapped() const noexcept {
        return {entries_, size_ - static_cast<std::uint32_t>(contiguous().size())};
    }

private:
    T* entries_ = nullptr;
    std::uint32_t mask_ = 0;
    std::uint32_t start_ = 0;
    std::uint32_t size_ = 0;
};

}  // namespace sluice::rings
