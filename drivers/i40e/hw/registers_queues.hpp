// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Registers of the LAN queues. Indices are relative to the function, but those of
// GLLAN_TXPRE_QDIS: it serves 128 absolute queues a register, named by QINDX.

#include <array>
#include <cstdint>

#include "core/base/field.hpp"
#include "core/base/register.hpp"
#include "drivers/i40e/hw/register_layouts.hpp"

namespace sluice::i40e::hw {

struct QueueEna {
    using raw = std::uint32_t;
    static constexpr Flag<QueueEna, 0> qena_req{};  // the driver asks
    static constexpr Flag<QueueEna, 1> fast_qdis{};
    static constexpr Flag<QueueEna, 2> qena_stat{};  // the device answers
    using fields = FieldList<qena_req, fast_qdis, qena_stat>;
};
using QrxEna = QueueEna;
using QtxEna = QueueEna;

struct QtxCtl {
    using raw = std::uint32_t;
    static constexpr Field<QtxCtl, 0, 2, QueueOwner> pfvf_q{};
    static constexpr Bits<QtxCtl, 2, 4> pf_indx{};    // PF number
    static constexpr Bits<QtxCtl, 7, 9> vfvm_indx{};  // VF or VSI number
    using fields = FieldList<pfvf_q, pf_indx, vfvm_indx>;
};

struct QueueTail {
    using raw = std::uint32_t;
    static constexpr Bits<QueueTail, 0, 13> tail{};
    using fields = FieldList<tail>;
};
using QrxTail = QueueTail;
using QtxTail = QueueTail;

struct QtxHead {
    using raw = std::uint32_t;
    static constexpr Bits<QtxHead, 0, 13> head{};
    static constexpr Flag<QtxHead, 16> rs_pending{};
    using fields = FieldList<head, rs_pending>;
};

struct GllanTxpreQdis {
    using raw = std::uint32_t;
    static constexpr Bits<GllanTxpreQdis, 0, 11> qindx{};  // absolute queue modulo 128
    static constexpr Flag<GllanTxpreQdis, 16> qdis_stat{};
    static constexpr Flag<GllanTxpreQdis, 30> set_qdis{};
    static constexpr Flag<GllanTxpreQdis, 31> clear_qdis{};
    using fields = FieldList<qindx, qdis_stat, set_qdis, clear_qdis>;
};

struct RegMss {
    using raw = std::uint32_t;
    static constexpr Bits<RegMss, 16, 10> min{};  // bytes
    using fields = FieldList<min>;
};

struct GlSwtL2tagctrl {
    using raw = std::uint32_t;
    static constexpr Bits<GlSwtL2tagctrl, 16, 16> ethertype{};
    using fields = FieldList<ethertype>;
};

struct PrtL2tagsen {
    using raw = std::uint32_t;
    static constexpr Bits<PrtL2tagsen, 0, 8> enable{};
    using fields = FieldList<enable>;
};

namespace regs {

inline constexpr RegisterArray<QueueEna> QTX_ENA{"QTX_ENA", 0x100000, 4, 1536, rw, pfr};
inline constexpr RegisterArray<QueueEna> QRX_ENA{"QRX_ENA", 0x120000, 4, 1536, rw, pfr};
inline constexpr RegisterArray<QtxCtl> QTX_CTL{"QTX_CTL", 0x104000, 4, 1536, rw, corer};
// First descriptor not handed over.
inline constexpr RegisterArray<QueueTail> QTX_TAIL{"QTX_TAIL", 0x108000, 4, 1536, rw, pfr};
// First descriptor not handed over.
inline constexpr RegisterArray<QueueTail> QRX_TAIL{"QRX_TAIL", 0x128000, 4, 1536, rw, corer};
inline constexpr RegisterArray<QtxHead> QTX_HEAD{"QTX_HEAD", 0xE4000, 4, 1536, rw, corer};
inline constexpr RegisterArray<GllanTxpreQdis> GLLAN_TXPRE_QDIS{
    "GLLAN_TXPRE_QDIS", 0xE6500, 4, 12, rw, corer};
// TCP flags cleared in the first, middle and last segment.
inline constexpr SingleRegister<Plain32> GLLAN_TSOMSK_F{"GLLAN_TSOMSK_F", 0x442D8, rw, corer};
inline constexpr SingleRegister<Plain32> GLLAN_TSOMSK_M{"GLLAN_TSOMSK_M", 0x442DC, rw, corer};
inline constexpr SingleRegister<Plain32> GLLAN_TSOMSK_L{"GLLAN_TSOMSK_L", 0x442E0, rw, corer};
// Segment sizes below the minimum are a malicious-driver event. The datasheet's name is not
// public; Linux calls it by this one.
inline constexpr SingleRegister<RegMss> REG_MSS{"REG_MSS", 0xE64DC, rw, corer};
// VLAN tag stripping of a VSI, indexed by VSI number.
inline constexpr RegisterArray<Plain32> VSI_TSR{"VSI_TSR", 0x50800, 4, 384, rw, pfr};
// VLAN tag insertion of a VSI, indexed by VSI number.
inline constexpr RegisterArray<Plain32> VSI_L2TAGSTXVALID{
    "VSI_L2TAGSTXVALID", 0x42800, 4, 384, rw, pfr};
// What the switch takes for each kind of L2 tag.
inline constexpr RegisterArray<GlSwtL2tagctrl> GL_SWT_L2TAGCTRL{
    "GL_SWT_L2TAGCTRL", 0x1C0A70, 4, 8, rw, corer};
inline constexpr SingleRegister<PrtL2tagsen> PRT_L2TAGSEN{"PRT_L2TAGSEN", 0x1C0B20, rw, corer};

inline constexpr std::array queue_registers{
    QTX_ENA.info,           QRX_ENA.info,          QTX_CTL.info,          QTX_TAIL.info,
    QRX_TAIL.info,          QTX_HEAD.info,         GLLAN_TXPRE_QDIS.info, GLLAN_TSOMSK_F.info,
    GLLAN_TSOMSK_M.info,    GLLAN_TSOMSK_L.info,   REG_MSS.info,          VSI_TSR.info,
    VSI_L2TAGSTXVALID.info, GL_SWT_L2TAGCTRL.info, PRT_L2TAGSEN.info};

}  // namespace regs

}  // namespace sluice::i40e::hw
