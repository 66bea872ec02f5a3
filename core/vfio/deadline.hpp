// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A bounded wait for the device, in the device's own time: on a stepped simulated device each
// pause advances it, so a wait of seconds takes none in a test.

#include <chrono>

#include "core/vfio/function.hpp"

namespace sluice::vfio {

class Deadline {
public:
    Deadline(Function& function, std::chrono::nanoseconds limit)
        : function_(function), end_(function.now() + limit) {}

    // Polls until `holds()` is true or time is up; the last poll comes after the limit. True when
    // it held.
    template <class Predicate>
    [[nodiscard]] bool wait(Predicate holds,
                            std::chrono::nanoseconds interval = std::chrono::microseconds(10)) {
        while (true) {
            const bool last = function_.now() >= end_;
            if (holds()) return true;
            if (last) return false;
            function_.pause(interval);
        }
    }

private:
    Function& function_;
    std::chrono::nanoseconds end_;
};

}  // namespace sluice::vfio
