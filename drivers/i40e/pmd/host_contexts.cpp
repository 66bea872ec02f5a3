// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/host_contexts.hpp"

#include <fmt/format.h>

#include <cstring>
#include <exception>

#include "core/base/check.hpp"
#include "core/base/error.hpp"
#include "core/base/log.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::pmd {

using namespace hw;

namespace {

constexpr std::uint64_t tx_context_bytes = sizeof(Word<TxQueueContext>);
constexpr std::uint64_t rx_context_bytes = sizeof(Word<RxQueueContext>);

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t step) {
    return (value + step - 1) / step * step;
}

constexpr std::uint64_t rx_contexts_after(unsigned tx_queues) {
    return round_up(tx_queues * tx_context_bytes, hmc_object_base_unit_bytes);
}

constexpr std::uint64_t segment_bytes(unsigned tx_queues, unsigned rx_queues) {
    return round_up(rx_contexts_after(tx_queues) + rx_queues * rx_context_bytes, hmc_page_bytes);
}
// The registers cannot name more queues than fit the one segment.
static_assert(segment_bytes(queue_registers_max, queue_registers_max) <= hmc_segment_bytes);

std::uint64_t validated_bytes(Hardware& hardware, unsigned pf, unsigned tx_queues,
                              unsigned rx_queues) {
    check(pf < pf_max, "PF number");
    const unsigned tx_log2 = hardware.bar.read(regs::GLHMC_LANTXOBJSZ).raw;
    const unsigned rx_log2 = hardware.bar.read(regs::GLHMC_LANRXOBJSZ).raw;
    if (tx_log2 != 7 || rx_log2 != 5)
        throw Error(std::errc::not_supported,
                    fmt::format("the device's queue contexts have 2^{} and 2^{} bytes where this "
                                "driver knows 128 for transmit and 32 for receive",
                                tx_log2, rx_log2));
    const unsigned most = hardware.bar.read(regs::GLHMC_LANQMAX).raw;
    if (tx_queues > most || rx_queues > most || tx_queues > queue_registers_max ||
        rx_queues > queue_registers_max)
        throw Error(std::errc::io_error,
                    fmt::format("firmware lists {} transmit and {} receive queues, the device has "
                                "contexts for {} (GLHMC_LANQMAX)",
                                tx_queues, rx_queues, most));
    return segment_bytes(tx_queues, rx_queues);
}

}  // namespace

HostContexts::HostContexts(Hardware& hardware, unsigned pf, unsigned tx_queues, unsigned rx_queues)
    : hardware_(hardware),
      tx_queues_(tx_queues),
      rx_queues_(rx_queues),
      rx_contexts_at_(rx_contexts_after(tx_queues)),
      memory_(hardware.function, validated_bytes(hardware, pf, tx_queues, rx_queues),
              "queue contexts") {
    vfio::Bar& bar = hardware.bar;
    bar.write(regs::GLHMC_LANTXBASE(pf), Word<GlhmcLantxbase>{});
    bar.write(regs::GLHMC_LANTXCNT(pf),
              Word<GlhmcLantxcnt>{}.with(GlhmcLantxcnt::fpmlantxcnt, tx_queues));
    bar.write(regs::GLHMC_LANRXBASE(pf),
              Word<GlhmcLanrxbase>{}.with(
                  GlhmcLanrxbase::fpmlanrxbase,
                  static_cast<std::uint32_t>(rx_contexts_at_ / hmc_object_base_unit_bytes)));
    bar.write(regs::GLHMC_LANRXCNT(pf),
              Word<GlhmcLanrxcnt>{}.with(GlhmcLanrxcnt::fpmlanrxcnt, rx_queues));
    write_segment(true);
    is_given_ = true;
}

// Facts, 4.3: high half, low half, command, back to back.
void HostContexts::write_segment(bool valid) {
    const std::uint64_t address = valid ? memory_.iova() : 0;
    vfio::Bar& bar = hardware_.bar;
    bar.write(regs::PFHMC_SDDATAHIGH, Word<Plain32>{static_cast<std::uint32_t>(address >> 32)});
    bar.write(regs::PFHMC_SDDATALOW, Word<PfhmcSddatalow>{static_cast<std::uint32_t>(address)}
                                         .with(PfhmcSddatalow::pmsdvalid, valid)
                                         .with(PfhmcSddatalow::pmsdtype, true)
                                         .with(PfhmcSddatalow::pmsdbpcount, hmc_pages_per_segment));
    bar.write(regs::PFHMC_SDCMD,
              Word<PfhmcSdcmd>{}.with(PfhmcSdcmd::pmsdidx, 0).with(PfhmcSdcmd::pmsdwr, true));
}

void HostContexts::write(QueueId queue, const Word<RxQueueContext>& context) {
    check(queue.value < rx_queues_, "context of a receive queue that was not laid out");
    const std::uint64_t at = rx_contexts_at_ + queue.value * rx_context_bytes;
    std::memcpy(memory_.bytes().data() + at, &context, sizeof context);
}

void HostContexts::write(QueueId queue, const Word<TxQueueContext>& context) {
    check(queue.value < tx_queues_, "context of a transmit queue that was not laid out");
    const std::uint64_t at = queue.value * tx_context_bytes;
    std::memcpy(memory_.bytes().data() + at, &context, sizeof context);
}

void HostContexts::release() noexcept {
    if (!is_given_) return;
    is_given_ = false;
    try {
        write_segment(false);
        hardware_.flush();
    } catch (const std::exception& error) {
        log::warning("{}: the device keeps its queue contexts: {}", hardware_.function.name(),
                     error.what());
    }
}

}  // namespace sluice::i40e::pmd
