// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Switches queues on and off and waits for the device to follow. Sequences: facts, 5.1, 5.2 (XL710
// datasheet, receive queue enable and disable flows).

#include <span>

#include "drivers/i40e/pmd/hardware.hpp"
#include "drivers/i40e/pmd/queue_id.hpp"

namespace sluice::i40e::pmd {

// The queue's context is in place. Throws Error when the device does not follow within a second.
void switch_rx_on(Hardware& hardware, QueueId queue);

// Switches off the receive queues given, all at once, and announces it for the transmit queues of
// the same numbers. `first_tx_queue` is the absolute number of the function's first. When it
// returns true the device has stopped using their buffers; false when one did not stop within a
// second.
[[nodiscard]] bool switch_off(Hardware& hardware, unsigned first_tx_queue,
                              std::span<const QueueId> queues);

}  // namespace sluice::i40e::pmd
