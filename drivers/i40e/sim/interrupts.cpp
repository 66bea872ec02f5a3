// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/interrupts.hpp"

#include <algorithm>

#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::sim {

namespace {

using namespace hw;

constexpr std::uint32_t bit(unsigned position) { return std::uint32_t{1} << position; }
constexpr std::uint32_t int_event = bit(PfintIcr0::intevent.lsb);
constexpr std::uint32_t software_interrupt = bit(PfintIcr0::swint.lsb);
constexpr std::uint32_t queue_causes = 0xffu << PfintIcr0::queue_0.lsb;

const char* name_of(QueueType type) { return type == QueueType::rx ? "receive" : "transmit"; }

}  // namespace

Interrupts::Interrupts(unsigned vectors, RegisterFile& registers, Dma& dma, Complaints& complaints)
    : registers_(registers), dma_(dma), complaints_(complaints), vectors_(vectors) {}

Register<PfintDynCtl> Interrupts::control_of(unsigned vector) {
    return vector == 0 ? regs::PFINT_DYN_CTL0() : regs::PFINT_DYN_CTLN(vector - 1);
}

bool Interrupts::is_auto_masked(unsigned vector) const {
    const auto control = registers_.get(regs::GLINT_CTL());
    return vector == 0 ? !control[GlintCtl::dis_automask_pf0] : !control[GlintCtl::dis_automask_n];
}

Interrupts::Time Interrupts::interval(unsigned vector, ItrIndex itr) const {
    if (itr == ItrIndex::none) return Time(0);
    const auto index = static_cast<std::uint32_t>(itr);
    const auto word = vector == 0 ? registers_.get(regs::PFINT_ITR0(index))
                                  : registers_.get(regs::PFINT_ITRN(index, vector - 1));
    return Time(std::int64_t{word[PfintItr::interval]} * itr_unit_ns);
}

std::uint32_t Interrupts::live_causes() const {
    // Queues and software interrupts have no enable bit of their own here.
    const std::uint32_t enabled = registers_.get(regs::PFINT_ICR0_ENA()).raw;
    return causes_ & (enabled | queue_causes | software_interrupt);
}

void Interrupts::cause(OtherCause cause) {
    causes_ |= bit(static_cast<unsigned>(cause));
    if (live_causes() == 0) return;
    const auto throttle = registers_.get(regs::PFINT_STAT_CTL0());
    want(0, throttle[PfintStatCtl0::other_itr_indx]);
}

bool Interrupts::is_listed(QueueType type, unsigned queue, unsigned vector) const {
    const auto first = vector == 0 ? registers_.get(regs::PFINT_LNKLST0())
                                   : registers_.get(regs::PFINT_LNKLSTN(vector - 1));
    std::uint32_t at = first[IntLnklst::firstq_indx];
    QueueType kind = first[IntLnklst::firstq_type];
    // A list that leads in a circle ends after every queue was seen once.
    for (unsigned step = 0; step < 2 * queue_registers_max && at < queue_registers_max; ++step) {
        if (kind == type && at == queue) return true;
        const auto next = kind == QueueType::rx ? registers_.get(regs::QINT_RQCTL(at))
                                                : registers_.get(regs::QINT_TQCTL(at));
        at = next[QintCtl::nextq_indx];
        kind = next[QintCtl::nextq_type];
    }
    return false;
}

void Interrupts::queue_event(QueueType type, unsigned queue) {
    const auto control = type == QueueType::rx ? registers_.get(regs::QINT_RQCTL(queue))
                                               : registers_.get(regs::QINT_TQCTL(queue));
    if (!control[QintCtl::cause_ena]) return;
    const unsigned vector = control[QintCtl::msix_indx];
    if (vector >= vectors_.size()) {
        complaints_.add("{} queue {} is to interrupt by vector {}; the function has {}",
                        name_of(type), queue, vector, vectors_.size());
        return;
    }
    if (!is_listed(type, queue, vector)) {
        complaints_.add("{} queue {} is to interrupt by vector {} but is not on that vector's list",
                        name_of(type), queue, vector);
        return;
    }
    if (vector == 0) causes_ |= bit(PfintIcr0::queue_0.lsb + control[QintCtl::msix0_indx]);
    want(vector, control[QintCtl::itr_indx]);
}

std::uint32_t Interrupts::read_icr0() {
    const std::uint32_t value = causes_ | (live_causes() != 0 ? int_event : 0);
    causes_ = 0;
    if (vectors_[0].wanted) {
        vectors_[0].wanted = false;
        --wanted_;
    }
    return value;
}

void Interrupts::write_icr0_enable(Word<PfintIcr0Ena> written) {
    const std::uint32_t before = live_causes();
    registers_.set(regs::PFINT_ICR0_ENA(), written);
    if ((live_causes() & ~before) != 0) want(0, ItrIndex::none);
}

void Interrupts::write_dynamic_control(unsigned vector, Word<PfintDynCtl> written) {
    const auto reg = control_of(vector);
    // INTERVAL goes to the ITR that ITR_INDX names; the triggers do not stay.
    const ItrIndex itr = written[PfintDynCtl::itr_indx];
    if (itr != ItrIndex::none) {
        const auto interval =
            Word<PfintItr>{}.with(PfintItr::interval, written[PfintDynCtl::interval]);
        const auto index = static_cast<std::uint32_t>(itr);
        registers_.set(vector == 0 ? regs::PFINT_ITR0(index) : regs::PFINT_ITRN(index, vector - 1),
                       interval);
    }
    const bool keep = written[PfintDynCtl::intena_msk];
    const bool enabled =
        keep ? registers_.get(reg)[PfintDynCtl::intena] : written[PfintDynCtl::intena];
    registers_.set(reg, written.with(PfintDynCtl::intena, enabled)
                            .with(PfintDynCtl::clearpba, false)
                            .with(PfintDynCtl::swint_trig, false)
                            .with(PfintDynCtl::intena_msk, false));
    if (written[PfintDynCtl::swint_trig]) {
        if (vector == 0) causes_ |= software_interrupt;
        const bool throttled = written[PfintDynCtl::sw_itr_indx_ena];
        want(vector, throttled ? written[PfintDynCtl::sw_itr_indx] : ItrIndex::none);
    } else if (enabled) {
        send_if_allowed(vector);
    }
}

void Interrupts::want(unsigned vector, ItrIndex itr) {
    Vector& state = vectors_[vector];
    if (!state.wanted) {
        state.wanted = true;
        ++wanted_;
    }
    state.itr = itr;
    send_if_allowed(vector);
}

bool Interrupts::send_if_allowed(unsigned vector) {
    Vector& state = vectors_[vector];
    const auto reg = control_of(vector);
    const auto control = registers_.get(reg);
    if (!state.wanted || !control[PfintDynCtl::intena]) return false;
    if (state.itr != ItrIndex::none && now_ < state.not_before) return false;
    state.wanted = false;
    --wanted_;
    state.not_before = now_ + interval(vector, state.itr);
    if (is_auto_masked(vector)) registers_.set(reg, control.with(PfintDynCtl::intena, false));
    dma_.raise(vector);
    return true;
}

bool Interrupts::send_held() {
    bool sent = false;
    if (wanted_ == 0) return sent;
    for (unsigned vector = 0; vector < vectors_.size(); ++vector)
        if (vectors_[vector].wanted) sent |= send_if_allowed(vector);
    return sent;
}

void Interrupts::reset() noexcept {
    std::ranges::fill(vectors_, Vector{});
    wanted_ = 0;
    causes_ = 0;
}

}  // namespace sluice::i40e::sim
