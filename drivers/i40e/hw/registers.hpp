// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Every register that Sluice, its simulated device, Linux's driver or DPDK's may touch.
//
//   bar.write(regs::QRX_ENA(queue), bar.read(regs::QRX_ENA(queue)).with(QrxEna::qena_req, true));
//
// `regs::all` is the same facts as data: for the register dump, the write trace and the simulated
// device's access rules.

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/register.hpp"
#include "drivers/i40e/hw/register_check.hpp"
#include "drivers/i40e/hw/registers_admin.hpp"
#include "drivers/i40e/hw/registers_filters.hpp"
#include "drivers/i40e/hw/registers_global.hpp"
#include "drivers/i40e/hw/registers_hmc.hpp"
#include "drivers/i40e/hw/registers_interrupts.hpp"
#include "drivers/i40e/hw/registers_port.hpp"
#include "drivers/i40e/hw/registers_queues.hpp"
#include "drivers/i40e/hw/registers_statistics.hpp"

namespace sluice::i40e::hw {

namespace detail {

template <std::size_t... Sizes>
consteval auto concatenate(const std::array<RegisterInfo, Sizes>&... lists) {
    std::array<RegisterInfo, (Sizes + ...)> joined{};
    auto to = joined.begin();
    ((to = std::copy(lists.begin(), lists.end(), to)), ...);
    return joined;
}

}  // namespace detail

namespace regs {

inline constexpr auto all = detail::concatenate(
    global_registers, admin_registers, hmc_registers, queue_registers, interrupt_registers,
    filter_registers, statistics_registers, port_registers);
static_assert(is_consistent(all), "registers share a name or a word, or lie outside the BAR");

}  // namespace regs

}  // namespace sluice::i40e::hw
