// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// From a frame on the wire to descriptors written back in host memory.
//
//   length, FCS -> port counters -> switch: whose frame? -> VSI counters -> RSS: which queue?
//     -> descriptors at [head, tail) give buffers -> payload by DMA -> write-back, status word last
//
// A queue owns the descriptors from its head up to its tail register, exclusive. It has no packet
// buffer to speak of: a frame that finds no descriptor is lost at once, unless its source honours
// pause, in which case it stays at the source (GLPRT_LXOFFTXC counts that, LXONTXC its end).

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/hw/rx_descriptor.hpp"
#include "drivers/i40e/sim/classifier.hpp"
#include "drivers/i40e/sim/complaints.hpp"
#include "drivers/i40e/sim/dma.hpp"
#include "drivers/i40e/sim/interrupts.hpp"
#include "drivers/i40e/sim/link.hpp"
#include "drivers/i40e/sim/malicious_driver.hpp"
#include "drivers/i40e/sim/queue_settings.hpp"
#include "drivers/i40e/sim/register_file.hpp"
#include "drivers/i40e/sim/rss.hpp"
#include "drivers/i40e/sim/statistics.hpp"
#include "drivers/i40e/sim/switch_table.hpp"
#include "drivers/i40e/sim/wire_frame.hpp"

namespace sluice::i40e::sim {

class ReceiveEngine {
public:
    struct Parts {
        RegisterFile& registers;
        Dma& dma;
        QueueContexts& contexts;
        SwitchTable& switching;
        Rss& rss;
        const Link& link;
        Statistics& statistics;
        Interrupts& interrupts;
        MaliciousDriver& malicious;
        Complaints& complaints;
    };

    ReceiveEngine(unsigned queues, Parts parts);

    // Starts a queue from its context; false, with a sentence, when that makes no sense.
    bool enable(unsigned queue);
    void disable(unsigned queue) noexcept;
    void reset() noexcept;
    [[nodiscard]] bool is_enabled(unsigned queue) const noexcept { return queues_[queue].enabled; }

    // Before the frames of a step: looks at the tails, forgets addresses of the last one.
    void begin_step();
    // One frame, with the link up. False when it has to wait at a source that honours pause.
    [[nodiscard]] bool receive(const WireFrame& frame, bool honours_pause);
    // After them: interrupts of the queues that wrote back.
    void end_step();

private:
    struct Queue {
        bool enabled = false;
        bool wrote_back = false;  // in this step
        RxSettings settings;
        unsigned head = 0;          // next descriptor to use
        unsigned tail = 0;          // the register's value as last accepted
        std::byte* ring = nullptr;  // in this step
    };
    // Where a frame goes.
    struct Target {
        const Vsi* vsi;
        unsigned queue;
        bool strips_tag;
        std::size_t bytes;  // in memory
    };
    struct Description;

    [[nodiscard]] bool passes_mac(const WireFrame& frame) noexcept;
    [[nodiscard]] std::size_t find_targets(const WireFrame& frame, const Classified& classified,
                                           const std::optional<std::uint32_t>& hash);
    [[nodiscard]] bool has_room(const Target& target);
    [[nodiscard]] Description with_tag(Description description, const Target& target,
                                       std::uint16_t tag) const noexcept;
    void deliver(const WireFrame& frame, const Target& target, const Description& description);
    [[nodiscard]] bool look_up_buffers(unsigned queue, unsigned count);
    void copy_payload(const WireFrame& frame, const Target& target, unsigned count);
    void write_back(Queue& queue, const Description& description, std::size_t bytes,
                    unsigned count);
    void refresh_tail(unsigned queue);
    void stop(unsigned queue, MaliciousEvent event);
    [[nodiscard]] unsigned available(const Queue& queue) const noexcept {
        return queue.tail >= queue.head ? queue.tail - queue.head
                                        : queue.tail + queue.settings.length - queue.head;
    }
    [[nodiscard]] bool find_ring(unsigned queue);
    [[nodiscard]] std::uint64_t* word(Queue& queue, unsigned descriptor, unsigned number) noexcept;

    Parts parts_;
    std::vector<Queue> queues_;
    std::vector<std::uint16_t> enabled_;  // queue numbers
    bool paused_ = false;

    std::array<Target, SwitchTable::most_receivers> targets_;
    std::array<std::byte*, hw::rx_buffers_per_frame_max> buffers_{};
};

}  // namespace sluice::i40e::sim
