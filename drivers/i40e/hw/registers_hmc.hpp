// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Registers of the host memory cache: where the device finds queue contexts in host memory.
// GLHMC_* bases and counts have one register a PF.

#include <array>
#include <cstdint>

#include "core/base/field.hpp"
#include "core/base/register.hpp"
#include "drivers/i40e/hw/register_layouts.hpp"

namespace sluice::i40e::hw {

struct PfhmcSdcmd {
    using raw = std::uint32_t;
    static constexpr Bits<PfhmcSdcmd, 0, 12> pmsdidx{};
    static constexpr Flag<PfhmcSdcmd, 15> pmsdpartsel{};
    static constexpr Flag<PfhmcSdcmd, 31> pmsdwr{};  // write the entry
    using fields = FieldList<pmsdidx, pmsdpartsel, pmsdwr>;
};

struct PfhmcSddatalow {
    using raw = std::uint32_t;
    static constexpr Flag<PfhmcSddatalow, 0> pmsdvalid{};
    static constexpr Flag<PfhmcSddatalow, 1> pmsdtype{};          // 1: direct, 0: paged
    static constexpr Bits<PfhmcSddatalow, 2, 10> pmsdbpcount{};   // 4 KB pages
    static constexpr Bits<PfhmcSddatalow, 12, 20> pmsddatalow{};  // address bits 31:12
    using fields = FieldList<pmsdvalid, pmsdtype, pmsdbpcount, pmsddatalow>;
};

struct PfhmcPdinv {
    using raw = std::uint32_t;
    static constexpr Bits<PfhmcPdinv, 0, 12> pmsdidx{};
    static constexpr Flag<PfhmcPdinv, 15> pmsdpartsel{};
    static constexpr Bits<PfhmcPdinv, 16, 9> pmpdidx{};
    using fields = FieldList<pmsdidx, pmsdpartsel, pmpdidx>;
};

struct GlhmcFcoefmax {
    using raw = std::uint32_t;
    static constexpr Bits<GlhmcFcoefmax, 0, 16> pmfcoefmax{};
    using fields = FieldList<pmfcoefmax>;
};

struct GlhmcLantxbase {
    using raw = std::uint32_t;
    static constexpr Bits<GlhmcLantxbase, 0, 24> fpmlantxbase{};  // 512 bytes
    static constexpr Bits<GlhmcLantxbase, 24, 8> rsvd{};
    using fields = FieldList<fpmlantxbase, rsvd>;
};

struct GlhmcLantxcnt {
    using raw = std::uint32_t;
    static constexpr Bits<GlhmcLantxcnt, 0, 11> fpmlantxcnt{};
    using fields = FieldList<fpmlantxcnt>;
};

struct GlhmcLanrxbase {
    using raw = std::uint32_t;
    static constexpr Bits<GlhmcLanrxbase, 0, 24> fpmlanrxbase{};  // 512 bytes
    using fields = FieldList<fpmlanrxbase>;
};

struct GlhmcLanrxcnt {
    using raw = std::uint32_t;
    static constexpr Bits<GlhmcLanrxcnt, 0, 11> fpmlanrxcnt{};
    using fields = FieldList<fpmlanrxcnt>;
};

struct GlhmcFcoeddpbase {
    using raw = std::uint32_t;
    static constexpr Bits<GlhmcFcoeddpbase, 0, 24> fpmfcoeddpbase{};  // 512 bytes
    using fields = FieldList<fpmfcoeddpbase>;
};

struct GlhmcFcoeddpcnt {
    using raw = std::uint32_t;
    static constexpr Bits<GlhmcFcoeddpcnt, 0, 20> fpmfcoeddpcnt{};
    using fields = FieldList<fpmfcoeddpcnt>;
};

struct GlhmcFcoefbase {
    using raw = std::uint32_t;
    static constexpr Bits<GlhmcFcoefbase, 0, 24> fpmfcoefbase{};  // 512 bytes
    using fields = FieldList<fpmfcoefbase>;
};

struct GlhmcFcoefcnt {
    using raw = std::uint32_t;
    static constexpr Bits<GlhmcFcoefcnt, 0, 23> fpmfcoefcnt{};
    using fields = FieldList<fpmfcoefcnt>;
};

namespace regs {

// Writes the segment descriptor held in the two data registers.
inline constexpr SingleRegister<PfhmcSdcmd> PFHMC_SDCMD{"PFHMC_SDCMD", 0xC0000, wo, pfr};
inline constexpr SingleRegister<PfhmcSddatalow> PFHMC_SDDATALOW{"PFHMC_SDDATALOW", 0xC0100, rw,
                                                                pfr};
// Address bits 63:32.
inline constexpr SingleRegister<Plain32> PFHMC_SDDATAHIGH{"PFHMC_SDDATAHIGH", 0xC0200, rw, pfr};
// Forgets a cached page descriptor.
inline constexpr SingleRegister<PfhmcPdinv> PFHMC_PDINV{"PFHMC_PDINV", 0xC0300, wo, pfr};
inline constexpr SingleRegister<Plain32> PFHMC_ERRORINFO{"PFHMC_ERRORINFO", 0xC0400, rw, pfr};
inline constexpr SingleRegister<Plain32> PFHMC_ERRORDATA{"PFHMC_ERRORDATA", 0xC0500, rw, pfr};
// Context size, log2 bytes.
inline constexpr SingleRegister<Plain32> GLHMC_LANTXOBJSZ{"GLHMC_LANTXOBJSZ", 0xC2004, ro, corer};
// Context size, log2 bytes.
inline constexpr SingleRegister<Plain32> GLHMC_LANRXOBJSZ{"GLHMC_LANRXOBJSZ", 0xC200C, ro, corer};
// Most queue pairs.
inline constexpr SingleRegister<Plain32> GLHMC_LANQMAX{"GLHMC_LANQMAX", 0xC2008, ro, corer};
// Log2 bytes.
inline constexpr SingleRegister<Plain32> GLHMC_FCOEDDPOBJSZ{"GLHMC_FCOEDDPOBJSZ", 0xC2010, ro,
                                                            corer};
inline constexpr SingleRegister<Plain32> GLHMC_FCOEMAX{"GLHMC_FCOEMAX", 0xC2014, ro, corer};
// Log2 bytes.
inline constexpr SingleRegister<Plain32> GLHMC_FCOEFOBJSZ{"GLHMC_FCOEFOBJSZ", 0xC2018, ro, corer};
inline constexpr SingleRegister<GlhmcFcoefmax> GLHMC_FCOEFMAX{"GLHMC_FCOEFMAX", 0xC20D0, ro, corer};
inline constexpr RegisterArray<GlhmcLantxbase> GLHMC_LANTXBASE{
    "GLHMC_LANTXBASE", 0xC6200, 4, 16, rw, corer};
inline constexpr RegisterArray<GlhmcLantxcnt> GLHMC_LANTXCNT{
    "GLHMC_LANTXCNT", 0xC6300, 4, 16, rw, corer};
inline constexpr RegisterArray<GlhmcLanrxbase> GLHMC_LANRXBASE{
    "GLHMC_LANRXBASE", 0xC6400, 4, 16, rw, corer};
inline constexpr RegisterArray<GlhmcLanrxcnt> GLHMC_LANRXCNT{
    "GLHMC_LANRXCNT", 0xC6500, 4, 16, rw, corer};
inline constexpr RegisterArray<GlhmcFcoeddpbase> GLHMC_FCOEDDPBASE{
    "GLHMC_FCOEDDPBASE", 0xC6600, 4, 16, rw, corer};
inline constexpr RegisterArray<GlhmcFcoeddpcnt> GLHMC_FCOEDDPCNT{
    "GLHMC_FCOEDDPCNT", 0xC6700, 4, 16, rw, corer};
inline constexpr RegisterArray<GlhmcFcoefbase> GLHMC_FCOEFBASE{
    "GLHMC_FCOEFBASE", 0xC6800, 4, 16, rw, corer};
inline constexpr RegisterArray<GlhmcFcoefcnt> GLHMC_FCOEFCNT{
    "GLHMC_FCOEFCNT", 0xC6900, 4, 16, rw, corer};

inline constexpr std::array hmc_registers{
    PFHMC_SDCMD.info,     PFHMC_SDDATALOW.info,    PFHMC_SDDATAHIGH.info, PFHMC_PDINV.info,
    PFHMC_ERRORINFO.info, PFHMC_ERRORDATA.info,    GLHMC_LANTXOBJSZ.info, GLHMC_LANRXOBJSZ.info,
    GLHMC_LANQMAX.info,   GLHMC_FCOEDDPOBJSZ.info, GLHMC_FCOEMAX.info,    GLHMC_FCOEFOBJSZ.info,
    GLHMC_FCOEFMAX.info,  GLHMC_LANTXBASE.info,    GLHMC_LANTXCNT.info,   GLHMC_LANRXBASE.info,
    GLHMC_LANRXCNT.info,  GLHMC_FCOEDDPBASE.info,  GLHMC_FCOEDDPCNT.info, GLHMC_FCOEFBASE.info,
    GLHMC_FCOEFCNT.info};

}  // namespace regs

}  // namespace sluice::i40e::hw
