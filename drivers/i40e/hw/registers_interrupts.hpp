// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Registers of interrupts. Vector 0 has registers of its own (...0); those of vector
// n + 1 are ...N(n). Vectors walk a list of queues: a LNKLST register names the first, each QINT
// register the next, queue_list_end none.

#include <array>
#include <cstdint>

#include "core/base/field.hpp"
#include "core/base/register.hpp"
#include "drivers/i40e/hw/register_layouts.hpp"

namespace sluice::i40e::hw {

struct PfintIcr0 {
    using raw = std::uint32_t;
    static constexpr Flag<PfintIcr0, 0> intevent{};
    static constexpr Flag<PfintIcr0, 1> queue_0{};
    static constexpr Flag<PfintIcr0, 2> queue_1{};
    static constexpr Flag<PfintIcr0, 3> queue_2{};
    static constexpr Flag<PfintIcr0, 4> queue_3{};
    static constexpr Flag<PfintIcr0, 5> queue_4{};
    static constexpr Flag<PfintIcr0, 6> queue_5{};
    static constexpr Flag<PfintIcr0, 7> queue_6{};
    static constexpr Flag<PfintIcr0, 8> queue_7{};
    static constexpr Flag<PfintIcr0, 16> ecc_err{};
    static constexpr Flag<PfintIcr0, 19> mal_detect{};
    static constexpr Flag<PfintIcr0, 20> grst{};
    static constexpr Flag<PfintIcr0, 21> pci_exception{};
    static constexpr Flag<PfintIcr0, 22> gpio{};
    static constexpr Flag<PfintIcr0, 23> timesync{};
    static constexpr Flag<PfintIcr0, 24> storm_detect{};
    static constexpr Flag<PfintIcr0, 25> link_stat_change{};
    static constexpr Flag<PfintIcr0, 26> hmc_err{};
    static constexpr Flag<PfintIcr0, 28> pe_criterr{};
    static constexpr Flag<PfintIcr0, 29> vflr{};
    static constexpr Flag<PfintIcr0, 30> adminq{};
    static constexpr Flag<PfintIcr0, 31> swint{};
    using fields =
        FieldList<intevent, queue_0, queue_1, queue_2, queue_3, queue_4, queue_5, queue_6, queue_7,
                  ecc_err, mal_detect, grst, pci_exception, gpio, timesync, storm_detect,
                  link_stat_change, hmc_err, pe_criterr, vflr, adminq, swint>;
};

struct PfintIcr0Ena {
    using raw = std::uint32_t;
    static constexpr Flag<PfintIcr0Ena, 16> ecc_err{};
    static constexpr Flag<PfintIcr0Ena, 19> mal_detect{};
    static constexpr Flag<PfintIcr0Ena, 20> grst{};
    static constexpr Flag<PfintIcr0Ena, 21> pci_exception{};
    static constexpr Flag<PfintIcr0Ena, 22> gpio{};
    static constexpr Flag<PfintIcr0Ena, 23> timesync{};
    static constexpr Flag<PfintIcr0Ena, 24> storm_detect{};
    static constexpr Flag<PfintIcr0Ena, 25> link_stat_change{};
    static constexpr Flag<PfintIcr0Ena, 26> hmc_err{};
    static constexpr Flag<PfintIcr0Ena, 28> pe_criterr{};
    static constexpr Flag<PfintIcr0Ena, 29> vflr{};
    static constexpr Flag<PfintIcr0Ena, 30> adminq{};
    static constexpr Flag<PfintIcr0Ena, 31> rsvd{};
    using fields = FieldList<ecc_err, mal_detect, grst, pci_exception, gpio, timesync, storm_detect,
                             link_stat_change, hmc_err, pe_criterr, vflr, adminq, rsvd>;
};

struct PfintDynCtl {
    using raw = std::uint32_t;
    static constexpr Flag<PfintDynCtl, 0> intena{};
    static constexpr Flag<PfintDynCtl, 1> clearpba{};  // clear the pending bit
    static constexpr Flag<PfintDynCtl, 2> swint_trig{};
    static constexpr Field<PfintDynCtl, 3, 2, ItrIndex> itr_indx{};  // which ITR `interval` sets
    static constexpr Bits<PfintDynCtl, 5, 12> interval{};            // 2 us units
    static constexpr Flag<PfintDynCtl, 24> sw_itr_indx_ena{};
    static constexpr Field<PfintDynCtl, 25, 2, ItrIndex> sw_itr_indx{};
    static constexpr Flag<PfintDynCtl, 30> wb_on_itr{};   // X722
    static constexpr Flag<PfintDynCtl, 31> intena_msk{};  // leave intena as it is
    using fields = FieldList<intena, clearpba, swint_trig, itr_indx, interval, sw_itr_indx_ena,
                             sw_itr_indx, wb_on_itr, intena_msk>;
};

struct PfintItr {
    using raw = std::uint32_t;
    static constexpr Bits<PfintItr, 0, 12> interval{};  // 2 us units
    using fields = FieldList<interval>;
};

struct PfintRaten {
    using raw = std::uint32_t;
    static constexpr Bits<PfintRaten, 0, 6> interval{};  // 4 us units
    static constexpr Flag<PfintRaten, 6> intrl_ena{};
    using fields = FieldList<interval, intrl_ena>;
};

struct IntLnklst {
    using raw = std::uint32_t;
    static constexpr Bits<IntLnklst, 0, 11> firstq_indx{};
    static constexpr Field<IntLnklst, 11, 2, QueueType> firstq_type{};
    using fields = FieldList<firstq_indx, firstq_type>;
};

struct PfintStatCtl0 {
    using raw = std::uint32_t;
    static constexpr Field<PfintStatCtl0, 2, 2, ItrIndex> other_itr_indx{};
    using fields = FieldList<other_itr_indx>;
};

struct QintCtl {
    using raw = std::uint32_t;
    static constexpr Bits<QintCtl, 0, 8> msix_indx{};
    static constexpr Field<QintCtl, 11, 2, ItrIndex> itr_indx{};
    static constexpr Bits<QintCtl, 13, 3> msix0_indx{};
    static constexpr Bits<QintCtl, 16, 11> nextq_indx{};
    static constexpr Field<QintCtl, 27, 2, QueueType> nextq_type{};
    static constexpr Flag<QintCtl, 30> cause_ena{};
    static constexpr Flag<QintCtl, 31> intevent{};
    using fields =
        FieldList<msix_indx, itr_indx, msix0_indx, nextq_indx, nextq_type, cause_ena, intevent>;
};
using QintRqctl = QintCtl;
using QintTqctl = QintCtl;

struct GlintCtl {
    using raw = std::uint32_t;
    static constexpr Flag<GlintCtl, 0> dis_automask_pf0{};
    static constexpr Flag<GlintCtl, 1> dis_automask_vf0{};
    static constexpr Flag<GlintCtl, 2> dis_automask_n{};
    using fields = FieldList<dis_automask_pf0, dis_automask_vf0, dis_automask_n>;
};

namespace regs {

// Causes of vector 0.
inline constexpr SingleRegister<PfintIcr0> PFINT_ICR0{"PFINT_ICR0", 0x38780, rc, corer};
inline constexpr SingleRegister<PfintIcr0Ena> PFINT_ICR0_ENA{"PFINT_ICR0_ENA", 0x38800, rw, corer};
inline constexpr SingleRegister<PfintDynCtl> PFINT_DYN_CTL0{"PFINT_DYN_CTL0", 0x38480, rw, pfr};
inline constexpr RegisterArray<PfintDynCtl> PFINT_DYN_CTLN{
    "PFINT_DYN_CTLN", 0x34800, 4, 512, rw, pfr};
// Indexed by ItrIndex.
inline constexpr RegisterArray<PfintItr> PFINT_ITR0{"PFINT_ITR0", 0x38000, 128, 3, rw, pfr};
// Indexed by ItrIndex and vector.
inline constexpr RegisterTable<PfintItr> PFINT_ITRN{"PFINT_ITRN", 0x30000, 2048, 3, 4,
                                                    512,          rw,      pfr};
inline constexpr SingleRegister<Plain32> PFINT_RATE0{"PFINT_RATE0", 0x38580, rw, pfr};
inline constexpr RegisterArray<PfintRaten> PFINT_RATEN{"PFINT_RATEN", 0x35800, 4, 512, rw, pfr};
inline constexpr SingleRegister<IntLnklst> PFINT_LNKLST0{"PFINT_LNKLST0", 0x38500, rw, pfr};
inline constexpr RegisterArray<IntLnklst> PFINT_LNKLSTN{"PFINT_LNKLSTN", 0x35000, 4, 512, rw, pfr};
inline constexpr RegisterArray<IntLnklst> VPINT_LNKLST0{"VPINT_LNKLST0", 0x2A800, 4, 128, rw, vfr};
inline constexpr RegisterArray<IntLnklst> VPINT_LNKLSTN{"VPINT_LNKLSTN", 0x25000, 4, 512, rw, vfr};
inline constexpr SingleRegister<PfintStatCtl0> PFINT_STAT_CTL0{"PFINT_STAT_CTL0", 0x38400, rw,
                                                               corer};
inline constexpr RegisterArray<QintCtl> QINT_RQCTL{"QINT_RQCTL", 0x3A000, 4, 1536, rw, corer};
inline constexpr RegisterArray<QintCtl> QINT_TQCTL{"QINT_TQCTL", 0x3C000, 4, 1536, rw, corer};
inline constexpr SingleRegister<GlintCtl> GLINT_CTL{"GLINT_CTL", 0x3F800, rw, corer};
// Queues of the RDMA engine.
inline constexpr SingleRegister<Plain32> PFINT_AEQCTL{"PFINT_AEQCTL", 0x38700, rw, corer};
inline constexpr RegisterArray<Plain32> PFINT_CEQCTL{"PFINT_CEQCTL", 0x36800, 4, 512, rw, corer};

inline constexpr std::array interrupt_registers{
    PFINT_ICR0.info,      PFINT_ICR0_ENA.info, PFINT_DYN_CTL0.info, PFINT_DYN_CTLN.info,
    PFINT_ITR0.info,      PFINT_ITRN.info,     PFINT_RATE0.info,    PFINT_RATEN.info,
    PFINT_LNKLST0.info,   PFINT_LNKLSTN.info,  VPINT_LNKLST0.info,  VPINT_LNKLSTN.info,
    PFINT_STAT_CTL0.info, QINT_RQCTL.info,     QINT_TQCTL.info,     GLINT_CTL.info,
    PFINT_AEQCTL.info,    PFINT_CEQCTL.info};

}  // namespace regs

}  // namespace sluice::i40e::hw
