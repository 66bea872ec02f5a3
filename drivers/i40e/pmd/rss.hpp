// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Receive side scaling: which packets are hashed, with which key, and which queue each hash value
// means. Sequences: facts, 7.1, 7.2 (XL710 datasheet, receive side scaling).

#include <array>
#include <cstdint>

#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/hw/packet_classes.hpp"
#include "drivers/i40e/pmd/rx_control.hpp"

namespace sluice::i40e::pmd {

using RssKey = std::array<std::uint8_t, hw::rss_key_bytes>;

// The key of Microsoft's RSS verification suite, which other software can check hashes against,
// and twelve bytes more, which only longer inputs than IPv6 addresses and ports reach.
[[nodiscard]] const RssKey& default_rss_key() noexcept;

struct RssOptions {
    unsigned queues = 1;           // hash values go round robin over queues 0 to queues - 1
    unsigned table_entries = 512;  // 128 or 512
    std::uint64_t hashed_classes = hw::hashed_classes;  // bit n: packet class (PCTYPE) n
    RssKey key = default_rss_key();
};

// Throws Error when the admin queue does not answer.
void configure_rss(Hardware& hardware, RxControl& rx_control, const RssOptions& options);

// Nothing is hashed any more; every packet goes to queue 0.
void disable_rss(RxControl& rx_control);

}  // namespace sluice::i40e::pmd
