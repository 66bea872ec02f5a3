// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// From a cause to an MSI-X message.
//
//   queue event -> QINT_*CTL.CAUSE_ENA -> MSIX_INDX -> vector n's list -> DYN_CTL.INTENA -> message
//   other event -> PFINT_ICR0 bit, PFINT_ICR0_ENA ----> vector 0       -> DYN_CTL0.INTENA
//
// A vector remembers that it is wanted until it may be sent; sending clears INTENA unless
// GLINT_CTL forbids that, and starts the interval of the ITR that the cause names.

#include <chrono>
#include <cstdint>
#include <vector>

#include "drivers/i40e/hw/registers.hpp"
#include "drivers/i40e/sim/complaints.hpp"
#include "drivers/i40e/sim/dma.hpp"
#include "drivers/i40e/sim/register_file.hpp"

namespace sluice::i40e::sim {

// Of vector 0, besides queues.
enum class OtherCause : std::uint8_t {
    malicious_driver = 19,
    global_reset = 20,
    link_change = 25,
    hmc_error = 26,
    admin_queue = 30,
    software = 31,
};

class Interrupts {
public:
    using Time = std::chrono::nanoseconds;

    Interrupts(unsigned vectors, RegisterFile& registers, Dma& dma, Complaints& complaints);

    void cause(OtherCause cause);
    // A receive or transmit queue wrote back.
    void queue_event(hw::QueueType type, unsigned queue);

    // The driver's accesses.
    [[nodiscard]] std::uint32_t read_icr0();
    void write_dynamic_control(unsigned vector, Word<hw::PfintDynCtl> written);
    void write_icr0_enable(Word<hw::PfintIcr0Ena> written);

    // The time for what follows.
    void set_time(Time now) noexcept { now_ = now; }
    // Sends what an interval held back. True when something was sent.
    bool send_held();
    void reset() noexcept;

    [[nodiscard]] unsigned vectors() const noexcept {
        return static_cast<unsigned>(vectors_.size());
    }

private:
    struct Vector {
        bool wanted = false;
        hw::ItrIndex itr = hw::ItrIndex::none;  // of the cause
        Time not_before{0};
    };

    [[nodiscard]] static Register<hw::PfintDynCtl> control_of(unsigned vector);
    [[nodiscard]] bool is_auto_masked(unsigned vector) const;
    [[nodiscard]] Time interval(unsigned vector, hw::ItrIndex itr) const;
    [[nodiscard]] bool is_listed(hw::QueueType type, unsigned queue, unsigned vector) const;
    [[nodiscard]] std::uint32_t live_causes() const;
    void want(unsigned vector, hw::ItrIndex itr);
    bool send_if_allowed(unsigned vector);

    RegisterFile& registers_;
    Dma& dma_;
    Complaints& complaints_;
    std::vector<Vector> vectors_;
    unsigned wanted_ = 0;       // vectors with `wanted`
    std::uint32_t causes_ = 0;  // PFINT_ICR0 without INTEVENT
    Time now_{0};
};

}  // namespace sluice::i40e::sim
