// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/queue_switch.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::pmd {

using namespace std::chrono_literals;
using namespace hw;

namespace {

constexpr auto switch_limit = 1s;  // DPDK's; the device takes some ten microseconds

// STAT may be 0 before the last frame has been written (facts, 11; Linux waits as long).
constexpr auto settle_time = 50ms;

bool wait_for(Hardware& hardware, QueueId queue, bool wanted) {
    const auto has_followed = [&] {
        return hardware.bar.read(regs::QRX_ENA(queue.value))[QueueEna::qena_stat] == wanted;
    };
    return hardware.wait(switch_limit, has_followed, 10us);
}

void request(Hardware& hardware, QueueId queue, bool wanted) {
    const auto reg = regs::QRX_ENA(queue.value);
    hardware.bar.write(reg, hardware.bar.read(reg).with(QueueEna::qena_req, wanted));
}

// The device's transmit scheduler hears of a queue's end before it comes.
void announce_end(Hardware& hardware, unsigned absolute_queue) {
    if (absolute_queue / 128 >= regs::GLLAN_TXPRE_QDIS.info.count) return;
    const auto reg = regs::GLLAN_TXPRE_QDIS(absolute_queue / 128);
    hardware.bar.write(reg, hardware.bar.read(reg)
                                .with(GllanTxpreQdis::qindx, absolute_queue % 128)
                                .with(GllanTxpreQdis::clear_qdis, false)
                                .with(GllanTxpreQdis::set_qdis, true));
}

}  // namespace

void switch_rx_on(Hardware& hardware, QueueId queue) {
    const auto is_settled = [&] {
        const auto ena = hardware.bar.read(regs::QRX_ENA(queue.value));
        return ena[QueueEna::qena_req] == ena[QueueEna::qena_stat];
    };
    const bool was_settled = hardware.wait(switch_limit, is_settled, 10us);
    if (was_settled) request(hardware, queue, true);
    if (!was_settled || !wait_for(hardware, queue, true))
        throw Error(std::errc::timed_out,
                    fmt::format("receive queue {} did not start within {} s (QRX_ENA {:#x}); its "
                                "context may be refused, or the device hangs",
                                queue.value, switch_limit.count(),
                                hardware.bar.read(regs::QRX_ENA(queue.value)).raw));
}

bool switch_off(Hardware& hardware, unsigned first_tx_queue, std::span<const QueueId> queues) {
    for (const QueueId queue : queues) announce_end(hardware, first_tx_queue + queue.value);
    for (const QueueId queue : queues) request(hardware, queue, false);
    bool stopped = true;
    for (const QueueId queue : queues) stopped = stopped && wait_for(hardware, queue, false);
    hardware.function.pause(settle_time);
    return stopped;
}

}  // namespace sluice::i40e::pmd
