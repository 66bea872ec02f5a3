// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Registers of the receive path (PFQF_CTL_0, PFQF_HENA, GLQF_*, PRTQF_*): firmware reads and writes
// them on the driver's behalf from admin API 1.5 on, since accesses from outside can disturb
// traffic. Where firmware will not, they are accessed directly, as Linux and DPDK do (facts, 3.6,
// 3.7, 12.1).

#include <cstdint>

#include "core/base/register.hpp"
#include "drivers/i40e/pmd/admin_queue.hpp"
#include "drivers/i40e/pmd/hardware.hpp"

namespace sluice::i40e::pmd {

class RxControl {
public:
    RxControl(Hardware& hardware, AdminQueue& admin) : hardware_(hardware), admin_(admin) {}

    // Both throw Error only when the admin queue does not answer.
    template <class Layout>
    [[nodiscard]] Word<Layout> read(Register<Layout> reg) {
        std::uint32_t value = 0;
        if (read_through_firmware(reg.offset, value)) return {value};
        return hardware_.bar.read(reg);
    }
    template <class Layout>
    void write(Register<Layout> reg, Word<Layout> word) {
        if (!write_through_firmware(reg.offset, word.raw)) hardware_.bar.write(reg, word);
    }

private:
    [[nodiscard]] bool read_through_firmware(std::uint32_t offset, std::uint32_t& value);
    [[nodiscard]] bool write_through_firmware(std::uint32_t offset, std::uint32_t value);

    Hardware& hardware_;
    AdminQueue& admin_;
};

}  // namespace sluice::i40e::pmd
