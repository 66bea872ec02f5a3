// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The two rings between driver and firmware.
//
//   ATQ: the driver fills descriptors up to ATQT; each is done, written back, and only then ATQH
//        moves past it (drivers look at nothing else).
//   ARQ: the driver posts buffers up to ARQT; an event takes the one at ARQH. Without one it is
//        lost, and ARQLEN.OVFL says so.
//
// Registers are the only state: base and length are looked at when there is work, since drivers
// write them after ENABLE.

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "drivers/i40e/hw/admin_queue.hpp"
#include "drivers/i40e/sim/complaints.hpp"
#include "drivers/i40e/sim/dma.hpp"
#include "drivers/i40e/sim/firmware.hpp"
#include "drivers/i40e/sim/interrupts.hpp"
#include "drivers/i40e/sim/register_file.hpp"

namespace sluice::i40e::sim {

class AdminQueue {
public:
    AdminQueue(RegisterFile& registers, Dma& dma, Firmware& firmware, Interrupts& interrupts,
               Complaints& complaints);

    // Does a bounded number of commands. True when there was one.
    bool step(std::chrono::nanoseconds now);

    // Tells the driver something; lost when its queue is off or full.
    template <hw::AdminCommand Event>
    void post(const Event& event, std::span<const std::byte> message = {}) {
        hw::AdminDescriptor descriptor{};
        descriptor.opcode = static_cast<std::uint16_t>(Event::opcode);
        descriptor.set_params(event);
        post_event(descriptor, message);
    }

private:
    struct Ring {
        std::uint64_t base;
        unsigned length;
        unsigned head;
        unsigned tail;
        bool enabled;
    };

    [[nodiscard]] Ring send_ring() const;
    [[nodiscard]] Ring receive_ring() const;
    [[nodiscard]] bool is_sound(const Ring& ring, const char* name, bool& told);
    void execute(std::byte* descriptor, std::chrono::nanoseconds now);
    [[nodiscard]] hw::ReturnCode run(AdminCall& call, std::byte*& host_buffer);
    [[nodiscard]] hw::ReturnCode fetch_buffer(AdminCall& call, AdminShape shape,
                                              std::byte*& host_buffer);
    void post_event(hw::AdminDescriptor event, std::span<const std::byte> message);

    RegisterFile& registers_;
    Dma& dma_;
    Firmware& firmware_;
    Interrupts& interrupts_;
    Complaints& complaints_;
    std::vector<std::byte> buffer_;
    bool send_told_ = false;  // a broken ring is complained about once
    bool receive_told_ = false;
};

}  // namespace sluice::i40e::sim
