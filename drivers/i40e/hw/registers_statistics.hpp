// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Statistics: free-running, of the port (GLPRT_*, by port; the tables by port and
// priority), of a VSI (GLV_*, by the statistics index firmware gave it), of a switch (GLSW_*) and
// of a switch's traffic classes (GLVEBTC_*). Octets include the FCS.

#include <array>
#include <cstdint>

#include "core/base/field.hpp"
#include "core/base/register.hpp"
#include "drivers/i40e/hw/register_layouts.hpp"

namespace sluice::i40e::hw::regs {

// Good octets received, sent.
inline constexpr RegisterArray<Counter48> GLPRT_GORCL{"GLPRT_GORCL", 0x300000, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_GOTCL{"GLPRT_GOTCL", 0x300680, 8, 4, ro, corer};
// Unicast, multicast, broadcast packets received, then sent.
inline constexpr RegisterArray<Counter48> GLPRT_UPRCL{"GLPRT_UPRCL", 0x3005A0, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_MPRCL{"GLPRT_MPRCL", 0x3005C0, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_BPRCL{"GLPRT_BPRCL", 0x3005E0, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_UPTCL{"GLPRT_UPTCL", 0x3009C0, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_MPTCL{"GLPRT_MPTCL", 0x3009E0, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_BPTCL{"GLPRT_BPTCL", 0x300A00, 8, 4, ro, corer};
// Received, dropped for lack of packet buffer.
inline constexpr RegisterArray<Plain32> GLPRT_RDPC{"GLPRT_RDPC", 0x300600, 8, 4, ro, corer};
// Unknown protocol.
inline constexpr RegisterArray<Plain32> GLPRT_RUPP{"GLPRT_RUPP", 0x300660, 8, 4, ro, corer};
// Not sent: link down.
inline constexpr RegisterArray<Plain32> GLPRT_TDOLD{"GLPRT_TDOLD", 0x300A20, 8, 4, ro, corer};
// Errors: CRC, illegal bytes, local and remote faults, length.
inline constexpr RegisterArray<Plain32> GLPRT_CRCERRS{"GLPRT_CRCERRS", 0x300080, 8, 4, ro, corer};
inline constexpr RegisterArray<Plain32> GLPRT_ILLERRC{"GLPRT_ILLERRC", 0x3000E0, 8, 4, ro, corer};
inline constexpr RegisterArray<Plain32> GLPRT_MLFC{"GLPRT_MLFC", 0x300020, 8, 4, ro, corer};
inline constexpr RegisterArray<Plain32> GLPRT_MRFC{"GLPRT_MRFC", 0x300040, 8, 4, ro, corer};
inline constexpr RegisterArray<Plain32> GLPRT_RLEC{"GLPRT_RLEC", 0x3000A0, 8, 4, ro, corer};
// Link flow control: XON and XOFF received, sent.
inline constexpr RegisterArray<Plain32> GLPRT_LXONRXC{"GLPRT_LXONRXC", 0x300140, 8, 4, ro, corer};
inline constexpr RegisterArray<Plain32> GLPRT_LXOFFRXC{"GLPRT_LXOFFRXC", 0x300160, 8, 4, ro, corer};
inline constexpr RegisterArray<Plain32> GLPRT_LXONTXC{"GLPRT_LXONTXC", 0x300980, 8, 4, ro, corer};
inline constexpr RegisterArray<Plain32> GLPRT_LXOFFTXC{"GLPRT_LXOFFTXC", 0x3009A0, 8, 4, ro, corer};
// Priority flow control, by port and priority.
inline constexpr RegisterTable<Plain32> GLPRT_PXONRXC{
    "GLPRT_PXONRXC", 0x300180, 8, 4, 32, 8, ro, corer};
inline constexpr RegisterTable<Plain32> GLPRT_PXOFFRXC{
    "GLPRT_PXOFFRXC", 0x300280, 8, 4, 32, 8, ro, corer};
inline constexpr RegisterTable<Plain32> GLPRT_PXONTXC{
    "GLPRT_PXONTXC", 0x300780, 8, 4, 32, 8, ro, corer};
inline constexpr RegisterTable<Plain32> GLPRT_PXOFFTXC{
    "GLPRT_PXOFFTXC", 0x300880, 8, 4, 32, 8, ro, corer};
inline constexpr RegisterTable<Plain32> GLPRT_RXON2OFFCNT{
    "GLPRT_RXON2OFFCNT", 0x300380, 8, 4, 32, 8, ro, corer};
// Undersize, oversize, fragments, jabber.
inline constexpr RegisterArray<Plain32> GLPRT_RUC{"GLPRT_RUC", 0x300100, 8, 4, ro, corer};
inline constexpr RegisterArray<Plain32> GLPRT_ROC{"GLPRT_ROC", 0x300120, 8, 4, ro, corer};
inline constexpr RegisterArray<Plain32> GLPRT_RFC{"GLPRT_RFC", 0x300560, 8, 4, ro, corer};
inline constexpr RegisterArray<Plain32> GLPRT_RJC{"GLPRT_RJC", 0x300580, 8, 4, ro, corer};
// Packets received by size, each up to and including the number.
inline constexpr RegisterArray<Counter48> GLPRT_PRC64L{"GLPRT_PRC64L", 0x300480, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PRC127L{"GLPRT_PRC127L", 0x3004A0, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PRC255L{"GLPRT_PRC255L", 0x3004C0, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PRC511L{"GLPRT_PRC511L", 0x3004E0, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PRC1023L{
    "GLPRT_PRC1023L", 0x300500, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PRC1522L{
    "GLPRT_PRC1522L", 0x300520, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PRC9522L{
    "GLPRT_PRC9522L", 0x300540, 8, 4, ro, corer};
// Packets sent by size.
inline constexpr RegisterArray<Counter48> GLPRT_PTC64L{"GLPRT_PTC64L", 0x3006A0, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PTC127L{"GLPRT_PTC127L", 0x3006C0, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PTC255L{"GLPRT_PTC255L", 0x3006E0, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PTC511L{"GLPRT_PTC511L", 0x300700, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PTC1023L{
    "GLPRT_PTC1023L", 0x300720, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PTC1522L{
    "GLPRT_PTC1522L", 0x300740, 8, 4, ro, corer};
inline constexpr RegisterArray<Counter48> GLPRT_PTC9522L{
    "GLPRT_PTC9522L", 0x300760, 8, 4, ro, corer};
// Octets and packets of a VSI.
inline constexpr RegisterArray<Counter48> GLV_GORCL{"GLV_GORCL", 0x358000, 8, 384, ro, corer};
inline constexpr RegisterArray<Counter48> GLV_GOTCL{"GLV_GOTCL", 0x328000, 8, 384, ro, corer};
inline constexpr RegisterArray<Counter48> GLV_UPRCL{"GLV_UPRCL", 0x36C000, 8, 384, ro, corer};
inline constexpr RegisterArray<Counter48> GLV_MPRCL{"GLV_MPRCL", 0x36CC00, 8, 384, ro, corer};
inline constexpr RegisterArray<Counter48> GLV_BPRCL{"GLV_BPRCL", 0x36D800, 8, 384, ro, corer};
inline constexpr RegisterArray<Counter48> GLV_UPTCL{"GLV_UPTCL", 0x33C000, 8, 384, ro, corer};
inline constexpr RegisterArray<Counter48> GLV_MPTCL{"GLV_MPTCL", 0x33CC00, 8, 384, ro, corer};
inline constexpr RegisterArray<Counter48> GLV_BPTCL{"GLV_BPTCL", 0x33D800, 8, 384, ro, corer};
// Received for this VSI, no descriptor.
inline constexpr RegisterArray<Plain32> GLV_RDPC{"GLV_RDPC", 0x310000, 8, 384, ro, corer};
inline constexpr RegisterArray<Plain32> GLV_RUPP{"GLV_RUPP", 0x36E400, 8, 384, ro, corer};
// Transmit errors.
inline constexpr RegisterArray<Plain32> GLV_TEPC{"GLV_TEPC", 0x344000, 8, 384, ro, corer};
// Receive errors; the index is 128 + port.
inline constexpr RegisterArray<Plain64> GL_RXERR1L{"GL_RXERR1L", 0x318000, 8, 144, ro, corer};
inline constexpr RegisterArray<Counter48> GLSW_GORCL{"GLSW_GORCL", 0x35C000, 8, 16, ro, corer};
inline constexpr RegisterArray<Counter48> GLSW_GOTCL{"GLSW_GOTCL", 0x32C000, 8, 16, ro, corer};
inline constexpr RegisterArray<Plain32> GLSW_TDPC{"GLSW_TDPC", 0x348000, 8, 16, ro, corer};
inline constexpr RegisterArray<Plain32> GLSW_RUPP{"GLSW_RUPP", 0x370180, 8, 16, ro, corer};
inline constexpr RegisterArray<Counter48> GLSW_UPRCL{"GLSW_UPRCL", 0x370000, 8, 16, ro, corer};
inline constexpr RegisterArray<Counter48> GLSW_MPRCL{"GLSW_MPRCL", 0x370080, 8, 16, ro, corer};
inline constexpr RegisterArray<Counter48> GLSW_BPRCL{"GLSW_BPRCL", 0x370100, 8, 16, ro, corer};
inline constexpr RegisterArray<Counter48> GLSW_UPTCL{"GLSW_UPTCL", 0x340000, 8, 16, ro, corer};
inline constexpr RegisterArray<Counter48> GLSW_MPTCL{"GLSW_MPTCL", 0x340080, 8, 16, ro, corer};
inline constexpr RegisterArray<Counter48> GLSW_BPTCL{"GLSW_BPTCL", 0x340100, 8, 16, ro, corer};
inline constexpr RegisterTable<Counter48> GLVEBTC_RPCL{"GLVEBTC_RPCL", 0x368000, 8, 8, 64, 16, ro,
                                                       corer};
inline constexpr RegisterTable<Counter48> GLVEBTC_TPCL{"GLVEBTC_TPCL", 0x338000, 8, 8, 64, 16, ro,
                                                       corer};
inline constexpr RegisterTable<Counter48> GLVEBTC_RBCL{"GLVEBTC_RBCL", 0x364000, 8, 8, 64, 16, ro,
                                                       corer};
inline constexpr RegisterTable<Counter48> GLVEBTC_TBCL{"GLVEBTC_TBCL", 0x334000, 8, 8, 64, 16, ro,
                                                       corer};

inline constexpr std::array statistics_registers{
    GLPRT_GORCL.info,       GLPRT_GOTCL.info,    GLPRT_UPRCL.info,    GLPRT_MPRCL.info,
    GLPRT_BPRCL.info,       GLPRT_UPTCL.info,    GLPRT_MPTCL.info,    GLPRT_BPTCL.info,
    GLPRT_RDPC.info,        GLPRT_RUPP.info,     GLPRT_TDOLD.info,    GLPRT_CRCERRS.info,
    GLPRT_ILLERRC.info,     GLPRT_MLFC.info,     GLPRT_MRFC.info,     GLPRT_RLEC.info,
    GLPRT_LXONRXC.info,     GLPRT_LXOFFRXC.info, GLPRT_LXONTXC.info,  GLPRT_LXOFFTXC.info,
    GLPRT_PXONRXC.info,     GLPRT_PXOFFRXC.info, GLPRT_PXONTXC.info,  GLPRT_PXOFFTXC.info,
    GLPRT_RXON2OFFCNT.info, GLPRT_RUC.info,      GLPRT_ROC.info,      GLPRT_RFC.info,
    GLPRT_RJC.info,         GLPRT_PRC64L.info,   GLPRT_PRC127L.info,  GLPRT_PRC255L.info,
    GLPRT_PRC511L.info,     GLPRT_PRC1023L.info, GLPRT_PRC1522L.info, GLPRT_PRC9522L.info,
    GLPRT_PTC64L.info,      GLPRT_PTC127L.info,  GLPRT_PTC255L.info,  GLPRT_PTC511L.info,
    GLPRT_PTC1023L.info,    GLPRT_PTC1522L.info, GLPRT_PTC9522L.info, GLV_GORCL.info,
    GLV_GOTCL.info,         GLV_UPRCL.info,      GLV_MPRCL.info,      GLV_BPRCL.info,
    GLV_UPTCL.info,         GLV_MPTCL.info,      GLV_BPTCL.info,      GLV_RDPC.info,
    GLV_RUPP.info,          GLV_TEPC.info,       GL_RXERR1L.info,     GLSW_GORCL.info,
    GLSW_GOTCL.info,        GLSW_TDPC.info,      GLSW_RUPP.info,      GLSW_UPRCL.info,
    GLSW_MPRCL.info,        GLSW_BPRCL.info,     GLSW_UPTCL.info,     GLSW_MPTCL.info,
    GLSW_BPTCL.info,        GLVEBTC_RPCL.info,   GLVEBTC_TPCL.info,   GLVEBTC_RBCL.info,
    GLVEBTC_TBCL.info};

}  // namespace sluice::i40e::hw::regs
