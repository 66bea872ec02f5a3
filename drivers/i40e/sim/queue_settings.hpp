// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What a queue context says, once it has been read from host memory and found to make sense.

#include <cstdint>
#include <optional>

#include "drivers/i40e/sim/complaints.hpp"
#include "drivers/i40e/sim/host_memory_cache.hpp"
#include "drivers/i40e/sim/register_file.hpp"

namespace sluice::i40e::sim {

struct RxSettings {
    std::uint64_t base = 0;         // of the ring
    unsigned length = 0;            // descriptors
    unsigned descriptor_bytes = 0;  // 16 or 32
    unsigned buffer_bytes = 0;
    unsigned most_frame_bytes = 0;  // RXMAX
    bool strips_fcs = false;
    bool first_tag_in_l2tag1 = false;
};

struct TxSettings {
    std::uint64_t base = 0;
    unsigned length = 0;
    bool writes_head = false;  // else it writes back descriptors
    std::uint64_t head_address = 0;
    unsigned qs_handle = 0;
};

// Reads queue contexts of function 0. A context that can't be read, or contradicts itself, is a
// sentence and no settings.
class QueueContexts {
public:
    QueueContexts(RegisterFile& registers, HostMemoryCache& memory, Complaints& complaints)
        : registers_(registers), memory_(memory), complaints_(complaints) {}

    [[nodiscard]] std::optional<RxSettings> rx(unsigned queue);
    [[nodiscard]] std::optional<TxSettings> tx(unsigned queue);

private:
    RegisterFile& registers_;
    HostMemoryCache& memory_;
    Complaints& complaints_;
};

}  // namespace sluice::i40e::sim
