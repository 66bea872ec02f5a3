// SPDX-License-Identifier: BSD-3-Clause

#include "core/net/parse.hpp"

#include <algorithm>

#include "core/net/checksum.hpp"

namespace sluice::net {

namespace {

constexpr std::size_t most_tags = 2;
constexpr unsigned most_extensions = 8;

template <class Header>
bool fits(std::span<const std::byte> frame, std::size_t at) noexcept {
    return at <= frame.size() && sizeof(Header) <= frame.size() - at;
}
template <class Header>
Header header_at(std::span<const std::byte> frame, std::size_t at) noexcept {
    return load_unaligned<Header>(frame.data() + at);
}

std::size_t l4_header_bytes(L4 l4) noexcept {
    switch (l4) {
        case L4::udp:
            return sizeof(UdpHeader);
        case L4::tcp:
            return sizeof(TcpHeader);
        case L4::sctp:
            return sizeof(SctpHeader);
        case L4::icmp:
            return 4;
        case L4::none:
        case L4::other:
            break;
    }
    return 0;
}

L4 l4_of(IpProtocol protocol, L3 l3) noexcept {
    switch (protocol) {
        case IpProtocol::udp:
            return L4::udp;
        case IpProtocol::tcp:
            return L4::tcp;
        case IpProtocol::sctp:
            return L4::sctp;
        case IpProtocol::icmp:
            return l3 == L3::ipv4 ? L4::icmp : L4::other;
        case IpProtocol::icmpv6:
            return l3 == L3::ipv6 ? L4::icmp : L4::other;
        default:
            return L4::other;
    }
}

void find_l4(Parsed& parsed) noexcept {
    if (parsed.fragment) return;
    const L4 l4 = l4_of(parsed.protocol, parsed.l3);
    if (l4_header_bytes(l4) > std::size_t{parsed.l4_end} - parsed.l4_offset)
        parsed.malformed = true;
    else
        parsed.l4 = l4;
}

void parse_ipv4(std::span<const std::byte> frame, Parsed& parsed) noexcept {
    const std::size_t at = parsed.l3_offset;
    parsed.malformed = true;
    if (!fits<Ipv4Header>(frame, at)) return;
    const auto header = header_at<Ipv4Header>(frame, at);
    const std::size_t header_bytes = std::size_t{header.version_and_words & 0xfu} * 4;
    const std::size_t total = header.total_bytes.value();
    if (header.version_and_words >> 4 != 4 || header_bytes < sizeof(Ipv4Header) ||
        total < header_bytes || total > frame.size() - at)
        return;
    parsed.malformed = false;
    parsed.l3 = L3::ipv4;
    parsed.protocol = header.protocol;
    parsed.fragment =
        (header.fragment.value() & (ipv4_more_fragments | ipv4_fragment_offset_mask)) != 0;
    parsed.l4_offset = static_cast<std::uint16_t>(at + header_bytes);
    parsed.l4_end = static_cast<std::uint16_t>(at + total);
    find_l4(parsed);
}

// Walks the extension headers from `at` to the upper-layer header; false when one does not fit.
bool skip_extensions(std::span<const std::byte> frame, std::size_t at, Parsed& parsed) noexcept {
    const std::size_t end = parsed.l4_end;
    for (unsigned i = 0; i < most_extensions; ++i) {
        std::size_t bytes = 0;
        switch (parsed.protocol) {
            case IpProtocol::routing:
            case IpProtocol::destination_options:
                parsed.address_extension = true;
                [[fallthrough]];
            case IpProtocol::hop_by_hop:
                if (sizeof(Ipv6Extension) > end - at) return false;
                bytes = (std::size_t{header_at<Ipv6Extension>(frame, at).more_words} + 1) * 8;
                break;
            case IpProtocol::fragment:
                parsed.fragment = true;
                bytes = ipv6_fragment_bytes;
                break;
            default:
                parsed.l4_offset = static_cast<std::uint16_t>(at);
                return true;
        }
        if (bytes > end - at) return false;
        parsed.protocol = header_at<Ipv6Extension>(frame, at).next_header;
        at += bytes;
        parsed.l4_offset = static_cast<std::uint16_t>(at);
        if (parsed.fragment) return true;
    }
    return false;
}

void parse_ipv6(std::span<const std::byte> frame, Parsed& parsed) noexcept {
    const std::size_t at = parsed.l3_offset;
    parsed.malformed = true;
    if (!fits<Ipv6Header>(frame, at)) return;
    const auto header = header_at<Ipv6Header>(frame, at);
    const std::size_t payload = at + sizeof(Ipv6Header);
    if (header.version_class_flow.value() >> 28 != 6 ||
        header.payload_bytes.value() > frame.size() - payload)
        return;
    parsed.l3 = L3::ipv6;
    parsed.protocol = header.next_header;
    parsed.l4_offset = static_cast<std::uint16_t>(payload);
    parsed.l4_end = static_cast<std::uint16_t>(payload + header.payload_bytes.value());
    if (!skip_extensions(frame, payload, parsed)) return;
    parsed.malformed = false;
    find_l4(parsed);
}

}  // namespace

Parsed parse(std::span<const std::byte> frame) noexcept {
    Parsed parsed;
    frame = frame.first(std::min<std::size_t>(frame.size(), 0xffff));
    if (!fits<EthernetHeader>(frame, 0)) {
        parsed.malformed = true;
        return parsed;
    }
    std::size_t at = sizeof(EthernetHeader);
    auto type = EtherType{header_at<EthernetHeader>(frame, 0).type.value()};
    while (parsed.tags < most_tags &&
           (type == EtherType::vlan || type == EtherType::service_vlan)) {
        if (!fits<VlanTag>(frame, at)) {
            parsed.malformed = true;
            break;
        }
        const auto tag = header_at<VlanTag>(frame, at);
        if (parsed.tags++ == 0) parsed.outer_tag = tag.control.value();
        type = EtherType{tag.type.value()};
        at += sizeof(VlanTag);
    }
    parsed.ether_type = type;
    parsed.l3_offset = static_cast<std::uint16_t>(at);
    if (type == EtherType::ipv4) parse_ipv4(frame, parsed);
    if (type == EtherType::ipv6) parse_ipv6(frame, parsed);
    return parsed;
}

Verdict verify_ipv4_header(std::span<const std::byte> frame, const Parsed& parsed) noexcept {
    if (parsed.l3 != L3::ipv4) return Verdict::absent;
    const std::size_t bytes = std::size_t{parsed.l4_offset} - parsed.l3_offset;
    const auto sum = add_bytes(0, frame.subspan(parsed.l3_offset, bytes));
    return fold(sum) == 0xffff ? Verdict::good : Verdict::bad;
}

Verdict verify_l4(std::span<const std::byte> frame, const Parsed& parsed) noexcept {
    const std::size_t at = parsed.l4_offset;
    auto payload = frame.subspan(at, std::size_t{parsed.l4_end} - at);
    if (parsed.l4 == L4::sctp) {
        const auto carried = header_at<SctpHeader>(frame, at).checksum;
        constexpr std::size_t checksum_at = 8;
        constexpr std::byte zero[4]{};
        std::uint32_t crc = crc32c(payload.first(checksum_at));
        crc = crc32c(zero, crc);
        crc = crc32c(payload.subspan(checksum_at + sizeof zero), crc);
        // The CRC travels least significant byte first (RFC 9260, appendix A).
        return byte_swap(crc) == carried.value() ? Verdict::good : Verdict::bad;
    }
    if (parsed.l4 != L4::udp && parsed.l4 != L4::tcp) return Verdict::absent;
    if (parsed.l4 == L4::udp) {
        const auto header = header_at<UdpHeader>(frame, at);
        if (header.checksum == be16(0))
            return parsed.l3 == L3::ipv4 ? Verdict::absent : Verdict::bad;
        if (header.bytes.value() < sizeof(UdpHeader) || header.bytes.value() > payload.size())
            return Verdict::bad;
        payload = payload.first(header.bytes.value());
    }
    // Source and destination are the last fields of both fixed IP headers.
    const bool v4 = parsed.l3 == L3::ipv4;
    const std::size_t addresses_at = parsed.l3_offset + (v4 ? std::size_t{12} : std::size_t{8});
    const auto addresses = frame.subspan(addresses_at, v4 ? 8 : 32);
    const auto sum = pseudo_header_sum(addresses, static_cast<std::uint8_t>(parsed.protocol),
                                       static_cast<std::uint32_t>(payload.size()));
    return fold(add_bytes(sum, payload)) == 0xffff ? Verdict::good : Verdict::bad;
}

}  // namespace sluice::net
