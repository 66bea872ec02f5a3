// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Registers of receive classification: RSS, flow director, parser tables. PFQF_CTL_0,
// PFQF_HENA and most GLQF_* and PRTQF_* are reached through the admin queue on newer firmware.

#include <array>
#include <cstdint>

#include "core/base/field.hpp"
#include "core/base/register.hpp"
#include "drivers/i40e/hw/register_layouts.hpp"

namespace sluice::i40e::hw {

struct PfqfCtl0 {
    using raw = std::uint32_t;
    static constexpr Bits<PfqfCtl0, 0, 5> pehsize{};
    static constexpr Bits<PfqfCtl0, 5, 5> pedsize{};
    static constexpr Bits<PfqfCtl0, 10, 4> pffchsize{};
    static constexpr Bits<PfqfCtl0, 14, 2> pffcdsize{};
    static constexpr Flag<PfqfCtl0, 16> hashlutsize{};  // 0: 128 entries, 1: 512
    static constexpr Flag<PfqfCtl0, 17> fd_ena{};
    static constexpr Flag<PfqfCtl0, 18> etype_ena{};
    static constexpr Flag<PfqfCtl0, 19> macvlan_ena{};
    static constexpr Bits<PfqfCtl0, 20, 4> vffchsize{};
    static constexpr Bits<PfqfCtl0, 24, 2> vffcdsize{};
    using fields = FieldList<pehsize, pedsize, pffchsize, pffcdsize, hashlutsize, fd_ena, etype_ena,
                             macvlan_ena, vffchsize, vffcdsize>;
};

struct PfqfCtl1 {
    using raw = std::uint32_t;
    static constexpr Flag<PfqfCtl1, 0> clearfdtable{};
    using fields = FieldList<clearfdtable>;
};

struct PfqfFdalloc {
    using raw = std::uint32_t;
    static constexpr Bits<PfqfFdalloc, 0, 8> fdalloc{};
    static constexpr Bits<PfqfFdalloc, 8, 8> fdbest{};
    using fields = FieldList<fdalloc, fdbest>;
};

struct PfqfFdstat {
    using raw = std::uint32_t;
    static constexpr Bits<PfqfFdstat, 0, 13> guarant_cnt{};
    static constexpr Bits<PfqfFdstat, 16, 13> best_cnt{};
    using fields = FieldList<guarant_cnt, best_cnt>;
};

struct GlqfFdcnt0 {
    using raw = std::uint32_t;
    static constexpr Bits<GlqfFdcnt0, 0, 13> guarant_cnt{};
    static constexpr Bits<GlqfFdcnt0, 13, 13> bestcnt{};
    using fields = FieldList<guarant_cnt, bestcnt>;
};

struct GlqfCtl {
    using raw = std::uint32_t;
    static constexpr Flag<GlqfCtl, 1> htoep{};  // Toeplitz
    static constexpr Flag<GlqfCtl, 2> htoep_fcoe{};
    static constexpr Bits<GlqfCtl, 3, 3> pcnt_alloc{};
    static constexpr Flag<GlqfCtl, 6> fd_auto_pctype{};
    static constexpr Flag<GlqfCtl, 7> rsvd{};
    static constexpr Bits<GlqfCtl, 8, 3> maxpeblen{};
    static constexpr Bits<GlqfCtl, 11, 3> maxfcblen{};
    static constexpr Bits<GlqfCtl, 14, 3> maxfdblen{};
    static constexpr Bits<GlqfCtl, 17, 8> fdbest{};
    static constexpr Flag<GlqfCtl, 25> progprio{};
    static constexpr Flag<GlqfCtl, 26> invalprio{};  // guaranteed space first
    static constexpr Flag<GlqfCtl, 27> ignore_ip{};
    using fields = FieldList<htoep, htoep_fcoe, pcnt_alloc, fd_auto_pctype, rsvd, maxpeblen,
                             maxfcblen, maxfdblen, fdbest, progprio, invalprio, ignore_ip>;
};

struct GlqfHsym {
    using raw = std::uint32_t;
    static constexpr Flag<GlqfHsym, 0> symh_ena{};
    using fields = FieldList<symh_ena>;
};

struct PrtqfFdFlxinset {
    using raw = std::uint32_t;
    static constexpr Bits<PrtqfFdFlxinset, 0, 8> inset{};
    using fields = FieldList<inset>;
};

struct QfPit {
    using raw = std::uint32_t;
    static constexpr Bits<QfPit, 0, 5> source_off{};  // words
    static constexpr Bits<QfPit, 5, 5> fsize{};       // words
    static constexpr Bits<QfPit, 10, 6> dest_off{};   // word of the field vector
    using fields = FieldList<source_off, fsize, dest_off>;
};

struct PrtqfCtl0 {
    using raw = std::uint32_t;
    static constexpr Flag<PrtqfCtl0, 0> hsym_ena{};
    using fields = FieldList<hsym_ena>;
};

struct GlqfOrt {
    using raw = std::uint32_t;
    static constexpr Bits<GlqfOrt, 0, 5> pit_indx{};
    static constexpr Bits<GlqfOrt, 5, 2> field_cnt{};
    static constexpr Flag<GlqfOrt, 7> flx_payload{};
    using fields = FieldList<pit_indx, field_cnt, flx_payload>;
};

struct VsiqfCtl {
    using raw = std::uint32_t;
    static constexpr Flag<VsiqfCtl, 0> fcoe_ena{};
    static constexpr Flag<VsiqfCtl, 1> petcp_ena{};
    static constexpr Flag<VsiqfCtl, 2> peuudp_ena{};
    static constexpr Flag<VsiqfCtl, 3> pemudp_ena{};
    static constexpr Flag<VsiqfCtl, 4> peufrag_ena{};
    static constexpr Flag<VsiqfCtl, 5> pemfrag_ena{};
    static constexpr Flag<VsiqfCtl, 8> rss_lut_type{};
    using fields = FieldList<fcoe_ena, petcp_ena, peuudp_ena, pemudp_ena, peufrag_ena, pemfrag_ena,
                             rss_lut_type>;
};

struct VsiqfTcregion {
    using raw = std::uint32_t;
    static constexpr Bits<VsiqfTcregion, 0, 9> tc_offset{};
    static constexpr Bits<VsiqfTcregion, 9, 3> tc_size{};
    static constexpr Bits<VsiqfTcregion, 16, 9> tc_offset2{};
    static constexpr Bits<VsiqfTcregion, 25, 3> tc_size2{};
    using fields = FieldList<tc_offset, tc_size, tc_offset2, tc_size2>;
};

namespace regs {

inline constexpr SingleRegister<PfqfCtl0> PFQF_CTL_0{"PFQF_CTL_0", 0x1C0AC0, rw, corer};
inline constexpr SingleRegister<PfqfCtl1> PFQF_CTL_1{"PFQF_CTL_1", 0x245D80, rw, corer};
// 64 bits in two registers: packet classes that are hashed.
inline constexpr RegisterArray<Plain32> PFQF_HENA{"PFQF_HENA", 0x245900, 128, 2, rw, corer};
// 52 bytes of Toeplitz key, first byte lowest.
inline constexpr RegisterArray<Plain32> PFQF_HKEY{"PFQF_HKEY", 0x244800, 128, 13, rw, corer};
// Four queues a register, entry k of a register in byte k.
inline constexpr RegisterArray<Plain32> PFQF_HLUT{"PFQF_HLUT", 0x240000, 128, 128, rw, corer};
inline constexpr RegisterArray<Plain32> PFQF_HREGION{"PFQF_HREGION", 0x245400, 128, 8, rw, corer};
inline constexpr SingleRegister<PfqfFdalloc> PFQF_FDALLOC{"PFQF_FDALLOC", 0x246280, rw, corer};
// Flow-director filters of this function.
inline constexpr SingleRegister<PfqfFdstat> PFQF_FDSTAT{"PFQF_FDSTAT", 0x246380, ro, corer};
// Flow-director filters of the device.
inline constexpr SingleRegister<GlqfFdcnt0> GLQF_FDCNT_0{"GLQF_FDCNT_0", 0x269BAC, ro, corer};
inline constexpr SingleRegister<GlqfCtl> GLQF_CTL{"GLQF_CTL", 0x269BA4, rw, corer};
inline constexpr RegisterArray<Plain32> GLQF_HKEY{"GLQF_HKEY", 0x270140, 4, 13, rw, corer};
// Symmetric hash, by packet class.
inline constexpr RegisterArray<GlqfHsym> GLQF_HSYM{"GLQF_HSYM", 0x269D00, 4, 64, rw, corer};
// Dword of the input set, packet class.
inline constexpr RegisterTable<Plain32> GLQF_HASH_INSET{
    "GLQF_HASH_INSET", 0x267600, 4, 2, 8, 64, rw, corer};
// Word masks; dword, packet class.
inline constexpr RegisterTable<Plain32> GLQF_HASH_MSK{
    "GLQF_HASH_MSK", 0x267A00, 4, 2, 8, 64, rw, corer};
// Word masks; dword, packet class.
inline constexpr RegisterTable<Plain32> GLQF_FD_MSK{"GLQF_FD_MSK", 0x267200, 4, 2, 8, 64, rw,
                                                    corer};
inline constexpr RegisterArray<Plain32> GLQF_FD_PCTYPES{
    "GLQF_FD_PCTYPES", 0x268000, 4, 64, rw, por};
// Packet class, dword of the input set.
inline constexpr RegisterTable<Plain32> PRTQF_FD_INSET{
    "PRTQF_FD_INSET", 0x250000, 64, 64, 32, 2, rw, corer};
// Flexible words compared, by packet class.
inline constexpr RegisterArray<PrtqfFdFlxinset> PRTQF_FD_FLXINSET{
    "PRTQF_FD_FLXINSET", 0x253800, 32, 64, rw, corer};
// Packet class, mask.
inline constexpr RegisterTable<Plain32> PRTQF_FD_MSK{"PRTQF_FD_MSK", 0x252000, 64, 64, 32, 2, rw,
                                                     corer};
// Three layers (L2, L3, L4) of three extractions.
inline constexpr RegisterArray<QfPit> PRTQF_FLX_PIT{"PRTQF_FLX_PIT", 0x255200, 32, 9, rw, corer};
inline constexpr SingleRegister<PrtqfCtl0> PRTQF_CTL_0{"PRTQF_CTL_0", 0x256E60, rw, corer};
inline constexpr RegisterArray<GlqfOrt> GLQF_ORT{"GLQF_ORT", 0x268900, 4, 64, rw, corer};
inline constexpr RegisterArray<QfPit> GLQF_PIT{"GLQF_PIT", 0x268C80, 4, 24, rw, corer};
inline constexpr RegisterArray<Plain32> GLQF_L3_MAP{"GLQF_L3_MAP", 0x26C700, 4, 64, rw, corer};
// Matches of flow-director filters that name this counter.
inline constexpr RegisterArray<Plain32> GLQF_PCNT{"GLQF_PCNT", 0x266800, 4, 512, rw, corer};
inline constexpr RegisterTable<Plain32> GLQF_SWAP{"GLQF_SWAP", 0x267E00, 4, 2, 8, 64, rw, corer};
// X722.
inline constexpr RegisterArray<Plain32> GLQF_FDEVICTENA{
    "GLQF_FDEVICTENA", 0x270384, 4, 2, rw, corer};
inline constexpr RegisterArray<VsiqfCtl> VSIQF_CTL{"VSIQF_CTL", 0x20D800, 4, 384, rw, pfr};
// Traffic classes of a VSI.
inline constexpr RegisterTable<VsiqfTcregion> VSIQF_TCREGION{
    "VSIQF_TCREGION", 0x206000, 2048, 4, 4, 384, rw, pfr};

inline constexpr std::array filter_registers{
    PFQF_CTL_0.info,      PFQF_CTL_1.info,        PFQF_HENA.info,       PFQF_HKEY.info,
    PFQF_HLUT.info,       PFQF_HREGION.info,      PFQF_FDALLOC.info,    PFQF_FDSTAT.info,
    GLQF_FDCNT_0.info,    GLQF_CTL.info,          GLQF_HKEY.info,       GLQF_HSYM.info,
    GLQF_HASH_INSET.info, GLQF_HASH_MSK.info,     GLQF_FD_MSK.info,     GLQF_FD_PCTYPES.info,
    PRTQF_FD_INSET.info,  PRTQF_FD_FLXINSET.info, PRTQF_FD_MSK.info,    PRTQF_FLX_PIT.info,
    PRTQF_CTL_0.info,     GLQF_ORT.info,          GLQF_PIT.info,        GLQF_L3_MAP.info,
    GLQF_PCNT.info,       GLQF_SWAP.info,         GLQF_FDEVICTENA.info, VSIQF_CTL.info,
    VSIQF_TCREGION.info};

}  // namespace regs

}  // namespace sluice::i40e::hw
