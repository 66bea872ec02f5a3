// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What every part of the control path needs of a function: its registers and its clock. Owned by
// the Device, one thread at a time. Errors thrown by the parts do not name the function; the
// Device puts its name and what it was doing in front.

#include <chrono>

#include "core/vfio/bar.hpp"
#include "core/vfio/deadline.hpp"
#include "core/vfio/function.hpp"
#include "drivers/i40e/hw/registers.hpp"

namespace sluice::i40e::pmd {

struct Hardware {
    // Throws Error when BAR 0 is missing or too small to hold the registers of a 700-series
    // function. The highest one used is checked for, as Linux does (facts, 1.2).
    explicit Hardware(vfio::Function& vfio_function)
        : function(vfio_function),
          bar(vfio_function, vfio::Region::bar0, hw::regs::GLGEN_STAT_CLEAR.info.last_byte() + 1) {}
    Hardware(const Hardware&) = delete;
    Hardware& operator=(const Hardware&) = delete;

    // Reads a register whose value does not matter: posted writes have arrived when it returns.
    void flush() { (void)bar.read(hw::regs::GLGEN_STAT); }

    // True when `holds()` became true within `limit` of the device's time.
    template <class Predicate>
    [[nodiscard]] bool wait(std::chrono::nanoseconds limit, Predicate holds,
                            std::chrono::nanoseconds interval = std::chrono::microseconds(10)) {
        return vfio::Deadline(function, limit).wait(holds, interval);
    }

    vfio::Function& function;
    vfio::Bar bar;
};

}  // namespace sluice::i40e::pmd
