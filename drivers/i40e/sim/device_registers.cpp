// SPDX-License-Identifier: BSD-3-Clause

// The driver's register accesses: what is allowed, and what each does besides storing a value
// (facts 12.2).

#include <cstring>

#include <fmt/format.h>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/sim/device.hpp"

namespace sluice::i40e::sim {

using namespace hw;

namespace {

bool is(const RegisterPlace& place, const RegisterInfo& info) {
    return place.info->base == info.base;
}

// Families with one register for each of the function's queues.
constexpr const RegisterInfo* per_queue[] = {
    &regs::QTX_ENA.info,  &regs::QRX_ENA.info,  &regs::QTX_CTL.info,    &regs::QTX_TAIL.info,
    &regs::QRX_TAIL.info, &regs::QTX_HEAD.info, &regs::QINT_RQCTL.info, &regs::QINT_TQCTL.info,
};
// And for each of its vectors but the first.
constexpr const RegisterInfo* per_vector[] = {
    &regs::PFINT_DYN_CTLN.info,
    &regs::PFINT_LNKLSTN.info,
    &regs::PFINT_RATEN.info,
};
// Registers that RSS is derived from.
constexpr const RegisterInfo* of_rss[] = {
    &regs::PFQF_HENA.info,  &regs::PFQF_HKEY.info,       &regs::PFQF_HLUT.info,
    &regs::PFQF_CTL_0.info, &regs::GLQF_HASH_INSET.info,
};

template <std::size_t N>
bool is_one_of(const RegisterPlace& place, const RegisterInfo* const (&families)[N]) {
    for (const RegisterInfo* info : families)
        if (is(place, *info)) return true;
    return false;
}

}  // namespace

std::string Device::name_of(const RegisterPlace& place) {
    const RegisterInfo& info = *place.info;
    if (info.minor_count > 1) return fmt::format("{}({}, {})", info.name, place.index, place.minor);
    if (info.count > 1) return fmt::format("{}({})", info.name, place.index);
    return std::string(info.name);
}

void Device::read(vfio::Region region, std::uint64_t offset, std::span<std::byte> into) {
    std::memset(into.data(), 0, into.size());
    if (region != vfio::Region::bar0) return;
    const RegisterPlace place = RegisterFile::find(offset & ~std::uint64_t{3});
    if (place.info == nullptr) {
        complaints_.add("read of {:#x}, where no register is", offset);
        return;
    }
    const bool whole =
        into.size() == 4 || (into.size() == 8 && place.info->width_bytes == 8 && place.byte == 0);
    if (!whole || offset % into.size() != 0) {
        complaints_.add("read of {} bytes at {:#x} ({}): registers are read as a whole",
                        into.size(), offset, name_of(place));
        return;
    }
    for (std::size_t at = 0; at < into.size(); at += 4) {
        const auto dword = static_cast<std::uint32_t>(offset + at);
        store_unaligned(into.data() + at, le32(read_register(place, dword)));
    }
}

void Device::write(vfio::Region region, std::uint64_t offset, std::span<const std::byte> from) {
    if (region != vfio::Region::bar0) return;
    const RegisterPlace place = RegisterFile::find(offset & ~std::uint64_t{3});
    if (place.info == nullptr) {
        complaints_.add("write to {:#x}, where no register is", offset);
        return;
    }
    if (from.size() != 4 || offset % 4 != 0) {
        complaints_.add("write of {} bytes at {:#x} ({}): registers are written as 4 bytes",
                        from.size(), offset, name_of(place));
        return;
    }
    write_register(place, static_cast<std::uint32_t>(offset),
                   load_unaligned<le32>(from.data()).value());
}

std::uint32_t Device::read_register(const RegisterPlace& place, std::uint32_t offset) {
    if (is(place, regs::PFINT_ICR0.info)) return interrupts_.read_icr0();
    if (is(place, regs::GLVFGEN_TIMER.info))
        return static_cast<std::uint32_t>(
            std::chrono::duration_cast<std::chrono::microseconds>(now_).count());
    const std::uint32_t value = registers_.dword(offset);
    if (place.info->access == Access::rc) registers_.set_dword(offset, 0);
    return value;
}

// Queue and vector registers beyond what the function was given belong to others.
bool Device::is_index_ours(const RegisterPlace& place) {
    unsigned most = place.info->count;
    unsigned index = place.index;
    if (is_one_of(place, per_queue)) most = options_.queue_pairs;
    if (is_one_of(place, per_vector)) most = options_.msix_vectors - 1;
    if (is(place, regs::PFINT_ITRN.info)) {
        most = options_.msix_vectors - 1;
        index = place.minor;
    }
    if (index < most) return true;
    complaints_.add("write to {}: the function has only {} of them", name_of(place), most);
    return false;
}

bool Device::is_write_allowed(const RegisterPlace& place, std::uint32_t value) {
    const RegisterInfo& info = *place.info;
    if (info.access == Access::ro || info.access == Access::rc) {
        complaints_.add("write of {:#x} to {}, which is read only", value, name_of(place));
        return false;
    }
    // Ones that clear are written by the word.
    const std::uint64_t defined = info.defined_bits() >> (8 * place.byte);
    const std::uint32_t reserved = value & ~static_cast<std::uint32_t>(defined);
    if (!info.fields.empty() && reserved != 0 && info.access != Access::w1c)
        complaints_.add("write of {:#x} to {} sets reserved bits {:#x}", value, name_of(place),
                        reserved);
    return is_index_ours(place);
}

void Device::write_register(const RegisterPlace& place, std::uint32_t offset, std::uint32_t value) {
    if (!is_write_allowed(place, value)) return;
    const unsigned index = place.index;
    if (is(place, regs::QRX_ENA.info)) return write_queue_enable(QueueType::rx, index, {value});
    if (is(place, regs::QTX_ENA.info)) return write_queue_enable(QueueType::tx, index, {value});
    if (is(place, regs::QRX_TAIL.info)) return write_doorbell(QueueType::rx, index, value);
    if (is(place, regs::QTX_TAIL.info)) return write_doorbell(QueueType::tx, index, value);
    if (is(place, regs::GLLAN_TXPRE_QDIS.info)) return write_transmit_announcement(place, {value});
    if (is(place, regs::GLNVM_SRCTL.info)) return write_shadow_ram_control({value});
    if (is(place, regs::PFINT_DYN_CTL0.info)) return interrupts_.write_dynamic_control(0, {value});
    if (is(place, regs::PFINT_DYN_CTLN.info))
        return interrupts_.write_dynamic_control(index + 1, {value});
    if (is(place, regs::PFINT_ICR0_ENA.info)) return interrupts_.write_icr0_enable({value});
    if (is(place, regs::PFGEN_CTRL.info)) {
        if (Word<PfgenCtrl>{value}[PfgenCtrl::pfswr] && !is_resetting())
            begin_reset(ResetKind::function);
        return;
    }
    if (is(place, regs::GLGEN_RTRIG.info)) {
        const Word<GlgenRtrig> trigger{value};
        if (trigger[GlgenRtrig::empfwr])
            begin_reset(ResetKind::firmware);
        else if (trigger[GlgenRtrig::globr])
            begin_reset(ResetKind::global);
        else if (trigger[GlgenRtrig::corer])
            begin_reset(ResetKind::core);
        return;
    }
    if (place.info->access == Access::w1c) {
        registers_.set_dword(offset, registers_.dword(offset) & ~value);
        return;
    }
    if (is(place, regs::GLQF_PCNT.info)) {
        // Any value clears the counter.
        if (value != 0) registers_.set_dword(offset, 0);
        return;
    }
    if (is(place, regs::PFQF_CTL_1.info)) return;  // the table is empty at once
    const bool starts_admin_queue =
        (is(place, regs::PF_ATQLEN.info) || is(place, regs::PF_ARQLEN.info)) &&
        Word<AqLen>{value}[AqLen::enable];
    if (starts_admin_queue && is_resetting()) {
        complaints_.add("{} enabled while the function is being reset", name_of(place));
        return;
    }
    registers_.set_dword(offset, value);
    if (is(place, regs::PFHMC_SDCMD.info)) host_memory_cache_.command({value});
    if (is(place, regs::PFHMC_PDINV.info)) host_memory_cache_.invalidate_page({value});
    if (is_one_of(place, of_rss)) rss_.changed();
}

// The request is noted here and answered in the next step.
void Device::write_queue_enable(QueueType type, unsigned queue, Word<QueueEna> written) {
    const auto reg = type == QueueType::rx ? regs::QRX_ENA(queue) : regs::QTX_ENA(queue);
    const bool is_on = registers_.get(reg)[QueueEna::qena_stat];
    const bool wanted = written[QueueEna::qena_req];
    if (wanted && is_resetting()) {
        complaints_.add("{} queue {} switched on while the function is being reset",
                        type == QueueType::rx ? "receive" : "transmit", queue);
        return;
    }
    // The status bit is the device's.
    registers_.set(reg, written.with(QueueEna::qena_stat, is_on));
    if (wanted != is_on) queue_switches_.push_back({type, queue});
}

void Device::write_transmit_announcement(const RegisterPlace& place, Word<GllanTxpreQdis> written) {
    const bool set = written[GllanTxpreQdis::set_qdis];
    const bool clear = written[GllanTxpreQdis::clear_qdis];
    constexpr unsigned queues_a_register = 128;
    const unsigned index = written[GllanTxpreQdis::qindx];
    if (index >= queues_a_register)
        complaints_.add("{}: QINDX {} is not below {}", name_of(place), index, queues_a_register);
    else if (set != clear)
        transmit_engine_.announce(place.index * queues_a_register + index, set);
    // What was asked for does not read back as a request.
    registers_.set(regs::GLLAN_TXPRE_QDIS(place.index), Word<GllanTxpreQdis>{}
                                                            .with(GllanTxpreQdis::qindx, index)
                                                            .with(GllanTxpreQdis::qdis_stat, set));
}

void Device::write_shadow_ram_control(Word<GlnvmSrctl> written) {
    const unsigned at = written[GlnvmSrctl::addr];
    if (!written[GlnvmSrctl::start]) {
        registers_.set(regs::GLNVM_SRCTL(), written);
        return;
    }
    if (!registers_.get(regs::GLNVM_SRCTL())[GlnvmSrctl::done])
        complaints_.add("GLNVM_SRCTL started while the word before is not done");
    if (!semaphore_.is_held(now_))
        complaints_.add("shadow RAM word {:#x} read without holding the NVM", at);
    if (written[GlnvmSrctl::write]) {
        complaints_.add("shadow RAM word {:#x} is to be written, which the model does not do", at);
    } else if (at >= shadow_ram_.words()) {
        complaints_.add("shadow RAM word {:#x} read; there are {:#x}", at, shadow_ram_.words());
    } else {
        registers_.set(regs::GLNVM_SRDATA(),
                       Word<GlnvmSrdata>{}.with(GlnvmSrdata::rddata, shadow_ram_.word(at)));
    }
    registers_.set(regs::GLNVM_SRCTL(),
                   Word<GlnvmSrctl>{}.with(GlnvmSrctl::addr, at).with(GlnvmSrctl::done, true));
}

// Only where doorbell pages are not mapped.
void Device::write_doorbell(QueueType type, unsigned queue, std::uint32_t value) {
    registers_.set_dword(
        type == QueueType::rx ? regs::QRX_TAIL(queue).offset : regs::QTX_TAIL(queue).offset, value);
}

}  // namespace sluice::i40e::sim
