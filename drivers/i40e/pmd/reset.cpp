// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/reset.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::pmd {

using namespace std::chrono_literals;
using namespace hw;

namespace {

// A reset of the whole device: GRSTDEL times two seconds, at most 16 s (facts, 2.4), and never less
// than one.
std::chrono::milliseconds global_reset_limit(Hardware& hardware) {
    const unsigned polls = hardware.bar.read(regs::GLGEN_RSTCTL)[GlgenRstctl::grstdel] * 20;
    return std::clamp(polls * 100ms, std::chrono::milliseconds(1s), std::chrono::milliseconds(16s));
}

void wait_until_active(Hardware& hardware) {
    const auto active = [&] {
        return hardware.bar.read(regs::GLGEN_RSTAT)[GlgenRstat::devstate] == 0;
    };
    if (!hardware.wait(global_reset_limit(hardware), active, 10ms))
        throw Error(std::errc::timed_out,
                    fmt::format("the device does not come out of reset (GLGEN_RSTAT {:#x}); "
                                "power-cycle the machine",
                                hardware.bar.read(regs::GLGEN_RSTAT).raw));
}

// Both bits are wanted, but Linux and DPDK go on when only one came.
void wait_until_loaded(Hardware& hardware) {
    const auto both = [&] {
        const auto loaded = hardware.bar.read(regs::GLNVM_ULD);
        return loaded[GlnvmUld::conf_core_done] && loaded[GlnvmUld::conf_global_done];
    };
    if (hardware.wait(10s, both, 10ms)) return;
    const auto loaded = hardware.bar.read(regs::GLNVM_ULD);
    if (!loaded[GlnvmUld::conf_core_done] && !loaded[GlnvmUld::conf_global_done])
        throw Error(std::errc::timed_out,
                    fmt::format("the device did not load its configuration from NVM (GLNVM_ULD "
                                "{:#x}); power-cycle the machine",
                                loaded.raw));
}

// Absolute LAN queues of this function; none where the device has not assigned any.
struct QueueRange {
    unsigned first = 0;
    unsigned count = 0;
};

QueueRange queue_range(Hardware& hardware) {
    const auto allocation = hardware.bar.read(regs::PFLAN_QALLOC);
    const unsigned first = allocation[PflanQalloc::firstq];
    const unsigned last = allocation[PflanQalloc::lastq];
    if (!allocation[PflanQalloc::valid]) return {};
    if (last < first || last >= queue_registers_max)
        throw Error(std::errc::io_error,
                    fmt::format("the device claims LAN queues {} to {} (PFLAN_QALLOC {:#x}); is it "
                                "still on the bus?",
                                first, last, allocation.raw));
    return {first, last - first + 1};
}

// Vectors beside the two that the loops of Linux and DPDK leave out; both counts may be less
// (facts, 2.3: an unsigned difference would run through the whole BAR).
unsigned queue_vectors(unsigned vectors, unsigned registers) {
    return vectors < 2 ? 0 : std::min(vectors - 2, registers);
}

void stop_admin_queues(Hardware& hardware) {
    hardware.bar.write(regs::PF_ATQLEN, Word<AqLen>{});
    hardware.bar.write(regs::PF_ARQLEN, Word<AqLen>{});
}

void stop_vectors(Hardware& hardware) {
    vfio::Bar& bar = hardware.bar;
    const auto off = Word<PfintDynCtl>{}.with(PfintDynCtl::itr_indx, ItrIndex::none);
    const auto no_queues = Word<IntLnklst>{}.with(IntLnklst::firstq_indx, queue_list_end);
    const auto counts = bar.read(regs::GLPCI_CNF2);

    bar.write(regs::PFINT_ICR0_ENA, Word<PfintIcr0Ena>{});
    const unsigned vectors =
        queue_vectors(counts[GlpciCnf2::msi_x_pf_n], regs::PFINT_DYN_CTLN.info.count);
    for (unsigned vector = 0; vector < vectors; ++vector)
        bar.write(regs::PFINT_DYN_CTLN(vector), off);
    bar.write(regs::PFINT_LNKLST0, no_queues);
    for (unsigned vector = 0; vector < vectors; ++vector)
        bar.write(regs::PFINT_LNKLSTN(vector), no_queues);

    const auto vfs = bar.read(regs::PF_VT_PFALLOC);
    const unsigned first = vfs[PfVtPfalloc::firstvf], last = vfs[PfVtPfalloc::lastvf];
    if (!vfs[PfVtPfalloc::valid] || last < first) return;
    const unsigned vf_count = std::min(last - first + 1, regs::VPINT_LNKLST0.info.count);
    for (unsigned vf = 0; vf < vf_count; ++vf) bar.write(regs::VPINT_LNKLST0(vf), no_queues);
    const unsigned vf_vectors =
        queue_vectors(counts[GlpciCnf2::msi_x_vf_n], regs::VPINT_LNKLSTN.info.count);
    for (unsigned vector = 0; vector < vf_vectors; ++vector)
        bar.write(regs::VPINT_LNKLSTN(vector), no_queues);
}

// The device is told of each queue's end first, so that no frame is half way through the
// scheduler when the queue goes.
void stop_queues(Hardware& hardware, QueueRange queues) {
    vfio::Bar& bar = hardware.bar;
    for (unsigned queue = queues.first; queue < queues.first + queues.count; ++queue) {
        const auto reg = regs::GLLAN_TXPRE_QDIS(queue / 128);
        bar.write(reg, bar.read(reg)
                           .with(GllanTxpreQdis::qindx, queue % 128)
                           .with(GllanTxpreQdis::clear_qdis, false)
                           .with(GllanTxpreQdis::set_qdis, true));
    }
    hardware.flush();
    hardware.function.pause(400us);
    for (unsigned queue = 0; queue < queues.count; ++queue) {
        bar.write(regs::QINT_TQCTL(queue), Word<QintCtl>{});
        bar.write(regs::QTX_ENA(queue), Word<QueueEna>{});
        bar.write(regs::QINT_RQCTL(queue), Word<QintCtl>{});
        bar.write(regs::QRX_ENA(queue), Word<QueueEna>{});
    }
    hardware.flush();
    hardware.function.pause(50us);
}

}  // namespace

void check_firmware(Hardware& hardware) {
    const auto status = hardware.bar.read(regs::GL_FWSTS);
    if (status[GlFwsts::fws1b] != 0)
        throw Error(std::errc::io_error,
                    fmt::format("the NIC's firmware is in recovery mode, or the NIC is gone "
                                "(GL_FWSTS {:#x}); power-cycle the machine, and if that does not "
                                "help write its NVM anew",
                                status.raw));
    if (!hardware.bar.read(regs::GLNVM_FLA)[GlnvmFla::locked])
        throw Error(std::errc::io_error,
                    "the NIC's NVM is blank (GLNVM_FLA.LOCKED is 0); write its NVM anew");
    wait_until_active(hardware);
    wait_until_loaded(hardware);
}

void quiesce(Hardware& hardware) {
    const QueueRange queues = queue_range(hardware);
    stop_vectors(hardware);
    stop_queues(hardware, queues);
    stop_admin_queues(hardware);
}

void reset_function(Hardware& hardware) {
    wait_until_active(hardware);
    wait_until_loaded(hardware);
    vfio::Bar& bar = hardware.bar;
    bar.write(regs::PFGEN_CTRL, bar.read(regs::PFGEN_CTRL).with(PfgenCtrl::pfswr, true));
    const auto done = [&] { return !bar.read(regs::PFGEN_CTRL)[PfgenCtrl::pfswr]; };
    if (!hardware.wait(1s, done, 1ms))
        throw Error(std::errc::timed_out,
                    "the function's reset did not end within 1 s (PFGEN_CTRL.PFSWR stays 1); reset "
                    "it through the bus, or power-cycle the machine");
    // Another function may have reset the whole device meanwhile.
    wait_until_active(hardware);
}

Identity read_identity(Hardware& hardware) {
    const auto rid = hardware.bar.read(regs::PF_FUNC_RID);
    const bool has_ari = hardware.bar.read(regs::GLPCI_CAPSUP)[GlpciCapsup::ari_en];
    Identity identity;
    // With ARI the device number's bits belong to the function number.
    identity.pf = rid.raw & (has_ari ? 0xFF : 0x07);
    identity.port = hardware.bar.read(regs::PFGEN_PORTNUM)[PfgenPortnum::port_num];
    const QueueRange queues = queue_range(hardware);
    identity.first_queue = queues.first;
    identity.queue_count = queues.count;
    if (identity.pf >= pf_max || identity.queue_count == 0)
        throw Error(std::errc::io_error,
                    fmt::format("the device names this function PF {} with {} LAN queues; the "
                                "driver cannot use it",
                                identity.pf, identity.queue_count));
    return identity;
}

void disable_vector_0(Hardware& hardware) {
    vfio::Bar& bar = hardware.bar;
    bar.write(regs::PFINT_ICR0_ENA, Word<PfintIcr0Ena>{});
    bar.write(regs::PFINT_DYN_CTL0,
              Word<PfintDynCtl>{}.with(PfintDynCtl::itr_indx, ItrIndex::none));
    bar.write(regs::PFINT_LNKLST0, Word<IntLnklst>{}.with(IntLnklst::firstq_indx, queue_list_end));
    (void)bar.read(regs::PFINT_ICR0);  // reading clears
}

}  // namespace sluice::i40e::pmd
