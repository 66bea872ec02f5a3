// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/statistics.hpp"

namespace sluice::i40e::sim {

namespace {

using namespace hw::regs;
using Counters = const RegisterArray<hw::Counter48>*;

struct SizeClass {
    std::size_t most_wire_bytes;
    Counters received;
    Counters sent;
};
constexpr SizeClass size_classes[] = {
    {64, &GLPRT_PRC64L, &GLPRT_PTC64L},       {127, &GLPRT_PRC127L, &GLPRT_PTC127L},
    {255, &GLPRT_PRC255L, &GLPRT_PTC255L},    {511, &GLPRT_PRC511L, &GLPRT_PTC511L},
    {1023, &GLPRT_PRC1023L, &GLPRT_PTC1023L}, {1522, &GLPRT_PRC1522L, &GLPRT_PTC1522L},
    {9728, &GLPRT_PRC9522L, &GLPRT_PTC9522L},
};
// By Cast.
constexpr Counters port_received_by_cast[] = {&GLPRT_UPRCL, &GLPRT_MPRCL, &GLPRT_BPRCL};
constexpr Counters port_sent_by_cast[] = {&GLPRT_UPTCL, &GLPRT_MPTCL, &GLPRT_BPTCL};
constexpr Counters vsi_received_by_cast[] = {&GLV_UPRCL, &GLV_MPRCL, &GLV_BPRCL};
constexpr Counters vsi_sent_by_cast[] = {&GLV_UPTCL, &GLV_MPTCL, &GLV_BPTCL};

const SizeClass& class_of(std::size_t wire_bytes) noexcept {
    for (const SizeClass& size : size_classes)
        if (wire_bytes <= size.most_wire_bytes) return size;
    return size_classes[std::size(size_classes) - 1];
}

Register<hw::Counter48> at(Counters counters, unsigned index) noexcept {
    return (*counters)(index);
}

}  // namespace

void Statistics::port_received(std::size_t frame_bytes, Cast cast) noexcept {
    const std::size_t wire_bytes = frame_bytes + net::fcs_bytes;
    add(GLPRT_GORCL(port), wire_bytes);
    add(at(port_received_by_cast[static_cast<unsigned>(cast)], port));
    add(at(class_of(wire_bytes).received, port));
}

void Statistics::vsi_received(unsigned stat_index, std::size_t frame_bytes, Cast cast) noexcept {
    add(GLV_GORCL(stat_index), frame_bytes + net::fcs_bytes);
    add(at(vsi_received_by_cast[static_cast<unsigned>(cast)], stat_index));
}

void Statistics::vsi_sent(unsigned stat_index, std::size_t frame_bytes, Cast cast) noexcept {
    add(GLV_GOTCL(stat_index), frame_bytes + net::fcs_bytes);
    add(at(vsi_sent_by_cast[static_cast<unsigned>(cast)], stat_index));
}

void Statistics::port_sent(std::size_t frame_bytes, Cast cast) noexcept {
    const std::size_t wire_bytes = frame_bytes + net::fcs_bytes;
    add(GLPRT_GOTCL(port), wire_bytes);
    add(at(port_sent_by_cast[static_cast<unsigned>(cast)], port));
    add(at(class_of(wire_bytes).sent, port));
}

}  // namespace sluice::i40e::sim
