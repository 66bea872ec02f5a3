// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Packet classes (PCTYPE, 64 numbers) by which RSS and flow director work, and the input sets that
// say which words of a frame they look at.

#include <cstdint>

namespace sluice::i40e::hw {

enum class PacketClass : std::uint8_t {
    nonf_unicast_ipv4_udp = 29,    // X722
    nonf_multicast_ipv4_udp = 30,  // X722
    nonf_ipv4_udp = 31,
    nonf_ipv4_tcp_syn_no_ack = 32,  // X722
    nonf_ipv4_tcp = 33,
    nonf_ipv4_sctp = 34,
    nonf_ipv4_other = 35,
    frag_ipv4 = 36,
    nonf_unicast_ipv6_udp = 39,    // X722
    nonf_multicast_ipv6_udp = 40,  // X722
    nonf_ipv6_udp = 41,
    nonf_ipv6_tcp_syn_no_ack = 42,  // X722
    nonf_ipv6_tcp = 43,
    nonf_ipv6_sctp = 44,
    nonf_ipv6_other = 45,
    frag_ipv6 = 46,
    fcoe_ox = 48,
    fcoe_rx = 49,
    fcoe_other = 50,
    l2_payload = 63,
};

[[nodiscard]] constexpr std::uint64_t bit(PacketClass packet_class) noexcept {
    return std::uint64_t{1} << static_cast<unsigned>(packet_class);
}

// The classes an XL710 or X710 can hash: PFQF_HENA's default with drivers.
inline constexpr std::uint64_t hashed_classes =
    bit(PacketClass::nonf_ipv4_udp) | bit(PacketClass::nonf_ipv4_tcp) |
    bit(PacketClass::nonf_ipv4_sctp) | bit(PacketClass::nonf_ipv4_other) |
    bit(PacketClass::frag_ipv4) | bit(PacketClass::nonf_ipv6_udp) |
    bit(PacketClass::nonf_ipv6_tcp) | bit(PacketClass::nonf_ipv6_sctp) |
    bit(PacketClass::nonf_ipv6_other) | bit(PacketClass::frag_ipv6) | bit(PacketClass::l2_payload);

// Masks of an input set: 64 bits, in two registers, low dword first. Directions are those of the
// received frame.
namespace input_set {
inline constexpr std::uint64_t destination_mac = 0xE000'0000'0000'0000;
inline constexpr std::uint64_t source_mac = 0x1C00'0000'0000'0000;
inline constexpr std::uint64_t tunnel_vlan = 0x0100'0000'0000'0000;
inline constexpr std::uint64_t inner_vlan = 0x0080'0000'0000'0000;
inline constexpr std::uint64_t ipv4_tos = 0x0040'0000'0000'0000;  // and the IPv6 traffic class
inline constexpr std::uint64_t ipv6_next_header = 0x0008'0000'0000'0000;  // and hop limit
inline constexpr std::uint64_t ipv4_protocol = 0x0004'0000'0000'0000;     // and time to live
inline constexpr std::uint64_t ipv4_source = 0x0001'8000'0000'0000;
inline constexpr std::uint64_t ipv6_source = 0x0007'F800'0000'0000;
inline constexpr std::uint64_t ipv4_destination = 0x0000'0018'0000'0000;
inline constexpr std::uint64_t ipv6_destination = 0x0000'07F8'0000'0000;
inline constexpr std::uint64_t l4_source = 0x0000'0004'0000'0000;
inline constexpr std::uint64_t l4_destination = 0x0000'0002'0000'0000;
inline constexpr std::uint64_t sctp_verification_tag = 0x0000'0001'8000'0000;
inline constexpr std::uint64_t outer_vlan = 0x0000'0000'0400'0000;
inline constexpr std::uint64_t inner_destination_mac = 0x0000'0000'01C0'0000;
inline constexpr std::uint64_t tunnel_udp_source = 0x0000'0000'0020'0000;
inline constexpr std::uint64_t tunnel_udp_destination = 0x0000'0000'0010'0000;
inline constexpr std::uint64_t tunnel_id = 0x0000'0000'000C'0000;
inline constexpr std::uint64_t last_ethertype = 0x0000'0000'0000'4000;
inline constexpr std::uint64_t flex_words = 0x0000'0000'0000'3FC0;  // word 50 is bit 13
}  // namespace input_set

}  // namespace sluice::i40e::hw
