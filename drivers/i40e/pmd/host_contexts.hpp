// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Queue contexts in host memory (HMC, "host memory cache"). The device reads a queue's context from
// here when the queue is enabled:
//
//   private address space (FPM)   | TX contexts, 128 bytes each | RX contexts, 32 bytes each |
//                                 0                             aligned to 512
//   host memory                   one direct segment of up to 2 MiB, segment descriptor 0
//
// Owns the memory; the device forgets it in release(). Sequences: facts, section 4 (XL710
// datasheet, host memory cache initialisation).

#include <optional>

#include "drivers/i40e/hw/queue_context.hpp"
#include "drivers/i40e/pmd/dma_region.hpp"
#include "drivers/i40e/pmd/hardware.hpp"
#include "drivers/i40e/pmd/queue_id.hpp"

namespace sluice::i40e::pmd {

class HostContexts {
public:
    // Lays out contexts for so many queues and gives the memory to the device. Throws Error: the
    // device has contexts of another size, or fewer queues than wanted.
    HostContexts(Hardware& hardware, unsigned pf, unsigned tx_queues, unsigned rx_queues);
    ~HostContexts() { release(); }
    HostContexts(const HostContexts&) = delete;
    HostContexts& operator=(const HostContexts&) = delete;

    // Before the queue is enabled. A queue that was not laid out is a bug and aborts.
    void write(QueueId queue, const Word<hw::RxQueueContext>& context);
    void write(QueueId queue, const Word<hw::TxQueueContext>& context);

    // Takes the memory away from the device. All queues are disabled.
    void release() noexcept;

private:
    void write_segment(bool valid);

    Hardware& hardware_;
    unsigned tx_queues_;
    unsigned rx_queues_;
    std::uint64_t rx_contexts_at_;  // bytes from the start of both memories
    DmaRegion memory_;
    bool is_given_ = false;
};

}  // namespace sluice::i40e::pmd
