// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A source of UDP over IPv4 with correct checksums: the n-th frame belongs to flow n % flows and
// carries n. Flows differ in source address and port, both inside 198.18.0.0/15, the range set
// aside for such tests (RFC 2544). Each frame is one template with a flow's few bytes written in.
//
//   0        14         34        42             50                     58
//   ethernet | IPv4     | UDP     | n, big endian | complement of n      | 00 01 02 ...
//
// The complement makes the sum over n constant, so a flow's checksum is computed once.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/net/headers.hpp"
#include "drivers/i40e/sim/wire_frame.hpp"
#include "drivers/i40e/sim/wire_pacer.hpp"

namespace sluice::i40e::sim {

inline constexpr unsigned least_wire_frame_bytes = 64;   // with FCS
inline constexpr unsigned most_wire_frame_bytes = 9728;  // what an XL710 passes, with FCS
inline constexpr unsigned most_generator_flows = 1u << 20;

struct GeneratorOptions {
    unsigned frame_bytes = least_wire_frame_bytes;  // on the wire, FCS included
    unsigned flows = 1;
    Rate rate = {};
    std::uint64_t count = 0;  // frames to send; 0: no end
    bool honours_pause = false;
    std::optional<net::MacAddress> destination = std::nullopt;  // none: the port's own address
};

class GeneratorWire {
public:
    static constexpr std::size_t number_at = 42;

    // Throws UsageError for a size or number of flows outside the limits above.
    explicit GeneratorWire(GeneratorOptions options = {});
    GeneratorWire(GeneratorWire&&) = default;  // not copied: the frame is seen by address
    GeneratorWire& operator=(GeneratorWire&&) = default;

    void plug_in(const PortEnd& port);
    void start(std::chrono::nanoseconds now) noexcept { pacer_.start(now); }
    [[nodiscard]] const WireFrame* peek(std::chrono::nanoseconds now) noexcept {
        if (exhausted() || !pacer_.due(now)) return nullptr;
        if (!ready_) write_next();
        return &frame_;
    }
    void pop() noexcept;
    void deliver(std::span<const std::byte>) noexcept {}
    [[nodiscard]] bool exhausted() const noexcept {
        return options_.count != 0 && number_ == options_.count;
    }
    [[nodiscard]] bool honours_pause() const noexcept { return options_.honours_pause; }

private:
    // What differs between flows, as it stands in the frame.
    struct Flow {
        be32 source;
        be16 ip_checksum;
        be16 source_port;
        be16 udp_checksum;
    };

    void write_template(const net::MacAddress& destination);
    [[nodiscard]] Flow make_flow(unsigned index) const;
    void write_next() noexcept;

    GeneratorOptions options_;
    Pacer pacer_;
    std::vector<std::byte> bytes_;
    std::vector<Flow> flows_;
    WireFrame frame_;
    std::uint64_t number_ = 0;
    std::size_t flow_ = 0;
    bool ready_ = false;
};
static_assert(WireLike<GeneratorWire>);

}  // namespace sluice::i40e::sim
