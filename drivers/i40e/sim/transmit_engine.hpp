// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// From transmit descriptors to a frame on the wire, and the completion.
//
//   descriptors at [head, tail) -> one frame each up to EOP -> VSI counters -> link -> wire
//     -> completion where RS is set: DTYPE becomes "done", or the head is written to memory
//
// Data descriptors with VLAN insertion are carried out, and context descriptors that ask for
// nothing. What the engine can't do yet (checksums, segmentation, filter programs) stops the queue
// with a sentence, as does what silicon calls malicious (facts 6.7, 11.1).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "drivers/i40e/hw/tx_descriptor.hpp"
#include "drivers/i40e/sim/complaints.hpp"
#include "drivers/i40e/sim/dma.hpp"
#include "drivers/i40e/sim/interrupts.hpp"
#include "drivers/i40e/sim/malicious_driver.hpp"
#include "drivers/i40e/sim/queue_settings.hpp"
#include "drivers/i40e/sim/register_file.hpp"
#include "drivers/i40e/sim/statistics.hpp"
#include "drivers/i40e/sim/switch_table.hpp"

namespace sluice::i40e::sim {

class TransmitEngine {
public:
    struct Parts {
        RegisterFile& registers;
        Dma& dma;
        QueueContexts& contexts;
        SwitchTable& switching;
        Statistics& statistics;
        Interrupts& interrupts;
        MaliciousDriver& malicious;
        Complaints& complaints;
    };

    TransmitEngine(unsigned queues, Parts parts);

    // Starts a queue from its context; false, with a sentence, when that makes no sense.
    bool enable(unsigned queue);
    void disable(unsigned queue);
    void reset() noexcept;
    [[nodiscard]] bool is_enabled(unsigned queue) const noexcept { return queues_[queue].enabled; }

    // GLLAN_TXPRE_QDIS was written: queue `absolute` is about to be switched off, or on.
    void announce(unsigned absolute, bool off) noexcept;

    // Looks at all tails; true when there is something to send.
    bool begin_step();
    // The next frame to go out, at most `budget` descriptors in all queues together; empty when
    // there is none. Valid until the next call. Call finished() once it has left, or was dropped by
    // a control packet filter.
    [[nodiscard]] std::span<const std::byte> next(unsigned& budget);
    void finished(bool link_up, bool dropped);
    void end_step();

private:
    struct Queue {
        bool enabled = false;
        bool announced_off = false;  // GLLAN_TXPRE_QDIS
        bool wrote_back = false;     // in this step
        TxSettings settings;
        std::uint16_t vsi_seid = 0;
        unsigned head = 0;  // next descriptor to process
        unsigned tail = 0;
        std::byte* ring = nullptr;  // in this step
    };
    // A frame as its descriptors are read.
    struct Gathering {
        unsigned descriptor;  // next
        unsigned buffers = 0;
        bool complete = false;
    };

    [[nodiscard]] bool gather(unsigned queue, Gathering& gathering);
    [[nodiscard]] bool add_data(unsigned queue, Gathering& gathering, std::uint64_t address,
                                std::uint64_t qword1);
    [[nodiscard]] bool check_context(unsigned queue, const Gathering& gathering,
                                     std::uint64_t qword0, std::uint64_t qword1);
    [[nodiscard]] bool check_frame(unsigned queue);
    void complete(Queue& queue, unsigned end);
    void refresh_tail(unsigned queue);
    void stop(unsigned queue, MaliciousEvent event);
    [[nodiscard]] bool find_ring(unsigned queue);
    [[nodiscard]] std::uint64_t* word(Queue& queue, unsigned descriptor, unsigned number) noexcept;

    Parts parts_;
    std::vector<Queue> queues_;
    std::vector<std::uint16_t> enabled_;
    std::size_t turn_ = 0;       // place in enabled_ of the queue served next
    unsigned idle_checked_ = 0;  // the switched-off queue whose tail is looked at next
    std::vector<std::byte> frame_;
    unsigned sending_ = 0;      // queue of frame_
    unsigned sending_end_ = 0;  // descriptor behind it
};

}  // namespace sluice::i40e::sim
