// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Malicious-driver detection: a queue that was given nonsense is stopped, and the place is told in
// GL_MDET_*, PF_MDET_* and by an interrupt.

#include <cstdint>

#include "drivers/i40e/sim/interrupts.hpp"
#include "drivers/i40e/sim/register_file.hpp"

namespace sluice::i40e::sim {

// Numbers of our own: the datasheet's are not public. Only that one is set matters to drivers.
enum class MaliciousEvent : std::uint8_t { bad_tail = 1, bad_descriptor = 2, bad_address = 3 };

class MaliciousDriver {
public:
    MaliciousDriver(RegisterFile& registers, Interrupts& interrupts)
        : registers_(registers), interrupts_(interrupts) {}

    void receive(unsigned queue, MaliciousEvent event) {
        using namespace hw;
        registers_.set(regs::GL_MDET_RX(),
                       Word<GlMdetRx>{}
                           .with(GlMdetRx::event, static_cast<std::uint32_t>(event))
                           .with(GlMdetRx::queue, queue)
                           .with(GlMdetRx::valid, true));
        registers_.set(regs::PF_MDET_RX(), Word<MdetValid>{}.with(MdetValid::valid, true));
        interrupts_.cause(OtherCause::malicious_driver);
    }
    void transmit(unsigned queue, MaliciousEvent event) {
        using namespace hw;
        registers_.set(regs::GL_MDET_TX(),
                       Word<GlMdetTx>{}
                           .with(GlMdetTx::event, static_cast<std::uint32_t>(event))
                           .with(GlMdetTx::queue, queue)
                           .with(GlMdetTx::valid, true));
        registers_.set(regs::PF_MDET_TX(), Word<MdetValid>{}.with(MdetValid::valid, true));
        interrupts_.cause(OtherCause::malicious_driver);
    }

private:
    RegisterFile& registers_;
    Interrupts& interrupts_;
};

}  // namespace sluice::i40e::sim
