// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Finds the headers of a frame without ever reading past its end, whatever its bytes say.
//
//   ethernet | up to 2 VLAN tags | IPv4 or IPv6 with its extensions | TCP, UDP, SCTP, ICMP
//   0        14                  l3_offset                          l4_offset          l4_end

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/net/headers.hpp"

namespace sluice::net {

enum class L3 : std::uint8_t { none, ipv4, ipv6 };
enum class L4 : std::uint8_t { none, udp, tcp, sctp, icmp, other };

struct Parsed {
    EtherType ether_type{};          // of the payload, behind the tags
    std::uint16_t outer_tag = 0;     // control information of the first tag, when tags != 0
    std::uint8_t tags = 0;           // VLAN tags found, at most 2
    L3 l3 = L3::none;                // none also when the IP header is malformed
    L4 l4 = L4::none;                // none without IP, and in fragments
    IpProtocol protocol{};           // of the IP payload, behind IPv6 extensions; valid with l3
    bool fragment = false;           // first fragments too
    bool address_extension = false;  // IPv6 routing header or destination options
    // True when a header or a length field runs past the frame's end, or contradicts itself: what
    // is found up to there is valid.
    bool malformed = false;
    std::uint16_t l3_offset = 0;
    std::uint16_t l4_offset = 0;  // the IP payload; valid with l3
    std::uint16_t l4_end = 0;     // the end of the IP payload: padding may follow; valid with l3
};

// `frame` starts at the destination address and has no FCS; any length up to 65535.
[[nodiscard]] Parsed parse(std::span<const std::byte> frame) noexcept;

enum class Verdict : std::uint8_t { absent, good, bad };

// Of the IPv4 header. Absent when there is none.
[[nodiscard]] Verdict verify_ipv4_header(std::span<const std::byte> frame,
                                         const Parsed& parsed) noexcept;

// Of TCP, UDP or SCTP. Absent: another protocol, a fragment, or UDP over IPv4 sent without one.
[[nodiscard]] Verdict verify_l4(std::span<const std::byte> frame, const Parsed& parsed) noexcept;

}  // namespace sluice::net
