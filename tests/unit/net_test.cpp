// SPDX-License-Identifier: BSD-3-Clause

#include <array>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "core/net/checksum.hpp"
#include "core/net/parse.hpp"
#include "core/net/toeplitz.hpp"
#include "tests/support/catch.hpp"

using namespace sluice;
using namespace sluice::net;

namespace {

using Bytes = std::vector<std::byte>;

Bytes hex(std::string_view text) {
    Bytes bytes;
    const auto digit = [](char c) {
        return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
    };
    std::string_view::size_type at = 0;
    while (at + 1 < text.size()) {
        if (text[at] == ' ') {
            ++at;
            continue;
        }
        bytes.push_back(static_cast<std::byte>(digit(text[at]) << 4 | digit(text[at + 1])));
        at += 2;
    }
    return bytes;
}

std::span<const std::byte> text_bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

// The key of Microsoft's "Verifying the RSS Hash Calculation".
const Bytes microsoft_key =
    hex("6d5a56da255b0ec24167253d43a38fb0d0ca2bcbae7b30b477cb2da38030f20c6a42b73bbeac01fa");

struct RssVector {
    std::string_view addresses;  // source, destination
    std::string_view ports;      // source, destination
    std::uint32_t addresses_only;
    std::uint32_t with_ports;
};
// The same document's tables for IPv4 and IPv6.
constexpr RssVector rss_vectors[] = {
    {"420995bb a18e6450", "0aea 06e6", 0x323e8fc2, 0x51ccc178},
    {"c75c6f02 41458c53", "3796 1283", 0xd718262a, 0xc626b0ea},
    {"1813c65f 0c16cfb8", "3262 9488", 0xd2d0a5de, 0x5c2b394a},
    {"261bcd1e d18ea306", "bc64 08a9", 0x82989176, 0xafc7327f},
    {"9927a3bf cabc7f02", "acdb 0517", 0x5d1809c5, 0x10e828a2},
    {"3ffe250102001fff0000000000000007 3ffe2501020000030000000000000001", "0aea 06e6", 0x2cc18cd5,
     0x40207d3d},
    {"3ffe050100080000026097fffe40efab ff020000000000000000000000000001", "3796 1283", 0x0f0c461c,
     0xdde51bbf},
    {"3ffe1900454500030200f8fffe2167cf fe800000000000000200f8fffe2167cf", "acdb 9488", 0x4b61e985,
     0x02d1feef},
};

Bytes without_spaces(std::string_view text) {
    std::string packed;
    for (const char c : text)
        if (c != ' ') packed += c;
    return hex(packed);
}

ToeplitzTable table_of(std::span<const std::byte> key) {
    std::array<std::byte, ToeplitzTable::key_bytes> padded{};
    std::copy(key.begin(), key.end(), padded.begin());
    return ToeplitzTable(padded);
}

}  // namespace

TEST_CASE("the internet checksum of RFC 1071's example", "[net]") {
    const Bytes data = hex("0001f203f4f5f6f7");
    CHECK(finish(add_bytes(0, data)) == be16(0x220d));
    // A part's sum can be added to another's.
    const std::span view(data);
    CHECK(finish(add_bytes(add_bytes(0, view.first(4)), view.subspan(4))) == be16(0x220d));
}

TEST_CASE("an odd last byte counts as if a zero followed", "[net]") {
    CHECK(finish(add_bytes(0, hex("0001f2"))) == finish(add_bytes(0, hex("0001f200"))));
}

TEST_CASE("data with its checksum in place folds to all ones", "[net]") {
    Bytes header = hex("45000073000040004011b861c0a80001c0a800c7");
    CHECK(fold(add_bytes(0, header)) == 0xffff);
    header[8] = std::byte{63};
    CHECK(fold(add_bytes(0, header)) != 0xffff);
}

TEST_CASE("the check values of both CRCs", "[net]") {
    CHECK(crc32(text_bytes("123456789")) == 0xcbf43926);
    CHECK(crc32c(text_bytes("123456789")) == 0xe3069283);
    CHECK(crc32c(text_bytes("6789"), crc32c(text_bytes("12345"))) == 0xe3069283);
}

TEST_CASE("the Toeplitz hash gives Microsoft's verification values", "[net][rss]") {
    const auto table = table_of(microsoft_key);
    for (const RssVector& vector : rss_vectors) {
        Bytes input = without_spaces(vector.addresses);
        CHECK(toeplitz(microsoft_key, input) == vector.addresses_only);
        CHECK(table.hash(input) == vector.addresses_only);
        const Bytes ports = without_spaces(vector.ports);
        input.insert(input.end(), ports.begin(), ports.end());
        CHECK(toeplitz(microsoft_key, input) == vector.with_ports);
        CHECK(table.hash(input) == vector.with_ports);
    }
}

TEST_CASE("the table and the definition of the Toeplitz hash agree", "[net][rss]") {
    std::mt19937 random(7);
    std::array<std::byte, ToeplitzTable::key_bytes> key;
    for (int round = 0; round < 50; ++round) {
        for (auto& byte : key) byte = static_cast<std::byte>(random());
        const ToeplitzTable table(key);
        Bytes input(random() % (ToeplitzTable::most_input_bytes + 1));
        for (auto& byte : input) byte = static_cast<std::byte>(random());
        CHECK(table.hash(input) == toeplitz(key, input));
    }
}

namespace {

// Ethernet of `type` before `rest`.
Bytes ethernet(std::string_view type, std::string_view rest) {
    Bytes frame = hex("ffffffffffff020000000042");
    for (const auto part : {type, rest}) {
        const Bytes more = without_spaces(part);
        frame.insert(frame.end(), more.begin(), more.end());
    }
    return frame;
}

constexpr std::string_view udp_over_ipv4 =
    "45000020000000004011 66cb 0a000001 0a000002 03e8 07d0 000c 0000 01020304";

}  // namespace

TEST_CASE("UDP over IPv4 is found, with and without VLAN tags", "[net][parse]") {
    const Bytes plain = ethernet("0800", udp_over_ipv4);
    const Parsed parsed = parse(plain);
    CHECK(parsed.ether_type == EtherType::ipv4);
    CHECK(parsed.l3 == L3::ipv4);
    CHECK(parsed.l4 == L4::udp);
    CHECK(parsed.l3_offset == 14);
    CHECK(parsed.l4_offset == 34);
    CHECK(parsed.l4_end == 46);
    CHECK_FALSE(parsed.malformed);
    CHECK(verify_ipv4_header(plain, parsed) == Verdict::good);
    CHECK(verify_l4(plain, parsed) == Verdict::absent);  // sent without a checksum

    const Parsed twice = parse(ethernet("88a8 6064 8100 0005 0800", udp_over_ipv4));
    CHECK(twice.tags == 2);
    CHECK(twice.outer_tag == 0x6064);
    CHECK(twice.l4 == L4::udp);
    CHECK(twice.l3_offset == 22);
}

TEST_CASE("fragments have no L4 header", "[net][parse]") {
    Bytes first = ethernet("0800", udp_over_ipv4);
    first[20] = std::byte{0x20};  // more fragments
    CHECK(parse(first).fragment);
    CHECK(parse(first).l4 == L4::none);
    CHECK(verify_l4(first, parse(first)) == Verdict::absent);
}

TEST_CASE("lengths that run past the frame make it malformed", "[net][parse]") {
    Bytes frame = ethernet("0800", udp_over_ipv4);
    for (std::size_t kept = 0; kept < frame.size(); ++kept) {
        const Parsed parsed = parse(std::span(frame).first(kept));
        CHECK(parsed.malformed);
        CHECK(parsed.l4 == L4::none);
    }
    frame[14] = std::byte{0x44};  // a header of 16 bytes
    CHECK(parse(frame).malformed);
    frame[14] = std::byte{0x65};  // version 6
    CHECK(parse(frame).malformed);
    CHECK(parse(frame).l3 == L3::none);
}

TEST_CASE("IPv6 extension headers are walked", "[net][parse]") {
    // Hop-by-hop, then destination options, then UDP.
    const std::string_view addresses =
        "20010db8000000000000000000000001 20010db8000000000000000000000002";
    const auto with = [&](std::string_view before, std::string_view after) {
        return ethernet("86dd", std::string(before) + std::string(addresses) + std::string(after));
    };
    const Parsed plain = parse(with("60000000 0008 11 40", "03e8 07d0 0008 0000"));
    CHECK(plain.l3 == L3::ipv6);
    CHECK(plain.l4 == L4::udp);
    CHECK(plain.l4_offset == 54);
    CHECK_FALSE(plain.address_extension);

    const Parsed extended =
        parse(with("60000000 0018 00 40", "3c00000000000000 1100000000000000 03e8 07d0 0008 0000"));
    CHECK(extended.l4 == L4::udp);
    CHECK(extended.l4_offset == 70);
    CHECK(extended.address_extension);

    const Parsed fragment =
        parse(with("60000000 0010 2c 40", "1100000000000001 03e8 07d0 0008 0000"));
    CHECK(fragment.fragment);
    CHECK(fragment.l4 == L4::none);
    CHECK(fragment.protocol == IpProtocol::udp);

    // An extension header longer than what is left.
    CHECK(parse(with("60000000 0008 00 40", "11ff000000000000")).malformed);
}

TEST_CASE("UDP, TCP and SCTP checksums are verified", "[net][parse]") {
    Bytes udp = ethernet("0800", udp_over_ipv4);
    const auto parsed = parse(udp);
    const std::span view(udp);
    const auto sum = pseudo_header_sum(view.subspan(26, 8), 17, 12);
    store_unaligned(udp.data() + 40, finish(add_bytes(sum, view.subspan(34))));
    CHECK(verify_l4(udp, parsed) == Verdict::good);
    udp.back() ^= std::byte{1};
    CHECK(verify_l4(udp, parsed) == Verdict::bad);

    Bytes sctp =
        ethernet("0800", "45000020000000004084 6656 0a000001 0a000002 03e8 07d0 00000001 00000000");
    CHECK(parse(sctp).l4 == L4::sctp);
    CHECK(verify_l4(sctp, parse(sctp)) == Verdict::bad);
    const auto crc = crc32c(std::span(sctp).subspan(34));
    store_unaligned(sctp.data() + 42, le32(crc));
    CHECK(verify_l4(sctp, parse(sctp)) == Verdict::good);
}

TEST_CASE("the parser stays inside random frames", "[net][parse]") {
    std::mt19937 random(11);
    constexpr std::array<std::uint16_t, 4> types{0x0800, 0x86dd, 0x8100, 0x88a8};
    for (int round = 0; round < 20000; ++round) {
        // A vector of exactly this size: a sanitizer sees each byte past its end.
        Bytes frame(random() % 128);
        for (auto& byte : frame) byte = static_cast<std::byte>(random());
        if (frame.size() > 15) {
            store_unaligned(frame.data() + 12, be16(types[random() % types.size()]));
            if (random() % 2 == 0)
                frame[14] = random() % 2 == 0 ? std::byte{0x45} : std::byte{0x60};
        }
        const Parsed parsed = parse(frame);
        CHECK(parsed.l3_offset <= std::max<std::size_t>(frame.size(), 22));
        if (parsed.l3 != L3::none) {
            CHECK(parsed.l4_offset <= parsed.l4_end);
            CHECK(parsed.l4_end <= frame.size());
        }
        (void)verify_ipv4_header(frame, parsed);
        (void)verify_l4(frame, parsed);
    }
}
