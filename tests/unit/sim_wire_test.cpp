// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <set>
#include <string>

#include "core/base/byte_order.hpp"
#include "core/base/error.hpp"
#include "core/net/parse.hpp"
#include "tests/unit/capture_files.hpp"
#include "tests/unit/sim_rig.hpp"

namespace sluice::i40e::sim::tests {

using Catch::Matchers::Contains;
using sluice::tests::pcap_header;
using sluice::tests::pcap_packet;
using sluice::tests::ScratchFile;
using namespace std::chrono_literals;

namespace {

constexpr PortEnd port{{{0x02, 1, 2, 3, 4, 5}}, 40'000'000'000};

template <class W>
std::vector<Bytes> take(W& wire, std::size_t count, std::chrono::nanoseconds now = 0ns) {
    std::vector<Bytes> frames;
    while (frames.size() < count) {
        const WireFrame* const frame = wire.peek(now);
        if (frame == nullptr) break;
        frames.emplace_back(frame->bytes.begin(), frame->bytes.end());
        wire.pop();
    }
    return frames;
}

GeneratorWire generator(GeneratorOptions options) {
    GeneratorWire wire(options);
    wire.plug_in(port);
    wire.start(0ns);
    return wire;
}

std::string capture_of(std::initializer_list<std::size_t> sizes) {
    std::string file = pcap_header();
    unsigned number = 0;
    for (const std::size_t size : sizes) {
        const Bytes frame = plain_frame(size);
        std::string bytes(reinterpret_cast<const char*>(frame.data()), frame.size());
        if (size > 20) bytes[20] = static_cast<char>(number++);
        file += pcap_packet(bytes, static_cast<std::uint32_t>(size));
    }
    return file;
}

}  // namespace

TEST_CASE("generated frames are whole: sizes, headers and checksums", "[sim][wire]") {
    for (const unsigned size : {64u, 65u, 1518u, 9728u}) {
        auto wire = generator({.frame_bytes = size, .flows = 3, .count = 7});
        const auto frames = take(wire, 100);
        REQUIRE(frames.size() == 7);
        CHECK(wire.exhausted());
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const Bytes& frame = frames[i];
            CHECK(frame.size() == size - 4);
            CHECK(net::MacAddress::at(frame.data()) == port.mac);
            const auto parsed = net::parse(frame);
            CHECK(parsed.l4 == net::L4::udp);
            CHECK_FALSE(parsed.malformed);
            CHECK(net::verify_ipv4_header(frame, parsed) == net::Verdict::good);
            CHECK(net::verify_l4(frame, parsed) == net::Verdict::good);
            CHECK(load_unaligned<be64>(frame.data() + GeneratorWire::number_at).value() == i);
        }
        CHECK(std::ranges::equal(std::span(frames[0]).subspan(26, 10),
                                 std::span(frames[3]).subspan(26, 10)));
    }
}

TEST_CASE("flows differ, and a run repeats byte for byte", "[sim][wire]") {
    auto first = generator({.flows = 70000, .count = 70000});
    auto second = generator({.flows = 70000, .count = 70000});
    std::set<std::pair<std::uint32_t, std::uint16_t>> flows;
    for (int i = 0; i < 70000; ++i) {
        const Bytes a = take(first, 1).front();
        if (a != take(second, 1).front()) FAIL("the two differ");
        flows.emplace(load_unaligned<be32>(a.data() + 26), load_unaligned<be16>(a.data() + 34));
    }
    CHECK(flows.size() == 70000);
}

TEST_CASE("a generator keeps its rate in simulated time", "[sim][wire]") {
    auto packets = generator({.rate = {Rate::Kind::packets, 1'000'000}});
    CHECK(take(packets, 1000, 0ns).size() == 1);
    CHECK(take(packets, 1000, 999ns).empty());
    CHECK(take(packets, 1000, 1us).size() == 1);
    CHECK(take(packets, 1000, 100us).size() == 99);

    auto line = generator({.rate = {Rate::Kind::line, 0}});
    // 64 bytes and 20 of preamble and gap: 16.8 ns at 40 Gb/s.
    CHECK(take(line, 100'000, 1ms).size() == 59524);

    auto all = generator({});
    CHECK(take(all, 1000, 0ns).size() == 1000);
}

TEST_CASE("a step offers a bounded number and a source without descriptors loses frames",
          "[sim][wire]") {
    Rig rig({}, GeneratorWire({.frame_bytes = 64, .count = 200}));
    const RxRing ring = rig.start_one_queue();
    rig.step();
    CHECK(rig.device().wire_statistics().offered_packets == 0);  // not started
    rig.device().start_source();
    rig.step();
    CHECK(rig.device().wire_statistics().offered_packets == 64);
    CHECK(rig.read(0x310000 + 8 * rig.stat_index) == 1);
    CHECK_FALSE(rig.device().source_exhausted());
    rig.step(3);
    CHECK(rig.device().wire_statistics().offered_packets == 200);
    CHECK(rig.read(0x310000 + 8 * rig.stat_index) == 137);
    CHECK(rig.device().source_exhausted());
    CHECK(rig.read(0x3009A0) == 0);
    CHECK(ring.word(62, 1) != 0);
}

TEST_CASE("a source that honours pause waits for descriptors and loses nothing", "[sim][wire]") {
    Rig rig({}, GeneratorWire({.count = 200, .honours_pause = true}));
    const RxRing ring = rig.start_one_queue();
    rig.device().start_source();
    rig.step(10);
    CHECK(rig.device().wire_statistics().offered_packets == 63);
    CHECK(rig.read(0x3009A0) == 1);  // XOFF sent
    CHECK(rig.read(0x300980) == 0);
    CHECK(rig.read(0x310000 + 8 * rig.stat_index) == 0);
    CHECK(rig.read64(0x3005A0) == 63);
    unsigned tail = 63;
    for (unsigned received = 0; received < 200; ++received) {
        ring.set_word(tail, 0, ring.buffers_iova);
        ring.set_word(tail, 1, 0);
        tail = (tail + 1) % 64;
        rig.ring(0x128000, tail);
        rig.step();
    }
    CHECK(rig.device().wire_statistics().offered_packets == 200);
    CHECK(rig.read(0x310000 + 8 * rig.stat_index) == 0);
    CHECK(rig.read(0x300980) > 0);
    CHECK(rig.device().source_exhausted());
    rig.expect_no_complaints();
}

TEST_CASE("a stopped source is silent and may be started again", "[sim][wire]") {
    Rig rig({}, GeneratorWire());
    (void)rig.start_one_queue();
    rig.device().start_source();
    rig.step();
    rig.device().stop_source();
    CHECK(rig.device().source_exhausted());
    const auto offered = rig.device().wire_statistics().offered_packets;
    rig.step(5);
    CHECK(rig.device().wire_statistics().offered_packets == offered);
    rig.device().start_source();
    CHECK_FALSE(rig.device().source_exhausted());
    rig.step();
    CHECK(rig.device().wire_statistics().offered_packets == offered + 64);
}

TEST_CASE("a capture is replayed whole, short frames padded", "[sim][wire]") {
    const ScratchFile file(capture_of({42, 60, 1514, 60}));
    Rig rig({}, PcapWire({.file = file.path()}));
    RxOptions two;
    two.posted = 2;
    const RxRing ring = rig.start_one_queue(two);
    rig.device().start_source();
    rig.step(3);
    // It waits for descriptors.
    CHECK(rig.device().wire_statistics().offered_packets == 2);
    for (unsigned i = 2; i < 4; ++i) ring.set_word(i, 0, ring.buffers_iova + 2048 * i);
    rig.ring(0x128000, 4);
    rig.step();
    CHECK(rig.device().wire_statistics().offered_packets == 4);
    CHECK(rig.device().source_exhausted());
    CHECK((ring.word(0, 1) >> 38) == 60);
    CHECK((ring.word(2, 1) >> 38) == 1514);
    const Bytes first = plain_frame(42);
    CHECK(std::ranges::equal(ring.buffer(0).first(42).subspan(22), std::span(first).subspan(22)));
    CHECK(std::ranges::all_of(ring.buffer(0).subspan(42, 18),
                              [](std::byte byte) { return byte == std::byte{0}; }));
    CHECK(ring.buffer(3)[20] == std::byte{3});
}

TEST_CASE("a looped capture does not end", "[sim][wire]") {
    const ScratchFile file(capture_of({60, 70, 80}));
    PcapWire wire({.file = file.path(), .loop = true});
    wire.plug_in(port);
    wire.start(0ns);
    const auto frames = take(wire, 10);
    REQUIRE(frames.size() == 10);
    CHECK(frames[9].size() == 60);
    CHECK(frames[9][20] == std::byte{0});
    CHECK_FALSE(wire.exhausted());
    const ScratchFile empty(pcap_header());
    CHECK_THROWS_WITH(PcapWire({.file = empty.path(), .loop = true}),
                      empty.path() + ": has no packets to send in a loop");
    CHECK(PcapWire({.file = empty.path()}).exhausted());
}

TEST_CASE("wires are named in text", "[sim][wire]") {
    CHECK(std::holds_alternative<NullWire>(parse_wire("none")));
    CHECK(std::holds_alternative<GeneratorWire>(parse_wire("gen")));
    auto wire =
        std::get<GeneratorWire>(parse_wire("gen:size=128:flows=2:rate=1000:count=5:pause=on"));
    CHECK(wire.honours_pause());
    wire.plug_in(port);
    wire.start(0ns);
    const auto frames = take(wire, 100, 2ms);
    CHECK(frames.size() == 3);
    CHECK(frames[0].size() == 124);
    CHECK_FALSE(std::get<GeneratorWire>(parse_wire("gen:rate=line")).honours_pause());

    const ScratchFile file(capture_of({60}));
    CHECK(std::get<PcapWire>(parse_wire("pcap:" + file.path())).honours_pause());
    CHECK_FALSE(
        std::get<PcapWire>(parse_wire("pcap:" + file.path() + ":loop:pause=off")).honours_pause());
}

TEST_CASE("colons, commas and backslashes in a file name are escaped", "[sim][wire]") {
    CHECK_THROWS_WITH(parse_wire("pcap:/no\\:such\\,file\\\\:loop"),
                      "/no:such,file\\: no such capture file");
    CHECK_THROWS_WITH(parse_wire("pcap:/no\\such"), "/no\\such: no such capture file");
}

TEST_CASE("text that names no wire is refused with what would be right", "[sim][wire]") {
    const std::pair<const char*, const char*> wrong[] = {
        {"", "unknown wire ''; known are gen, pcap:FILE, none"},
        {"tape", "unknown wire 'tape'; known are gen, pcap:FILE, none"},
        {"none:x", "wire none: takes no options"},
        {"gen:sise=64", "wire gen: unknown key 'sise'; known are size, flows, rate, count, pause"},
        {"gen:size=63", "wire gen: size=63 is not a whole number from 64 to 9728"},
        {"gen:size=64x", "wire gen: size=64x is not a whole number from 64 to 9728"},
        {"gen:size=", "wire gen: size= is not a whole number from 64 to 9728"},
        {"gen:flows=0", "wire gen: flows=0 is not a whole number from 1 to 1048576"},
        {"gen:rate=fast",
         "wire gen: rate=fast is not packets per second (1 to 1000000000) or the word line"},
        {"gen:pause=maybe", "wire gen: pause=maybe is not on or off"},
        {"gen:count=0", "wire gen: count=0 is not a whole number from 1 to 18446744073709551615"},
        {"pcap", "wire pcap: the file is missing; write pcap:FILE"},
        {"pcap::loop", "wire pcap: the file is missing; write pcap:FILE"},
        {"pcap:file:again",
         "wire pcap: unknown key 'again'; known are loop, rate, pause (a colon "
         "in a file name is written \\:)"},
    };
    for (const auto& [text, message] : wrong) {
        CHECK_THROWS_WITH(parse_wire(text), message);
        CHECK_THROWS_AS(parse_wire(text), UsageError);
    }
    CHECK_THROWS_AS(GeneratorWire({.frame_bytes = 10}), UsageError);
    CHECK_THROWS_AS(GeneratorWire({.flows = 0}), UsageError);
}

}  // namespace sluice::i40e::sim::tests
