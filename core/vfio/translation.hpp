// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Where the device sees a piece of memory: its IO virtual addresses.
//
// Behind an IOMMU, and in our device models, a mapping is one linear range. Without an IOMMU it is
// a table with one address per page, since neighbouring hugepages are not neighbours in physical
// memory. Queues take the form they need when they are made (linear_base() or iova()); per packet
// there is no choice left.

#include <cstdint>
#include <vector>

#include "core/base/check.hpp"

namespace sluice::vfio {

class Translation {
public:
    Translation() = default;

    [[nodiscard]] static Translation linear(std::uint64_t base, std::uint64_t bytes) {
        return Translation{base, bytes, 0, {}};
    }
    // `pages` has the address of each page of 1 << page_shift bytes, in memory order.
    [[nodiscard]] static Translation paged(std::vector<std::uint64_t> pages, unsigned page_shift,
                                           std::uint64_t bytes) {
        check(!pages.empty(), "a paged translation has pages");
        return Translation{pages.front(), bytes, page_shift, std::move(pages)};
    }

    [[nodiscard]] bool is_linear() const noexcept { return pages_.empty(); }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::uint64_t linear_base() const {
        check(is_linear(), "this translation is not linear");
        return base_;
    }

    // The device's address of byte `offset` of the memory.
    [[nodiscard]] std::uint64_t iova(std::uint64_t offset) const {
        check(offset < bytes_, "offset outside the mapped memory");
        if (is_linear()) return base_ + offset;
        const std::uint64_t in_page = offset & ((std::uint64_t{1} << page_shift_) - 1);
        return pages_[offset >> page_shift_] + in_page;
    }

private:
    Translation(std::uint64_t base, std::uint64_t bytes, unsigned page_shift,
                std::vector<std::uint64_t> pages)
        : base_(base), bytes_(bytes), page_shift_(page_shift), pages_(std::move(pages)) {}

    std::uint64_t base_ = 0;
    std::uint64_t bytes_ = 0;
    unsigned page_shift_ = 0;
    std::vector<std::uint64_t> pages_;
};

}  // namespace sluice::vfio
