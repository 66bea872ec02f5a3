// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstdint>

namespace sluice::i40e::pmd {

// A LAN queue of one function, counted from its first: what the QRX_* and QTX_* registers and the
// queue contexts are indexed by. Never the device's absolute number.
struct QueueId {
    std::uint16_t value = 0;
    friend constexpr auto operator<=>(QueueId, QueueId) = default;
};

}  // namespace sluice::i40e::pmd
