// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The hardware counters, kept in their registers. Every frame that the wire offers ends in exactly
// one place, so that a driver can account for all of them from registers alone (port 0, no
// frame replicated to a second VSI):
//
//   offered        = not received at all, for want of link (no register; the wire counts them)
//                  + GLPRT_CRCERRS + GLPRT_RUC + GLPRT_ROC      bad FCS, too short, too long
//                  + GLPRT_UPRC + GLPRT_MPRC + GLPRT_BPRC       good
//   good           = claimed by no VSI (the difference)
//                  + GLV_UPRC + GLV_MPRC + GLV_BPRC             of the VSI that claimed it
//   claimed        = written to host memory
//                  + GLV_RDPC                                   queue off, or no descriptor
//                  + GL_RXERR1(128 + function)                  longer than the queue's RXMAX, or
//                                                               the descriptor was unusable
//
// A multicast or broadcast frame that several VSIs claim counts in each one's GLV_* as a frame of
// its own. Octets include the FCS.

#include <cstddef>
#include <cstdint>

#include "core/net/headers.hpp"
#include "core/net/mac_address.hpp"
#include "drivers/i40e/hw/registers.hpp"
#include "drivers/i40e/sim/register_file.hpp"

namespace sluice::i40e::sim {

enum class Cast : std::uint8_t { unicast = 0, multicast = 1, broadcast = 2 };

[[nodiscard]] inline Cast cast_of(const net::MacAddress& destination) noexcept {
    if (!destination.is_group()) return Cast::unicast;
    return destination.is_broadcast() ? Cast::broadcast : Cast::multicast;
}

class Statistics {
public:
    static constexpr unsigned port = 0;
    static constexpr unsigned function = 0;
    static constexpr unsigned receive_error_index = 128 + function;

    explicit Statistics(RegisterFile& registers) : registers_(registers) {}

    void add(Register<hw::Plain32> counter, std::uint32_t amount = 1) noexcept {
        registers_.set(counter, {registers_.get(counter).raw + amount});
    }
    void add(Register<hw::Counter48> counter, std::uint64_t amount = 1) noexcept {
        constexpr std::uint64_t mask = (std::uint64_t{1} << 48) - 1;
        registers_.set(counter, {(registers_.get(counter).raw + amount) & mask});
    }

    // `frame_bytes` without FCS throughout.
    void port_received(std::size_t frame_bytes, Cast cast) noexcept;
    void vsi_received(unsigned stat_index, std::size_t frame_bytes, Cast cast) noexcept;
    void no_descriptor(unsigned stat_index) noexcept { add(hw::regs::GLV_RDPC(stat_index)); }
    void receive_error() noexcept {
        const auto counter = hw::regs::GL_RXERR1L(receive_error_index);
        registers_.set(counter, {registers_.get(counter).raw + 1});
    }
    void vsi_sent(unsigned stat_index, std::size_t frame_bytes, Cast cast) noexcept;
    void port_sent(std::size_t frame_bytes, Cast cast) noexcept;

private:
    RegisterFile& registers_;
};

}  // namespace sluice::i40e::sim
