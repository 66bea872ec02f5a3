// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Headers as they stand on the wire, and the numbers of their fields. Frames come at any alignment:
// read these by copy (load_unaligned), never through a pointer.

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/byte_order.hpp"
#include "core/net/mac_address.hpp"

namespace sluice::net {

// IEEE 802.3: sizes in bytes. A frame "on the wire" includes its FCS, one in memory does not.
inline constexpr std::size_t fcs_bytes = 4;
inline constexpr std::size_t least_frame_bytes = 60;  // without FCS; a transmitter pads up to it
inline constexpr std::size_t preamble_and_gap_bytes = 20;  // 7 + 1 before, 12 after each frame

enum class EtherType : std::uint16_t {
    ipv4 = 0x0800,
    arp = 0x0806,
    vlan = 0x8100,
    ipv6 = 0x86dd,
    pause = 0x8808,
    service_vlan = 0x88a8,
    lldp = 0x88cc,
    ptp = 0x88f7,
};

// IANA protocol numbers, IPv4's protocol and IPv6's next header.
enum class IpProtocol : std::uint8_t {
    hop_by_hop = 0,
    icmp = 1,
    ipv4 = 4,
    tcp = 6,
    udp = 17,
    ipv6 = 41,
    routing = 43,
    fragment = 44,
    gre = 47,
    esp = 50,
    authentication = 51,
    icmpv6 = 58,
    no_next_header = 59,
    destination_options = 60,
    sctp = 132,
    mobility = 135,
};

struct EthernetHeader {
    MacAddress destination;
    MacAddress source;
    be16 type;
};
static_assert(sizeof(EthernetHeader) == 14);

// What follows a tag's EtherType: the tag control information, then the next EtherType.
struct VlanTag {
    be16 control;  // priority [15:13], drop eligible [12], VLAN id [11:0]
    be16 type;
};
static_assert(sizeof(VlanTag) == 4);
inline constexpr std::uint16_t vlan_id_mask = 0x0fff;

struct Ipv4Header {
    std::uint8_t version_and_words;  // 4 in the high half, header length in 4-byte words
    std::uint8_t type_of_service;
    be16 total_bytes;
    be16 identification;
    be16 fragment;  // reserved, don't fragment, more fragments [13], offset / 8 [12:0]
    std::uint8_t time_to_live;
    IpProtocol protocol;
    be16 checksum;
    std::array<std::uint8_t, 4> source;
    std::array<std::uint8_t, 4> destination;
};
static_assert(sizeof(Ipv4Header) == 20);
inline constexpr std::uint16_t ipv4_more_fragments = 0x2000;
inline constexpr std::uint16_t ipv4_fragment_offset_mask = 0x1fff;

struct Ipv6Header {
    be32 version_class_flow;
    be16 payload_bytes;
    IpProtocol next_header;
    std::uint8_t hop_limit;
    std::array<std::uint8_t, 16> source;
    std::array<std::uint8_t, 16> destination;
};
static_assert(sizeof(Ipv6Header) == 40);

// The common start of hop-by-hop, destination options and routing headers.
struct Ipv6Extension {
    IpProtocol next_header;
    std::uint8_t more_words;  // length in 8-byte words, the first not counted
};
static_assert(sizeof(Ipv6Extension) == 2);
inline constexpr std::size_t ipv6_fragment_bytes = 8;

struct UdpHeader {
    be16 source;
    be16 destination;
    be16 bytes;  // header and payload
    be16 checksum;
};
static_assert(sizeof(UdpHeader) == 8);

struct TcpHeader {
    be16 source;
    be16 destination;
    be32 sequence;
    be32 acknowledgment;
    std::uint8_t words;  // header length in 4-byte words, in the high half
    std::uint8_t flags;
    be16 window;
    be16 checksum;
    be16 urgent;
};
static_assert(sizeof(TcpHeader) == 20);

struct SctpHeader {
    be16 source;
    be16 destination;
    be32 verification_tag;
    be32 checksum;  // CRC-32c
};
static_assert(sizeof(SctpHeader) == 12);

}  // namespace sluice::net
