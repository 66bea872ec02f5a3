// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What the parser makes of a received frame: the packet type of a receive descriptor (PTYPE, 256
// numbers), from which checksum and hash results get their meaning. VLAN tags do not change it.

#include <array>
#include <cstddef>
#include <cstdint>

namespace sluice::i40e::hw {

enum class IpVersion : std::uint8_t { none, ipv4, ipv6 };
enum class TunnelKind : std::uint8_t { none, ip_in_ip, gre_nat, gre_nat_mac, gre_nat_mac_vlan };
enum class InnerProtocol : std::uint8_t { none, udp, tcp, sctp, icmp, timesync };
// The layer at which the payload begins.
enum class PayloadLayer : std::uint8_t { none, l2, l3, l4 };

struct PacketType {
    bool known = false;
    IpVersion outer = IpVersion::none;
    bool outer_fragment = false;
    TunnelKind tunnel = TunnelKind::none;
    IpVersion inner = IpVersion::none;  // of the tunnelled packet
    bool inner_fragment = false;
    InnerProtocol protocol = InnerProtocol::none;  // of the innermost header
    PayloadLayer payload = PayloadLayer::none;

    friend constexpr bool operator==(const PacketType&, const PacketType&) = default;
};

// Numbers of the packet types that are spoken of one by one.
namespace ptype {
inline constexpr std::uint8_t mac_pay2 = 1;  // any other ethertype
inline constexpr std::uint8_t timesync_pay2 = 2;
inline constexpr std::uint8_t lldp_pay2 = 6;
inline constexpr std::uint8_t arp = 11;
inline constexpr std::uint8_t ipv4_fragment = 22;
inline constexpr std::uint8_t ipv4_other = 23;
inline constexpr std::uint8_t ipv4_udp = 24;
inline constexpr std::uint8_t ipv4_tcp = 26;
inline constexpr std::uint8_t ipv4_sctp = 27;
inline constexpr std::uint8_t ipv4_icmp = 28;
inline constexpr std::uint8_t ipv6_fragment = 88;
inline constexpr std::uint8_t ipv6_other = 89;
inline constexpr std::uint8_t ipv6_udp = 90;
inline constexpr std::uint8_t ipv6_tcp = 92;
inline constexpr std::uint8_t ipv6_sctp = 93;
inline constexpr std::uint8_t ipv6_icmp = 94;
}  // namespace ptype

namespace detail {

// Seven types in a row share everything but what follows the innermost IP header.
constexpr void fill_ip_group(std::array<PacketType, 256>& table, std::size_t first,
                             const PacketType& common) {
    constexpr std::array protocols{InnerProtocol::none, InnerProtocol::none, InnerProtocol::udp,
                                   InnerProtocol::none, InnerProtocol::tcp,  InnerProtocol::sctp,
                                   InnerProtocol::icmp};
    for (std::size_t at = 0; at < protocols.size(); ++at) {
        if (at == 3) continue;  // reserved
        PacketType type = common;
        type.known = true;
        type.protocol = protocols[at];
        type.payload = at < 2 ? PayloadLayer::l3 : PayloadLayer::l4;
        if (at == 0 && common.tunnel == TunnelKind::none) type.outer_fragment = true;
        if (at == 0 && common.tunnel != TunnelKind::none) type.inner_fragment = true;
        table[first + at] = type;
    }
}

// The 66 types of one outer IP version.
constexpr void fill_outer_ip(std::array<PacketType, 256>& table, std::size_t first,
                             IpVersion outer) {
    PacketType common{.outer = outer};
    fill_ip_group(table, first, common);
    std::size_t next = first + 7;
    for (const TunnelKind tunnel : {TunnelKind::ip_in_ip, TunnelKind::gre_nat,
                                    TunnelKind::gre_nat_mac, TunnelKind::gre_nat_mac_vlan}) {
        common.tunnel = tunnel;
        if (tunnel != TunnelKind::ip_in_ip) {
            common.inner = IpVersion::none;
            table[next] = common;
            table[next].known = true;
            table[next].payload = PayloadLayer::l3;
            next += 1;
        }
        for (const IpVersion inner : {IpVersion::ipv4, IpVersion::ipv6}) {
            common.inner = inner;
            fill_ip_group(table, next, common);
            next += 7;
        }
    }
}

consteval std::array<PacketType, 256> make_packet_types() {
    std::array<PacketType, 256> table{};
    for (const std::size_t l2 : {1, 3, 6, 7, 10})
        table[l2] = {.known = true, .payload = PayloadLayer::l2};
    table[2] = {.known = true, .protocol = InnerProtocol::timesync, .payload = PayloadLayer::l2};
    table[11] = {.known = true};
    for (std::size_t fcoe = 12; fcoe <= 21; ++fcoe)
        table[fcoe] = {.known = true, .payload = PayloadLayer::l3};
    fill_outer_ip(table, 22, IpVersion::ipv4);
    fill_outer_ip(table, 88, IpVersion::ipv6);
    return table;
}

}  // namespace detail

inline constexpr std::array<PacketType, 256> packet_types = detail::make_packet_types();

}  // namespace sluice::i40e::hw
