// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Registers of the port and of what watches it: malicious-driver detection, flow control and DCB,
// MAC, energy saving, IEEE 1588 time, switch-ring tuning.

#include <array>
#include <cstdint>

#include "core/base/field.hpp"
#include "core/base/register.hpp"
#include "drivers/i40e/hw/register_layouts.hpp"

namespace sluice::i40e::hw {

struct GlMdetTx {
    using raw = std::uint32_t;
    static constexpr Bits<GlMdetTx, 0, 12> queue{};
    static constexpr Bits<GlMdetTx, 12, 9> vf_num{};
    static constexpr Bits<GlMdetTx, 21, 4> pf_num{};
    static constexpr Bits<GlMdetTx, 25, 5> event{};
    static constexpr Flag<GlMdetTx, 31> valid{};
    using fields = FieldList<queue, vf_num, pf_num, event, valid>;
};

struct GlMdetRx {
    using raw = std::uint32_t;
    static constexpr Bits<GlMdetRx, 0, 8> function{};
    static constexpr Bits<GlMdetRx, 8, 9> event{};
    static constexpr Bits<GlMdetRx, 17, 14> queue{};
    static constexpr Flag<GlMdetRx, 31> valid{};
    using fields = FieldList<function, event, queue, valid>;
};

struct MdetValid {
    using raw = std::uint32_t;
    static constexpr Flag<MdetValid, 0> valid{};
    using fields = FieldList<valid>;
};

struct PrtdcbGens {
    using raw = std::uint32_t;
    static constexpr Bits<PrtdcbGens, 0, 3> dcbx_status{};
    using fields = FieldList<dcbx_status>;
};

struct PrtdcbGenc {
    using raw = std::uint32_t;
    static constexpr Bits<PrtdcbGenc, 2, 4> numtc{};
    static constexpr Bits<PrtdcbGenc, 16, 16> pfclda{};
    using fields = FieldList<numtc, pfclda>;
};

struct PrtdcbFccfg {
    using raw = std::uint32_t;
    static constexpr Bits<PrtdcbFccfg, 3, 2> tfce{};
    using fields = FieldList<tfce>;
};

struct PrtdcbMflcn {
    using raw = std::uint32_t;
    static constexpr Flag<PrtdcbMflcn, 0> pmcf{};
    static constexpr Flag<PrtdcbMflcn, 1> dpf{};
    static constexpr Flag<PrtdcbMflcn, 2> rpfcm{};
    static constexpr Flag<PrtdcbMflcn, 3> rfce{};
    static constexpr Bits<PrtdcbMflcn, 4, 8> rpfce{};
    using fields = FieldList<pmcf, dpf, rpfcm, rfce, rpfce>;
};

struct PrtmacLinksta {
    using raw = std::uint32_t;
    static constexpr Flag<PrtmacLinksta, 30> link_up{};
    static constexpr Flag<PrtmacLinksta, 7> port_up{};
    static constexpr Field<PrtmacLinksta, 27, 3, LinkstaSpeed> link_speed{};
    using fields = FieldList<link_up, port_up, link_speed>;
};

struct PrtmacMacc {
    using raw = std::uint32_t;
    static constexpr Flag<PrtmacMacc, 17> speed_25g{};  // tells 25G from 40G
    using fields = FieldList<speed_25g>;
};

struct PrtpmEeeStat {
    using raw = std::uint32_t;
    static constexpr Flag<PrtpmEeeStat, 30> rx_lpi_status{};
    static constexpr Flag<PrtpmEeeStat, 31> tx_lpi_status{};
    using fields = FieldList<rx_lpi_status, tx_lpi_status>;
};

struct PrttsynCtl0 {
    using raw = std::uint32_t;
    static constexpr Flag<PrttsynCtl0, 0> clear_tsyntimer{};
    static constexpr Flag<PrttsynCtl0, 1> txtime_int_ena{};
    static constexpr Flag<PrttsynCtl0, 2> event_int_ena{};
    static constexpr Flag<PrttsynCtl0, 3> tgt_int_ena{};
    static constexpr Bits<PrttsynCtl0, 8, 4> pf_id{};
    static constexpr Bits<PrttsynCtl0, 12, 2> tsynact{};
    static constexpr Flag<PrttsynCtl0, 31> tsynena{};
    using fields = FieldList<clear_tsyntimer, txtime_int_ena, event_int_ena, tgt_int_ena, pf_id,
                             tsynact, tsynena>;
};

struct PrttsynCtl1 {
    using raw = std::uint32_t;
    static constexpr Bits<PrttsynCtl1, 0, 8> v1messtype0{};
    static constexpr Bits<PrttsynCtl1, 8, 8> v1messtype1{};
    static constexpr Bits<PrttsynCtl1, 16, 4> v2messtype0{};
    static constexpr Bits<PrttsynCtl1, 20, 4> v2messtype1{};
    static constexpr Bits<PrttsynCtl1, 24, 2> tsyntype{};
    static constexpr Bits<PrttsynCtl1, 26, 2> udp_ena{};
    static constexpr Flag<PrttsynCtl1, 31> tsynena{};
    using fields =
        FieldList<v1messtype0, v1messtype1, v2messtype0, v2messtype1, tsyntype, udp_ena, tsynena>;
};

struct PrttsynStat0 {
    using raw = std::uint32_t;
    static constexpr Flag<PrttsynStat0, 0> event0{};
    static constexpr Flag<PrttsynStat0, 1> event1{};
    static constexpr Flag<PrttsynStat0, 2> tgt0{};
    static constexpr Flag<PrttsynStat0, 3> tgt1{};
    static constexpr Flag<PrttsynStat0, 4> txtime{};
    using fields = FieldList<event0, event1, tgt0, tgt1, txtime>;
};

struct PrttsynAux0 {
    using raw = std::uint32_t;
    static constexpr Flag<PrttsynAux0, 0> out_ena{};
    static constexpr Bits<PrttsynAux0, 1, 2> outmod{};
    static constexpr Bits<PrttsynAux0, 16, 2> evntlvl{};
    using fields = FieldList<out_ena, outmod, evntlvl>;
};

struct PrttsynAux1 {
    using raw = std::uint32_t;
    static constexpr Flag<PrttsynAux1, 0> instnt{};
    using fields = FieldList<instnt>;
};

struct PrtSwrPmThr {
    using raw = std::uint32_t;
    static constexpr Bits<PrtSwrPmThr, 0, 8> threshold{};
    using fields = FieldList<threshold>;
};

namespace regs {

// What a queue did wrong; the queue is absolute.
inline constexpr SingleRegister<GlMdetTx> GL_MDET_TX{"GL_MDET_TX", 0xE6480, w1c, corer};
inline constexpr SingleRegister<GlMdetRx> GL_MDET_RX{"GL_MDET_RX", 0x12A510, w1c, corer};
// Whether this function, or that VF, was the culprit.
inline constexpr SingleRegister<MdetValid> PF_MDET_TX{"PF_MDET_TX", 0xE6400, w1c, corer};
inline constexpr SingleRegister<MdetValid> PF_MDET_RX{"PF_MDET_RX", 0x12A400, w1c, corer};
inline constexpr RegisterArray<MdetValid> VP_MDET_TX{"VP_MDET_TX", 0xE6000, 4, 128, w1c, corer};
inline constexpr RegisterArray<MdetValid> VP_MDET_RX{"VP_MDET_RX", 0x12A000, 4, 128, w1c, corer};
inline constexpr SingleRegister<PrtdcbGens> PRTDCB_GENS{"PRTDCB_GENS", 0x83020, ro, corer};
inline constexpr SingleRegister<PrtdcbGenc> PRTDCB_GENC{"PRTDCB_GENC", 0x83000, rw, corer};
inline constexpr SingleRegister<PrtdcbFccfg> PRTDCB_FCCFG{"PRTDCB_FCCFG", 0x1E4640, rw, globr};
inline constexpr SingleRegister<PrtdcbMflcn> PRTDCB_MFLCN{"PRTDCB_MFLCN", 0x1E2400, rw, globr};
// Link state of a port, without firmware.
inline constexpr RegisterArray<PrtmacLinksta> PRTMAC_LINKSTA{
    "PRTMAC_LINKSTA", 0x1E2420, 4, 4, ro, globr};
inline constexpr SingleRegister<PrtmacMacc> PRTMAC_MACC{"PRTMAC_MACC", 0x1E24E0, ro, globr};
inline constexpr SingleRegister<PrtpmEeeStat> PRTPM_EEE_STAT{"PRTPM_EEE_STAT", 0x1E4320, ro, globr};
inline constexpr SingleRegister<Plain32> PRTPM_RLPIC{"PRTPM_RLPIC", 0x1E43A0, ro, globr};
inline constexpr SingleRegister<Plain32> PRTPM_TLPIC{"PRTPM_TLPIC", 0x1E43C0, ro, globr};
inline constexpr SingleRegister<PrttsynCtl0> PRTTSYN_CTL0{"PRTTSYN_CTL0", 0x1E4200, rw, globr};
inline constexpr SingleRegister<PrttsynCtl1> PRTTSYN_CTL1{"PRTTSYN_CTL1", 0x85020, rw, corer};
inline constexpr SingleRegister<Plain32> PRTTSYN_TIME_L{"PRTTSYN_TIME_L", 0x1E4100, rw, globr};
inline constexpr SingleRegister<Plain32> PRTTSYN_TIME_H{"PRTTSYN_TIME_H", 0x1E4120, rw, globr};
inline constexpr SingleRegister<Plain32> PRTTSYN_INC_L{"PRTTSYN_INC_L", 0x1E4040, rw, globr};
inline constexpr SingleRegister<Plain32> PRTTSYN_INC_H{"PRTTSYN_INC_H", 0x1E4060, rw, globr};
inline constexpr SingleRegister<Plain32> PRTTSYN_ADJ{"PRTTSYN_ADJ", 0x1E4280, rw, globr};
inline constexpr SingleRegister<PrttsynStat0> PRTTSYN_STAT_0{"PRTTSYN_STAT_0", 0x1E4220, rc, globr};
inline constexpr SingleRegister<Plain32> PRTTSYN_STAT_1{"PRTTSYN_STAT_1", 0x85140, ro, corer};
inline constexpr SingleRegister<Plain32> PRTTSYN_TXTIME_L{"PRTTSYN_TXTIME_L", 0x1E41C0, ro, globr};
inline constexpr SingleRegister<Plain32> PRTTSYN_TXTIME_H{"PRTTSYN_TXTIME_H", 0x1E41E0, ro, globr};
// Indexed by the descriptor's TSYNINDX.
inline constexpr RegisterArray<Plain32> PRTTSYN_RXTIME_L{
    "PRTTSYN_RXTIME_L", 0x850C0, 32, 4, ro, corer};
inline constexpr RegisterArray<Plain32> PRTTSYN_RXTIME_H{
    "PRTTSYN_RXTIME_H", 0x85040, 32, 4, ro, corer};
inline constexpr RegisterArray<PrttsynAux0> PRTTSYN_AUX_0{
    "PRTTSYN_AUX_0", 0x1E42A0, 32, 2, rw, globr};
inline constexpr RegisterArray<PrttsynAux1> PRTTSYN_AUX_1{
    "PRTTSYN_AUX_1", 0x1E42E0, 32, 2, rw, globr};
inline constexpr RegisterArray<Plain32> PRTTSYN_CLKO{"PRTTSYN_CLKO", 0x1E4240, 32, 2, rw, globr};
inline constexpr RegisterArray<Plain32> PRTTSYN_TGT_L{"PRTTSYN_TGT_L", 0x1E4140, 32, 2, rw, globr};
inline constexpr RegisterArray<Plain32> PRTTSYN_TGT_H{"PRTTSYN_TGT_H", 0x1E4180, 32, 2, rw, globr};
inline constexpr RegisterArray<Plain32> PRTTSYN_EVNT_L{
    "PRTTSYN_EVNT_L", 0x1E4080, 32, 2, ro, globr};
inline constexpr RegisterArray<Plain32> PRTTSYN_EVNT_H{
    "PRTTSYN_EVNT_H", 0x1E40C0, 32, 2, ro, globr};
// Tuning of the ring between MAC and switch.
inline constexpr SingleRegister<Plain32> GL_SWR_PRI_JOIN_MAP_0{"GL_SWR_PRI_JOIN_MAP_0", 0x26CE00,
                                                               rw, corer};
inline constexpr SingleRegister<Plain32> GL_SWR_PRI_JOIN_MAP_2{"GL_SWR_PRI_JOIN_MAP_2", 0x26CE08,
                                                               rw, corer};
inline constexpr SingleRegister<Plain32> GL_SWR_PM_UP_THR{"GL_SWR_PM_UP_THR", 0x269FBC, rw, corer};
inline constexpr SingleRegister<PrtSwrPmThr> PRT_SWR_PM_THR{"PRT_SWR_PM_THR", 0x26CD00, rw, corer};

inline constexpr std::array port_registers{GL_MDET_TX.info,
                                           GL_MDET_RX.info,
                                           PF_MDET_TX.info,
                                           PF_MDET_RX.info,
                                           VP_MDET_TX.info,
                                           VP_MDET_RX.info,
                                           PRTDCB_GENS.info,
                                           PRTDCB_GENC.info,
                                           PRTDCB_FCCFG.info,
                                           PRTDCB_MFLCN.info,
                                           PRTMAC_LINKSTA.info,
                                           PRTMAC_MACC.info,
                                           PRTPM_EEE_STAT.info,
                                           PRTPM_RLPIC.info,
                                           PRTPM_TLPIC.info,
                                           PRTTSYN_CTL0.info,
                                           PRTTSYN_CTL1.info,
                                           PRTTSYN_TIME_L.info,
                                           PRTTSYN_TIME_H.info,
                                           PRTTSYN_INC_L.info,
                                           PRTTSYN_INC_H.info,
                                           PRTTSYN_ADJ.info,
                                           PRTTSYN_STAT_0.info,
                                           PRTTSYN_STAT_1.info,
                                           PRTTSYN_TXTIME_L.info,
                                           PRTTSYN_TXTIME_H.info,
                                           PRTTSYN_RXTIME_L.info,
                                           PRTTSYN_RXTIME_H.info,
                                           PRTTSYN_AUX_0.info,
                                           PRTTSYN_AUX_1.info,
                                           PRTTSYN_CLKO.info,
                                           PRTTSYN_TGT_L.info,
                                           PRTTSYN_TGT_H.info,
                                           PRTTSYN_EVNT_L.info,
                                           PRTTSYN_EVNT_H.info,
                                           GL_SWR_PRI_JOIN_MAP_0.info,
                                           GL_SWR_PRI_JOIN_MAP_2.info,
                                           GL_SWR_PM_UP_THR.info,
                                           PRT_SWR_PM_THR.info};

}  // namespace regs

}  // namespace sluice::i40e::hw
