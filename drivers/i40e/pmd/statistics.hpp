// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The hardware's counters of a port and of the function's VSI, made 64 bits wide and counted from
// the moment the driver started.
//
//   wire ──> port ──────────────> filters ──────────> VSI ──────────────> queue
//             CRCERRS, RLEC, ...   (no counter)        GLV_RDPC: no descriptor
//             RUC, ROC, RDPC
//             GLPRT_{U,M,B}PRC                         GLV_{U,M,B}PRC
//
// Identity, for a port that one function uses (facts, 9.4; GLV packet counts include those of
// GLV_RDPC):
//
//   offered  = port_rx_packets + damaged + runt + too_big + port_no_buffer
//   filtered = port_rx_packets - vsi_rx_packets
//   received by queues = vsi_rx_packets - vsi_no_buffer
//
// The hardware counters are 48 and 32 bits wide and never stop; sample() at least every 10 s sees
// every wrap (32 bits of small frames at 40 Gb/s take 72 s). The registers are read one after the
// other: while traffic flows the numbers of one sample are not of one instant.

#include <cstdint>

#include "core/base/drop_reason.hpp"
#include "drivers/i40e/pmd/hardware.hpp"

namespace sluice::i40e::pmd {

// Since the driver started. Bytes are without FCS.
struct PortStatistics {
    // Good frames that arrived at the port, whomever they were for.
    std::uint64_t port_rx_packets = 0;
    std::uint64_t port_rx_bytes = 0;
    // Those the filters let through to the VSI.
    std::uint64_t vsi_rx_packets = 0;
    std::uint64_t vsi_rx_bytes = 0;

    std::uint64_t port_no_buffer = 0;  // dropped in front of the switch: packet buffer full
    std::uint64_t vsi_no_buffer = 0;   // dropped behind it: no descriptor
    std::uint64_t rx_error = 0;        // checksum, symbol, length errors; fragments and jabber
    std::uint64_t runt = 0;
    std::uint64_t too_big = 0;

    [[nodiscard]] std::uint64_t filtered() const noexcept {
        return port_rx_packets > vsi_rx_packets ? port_rx_packets - vsi_rx_packets : 0;
    }
    // Frames dropped by the device, for the reasons that its counters tell; 0 for others.
    [[nodiscard]] std::uint64_t drops(DropReason reason) const noexcept;
};

// A free-running hardware counter, widened.
class WideCounter {
public:
    explicit constexpr WideCounter(unsigned bits) : mask_((std::uint64_t{1} << bits) - 1) {}
    // Counts from `value` on.
    constexpr void start(std::uint64_t value) noexcept { last_ = value & mask_; }
    // Adds what came since the last reading, at most one wrap.
    constexpr void update(std::uint64_t value) noexcept {
        total_ += (value - last_) & mask_;
        last_ = value & mask_;
    }
    [[nodiscard]] constexpr std::uint64_t total() const noexcept { return total_; }

private:
    std::uint64_t mask_;
    std::uint64_t last_ = 0;
    std::uint64_t total_ = 0;
};

class HardwareCounters {
public:
    // `port` is 0 to 3, `vsi_index` the VSI's statistics index. Counting starts now.
    HardwareCounters(Hardware& hardware, unsigned port, unsigned vsi_index);

    // Reads all counters. One thread at a time.
    PortStatistics sample();

private:
    // The counters in the order in which they are read.
    template <class Visit>
    void visit(Visit visit);

    struct Packets {
        WideCounter unicast{48}, multicast{48}, broadcast{48}, bytes{48};
        [[nodiscard]] std::uint64_t total() const noexcept {
            return unicast.total() + multicast.total() + broadcast.total();
        }
        // The hardware counts the FCS.
        [[nodiscard]] std::uint64_t bytes_without_fcs() const noexcept;
    };

    Hardware& hardware_;
    unsigned port_;
    unsigned vsi_index_;
    Packets port_packets_, vsi_packets_;
    WideCounter port_discards_{32}, vsi_discards_{32};
    WideCounter crc_{32}, illegal_{32}, length_{32}, fragments_{32}, jabber_{32};
    WideCounter undersize_{32}, oversize_{32};
};

}  // namespace sluice::i40e::pmd
