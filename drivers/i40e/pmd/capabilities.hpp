// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "drivers/i40e/pmd/admin_queue.hpp"

namespace sluice::i40e::pmd {

// What firmware lets this function use; 0 where it said nothing.
struct Capabilities {
    unsigned rx_queues = 0;
    unsigned tx_queues = 0;
    unsigned first_rx_queue = 0;  // absolute
    unsigned first_tx_queue = 0;  // absolute
    unsigned interrupt_vectors = 0;
    unsigned vsis = 0;
    unsigned rss_table_entries = 0;  // 128 or 512
    unsigned rss_entry_bits = 0;
    unsigned flow_director_guaranteed = 0;  // filters
    unsigned flow_director_best_effort = 0;
    bool shares_port = false;  // several functions on one port (NPAR)
};

// Throws Error when firmware does not list them, or lists none of the queues a driver needs.
[[nodiscard]] Capabilities read_capabilities(AdminQueue& admin);

}  // namespace sluice::i40e::pmd
