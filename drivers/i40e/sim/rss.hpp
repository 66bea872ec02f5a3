// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Receive side scaling: which packet classes are hashed (PFQF_HENA), over which fields
// (GLQF_HASH_INSET), with which key (PFQF_HKEY), and the table (PFQF_HLUT) that turns a hash into
// the index of a queue of the VSI. The registers stay the truth; what is kept here is derived from
// them and rebuilt after they changed.
//
// Input sets select words of the field vector. The hash runs over the selected words in the
// vector's order, which for the default sets is source address, destination address, source port,
// destination port, SCTP's verification tag: the order of Microsoft's RSS.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/net/toeplitz.hpp"
#include "drivers/i40e/sim/classifier.hpp"
#include "drivers/i40e/sim/register_file.hpp"

namespace sluice::i40e::sim {

class Rss {
public:
    explicit Rss(RegisterFile& registers) : registers_(registers) {}

    // Power-on values: the input sets of each class.
    void define_power_on();
    // One of PFQF_HENA, PFQF_HKEY, PFQF_HLUT, PFQF_CTL_0, GLQF_HASH_INSET changed.
    void changed() noexcept { stale_ = true; }

    // The hash of a frame of a class that is hashed.
    [[nodiscard]] std::optional<std::uint32_t> hash(std::span<const std::byte> frame,
                                                    const Classified& classified) noexcept;
    // Index within a VSI's queues.
    [[nodiscard]] unsigned index(std::uint32_t hash) const noexcept {
        return table_[hash & table_mask_];
    }

private:
    static constexpr std::size_t most_input = net::ToeplitzTable::most_input_bytes;

    void rebuild() noexcept;
    [[nodiscard]] std::size_t gather(std::span<const std::byte> frame, const Classified& classified,
                                     std::uint64_t set,
                                     std::array<std::byte, most_input>& into) const noexcept;

    RegisterFile& registers_;
    bool stale_ = true;
    std::uint64_t enabled_ = 0;
    std::array<std::uint64_t, 64> input_sets_{};
    net::ToeplitzTable toeplitz_;
    std::array<std::uint8_t, 512> table_{};
    std::uint32_t table_mask_ = 127;
};

}  // namespace sluice::i40e::sim
