// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What the driver did that silicon would answer with a malicious-driver event, an IOMMU fault,
// silence, or damage: one sentence each. Tests fail when there is any.

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sluice::i40e::sim {

class Complaints {
public:
    static constexpr std::size_t most_kept = 64;

    explicit Complaints(bool keep) : keep_(keep) {}

    template <class... Parts>
    void add(fmt::format_string<Parts...> text, Parts&&... parts) {
        ++count_;
        if (keep_ && sentences_.size() < most_kept)
            sentences_.push_back(fmt::format(text, std::forward<Parts>(parts)...));
    }

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    // The first most_kept of them.
    [[nodiscard]] const std::vector<std::string>& sentences() const noexcept { return sentences_; }
    void clear() noexcept {
        count_ = 0;
        sentences_.clear();
    }

private:
    bool keep_;
    std::uint64_t count_ = 0;
    std::vector<std::string> sentences_;
};

}  // namespace sluice::i40e::sim
