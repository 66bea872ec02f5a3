// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Registers of the device as a whole: resets, firmware and NVM state, PCI identity, which queues
// and functions this function owns.

#include <array>
#include <cstdint>

#include "core/base/field.hpp"
#include "core/base/register.hpp"
#include "drivers/i40e/hw/register_layouts.hpp"

namespace sluice::i40e::hw {

struct PfgenCtrl {
    using raw = std::uint32_t;
    static constexpr Flag<PfgenCtrl, 0> pfswr{};
    using fields = FieldList<pfswr>;
};

struct GlgenRstat {
    using raw = std::uint32_t;
    static constexpr Bits<GlgenRstat, 0, 2> devstate{};  // 0: active
    static constexpr Field<GlgenRstat, 2, 2, ResetType> reset_type{};
    static constexpr Bits<GlgenRstat, 4, 2> corercnt{};
    static constexpr Bits<GlgenRstat, 6, 2> globrcnt{};
    static constexpr Bits<GlgenRstat, 8, 2> emprcnt{};
    static constexpr Bits<GlgenRstat, 10, 6> time_to_rst{};  // 100 ms units
    using fields = FieldList<devstate, reset_type, corercnt, globrcnt, emprcnt, time_to_rst>;
};

struct GlgenRstctl {
    using raw = std::uint32_t;
    static constexpr Bits<GlgenRstctl, 0, 6> grstdel{};  // 100 ms units
    static constexpr Flag<GlgenRstctl, 8> ecc_rst_ena{};
    using fields = FieldList<grstdel, ecc_rst_ena>;
};

struct GlgenRtrig {
    using raw = std::uint32_t;
    static constexpr Flag<GlgenRtrig, 0> corer{};
    static constexpr Flag<GlgenRtrig, 1> globr{};
    static constexpr Flag<GlgenRtrig, 2> empfwr{};
    using fields = FieldList<corer, globr, empfwr>;
};

struct GlgenStat {
    using raw = std::uint32_t;
    static constexpr Bits<GlgenStat, 0, 2> hwrsvd0{};
    static constexpr Flag<GlgenStat, 2> dcben{};
    static constexpr Flag<GlgenStat, 3> vten{};
    static constexpr Flag<GlgenStat, 4> fcoen{};
    static constexpr Flag<GlgenStat, 5> evben{};
    static constexpr Bits<GlgenStat, 6, 2> hwrsvd1{};
    using fields = FieldList<hwrsvd0, dcben, vten, fcoen, evben, hwrsvd1>;
};

struct GlgenStatClear {
    using raw = std::uint32_t;
    static constexpr Flag<GlgenStatClear, 0> glgen_stat_clear{};
    using fields = FieldList<glgen_stat_clear>;
};

struct GlnvmUld {
    using raw = std::uint32_t;
    static constexpr Flag<GlnvmUld, 0> conf_pcir_done{};
    static constexpr Flag<GlnvmUld, 1> conf_pcirtl_done{};
    static constexpr Flag<GlnvmUld, 2> conf_lcb_done{};
    static constexpr Flag<GlnvmUld, 3> conf_core_done{};
    static constexpr Flag<GlnvmUld, 4> conf_global_done{};
    static constexpr Flag<GlnvmUld, 5> conf_por_done{};
    static constexpr Flag<GlnvmUld, 6> conf_pcie_ana_done{};
    static constexpr Flag<GlnvmUld, 7> conf_phy_ana_done{};
    static constexpr Flag<GlnvmUld, 8> conf_emp_done{};
    static constexpr Flag<GlnvmUld, 9> conf_pcialt_done{};
    using fields = FieldList<conf_pcir_done, conf_pcirtl_done, conf_lcb_done, conf_core_done,
                             conf_global_done, conf_por_done, conf_pcie_ana_done, conf_phy_ana_done,
                             conf_emp_done, conf_pcialt_done>;
};

struct GlnvmGens {
    using raw = std::uint32_t;
    static constexpr Flag<GlnvmGens, 0> nvm_pres{};
    static constexpr Bits<GlnvmGens, 5, 3> sr_size{};  // shadow RAM is 2^n KB
    static constexpr Flag<GlnvmGens, 8> bank1val{};
    static constexpr Flag<GlnvmGens, 23> alt_prst{};
    static constexpr Flag<GlnvmGens, 25> fl_auto_rd{};
    using fields = FieldList<nvm_pres, sr_size, bank1val, alt_prst, fl_auto_rd>;
};

struct GlnvmFla {
    using raw = std::uint32_t;
    static constexpr Flag<GlnvmFla, 0> fl_sck{};
    static constexpr Flag<GlnvmFla, 1> fl_ce{};
    static constexpr Flag<GlnvmFla, 2> fl_si{};
    static constexpr Flag<GlnvmFla, 3> fl_so{};
    static constexpr Flag<GlnvmFla, 4> fl_req{};
    static constexpr Flag<GlnvmFla, 5> fl_gnt{};
    static constexpr Flag<GlnvmFla, 6> locked{};  // 0: blank NVM
    static constexpr Bits<GlnvmFla, 18, 11> fl_saddr{};
    static constexpr Flag<GlnvmFla, 30> fl_busy{};
    static constexpr Flag<GlnvmFla, 31> fl_der{};
    using fields =
        FieldList<fl_sck, fl_ce, fl_si, fl_so, fl_req, fl_gnt, locked, fl_saddr, fl_busy, fl_der>;
};

struct GlnvmSrctl {
    using raw = std::uint32_t;
    static constexpr Flag<GlnvmSrctl, 0> srbusy{};
    static constexpr Bits<GlnvmSrctl, 14, 15> addr{};  // word
    static constexpr Flag<GlnvmSrctl, 29> write{};
    static constexpr Flag<GlnvmSrctl, 30> start{};
    static constexpr Flag<GlnvmSrctl, 31> done{};
    using fields = FieldList<srbusy, addr, write, start, done>;
};

struct GlnvmSrdata {
    using raw = std::uint32_t;
    static constexpr Bits<GlnvmSrdata, 0, 16> wrdata{};
    static constexpr Bits<GlnvmSrdata, 16, 16> rddata{};
    using fields = FieldList<wrdata, rddata>;
};

struct GlFwsts {
    using raw = std::uint32_t;
    static constexpr Bits<GlFwsts, 0, 8> fws0b{};
    static constexpr Flag<GlFwsts, 8> fwrowd{};
    static constexpr Flag<GlFwsts, 9> fwri{};
    static constexpr Bits<GlFwsts, 16, 8> fws1b{};  // non-zero: recovery mode
    using fields = FieldList<fws0b, fwrowd, fwri, fws1b>;
};

struct GlpciCapsup {
    using raw = std::uint32_t;
    static constexpr Flag<GlpciCapsup, 0> pcie_ver{};
    static constexpr Flag<GlpciCapsup, 2> ltr_en{};
    static constexpr Flag<GlpciCapsup, 3> tph_en{};
    static constexpr Flag<GlpciCapsup, 4> ari_en{};  // function numbers have 8 bits, not 3
    static constexpr Flag<GlpciCapsup, 5> iov_en{};
    static constexpr Flag<GlpciCapsup, 6> acs_en{};
    static constexpr Flag<GlpciCapsup, 7> sec_en{};
    static constexpr Flag<GlpciCapsup, 16> ecrc_gen_en{};
    static constexpr Flag<GlpciCapsup, 17> ecrc_chk_en{};
    static constexpr Flag<GlpciCapsup, 18> ido_en{};
    static constexpr Flag<GlpciCapsup, 19> msi_mask{};
    static constexpr Flag<GlpciCapsup, 20> csr_conf_en{};
    static constexpr Flag<GlpciCapsup, 21> wakup_en{};
    static constexpr Flag<GlpciCapsup, 30> load_subsys_id{};
    static constexpr Flag<GlpciCapsup, 31> load_dev_id{};
    using fields = FieldList<pcie_ver, ltr_en, tph_en, ari_en, iov_en, acs_en, sec_en, ecrc_gen_en,
                             ecrc_chk_en, ido_en, msi_mask, csr_conf_en, wakup_en, load_subsys_id,
                             load_dev_id>;
};

struct GlpciCnf2 {
    using raw = std::uint32_t;
    static constexpr Flag<GlpciCnf2, 0> ro_dis{};
    static constexpr Flag<GlpciCnf2, 1> cacheline_size{};
    static constexpr Bits<GlpciCnf2, 2, 11> msi_x_pf_n{};   // vectors a PF
    static constexpr Bits<GlpciCnf2, 13, 11> msi_x_vf_n{};  // vectors a VF
    using fields = FieldList<ro_dis, cacheline_size, msi_x_pf_n, msi_x_vf_n>;
};

struct PfFuncRid {
    using raw = std::uint32_t;
    static constexpr Bits<PfFuncRid, 0, 3> function_number{};
    static constexpr Bits<PfFuncRid, 3, 5> device_number{};
    static constexpr Bits<PfFuncRid, 8, 8> bus_number{};
    using fields = FieldList<function_number, device_number, bus_number>;
};

struct GlgenPcifcncnt {
    using raw = std::uint32_t;
    static constexpr Bits<GlgenPcifcncnt, 0, 5> pcipfcnt{};
    static constexpr Bits<GlgenPcifcncnt, 16, 8> pcivfcnt{};
    using fields = FieldList<pcipfcnt, pcivfcnt>;
};

struct PfgenPortnum {
    using raw = std::uint32_t;
    static constexpr Bits<PfgenPortnum, 0, 2> port_num{};
    using fields = FieldList<port_num>;
};

struct PfgenPortmdioNum {
    using raw = std::uint32_t;
    static constexpr Bits<PfgenPortmdioNum, 0, 2> port_num{};
    static constexpr Flag<PfgenPortmdioNum, 4> vflink_stat_ena{};
    using fields = FieldList<port_num, vflink_stat_ena>;
};

struct PrtgenCnf {
    using raw = std::uint32_t;
    static constexpr Flag<PrtgenCnf, 0> port_dis{};
    static constexpr Flag<PrtgenCnf, 1> allow_port_dis{};
    static constexpr Flag<PrtgenCnf, 2> emp_port_dis{};
    using fields = FieldList<port_dis, allow_port_dis, emp_port_dis>;
};

struct PflanQalloc {
    using raw = std::uint32_t;
    static constexpr Bits<PflanQalloc, 0, 11> firstq{};
    static constexpr Bits<PflanQalloc, 16, 11> lastq{};
    static constexpr Flag<PflanQalloc, 31> valid{};
    using fields = FieldList<firstq, lastq, valid>;
};

struct PfVtPfalloc {
    using raw = std::uint32_t;
    static constexpr Bits<PfVtPfalloc, 0, 8> firstvf{};
    static constexpr Bits<PfVtPfalloc, 8, 8> lastvf{};
    static constexpr Flag<PfVtPfalloc, 31> valid{};
    using fields = FieldList<firstvf, lastvf, valid>;
};

struct GllanRctl0 {
    using raw = std::uint32_t;
    static constexpr Flag<GllanRctl0, 0> pxe_mode{};
    using fields = FieldList<pxe_mode>;
};

struct PrtglSah {
    using raw = std::uint32_t;
    static constexpr Bits<PrtglSah, 0, 16> fc_sah{};
    static constexpr Bits<PrtglSah, 16, 16> mfs{};  // bytes, with FCS
    using fields = FieldList<fc_sah, mfs>;
};

struct PrtglSal {
    using raw = std::uint32_t;
    static constexpr Bits<PrtglSal, 0, 32> fc_sal{};
    using fields = FieldList<fc_sal>;
};

struct GlgenGpioCtl {
    using raw = std::uint32_t;
    static constexpr Bits<GlgenGpioCtl, 0, 2> prt_num{};
    static constexpr Flag<GlgenGpioCtl, 3> prt_num_na{};
    static constexpr Flag<GlgenGpioCtl, 4> pin_dir{};
    static constexpr Flag<GlgenGpioCtl, 5> tri_ctl{};
    static constexpr Flag<GlgenGpioCtl, 6> out_ctl{};
    static constexpr Bits<GlgenGpioCtl, 7, 3> pin_func{};
    static constexpr Flag<GlgenGpioCtl, 10> led_invrt{};
    static constexpr Flag<GlgenGpioCtl, 11> led_blink{};
    static constexpr Bits<GlgenGpioCtl, 12, 5> led_mode{};
    using fields = FieldList<prt_num, prt_num_na, pin_dir, tri_ctl, out_ctl, pin_func, led_invrt,
                             led_blink, led_mode>;
};

struct GlgenGpioSet {
    using raw = std::uint32_t;
    static constexpr Flag<GlgenGpioSet, 5> sdp_data{};
    static constexpr Flag<GlgenGpioSet, 6> drive_sdp{};
    using fields = FieldList<sdp_data, drive_sdp>;
};

struct GlgenMsca {
    using raw = std::uint32_t;
    static constexpr Bits<GlgenMsca, 0, 16> mdiadd{};
    static constexpr Bits<GlgenMsca, 16, 5> devadd{};
    static constexpr Bits<GlgenMsca, 21, 5> phyadd{};
    static constexpr Bits<GlgenMsca, 26, 2> opcode{};
    static constexpr Bits<GlgenMsca, 28, 2> stcode{};
    static constexpr Flag<GlgenMsca, 30> mdicmd{};
    static constexpr Flag<GlgenMsca, 31> mdiinprogen{};
    using fields = FieldList<mdiadd, devadd, phyadd, opcode, stcode, mdicmd, mdiinprogen>;
};

struct GlgenMsrwd {
    using raw = std::uint32_t;
    static constexpr Bits<GlgenMsrwd, 0, 16> mdiwrdata{};
    static constexpr Bits<GlgenMsrwd, 16, 16> mdirddata{};
    using fields = FieldList<mdiwrdata, mdirddata>;
};

namespace regs {

// Asks for a reset of this function.
inline constexpr SingleRegister<PfgenCtrl> PFGEN_CTRL{"PFGEN_CTRL", 0x92400, rw, pfr};
inline constexpr SingleRegister<GlgenRstat> GLGEN_RSTAT{"GLGEN_RSTAT", 0xB8188, ro, por};
inline constexpr SingleRegister<GlgenRstctl> GLGEN_RSTCTL{"GLGEN_RSTCTL", 0xB8180, rw, por};
inline constexpr SingleRegister<GlgenRtrig> GLGEN_RTRIG{"GLGEN_RTRIG", 0xB8190, rw, corer};
// Read to flush posted writes.
inline constexpr SingleRegister<GlgenStat> GLGEN_STAT{"GLGEN_STAT", 0xB612C, ro, por};
// The highest offset that Linux checks the BAR's size against.
inline constexpr SingleRegister<GlgenStatClear> GLGEN_STAT_CLEAR{"GLGEN_STAT_CLEAR", 0x390004, rw,
                                                                 corer};
// One bit a VF whose function-level reset happened.
inline constexpr RegisterArray<Plain32> GLGEN_VFLRSTAT{"GLGEN_VFLRSTAT", 0x92600, 4, 4, w1c, corer};
// What has been loaded from NVM after a reset.
inline constexpr SingleRegister<GlnvmUld> GLNVM_ULD{"GLNVM_ULD", 0xB6008, ro, por};
inline constexpr SingleRegister<GlnvmGens> GLNVM_GENS{"GLNVM_GENS", 0xB6100, ro, por};
inline constexpr SingleRegister<GlnvmFla> GLNVM_FLA{"GLNVM_FLA", 0xB6108, rw, por};
// Shadow RAM word access: command, then data through GLNVM_SRDATA.
inline constexpr SingleRegister<GlnvmSrctl> GLNVM_SRCTL{"GLNVM_SRCTL", 0xB6110, rw, por};
inline constexpr SingleRegister<GlnvmSrdata> GLNVM_SRDATA{"GLNVM_SRDATA", 0xB6114, rw, por};
// Firmware status.
inline constexpr SingleRegister<GlFwsts> GL_FWSTS{"GL_FWSTS", 0x83048, ro, por};
// Free-running, microseconds.
inline constexpr SingleRegister<Plain32> GLVFGEN_TIMER{"GLVFGEN_TIMER", 0x881BC, ro, corer};
inline constexpr SingleRegister<GlpciCapsup> GLPCI_CAPSUP{"GLPCI_CAPSUP", 0xBE4A8, ro, pcir};
inline constexpr SingleRegister<GlpciCnf2> GLPCI_CNF2{"GLPCI_CNF2", 0xBE494, ro, pcir};
inline constexpr SingleRegister<PfFuncRid> PF_FUNC_RID{"PF_FUNC_RID", 0x9C000, ro, pcir};
// Subsystem device id in the low 16 bits.
inline constexpr SingleRegister<Plain32> PFPCI_SUBSYSID{"PFPCI_SUBSYSID", 0xBE100, ro, pcir};
inline constexpr SingleRegister<GlgenPcifcncnt> GLGEN_PCIFCNCNT{"GLGEN_PCIFCNCNT", 0x1C0AB4, ro,
                                                                pcir};
inline constexpr SingleRegister<PfgenPortnum> PFGEN_PORTNUM{"PFGEN_PORTNUM", 0x1C0480, ro, corer};
inline constexpr SingleRegister<PfgenPortmdioNum> PFGEN_PORTMDIO_NUM{"PFGEN_PORTMDIO_NUM", 0x3F100,
                                                                     rw, corer};
// One a port; read through the admin queue.
inline constexpr RegisterArray<PrtgenCnf> PRTGEN_CNF{"PRTGEN_CNF", 0xB8120, 4, 4, rw, por};
inline constexpr SingleRegister<Plain32> PRTGEN_STATUS{"PRTGEN_STATUS", 0xB8100, ro, por};
// Absolute first and last LAN queue of this function.
inline constexpr SingleRegister<PflanQalloc> PFLAN_QALLOC{"PFLAN_QALLOC", 0x1C0400, ro, corer};
// Absolute first and last VF of this function.
inline constexpr SingleRegister<PfVtPfalloc> PF_VT_PFALLOC{"PF_VT_PFALLOC", 0x1C0500, ro, corer};
inline constexpr SingleRegister<GllanRctl0> GLLAN_RCTL_0{"GLLAN_RCTL_0", 0x12A500, w1c, corer};
// Largest frame; high half of the flow-control MAC address.
inline constexpr SingleRegister<PrtglSah> PRTGL_SAH{"PRTGL_SAH", 0x1E2140, rw, globr};
inline constexpr SingleRegister<PrtglSal> PRTGL_SAL{"PRTGL_SAL", 0x1E2120, rw, globr};
inline constexpr RegisterArray<GlgenGpioCtl> GLGEN_GPIO_CTL{
    "GLGEN_GPIO_CTL", 0x88100, 4, 30, rw, por};
inline constexpr SingleRegister<GlgenGpioSet> GLGEN_GPIO_SET{"GLGEN_GPIO_SET", 0x88184, rw, por};
// MDIO command, one an interface.
inline constexpr RegisterArray<GlgenMsca> GLGEN_MSCA{"GLGEN_MSCA", 0x8818C, 4, 4, rw, por};
inline constexpr RegisterArray<GlgenMsrwd> GLGEN_MSRWD{"GLGEN_MSRWD", 0x8819C, 4, 4, rw, por};

inline constexpr std::array global_registers{
    PFGEN_CTRL.info,         GLGEN_RSTAT.info,      GLGEN_RSTCTL.info,    GLGEN_RTRIG.info,
    GLGEN_STAT.info,         GLGEN_STAT_CLEAR.info, GLGEN_VFLRSTAT.info,  GLNVM_ULD.info,
    GLNVM_GENS.info,         GLNVM_FLA.info,        GLNVM_SRCTL.info,     GLNVM_SRDATA.info,
    GL_FWSTS.info,           GLVFGEN_TIMER.info,    GLPCI_CAPSUP.info,    GLPCI_CNF2.info,
    PF_FUNC_RID.info,        PFPCI_SUBSYSID.info,   GLGEN_PCIFCNCNT.info, PFGEN_PORTNUM.info,
    PFGEN_PORTMDIO_NUM.info, PRTGEN_CNF.info,       PRTGEN_STATUS.info,   PFLAN_QALLOC.info,
    PF_VT_PFALLOC.info,      GLLAN_RCTL_0.info,     PRTGL_SAH.info,       PRTGL_SAL.info,
    GLGEN_GPIO_CTL.info,     GLGEN_GPIO_SET.info,   GLGEN_MSCA.info,      GLGEN_MSRWD.info};

}  // namespace regs

}  // namespace sluice::i40e::hw
