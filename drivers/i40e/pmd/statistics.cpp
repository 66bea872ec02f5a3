// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/statistics.hpp"

#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::pmd {

using namespace hw;

std::uint64_t PortStatistics::drops(DropReason reason) const noexcept {
    switch (reason) {
        case DropReason::no_buffer:
            return port_no_buffer + vsi_no_buffer;
        case DropReason::filtered:
            return filtered();
        case DropReason::rx_error:
            return rx_error;
        case DropReason::runt:
            return runt;
        case DropReason::too_big:
            return too_big;
        default:
            return 0;
    }
}

std::uint64_t HardwareCounters::Packets::bytes_without_fcs() const noexcept {
    const std::uint64_t fcs = total() * fcs_bytes;
    return bytes.total() > fcs ? bytes.total() - fcs : 0;
}

// The VSI's packets before the port's: what arrives between the two readings is then taken for
// filtered for a moment, never the other way round.
template <class Visit>
void HardwareCounters::visit(Visit visit) {
    visit(vsi_packets_.unicast, regs::GLV_UPRCL(vsi_index_));
    visit(vsi_packets_.multicast, regs::GLV_MPRCL(vsi_index_));
    visit(vsi_packets_.broadcast, regs::GLV_BPRCL(vsi_index_));
    visit(vsi_packets_.bytes, regs::GLV_GORCL(vsi_index_));
    visit(vsi_discards_, regs::GLV_RDPC(vsi_index_));
    visit(port_packets_.unicast, regs::GLPRT_UPRCL(port_));
    visit(port_packets_.multicast, regs::GLPRT_MPRCL(port_));
    visit(port_packets_.broadcast, regs::GLPRT_BPRCL(port_));
    visit(port_packets_.bytes, regs::GLPRT_GORCL(port_));
    visit(port_discards_, regs::GLPRT_RDPC(port_));
    visit(crc_, regs::GLPRT_CRCERRS(port_));
    visit(illegal_, regs::GLPRT_ILLERRC(port_));
    visit(length_, regs::GLPRT_RLEC(port_));
    visit(fragments_, regs::GLPRT_RFC(port_));
    visit(jabber_, regs::GLPRT_RJC(port_));
    visit(undersize_, regs::GLPRT_RUC(port_));
    visit(oversize_, regs::GLPRT_ROC(port_));
}

HardwareCounters::HardwareCounters(Hardware& hardware, unsigned port, unsigned vsi_index)
    : hardware_(hardware), port_(port), vsi_index_(vsi_index) {
    visit([this](WideCounter& counter, auto reg) { counter.start(hardware_.bar.read(reg).raw); });
}

PortStatistics HardwareCounters::sample() {
    visit([this](WideCounter& counter, auto reg) { counter.update(hardware_.bar.read(reg).raw); });
    PortStatistics sample;
    sample.port_rx_packets = port_packets_.total();
    sample.port_rx_bytes = port_packets_.bytes_without_fcs();
    sample.vsi_rx_packets = vsi_packets_.total();
    sample.vsi_rx_bytes = vsi_packets_.bytes_without_fcs();
    sample.port_no_buffer = port_discards_.total();
    sample.vsi_no_buffer = vsi_discards_.total();
    sample.rx_error =
        crc_.total() + illegal_.total() + length_.total() + fragments_.total() + jabber_.total();
    sample.runt = undersize_.total();
    sample.too_big = oversize_.total();
    return sample;
}

}  // namespace sluice::i40e::pmd
