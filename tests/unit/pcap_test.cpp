// SPDX-License-Identifier: BSD-3-Clause

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/net/pcap.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/capture_files.hpp"

using namespace sluice;
using namespace sluice::net;
using namespace sluice::tests;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

TEST_CASE("packets of a pcap file come in order, any number of times", "[net][pcap]") {
    const ScratchFile file(pcap_header() + pcap_packet("first packet", 12) +
                           pcap_packet("second", 6));
    PcapReader reader(file.path());
    CHECK(reader.packet_count() == 2);
    CHECK(reader.clipped_count() == 0);
    for (int round = 0; round < 3; ++round) {
        const auto first = reader.next();
        REQUIRE(first.has_value());
        CHECK(text_of(first->bytes) == "first packet");
        CHECK(first->original_bytes == 12);
        CHECK(first->time == std::chrono::seconds(5) + std::chrono::microseconds(7));
        CHECK(text_of(reader.next()->bytes) == "second");
        CHECK_FALSE(reader.next().has_value());
        reader.rewind();
    }
}

TEST_CASE("packets of a pcapng file are read", "[net][pcap]") {
    const ScratchFile file(pcapng_header() + pcapng_packet("0123456789abcdef"));
    PcapReader reader(file.path());
    CHECK(reader.packet_count() == 1);
    CHECK(text_of(reader.next()->bytes) == "0123456789abcdef");
}

TEST_CASE("packets of which only the beginning was kept are told", "[net][pcap]") {
    const ScratchFile file(pcap_header() + pcap_packet("cut", 1500));
    PcapReader reader(file.path());
    CHECK(reader.clipped_count() == 1);
    CHECK(reader.next()->original_bytes == 1500);
}

TEST_CASE("a file cut short is refused with the number of packets before the cut", "[net][pcap]") {
    const std::string whole = pcap_header() + pcap_packet("one", 3) + pcap_packet("two", 3);
    const ScratchFile file(whole.substr(0, whole.size() - 2));
    CHECK_THROWS_WITH(PcapReader(file.path()),
                      file.path() + ": is cut short after 1 packets; capture or copy it again");
    const ScratchFile header_only(whole.substr(0, 10));
    CHECK_THROWS_WITH(
        PcapReader(header_only.path()),
        header_only.path() + ": is cut short before its first packet; capture or copy it again");
    const ScratchFile empty("");
    CHECK_THROWS_WITH(PcapReader(empty.path()), Contains("is cut short before its first packet"));
}

TEST_CASE("a file that is no capture is refused", "[net][pcap]") {
    const ScratchFile file("This is a text of more than twenty-four bytes, and no capture.");
    CHECK_THROWS_WITH(PcapReader(file.path()), Contains("is not a pcap or pcapng capture"));
    CHECK_THROWS_AS(PcapReader(file.path()), Error);
}

TEST_CASE("a file that is not there, and a folder, are refused", "[net][pcap]") {
    CHECK_THROWS_WITH(PcapReader("/no/such/file"), "/no/such/file: no such capture file");
    CHECK_THROWS_WITH(PcapReader("/"), Contains("is not a regular file"));
}

TEST_CASE("a capture of another kind of network is refused", "[net][pcap]") {
    constexpr std::uint32_t raw_ip = 101;
    const ScratchFile file(pcap_header(raw_ip) + pcap_packet("ip", 2));
    CHECK_THROWS_WITH(PcapReader(file.path()),
                      file.path() + ": was captured on a network of type RAW, not on Ethernet");
}

TEST_CASE("a file that vanished after it was opened ends the packets", "[net][pcap]") {
    auto file = std::make_unique<ScratchFile>(pcap_header() + pcap_packet("one", 3));
    PcapReader reader(file->path());
    file.reset();
    CHECK(reader.next().has_value());
    reader.rewind();
    CHECK_FALSE(reader.next().has_value());
}
