// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What the parser and the checksum units find out about a received frame: packet type, packet
// class, whether its checksums hold. Tunnels are not looked into: their outer headers decide.

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/net/parse.hpp"
#include "drivers/i40e/hw/packet_classes.hpp"

namespace sluice::i40e::sim {

struct Classified {
    net::Parsed parsed;
    std::uint8_t packet_type = 0;  // hw::packet_types
    hw::PacketClass packet_class = hw::PacketClass::l2_payload;
    bool checked = false;  // an IP or L4 checksum was looked at
    bool ip_error = false;
    bool l4_error = false;
};

// `checksums_good`: known to be, so none is computed.
[[nodiscard]] Classified classify(std::span<const std::byte> frame, bool checksums_good) noexcept;

}  // namespace sluice::i40e::sim
