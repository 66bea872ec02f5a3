// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "drivers/i40e/pmd/admin_queue.hpp"

namespace sluice::i40e::pmd {

// Sets the ring between MAC and switch for small frames at full rate, as DPDK does: the values that
// NVM images bring cost receive rate (facts, 11). `device_id` is the PCI device id, on which one of
// the settings depends. They are the whole device's; they are written only where they differ, and
// a firmware that refuses is left alone. Throws Error only when it does not answer.
void tune_switch_ring(AdminQueue& admin, std::uint16_t device_id);

}  // namespace sluice::i40e::pmd
