// SPDX-License-Identifier: BSD-3-Clause

// Write-back of every form, to the bit; where each frame ends that is not delivered.

#include <algorithm>

#include "core/base/byte_order.hpp"
#include "core/net/checksum.hpp"
#include "core/net/toeplitz.hpp"
#include "tests/unit/sim_rig.hpp"

namespace sluice::i40e::sim::tests {

namespace {

constexpr std::uint64_t dd_eof = 0x3;
constexpr std::uint64_t l2tag1p = 1 << 2;
constexpr std::uint64_t l3l4p = 1 << 3;
constexpr std::uint64_t crcp = 1 << 4;
constexpr std::uint64_t multicast = 1 << 9;
constexpr std::uint64_t broadcast_bit = 2 << 9;
constexpr std::uint64_t rss_hash = 3 << 12;
constexpr std::uint64_t ip_error = 1 << 22;
constexpr std::uint64_t l4_error = 1 << 23;

constexpr std::uint64_t ptype(std::uint64_t type) { return type << 30; }
constexpr std::uint64_t length(std::uint64_t bytes) { return bytes << 38; }

// Counters of the port (index 0), and of the VSI.
constexpr std::uint64_t gorc = 0x300000, uprc = 0x3005A0, mprc = 0x3005C0, bprc = 0x3005E0;
constexpr std::uint64_t crcerrs = 0x300080, ruc = 0x300100, roc = 0x300120;
constexpr std::uint64_t rxerr1 = 0x318000 + 8 * 128;
std::uint64_t v_gorc(const Rig& rig) { return 0x358000 + 8 * rig.stat_index; }
std::uint64_t v_uprc(const Rig& rig) { return 0x36C000 + 8 * rig.stat_index; }
std::uint64_t v_mprc(const Rig& rig) { return 0x36CC00 + 8 * rig.stat_index; }
std::uint64_t v_bprc(const Rig& rig) { return 0x36D800 + 8 * rig.stat_index; }
std::uint64_t v_rdpc(const Rig& rig) { return 0x310000 + 8 * rig.stat_index; }

void send(Rig& rig, const Bytes& frame) {
    rig.script().send(frame);
    rig.step();
}

bool holds(std::span<const std::byte> memory, std::span<const std::byte> frame) {
    return std::ranges::equal(memory.first(frame.size()), frame);
}

}  // namespace

TEST_CASE("one frame crosses from the wire to host memory", "[sim][receive]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue();
    const Bytes frame = plain_frame(60);
    send(rig, frame);
    CHECK(ring.word(0, 0) == 0);
    CHECK(ring.word(0, 1) == (dd_eof | ptype(1) | length(60)));
    CHECK(ring.word(1, 1) == 0);
    CHECK(holds(ring.buffer(0), frame));
    CHECK(rig.device().wire_statistics().offered_packets == 1);
    CHECK(rig.device().wire_statistics().offered_bytes == 60);
    rig.expect_no_complaints();
}

TEST_CASE("32-byte descriptors get their upper half too, the status word last", "[sim][receive]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue({.descriptor_bytes = 32});
    ring.set_word(0, 2, ~std::uint64_t{0});
    ring.set_word(0, 3, ~std::uint64_t{0});
    send(rig, plain_frame(64));
    send(rig, plain_frame(65));
    CHECK(ring.word(0, 1) == (dd_eof | ptype(1) | length(64)));
    CHECK(ring.word(0, 2) == 0);
    CHECK(ring.word(0, 3) == 0);
    CHECK(ring.word(1, 1) == (dd_eof | ptype(1) | length(65)));
    rig.expect_no_complaints();
}

TEST_CASE("a frame larger than a buffer fills several, the last one tells about it",
          "[sim][receive]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue({.buffer_bytes = 1024, .rxmax = 5120});
    const Bytes frame = udp_frame({.bytes = 2500});
    send(rig, frame);
    CHECK(ring.word(0, 0) == 0);
    CHECK(ring.word(0, 1) == (1 | length(1024)));
    CHECK(ring.word(1, 1) == (1 | length(1024)));
    CHECK(ring.word(2, 1) == (dd_eof | l3l4p | ptype(24) | length(452)));
    CHECK(ring.word(3, 1) == 0);
    const std::span view(frame);
    CHECK(holds(ring.buffer(0), view.first(1024)));
    CHECK(holds(ring.buffer(1), view.subspan(1024, 1024)));
    CHECK(holds(ring.buffer(2), view.subspan(2048)));
    // Exactly full buffers leave no empty one behind.
    send(rig, plain_frame(2048));
    CHECK(ring.word(4, 1) == (dd_eof | ptype(1) | length(1024)));
    CHECK(ring.word(5, 1) == 0);
    rig.expect_no_complaints();
}

TEST_CASE("rings wrap", "[sim][receive]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue();
    for (unsigned i = 0; i < 63; ++i) send(rig, plain_frame(60 + i));
    // Give all but the last back, from descriptor 0 on again.
    for (unsigned i = 0; i < 64; ++i) {
        ring.set_word(i, 0, ring.buffers_iova + i * 2048u);
        ring.set_word(i, 1, 0);
    }
    rig.ring(0x128000, 62);
    for (unsigned i = 0; i < 63; ++i) send(rig, plain_frame(200 + i));
    CHECK(ring.word(63, 1) == (dd_eof | ptype(1) | length(200)));
    CHECK(ring.word(0, 1) == (dd_eof | ptype(1) | length(201)));
    CHECK(ring.word(61, 1) == (dd_eof | ptype(1) | length(262)));
    CHECK(ring.word(62, 1) == 0);
    rig.expect_no_complaints();
}

TEST_CASE("the FCS is kept where the context says so", "[sim][receive]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue({.strips_fcs = false});
    const Bytes frame = plain_frame(100);
    send(rig, frame);
    CHECK(ring.word(0, 1) == (dd_eof | crcp | ptype(1) | length(104)));
    CHECK(holds(ring.buffer(0), frame));
    CHECK(load_unaligned<le32>(ring.buffer(0).data() + 100).value() == net::crc32(frame));
}

TEST_CASE("packet types and checksum results", "[sim][receive][classifier]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue();
    unsigned next = 0;
    const auto status_of = [&](const Bytes& frame) {
        send(rig, frame);
        const std::uint64_t status = ring.word(next++, 1);
        CHECK((status >> 38) == frame.size());
        return status & ~(std::uint64_t{0x3ffffff} << 38);
    };
    Bytes frame = udp_frame();
    CHECK(status_of(frame) == (dd_eof | l3l4p | ptype(24)));
    frame[40] ^= std::byte{1};  // UDP checksum
    CHECK(status_of(frame) == (dd_eof | l3l4p | l4_error | ptype(24)));
    frame = udp_frame();
    frame[22] = std::byte{9};  // time to live
    CHECK(status_of(frame) == (dd_eof | l3l4p | ip_error | ptype(24)));
    frame = udp_frame();
    frame[40] = frame[41] = std::byte{0};  // none
    CHECK(status_of(frame) == (dd_eof | l3l4p | ptype(24)));
    const auto ether = [](unsigned type) {
        Bytes bytes = plain_frame(60);
        store_unaligned(bytes.data() + 12, be16(static_cast<std::uint16_t>(type)));
        return bytes;
    };
    CHECK(status_of(ether(0x0806)) == (dd_eof | ptype(11)));
    CHECK(status_of(ether(0x88cc)) == (dd_eof | ptype(6)));
    CHECK(status_of(ether(0x88f7)) == (dd_eof | ptype(2)));
    // A header that is none: the parser gave up.
    CHECK(status_of(ether(0x0800)) == (dd_eof | ptype(1) | 1 << 26));
    rig.set_promiscuous(2, 2);
    CHECK(status_of(plain_frame(60, net::MacAddress{{0x33, 0x33, 0, 0, 0, 1}})) ==
          (dd_eof | multicast | ptype(1)));
    rig.set_promiscuous(4, 4);
    CHECK(status_of(plain_frame(60, net::broadcast)) == (dd_eof | broadcast_bit | ptype(1)));
    // IPv4 protocols.
    const auto protocol = [](unsigned number, unsigned fragment = 0) {
        Bytes bytes = udp_frame();
        bytes[23] = static_cast<std::byte>(number);
        bytes[20] = static_cast<std::byte>(fragment);
        bytes[46] = std::byte{0x50};
        store_unaligned(bytes.data() + 24, be16(0));
        store_unaligned(bytes.data() + 24,
                        net::finish(net::add_bytes(0, std::span(bytes).subspan(14, 20))));
        return bytes;
    };
    CHECK((status_of(protocol(6)) & ptype(0xff)) == ptype(26));
    CHECK((status_of(protocol(132)) & ptype(0xff)) == ptype(27));
    CHECK(status_of(protocol(1)) == (dd_eof | l3l4p | ptype(28)));
    CHECK(status_of(protocol(89)) == (dd_eof | l3l4p | ptype(23)));
    CHECK(status_of(protocol(17, 0x20)) == (dd_eof | l3l4p | ptype(22)));
    rig.expect_no_complaints();
}

TEST_CASE("packet types of IPv6", "[sim][receive][classifier]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue();
    const auto frame = [](unsigned next_header) {
        Bytes bytes = plain_frame(90);
        store_unaligned(bytes.data() + 12, be16(0x86dd));
        bytes[14] = std::byte{0x60};
        store_unaligned(bytes.data() + 18, be16(36));
        bytes[20] = static_cast<std::byte>(next_header);
        if (next_header == 44) bytes[54] = std::byte{17};
        return bytes;
    };
    const std::pair<unsigned, unsigned> expected[] = {{17, 90}, {6, 92},  {132, 93},
                                                      {58, 94}, {89, 89}, {44, 88}};
    unsigned next = 0;
    for (const auto& [header, type] : expected) {
        send(rig, frame(header));
        CHECK((ring.word(next++, 1) >> 30 & 0xff) == type);
    }
}

TEST_CASE("the hash is Microsoft's, for classes that are enabled only", "[sim][receive][rss]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue();
    const Bytes key = bytes_of({0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67,
                                0x25, 0x3d, 0x43, 0xa3, 0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb,
                                0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3, 0x80, 0x30,
                                0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa});
    for (unsigned i = 0; i < 10; ++i)
        rig.write(0x244800 + 128 * i, load_unaligned<le32>(key.data() + 4 * i).value());
    const Bytes frame = udp_frame({.source = {66, 9, 149, 187},
                                   .destination = {161, 142, 100, 80},
                                   .source_port = 2794,
                                   .destination_port = 1766});
    send(rig, frame);
    CHECK(ring.word(0, 0) == 0);
    CHECK((ring.word(0, 1) & rss_hash) == 0);
    rig.write(0x245900, 0x80000000u);  // class 31: UDP over IPv4
    send(rig, frame);
    CHECK(ring.word(1, 0) == std::uint64_t{0x51ccc178} << 32);
    CHECK((ring.word(1, 1) & rss_hash) == rss_hash);
    // Addresses only, as the input set says.
    rig.write(0x267600 + 8 * 31, 0);
    rig.write(0x267604 + 8 * 31, 0x0001'8018);
    send(rig, frame);
    CHECK(ring.word(2, 0) == std::uint64_t{0x323e8fc2} << 32);
    rig.expect_no_complaints();
}

TEST_CASE("the table spreads flows over the queues of the VSI", "[sim][receive][rss]") {
    Rig rig;
    rig.start_admin_queues();
    rig.lay_out_contexts();
    rig.find_main_vsi();
    rig.map_queues(1, 2);  // queues 1 to 4
    std::vector<RxRing> rings;
    for (unsigned q = 1; q <= 4; ++q) {
        rings.push_back(rig.make_rx_ring(q));
        REQUIRE(rig.enable_rx(q));
    }
    std::array<std::byte, 52> key;
    for (unsigned i = 0; i < 13; ++i) {
        const std::uint32_t word = 0x9E3779B9u * (i + 1);
        rig.write(0x244800 + 128 * i, word);
        store_unaligned(key.data() + 4 * i, le32(word));
    }
    rig.write(0x1C0AC0, 0x10000);  // 512 entries
    for (unsigned i = 0; i < 128; ++i) rig.write(0x240000 + 128 * i, 0x03020100);
    rig.write(0x245900, 0x80000000u);
    std::array<unsigned, 4> next{};
    for (unsigned flow = 0; flow < 100; ++flow) {
        const Bytes frame = udp_frame({.source_port = 5000 + flow});
        const std::uint32_t hash = net::toeplitz(key, std::span(frame).subspan(26, 12));
        send(rig, frame);
        const unsigned index = (hash & 511) % 4;
        const RxRing& ring = rings[index];
        CHECK(ring.word(next[index], 0) == std::uint64_t{hash} << 32);
        ++next[index];
    }
    for (const unsigned count : next) CHECK(count > 5);
    // With 128 entries the hash's low seven bits decide.
    rig.write(0x1C0AC0, 0);
    rig.write(0x240000, 0x3);
    rig.expect_no_complaints();
}

TEST_CASE("VLAN tags are stripped as the VSI says", "[sim][receive][vlan]") {
    struct Mode {
        unsigned flags;
        bool strips, shows;
    };
    for (const Mode& mode : {Mode{0x03, true, true}, Mode{0x0B, true, true},
                             Mode{0x13, true, false}, Mode{0x1B, false, false}}) {
        Rig rig;
        const RxRing ring = rig.start_one_queue();
        rig.map_queues(0, 0, mode.flags);
        const Bytes frame = udp_frame({.bytes = 64, .tag = 0xA064});
        const Bytes untagged = udp_frame({.bytes = 60});
        send(rig, frame);
        CHECK((ring.word(0, 0) >> 16 & 0xffff) == (mode.shows ? 0xA064 : 0));
        CHECK(ring.word(0, 1) == (dd_eof | (mode.shows ? l2tag1p : 0) | l3l4p | ptype(24) |
                                  length(mode.strips ? 60 : 64)));
        if (mode.strips) {
            CHECK(holds(ring.buffer(0), std::span(frame).first(12)));
            CHECK(holds(ring.buffer(0).subspan(12), std::span(frame).subspan(16)));
        } else {
            CHECK(holds(ring.buffer(0), frame));
        }
        send(rig, untagged);
        CHECK(ring.word(1, 1) == (dd_eof | l3l4p | ptype(24) | length(60)));
        rig.expect_no_complaints();
    }
}

TEST_CASE("a second choice of tag place shows in the wide descriptor", "[sim][receive][vlan]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue({.descriptor_bytes = 32, .first_tag_in_l2tag1 = false});
    rig.map_queues(0, 0, 0x03);
    send(rig, udp_frame({.bytes = 64, .tag = 0x0123}));
    CHECK((ring.word(0, 1) & l2tag1p) == 0);
    CHECK(ring.word(0, 2) == (1 | std::uint64_t{0x0123} << 48));
}

TEST_CASE("the MAC counts what it refuses", "[sim][receive][statistics]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue();
    send(rig, plain_frame(59));
    send(rig, plain_frame(1));
    rig.script().send_with_bad_fcs(plain_frame(100));
    send(rig, plain_frame(9725));
    CHECK(rig.read(ruc) == 2);
    CHECK(rig.read(crcerrs) == 1);
    CHECK(rig.read(roc) == 1);
    CHECK(rig.admin(0x0603, Params().u16(1518).u8(4)).code() == 0);
    send(rig, plain_frame(1515));
    CHECK(rig.read(roc) == 2);
    send(rig, plain_frame(1514));
    CHECK(rig.read64(gorc) == 1518);
    CHECK(rig.read64(uprc) == 1);
    CHECK(ring.word(0, 1) == (dd_eof | ptype(1) | length(1514)));
    CHECK(rig.device().wire_statistics().offered_packets == 6);
    CHECK(rig.admin(0x0603, Params().u16(9729).u8(4)).code() == 14);
    CHECK(rig.admin(0x0603, Params().u16(1518).u8(0)).code() == 0);
    rig.expect_complaint("admin command set_mac_config: frames would go out without FCS");
}

TEST_CASE("every frame offered ends in exactly one place", "[sim][receive][statistics]") {
    Rig rig;
    RxOptions options;
    options.posted = 10;
    options.rxmax = 1518;
    const RxRing ring = rig.start_one_queue(options);
    rig.set_promiscuous(4, 4);
    for (int i = 0; i < 4; ++i) rig.script().send(plain_frame(60));
    rig.script().send(plain_frame(1514, net::broadcast));
    rig.script().send(plain_frame(1515));                                     // over RXMAX
    rig.script().send(plain_frame(60, net::MacAddress{{2, 9, 9, 9, 9, 9}}));  // not ours
    rig.script().send(plain_frame(60, net::MacAddress{{1, 9, 9, 9, 9, 9}}));  // not ours
    for (int i = 0; i < 8; ++i) rig.script().send(plain_frame(60));           // 5 fit
    rig.script().send(plain_frame(59));
    rig.step();
    rig.device().set_link(false);
    for (int i = 0; i < 3; ++i) rig.script().send(plain_frame(60));
    rig.step();
    const WireStatistics& wire = rig.device().wire_statistics();
    CHECK(wire.offered_packets == 20);
    CHECK(wire.link_down_packets == 3);
    const std::uint64_t good = rig.read64(uprc) + rig.read64(mprc) + rig.read64(bprc);
    CHECK(rig.read64(uprc) == 14);
    CHECK(rig.read64(mprc) == 1);
    CHECK(rig.read64(bprc) == 1);
    CHECK(wire.offered_packets == wire.link_down_packets + rig.read(ruc) + good);
    const std::uint64_t claimed =
        rig.read64(v_uprc(rig)) + rig.read64(v_mprc(rig)) + rig.read64(v_bprc(rig));
    CHECK(good - claimed == 2);
    CHECK(rig.read(v_rdpc(rig)) == 3);
    CHECK(rig.read64(rxerr1) == 1);
    const unsigned delivered = 10;
    CHECK(ring.word(9, 1) != 0);
    CHECK(claimed == delivered + rig.read(v_rdpc(rig)) + rig.read64(rxerr1));
    CHECK(rig.read64(v_gorc(rig)) == 12 * 64 + 1518 + 1519);
    rig.expect_no_complaints();
}

TEST_CASE("a queue that is off costs its VSI the frame", "[sim][receive][statistics]") {
    Rig rig;
    (void)rig.start_one_queue();
    rig.write(0x120000, 0);
    rig.step();
    send(rig, plain_frame(60));
    CHECK(rig.read(v_rdpc(rig)) == 1);
    CHECK(rig.read64(v_uprc(rig)) == 1);
}

TEST_CASE("sizes are counted with the FCS", "[sim][receive][statistics]") {
    Rig rig;
    (void)rig.start_one_queue();
    struct Class {
        std::uint64_t counter;
        std::size_t first, last;  // without FCS
    };
    const Class classes[] = {{0x300480, 60, 60},    {0x3004A0, 61, 123},   {0x3004C0, 124, 251},
                             {0x3004E0, 252, 507},  {0x300500, 508, 1019}, {0x300520, 1020, 1518},
                             {0x300540, 1519, 9518}};
    for (const Class& size : classes) {
        send(rig, plain_frame(size.first));
        send(rig, plain_frame(size.last));
        CHECK(rig.read64(size.counter) == 2);
    }
}

TEST_CASE("counters of 48 and 32 bits wrap there and read in halves", "[sim][statistics]") {
    RegisterFile registers;
    Statistics statistics(registers);
    const auto octets = hw::regs::GLPRT_GORCL(0);
    statistics.add(octets, (std::uint64_t{1} << 48) - 2);
    CHECK(registers.dword(0x300000) == 0xFFFFFFFEu);
    CHECK(registers.dword(0x300004) == 0xFFFF);
    statistics.add(octets, 3);
    CHECK(registers.get(octets).raw == 1);
    CHECK(registers.dword(0x300004) == 0);
    const auto drops = hw::regs::GLV_RDPC(7);
    statistics.add(drops, 0xFFFFFFFFu);
    statistics.add(drops, 2);
    CHECK(registers.get(drops).raw == 1);
    CHECK(registers.dword(0x310000 + 8 * 7 + 4) == 0);
}

TEST_CASE("tails that make no sense stop the queue", "[sim][receive][strict]") {
    for (const bool past_ring : {true, false}) {
        Rig rig;
        RxOptions options;
        options.posted = 20;
        (void)rig.start_one_queue(options);
        send(rig, plain_frame(60));
        rig.ring(0x128000, past_ring ? 64 : 10);
        rig.step();
        rig.expect_complaint(past_ring
                                 ? "QRX_TAIL(0) written with 64, past the ring of 64 descriptors"
                                 : "QRX_TAIL(0) moved from 20 to 10, past descriptors the device "
                                   "has not used yet (its head is 1)");
        CHECK((rig.read(0x12A510) & 0x80000000u) != 0);  // GL_MDET_RX
        CHECK(rig.read(0x12A400) == 1);
        CHECK((rig.read(0x38780) & 1u << 19) != 0);
        // Stopped, although its enable bits still read as before.
        CHECK((rig.read(0x120000) & 4) != 0);
        send(rig, plain_frame(60));
        CHECK(rig.read(v_rdpc(rig)) == 1);
        rig.write(0x12A510, 0xFFFFFFFFu);
        CHECK(rig.read(0x12A510) == 0);
        rig.expect_no_complaints();
    }
}

TEST_CASE("a tail may go all the way to the head, not past it", "[sim][receive][strict]") {
    Rig rig;
    (void)rig.start_one_queue();
    for (unsigned i = 0; i < 5; ++i) send(rig, plain_frame(60));
    rig.ring(0x128000, 4);
    rig.step();
    rig.expect_no_complaints();
    rig.ring(0x128000, 5);
    rig.step();
    rig.expect_complaint(
        "QRX_TAIL(0) moved from 4 to 5, past descriptors the device has not used "
        "yet (its head is 5)");
}

TEST_CASE("descriptors that make no sense stop the queue", "[sim][receive][strict]") {
    {
        Rig rig;
        const RxRing ring = rig.start_one_queue();
        ring.set_word(0, 1, 1);
        send(rig, plain_frame(60));
        rig.expect_complaint("receive queue 0: bit 0 of the header address is set in descriptor 0");
        CHECK(rig.read64(rxerr1) == 1);
    }
    {
        Rig rig;
        const RxRing ring = rig.start_one_queue();
        ring.set_word(1, 0, 0x123000);
        send(rig, plain_frame(60));
        send(rig, plain_frame(60));
        rig.expect_complaint(
            "receive queue 0: DMA write of 2048 bytes at 0x123000 (descriptor 1) "
            "lies outside every mapping");
        CHECK(ring.word(0, 1) != 0);
        CHECK(ring.word(1, 1) == 0);
        CHECK((rig.read(0x12A510) >> 17 & 0x3FFF) == 0);
    }
    {
        // Memory taken away while the queue runs.
        Rig rig;
        const RxRing ring = rig.start_one_queue();
        REQUIRE(rig.bus().remove(Rig::iova_base, Rig::memory_bytes));
        send(rig, plain_frame(60));
        CHECK(rig.device().complaint_count() == 1);
        CHECK(ring.word(0, 1) == 0);
    }
}

TEST_CASE("complaints are counted, not kept, when the device is not strict", "[sim][strict]") {
    Rig rig({.strict = false});
    (void)rig.read(4);
    CHECK(rig.device().complaint_count() == 1);
    CHECK(rig.device().complaints().empty());
    Rig strict;
    for (int i = 0; i < 100; ++i) (void)strict.read(4);
    CHECK(strict.device().complaint_count() == 100);
    CHECK(strict.device().complaints().size() == Complaints::most_kept);
}

}  // namespace sluice::i40e::sim::tests
