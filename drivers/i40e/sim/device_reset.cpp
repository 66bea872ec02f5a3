// SPDX-License-Identifier: BSD-3-Clause

// Power-on values and resets.
//
// A reset takes effect when it is asked for and shows as under way until its time has passed:
// PFGEN_CTRL.PFSWR reads 1, or GLGEN_RSTAT.DEVSTATE is not 0 and GLNVM_ULD is incomplete.

#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/sim/device.hpp"

namespace sluice::i40e::sim {

using namespace hw;

namespace {

constexpr unsigned function = 0;
constexpr unsigned vf_vectors = 5;
constexpr std::uint32_t context_log2_bytes_tx = 7;
constexpr std::uint32_t context_log2_bytes_rx = 5;
constexpr std::uint32_t context_log2_bytes_fcoe = 6;
// Linux refuses a device with fewer.
constexpr std::uint32_t fcoe_filters = 1536;
constexpr std::uint32_t default_least_segment = 64;
// A function number that no function has: IEEE 1588 is nobody's.
constexpr std::uint32_t no_function = 0xF;

Word<GlnvmUld> loaded() {
    return Word<GlnvmUld>{}
        .with(GlnvmUld::conf_core_done, true)
        .with(GlnvmUld::conf_global_done, true);
}

}  // namespace

void Device::define_power_on() {
    auto& r = registers_;
    const unsigned queues = options_.queue_pairs;
    unsigned log2_kb = 0;
    while ((1u << log2_kb) < options_.shadow_ram_kb) ++log2_kb;
    r.set_power_on(regs::GLNVM_ULD(), loaded());
    r.set_power_on(regs::GLNVM_FLA(), Word<GlnvmFla>{}.with(GlnvmFla::locked, true));
    r.set_power_on(
        regs::GLNVM_GENS(),
        Word<GlnvmGens>{}.with(GlnvmGens::nvm_pres, true).with(GlnvmGens::sr_size, log2_kb));
    r.set_power_on(regs::GLNVM_SRCTL(), Word<GlnvmSrctl>{}.with(GlnvmSrctl::done, true));
    r.set_power_on(regs::GLGEN_RSTCTL(), Word<GlgenRstctl>{}.with(GlgenRstctl::grstdel, 1));
    r.set_power_on(regs::GLPCI_CNF2(), Word<GlpciCnf2>{}
                                           .with(GlpciCnf2::msi_x_pf_n, options_.msix_vectors)
                                           .with(GlpciCnf2::msi_x_vf_n, vf_vectors));
    r.set_power_on(regs::GLGEN_PCIFCNCNT(),
                   Word<GlgenPcifcncnt>{}.with(GlgenPcifcncnt::pcipfcnt, 1));
    r.set_power_on(regs::PFPCI_SUBSYSID(), {1});
    r.set_power_on(regs::PFLAN_QALLOC(), Word<PflanQalloc>{}
                                             .with(PflanQalloc::firstq, 0)
                                             .with(PflanQalloc::lastq, queues - 1)
                                             .with(PflanQalloc::valid, true));
    r.set_power_on(regs::GLHMC_LANTXOBJSZ(), {context_log2_bytes_tx});
    r.set_power_on(regs::GLHMC_LANRXOBJSZ(), {context_log2_bytes_rx});
    r.set_power_on(regs::GLHMC_LANQMAX(), {queue_registers_max});
    r.set_power_on(regs::GLHMC_FCOEDDPOBJSZ(), {context_log2_bytes_fcoe});
    r.set_power_on(regs::GLHMC_FCOEFOBJSZ(), {context_log2_bytes_fcoe});
    r.set_power_on(regs::GLHMC_FCOEFMAX(),
                   Word<GlhmcFcoefmax>{}.with(GlhmcFcoefmax::pmfcoefmax, fcoe_filters));
    r.set_power_on(regs::PRTGL_SAH(), Word<PrtglSah>{}.with(PrtglSah::mfs, frame_max_bytes));
    r.set_power_on(regs::PRTTSYN_CTL0(), Word<PrttsynCtl0>{}.with(PrttsynCtl0::pf_id, no_function));
    r.set_power_on(regs::REG_MSS(), Word<RegMss>{}.with(RegMss::min, default_least_segment));
    // One port: the other three are disabled.
    for (unsigned port = 1; port < port_max; ++port)
        r.set_power_on(regs::PRTGEN_CNF(port), Word<PrtgenCnf>{}.with(PrtgenCnf::port_dis, true));
    for (unsigned i = 0; i < 64; ++i) r.set_power_on(regs::GLQF_FD_PCTYPES(i), {i});
    r.set_power_on(regs::GLQF_CTL(), Word<GlqfCtl>{}.with(GlqfCtl::htoep, true));
    rss_.define_power_on();
}

void Device::begin_reset(ResetKind kind) {
    const bool of_function = kind == ResetKind::function;
    if (!of_function) interrupts_.cause(OtherCause::global_reset);
    switch (kind) {
        case ResetKind::function:
            apply_reset(ResetScope::pfr);
            break;
        case ResetKind::core:
            apply_reset(ResetScope::corer);
            break;
        case ResetKind::global:
            apply_reset(ResetScope::globr);
            break;
        case ResetKind::firmware:
            apply_reset(ResetScope::empr);
            break;
    }
    pending_reset_ = {kind, now_ + (of_function ? std::chrono::nanoseconds(function_reset_time)
                                                : std::chrono::nanoseconds(global_reset_time))};
    if (of_function) {
        registers_.set(regs::PFGEN_CTRL(), Word<PfgenCtrl>{}.with(PfgenCtrl::pfswr, true));
    } else {
        registers_.set(regs::GLGEN_RSTAT(),
                       registers_.get(regs::GLGEN_RSTAT()).with(GlgenRstat::devstate, 1));
        registers_.set(regs::GLNVM_ULD(), {});
    }
}

// The function afterwards is as firmware leaves it: queues off, admin queues off, one VSI, nothing
// in flight. Each wider reset also does what the narrower ones do.
void Device::apply_reset(ResetScope scope) {
    registers_.reset(scope);
    receive_engine_.reset();
    transmit_engine_.reset();
    interrupts_.reset();
    host_memory_cache_.reset();
    queue_switches_.clear();
    switching_.reset();
    firmware_.reset();
    rss_.changed();
    if (scope >= ResetScope::globr) link_.reset();
    link_.publish();
    // Drivers take for granted that a reset of the function stops the admin queues, though their
    // registers belong to the reset of the firmware.
    for (const auto& reg : {regs::PF_ATQLEN(), regs::PF_ARQLEN()}) registers_.set(reg, {});
    for (const auto& reg : {regs::PF_ATQH(), regs::PF_ARQH()}) registers_.set(reg, {});
    for (const auto& reg : {regs::PF_ATQT(), regs::PF_ARQT()}) registers_.set(reg, {});
}

void Device::finish_reset() {
    const ResetKind kind = pending_reset_->kind;
    pending_reset_.reset();
    registers_.set(regs::PFGEN_CTRL(), {});
    if (kind == ResetKind::function) return;
    registers_.set(regs::GLGEN_RTRIG(), {});
    registers_.set(regs::GLNVM_ULD(), loaded());
    auto state = registers_.get(regs::GLGEN_RSTAT()).with(GlgenRstat::devstate, 0);
    const auto next = [](std::uint32_t count) { return (count + 1) & 3; };
    switch (kind) {
        case ResetKind::core:
            state = state.with(GlgenRstat::reset_type, ResetType::corer)
                        .with(GlgenRstat::corercnt, next(state[GlgenRstat::corercnt]));
            break;
        case ResetKind::global:
            state = state.with(GlgenRstat::reset_type, ResetType::globr)
                        .with(GlgenRstat::globrcnt, next(state[GlgenRstat::globrcnt]));
            break;
        case ResetKind::firmware:
            state = state.with(GlgenRstat::reset_type, ResetType::empr)
                        .with(GlgenRstat::emprcnt, next(state[GlgenRstat::emprcnt]));
            break;
        case ResetKind::function:
            break;
    }
    registers_.set(regs::GLGEN_RSTAT(), state);
}

// A function-level reset is over when it returns.
void Device::reset() {
    pending_reset_.reset();
    apply_reset(ResetScope::pfr);
    registers_.set(regs::PFGEN_CTRL(), {});
}

}  // namespace sluice::i40e::sim
