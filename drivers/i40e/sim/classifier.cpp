// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/classifier.hpp"

#include "drivers/i40e/hw/packet_types.hpp"

namespace sluice::i40e::sim {

namespace {

using hw::PacketClass;
using net::EtherType;
using net::L3;
using net::L4;

struct Kind {
    std::uint8_t type;
    PacketClass packet_class;
};

Kind kind_of_ipv4(const net::Parsed& parsed) noexcept {
    if (parsed.fragment) return {hw::ptype::ipv4_fragment, PacketClass::frag_ipv4};
    switch (parsed.l4) {
        case L4::udp:
            return {hw::ptype::ipv4_udp, PacketClass::nonf_ipv4_udp};
        case L4::tcp:
            return {hw::ptype::ipv4_tcp, PacketClass::nonf_ipv4_tcp};
        case L4::sctp:
            return {hw::ptype::ipv4_sctp, PacketClass::nonf_ipv4_sctp};
        case L4::icmp:
            return {hw::ptype::ipv4_icmp, PacketClass::nonf_ipv4_other};
        case L4::none:
        case L4::other:
            break;
    }
    return {hw::ptype::ipv4_other, PacketClass::nonf_ipv4_other};
}

Kind kind_of_ipv6(const net::Parsed& parsed) noexcept {
    if (parsed.fragment) return {hw::ptype::ipv6_fragment, PacketClass::frag_ipv6};
    switch (parsed.l4) {
        case L4::udp:
            return {hw::ptype::ipv6_udp, PacketClass::nonf_ipv6_udp};
        case L4::tcp:
            return {hw::ptype::ipv6_tcp, PacketClass::nonf_ipv6_tcp};
        case L4::sctp:
            return {hw::ptype::ipv6_sctp, PacketClass::nonf_ipv6_sctp};
        case L4::icmp:
            return {hw::ptype::ipv6_icmp, PacketClass::nonf_ipv6_other};
        case L4::none:
        case L4::other:
            break;
    }
    return {hw::ptype::ipv6_other, PacketClass::nonf_ipv6_other};
}

Kind kind_of(const net::Parsed& parsed) noexcept {
    if (parsed.l3 == L3::ipv4) return kind_of_ipv4(parsed);
    if (parsed.l3 == L3::ipv6) return kind_of_ipv6(parsed);
    switch (parsed.ether_type) {
        case EtherType::arp:
            return {hw::ptype::arp, PacketClass::l2_payload};
        case EtherType::lldp:
            return {hw::ptype::lldp_pay2, PacketClass::l2_payload};
        case EtherType::ptp:
            return {hw::ptype::timesync_pay2, PacketClass::l2_payload};
        default:
            break;
    }
    return {hw::ptype::mac_pay2, PacketClass::l2_payload};
}

}  // namespace

Classified classify(std::span<const std::byte> frame, bool checksums_good) noexcept {
    Classified result;
    result.parsed = net::parse(frame);
    const Kind kind = kind_of(result.parsed);
    result.packet_type = kind.type;
    result.packet_class = kind.packet_class;
    if (checksums_good) {
        result.checked = result.parsed.l3 != L3::none;
        return result;
    }
    const auto ip = net::verify_ipv4_header(frame, result.parsed);
    const auto l4 = net::verify_l4(frame, result.parsed);
    result.checked = ip != net::Verdict::absent || l4 != net::Verdict::absent;
    result.ip_error = ip == net::Verdict::bad;
    result.l4_error = l4 == net::Verdict::bad;
    return result;
}

}  // namespace sluice::i40e::sim
