// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What a simulated device is like when it is made.

#include <cstdint>
#include <string>

#include "core/net/mac_address.hpp"
#include "drivers/i40e/hw/admin_commands_link.hpp"

namespace sluice::i40e::sim {

// One physical function (0) on one port (0).
struct DeviceOptions {
    std::string name = "sim";  // for messages
    net::MacAddress mac{{0x02, 0x53, 0x4c, 0x55, 0x49, 0x01}};
    // Queues and vectors of the function. DPDK's driver wants at least 65 of each.
    unsigned queue_pairs = 128;   // 1 to 1536
    unsigned msix_vectors = 129;  // 2 to 129
    unsigned shadow_ram_kb = 4;   // 4, 8, 16, 32 or 64; Linux reads all of it, word by word
    bool link_up = true;
    hw::LinkSpeed speed = hw::LinkSpeed::g40;  // of the module: g1, g10, g25 or g40
    // Where firmware's own numbers come from (element ids, VSI number, handles).
    std::uint64_t seed = 1;
    // Whether complaints keep their sentences; they are counted either way.
    bool strict = true;
};

}  // namespace sluice::i40e::sim
