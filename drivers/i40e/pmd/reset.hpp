// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// From whatever state a former owner left the function in, a crashed one included, to that after a
// reset of the function. Needs no admin queue. Every function throws Error when the device does
// not get there in time.

#include "drivers/i40e/pmd/hardware.hpp"

namespace sluice::i40e::pmd {

// Which function this is, among those of the device.
struct Identity {
    unsigned pf = 0;           // PF number
    unsigned port = 0;         // physical port, 0 to 3
    unsigned first_queue = 0;  // absolute number of LAN queue 0 of this function
    unsigned queue_count = 0;  // LAN queue pairs
};

// Refuses a device whose firmware does not run normally or that has no NVM contents, and one that
// does not come out of a reset of the whole device.
void check_firmware(Hardware& hardware);

// Stops interrupts, queues and admin queues of the function. A function that was in use must not be
// reset while its queues run (facts, 2.3).
void quiesce(Hardware& hardware);

// Resets the function; its queues, filters and mapped contexts are gone, and the device does not
// touch host memory any more.
void reset_function(Hardware& hardware);

// Throws Error also when the device claims an impossible range of queues, or none.
[[nodiscard]] Identity read_identity(Hardware& hardware);

// Masks and forgets every cause of interrupt vector 0.
void disable_vector_0(Hardware& hardware);

}  // namespace sluice::i40e::pmd
