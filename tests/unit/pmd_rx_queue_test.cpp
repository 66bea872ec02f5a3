// SPDX-License-Identifier: BSD-3-Clause

#include "tests/support/rx_rig.hpp"

using namespace sluice;
using namespace sluice::tests;
using W = hw::RxWriteBack1;

namespace {

// Frames go round and round the ring, in bursts that do not divide its size, and the application
// posts each again.
template <class Descriptor>
void go_round(unsigned descriptors) {
    RxRig<Descriptor> rig({.descriptors = descriptors, .chunks = descriptors, .rx_entries = 64});
    delivery::Direct sink(rig.socket);
    rig.post_new(descriptors - 1);
    REQUIRE(rig.queue.poll(sink, 32) == 0);
    REQUIRE(rig.tail.value == descriptors - 1);
    unsigned length = 60;
    std::uint64_t bytes = 0, packets = 0;
    for (unsigned burst = 0; packets < 3 * descriptors + 40; burst = (burst + 7) % 33) {
        std::vector<xdp_desc> expected;
        for (unsigned i = 0; i < burst; ++i) {
            const std::uint64_t address = rig.complete(written(length)) - rig.iova;
            expected.push_back({address, length, 0});
            bytes += length;
            length = length == 1500 ? 60 : length + 1;
        }
        CHECK(rig.queue.poll(sink, 32) == burst);
        packets += burst;
        const auto got = rig.read_rx();
        REQUIRE(got.size() == expected.size());
        for (unsigned i = 0; i < burst; ++i) {
            CHECK(got[i].addr == expected[i].addr);
            CHECK(got[i].len == expected[i].len);
            CHECK(got[i].options == 0);
            rig.post(got[i].addr);
        }
        // What was read stands in the fill ring until the next poll.
        CHECK(rig.available() + burst == descriptors - 1);
        (void)rig.queue.poll(sink, 32);
        CHECK(rig.available() == descriptors - 1);
    }
    CHECK(rig.counters.packets.value() == packets);
    CHECK(rig.counters.bytes.value() == bytes);
    CHECK(rig.counters.delivered_packets.value() == packets);
    CHECK(rig.counters.drops.total() == 0);
    rig.check_all_home();
}

}  // namespace

TEST_CASE("rings of every kind and size carry frames round and round", "[pmd][rx]") {
    const unsigned descriptors = GENERATE(64u, 96u, 512u, 8160u);
    go_round<hw::RxDescriptor16>(descriptors);
    go_round<hw::RxDescriptor32>(descriptors);
}

TEST_CASE("the tail never meets the head, however many buffers there are", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig({.descriptors = 96});
    rig.post_new(200);
    rig.queue.refill();
    CHECK(rig.tail.value == 95);
    CHECK(rig.available() == 95);
    rig.queue.refill();
    CHECK(rig.tail.value == 95);
    delivery::Direct sink(rig.socket);
    for (unsigned i = 0; i < 95; ++i) rig.complete(written(60));
    CHECK(rig.queue.poll(sink, 200) == 95);
    CHECK(rig.available() == 95);
    CHECK(rig.tail.writes == 2);
    rig.check_all_home();
}

TEST_CASE("the tail is written once a poll, and only when there is something new", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig({.rx_entries = 16});
    delivery::Direct sink(rig.socket);
    rig.post_new(100);
    CHECK(rig.queue.poll(sink, 32) == 0);
    CHECK(rig.tail.writes == 1);
    CHECK(rig.queue.poll(sink, 32) == 0);
    CHECK(rig.tail.writes == 1);
    // Delivered, dropped for lack of room and damaged ones; buffers from both sources.
    for (unsigned i = 0; i < 30; ++i) rig.complete(written(i % 5 == 0 ? 0 : 60));
    CHECK(rig.queue.poll(sink, 64) == 30);
    CHECK(rig.available() == 63);
    CHECK(rig.tail.writes == 2);
}

TEST_CASE("a poll takes no more than its budget", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    delivery::Direct sink(rig.socket);
    rig.post_new(63);
    rig.queue.refill();
    for (unsigned i = 0; i < 20; ++i) rig.complete(written(60));
    CHECK(rig.queue.poll(sink, 7) == 7);
    CHECK(rig.queue.poll(sink, 0) == 0);
    CHECK(rig.queue.poll(sink, 32) == 13);
    CHECK(rig.read_rx().size() == 20);
}

TEST_CASE("the device is given chunks at their data offset, whatever part of them was posted",
          "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    const auto& geometry = rig.umem.geometry();
    rig.post(5 * 2048 + 777);
    rig.next_new = 1;
    rig.queue.refill();
    CHECK(rig.memory[0].qword[0].value() == rig.iova + 5 * 2048 + geometry.data_offset(5));
    CHECK(rig.memory[0].qword[1].value() == 0);
}

TEST_CASE("addresses outside the UMEM are consumed, counted and never reach the device",
          "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    const std::uint64_t end = rig.umem.bytes();
    rig.post_new(1);
    constexpr std::uint64_t most = ~std::uint64_t{0};
    for (const std::uint64_t bad : {end, end + 1, most, most / 2 + 1, end * 2}) rig.post(bad);
    rig.post_new(1);
    rig.post(end);
    rig.queue.refill();
    CHECK(rig.tail.value == 2);
    CHECK(rig.counters.invalid_fill_addresses.value() == 6);
    CHECK(rig.socket.driver().fill.count() == 0);
    rig.check_all_home();
}

TEST_CASE("an empty fill ring is counted and is no error", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    delivery::Direct sink(rig.socket);
    CHECK(rig.queue.poll(sink, 32) == 0);
    CHECK(rig.counters.fill_ring_empty.value() == 1);
    CHECK(rig.tail.value == 0);
    rig.post_new(3);
    CHECK(rig.queue.poll(sink, 32) == 0);
    for (unsigned i = 0; i < 3; ++i) rig.complete(written(60));
    CHECK(rig.queue.poll(sink, 32) == 3);  // and there is nothing to post
    CHECK(rig.available() == 0);
    CHECK(rig.counters.fill_ring_empty.value() == 2);
    rig.check_all_home();
}

TEST_CASE("frames that find the RX ring full are dropped and their buffers posted again",
          "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig({.rx_entries = 16});
    delivery::Direct sink(rig.socket);
    rig.post_new(63);
    rig.queue.refill();
    for (unsigned i = 0; i < 40; ++i) rig.complete(written(100 + i));
    CHECK(rig.queue.poll(sink, 64) == 40);
    CHECK(rig.drops(DropReason::rx_ring_full) == 24);
    CHECK(rig.counters.packets.value() == 40);
    CHECK(rig.counters.delivered_packets.value() == 16);
    CHECK(rig.available() == 63 - 16);
    const auto got = rig.read_rx();
    REQUIRE(got.size() == 16);
    CHECK(got.back().len == 115);  // the oldest were kept
    rig.complete(written(60));
    CHECK(rig.queue.poll(sink, 64) == 1);
    std::multiset<std::uint64_t> kept;
    for (const auto& entry : got) kept.insert(rig.umem.geometry().chunk_start(entry.addr));
    rig.check_all_home(kept);
}

TEST_CASE("a frame in several buffers becomes a chain of entries, once all have arrived",
          "[pmd][rx]") {
    RxRig<hw::RxDescriptor32> rig;
    delivery::DirectMultiBuffer sink(rig.socket);
    rig.post_new(63);
    rig.queue.refill();
    std::vector<std::uint64_t> addresses;
    rig.complete(written(60));
    addresses.push_back(rig.complete(written(1536, false)) - rig.iova);
    addresses.push_back(rig.complete(written(1536, false)) - rig.iova);
    CHECK(rig.queue.poll(sink, 32) == 1);
    CHECK(rig.read_rx().size() == 1);
    CHECK(rig.queue.poll(sink, 32) == 0);
    CHECK(rig.available() == 60);
    addresses.push_back(rig.complete(written(7)) - rig.iova);
    rig.complete(written(61));
    CHECK(rig.queue.poll(sink, 32) == 2);
    const auto got = rig.read_rx();
    REQUIRE(got.size() == 4);
    for (unsigned i = 0; i < 3; ++i) CHECK(got[i].addr == addresses[i]);
    CHECK((got[0].len == 1536 && got[1].len == 1536 && got[2].len == 7 && got[3].len == 61));
    CHECK(got[0].options == rings::packet_continues);
    CHECK(got[1].options == rings::packet_continues);
    CHECK((got[2].options == 0 && got[3].options == 0));
    CHECK(rig.counters.packets.value() == 3);
    CHECK(rig.counters.bytes.value() == 60 + 3079 + 61);
}

TEST_CASE("a chain may run over the ends of both rings", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig({.rx_entries = 32});
    delivery::DirectMultiBuffer sink(rig.socket);
    rig.post_new(64);
    rig.queue.refill();
    for (unsigned round = 0; round < 100; ++round) {
        for (unsigned i = 0; i < 5; ++i) rig.complete(written(200 + i, i == 4));
        REQUIRE(rig.queue.poll(sink, 32) == 1);
        const auto got = rig.read_rx();
        REQUIRE(got.size() == 5);
        for (unsigned i = 0; i < 5; ++i) {
            CHECK(got[i].len == 200 + i);
            CHECK(got[i].options == (i == 4 ? 0 : rings::packet_continues));
            rig.post(got[i].addr);
        }
        rig.queue.refill();
    }
    rig.check_all_home();
}

TEST_CASE("a chain that the RX ring has too few slots for is dropped whole", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig({.rx_entries = 4});
    delivery::DirectMultiBuffer sink(rig.socket);
    rig.post_new(63);
    rig.queue.refill();
    rig.complete(written(60));
    rig.complete(written(61));
    for (unsigned i = 0; i < 3; ++i) rig.complete(written(200, i == 2));
    rig.complete(written(62));
    CHECK(rig.queue.poll(sink, 32) == 4);
    CHECK(rig.drops(DropReason::rx_ring_full) == 1);
    const auto got = rig.read_rx();
    REQUIRE(got.size() == 3);
    CHECK(got[2].len == 62);
    CHECK(rig.available() == 60);
}

TEST_CASE("a socket that takes only whole frames gets no chains", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    delivery::Direct sink(rig.socket);
    rig.post_new(63);
    rig.queue.refill();
    rig.complete(written(300, false));
    rig.complete(written(300));
    rig.complete(written(64));
    CHECK(rig.queue.poll(sink, 32) == 2);
    CHECK(rig.drops(DropReason::no_multi_buffer) == 1);
    CHECK(rig.counters.packets.value() == 2);
    CHECK(rig.counters.delivered_packets.value() == 1);
    CHECK(rig.read_rx().size() == 1);
}

TEST_CASE("damaged frames are dropped, frames with wrong checksums inside are not", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    delivery::Direct sink(rig.socket);
    rig.post_new(63);
    rig.queue.refill();
    for (const unsigned bit : {19u, 20u, 21u, 25u}) {  // RXE, RECIPE, HBO, OVERSIZE
        INFO("error bit " << bit);
        const std::uint64_t before = rig.drops(DropReason::rx_error);
        rig.complete(written(60) | std::uint64_t{1} << bit);
        rig.complete(written(61));
        CHECK(rig.queue.poll(sink, 32) == 2);
        CHECK(rig.drops(DropReason::rx_error) == before + 1);
        CHECK(rig.read_rx().size() == 1);
    }
    for (const unsigned bit : {22u, 23u, 24u, 26u}) {  // IPE, L4E, EIPE, PPRS
        INFO("error bit " << bit);
        rig.complete(written(60) | std::uint64_t{1} << bit);
        CHECK(rig.queue.poll(sink, 32) == 1);
        CHECK(rig.read_rx().size() == 1);
    }
    CHECK(rig.drops(DropReason::rx_error) == 4);
    CHECK(rig.counters.packets.value() == 8);
}

TEST_CASE("error bits count on a frame's last descriptor only", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    delivery::DirectMultiBuffer sink(rig.socket);
    rig.post_new(63);
    rig.queue.refill();
    rig.complete(written(100, false) | 1u << 19);
    rig.complete(written(100));
    CHECK(rig.queue.poll(sink, 32) == 1);
    CHECK(rig.read_rx().size() == 2);
    rig.complete(written(100, false));
    rig.complete(written(100) | 1u << 19);
    CHECK(rig.queue.poll(sink, 32) == 1);
    CHECK(rig.read_rx().empty());
    CHECK(rig.drops(DropReason::rx_error) == 1);
}

TEST_CASE("lengths that cannot be true are not believed", "[pmd][rx]") {
    RxRig<hw::RxDescriptor32> rig;
    delivery::DirectMultiBuffer sink(rig.socket);
    const unsigned most = rig.umem.geometry().buffer_bytes();
    rig.post_new(63);
    rig.queue.refill();
    rig.complete(written(0));
    rig.complete(written(most + 1));
    rig.complete(written(16383));
    rig.complete(Word<W>{written(60)}.with(W::length_sph, true).raw);
    rig.complete(Word<W>{written(60)}.with(W::length_hbuf, 14).raw);
    rig.complete(written(100, false));
    rig.complete(written(0));
    rig.complete(written(0, false));
    rig.complete(written(100));
    rig.complete(written(most));
    CHECK(rig.queue.poll(sink, 32) == 8);
    CHECK(rig.drops(DropReason::rx_error) == 7);
    const auto got = rig.read_rx();
    REQUIRE(got.size() == 1);
    CHECK(got[0].len == most);
    rig.check_all_home({rig.umem.geometry().chunk_start(got[0].addr)});
}

TEST_CASE("the answer to a filter program is no packet", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    delivery::Direct sink(rig.socket);
    rig.post_new(63);
    rig.queue.refill();
    using S = hw::RxProgramStatus1;
    rig.complete(Word<S>{}
                     .with(S::dd, true)
                     .with(S::progid, hw::RxProgramId::fd_filter_status)
                     .with(S::fd_tbl_full, true)
                     .with(S::length, S::length_value)
                     .raw);
    rig.complete(written(60));
    CHECK(rig.queue.poll(sink, 32) == 2);
    CHECK(rig.counters.status_descriptors.value() == 1);
    CHECK(rig.counters.packets.value() == 1);
    CHECK(rig.counters.drops.total() == 0);
    CHECK(rig.available() == 62);
}

TEST_CASE("a frame without an end is thrown away up to the next end", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    delivery::DirectMultiBuffer sink(rig.socket);
    rig.post_new(63);
    rig.queue.refill();
    for (unsigned i = 0; i < 4; ++i) rig.complete(written(100, false));
    CHECK(rig.queue.poll(sink, 32) == 0);  // could still be a frame
    for (unsigned i = 0; i < 9; ++i) rig.complete(written(100, false));
    CHECK(rig.queue.poll(sink, 32) == 1);
    CHECK(rig.queue.poll(sink, 32) == 0);
    rig.complete(written(100));  // its end, at last
    rig.complete(written(60));
    CHECK(rig.queue.poll(sink, 32) == 1);
    CHECK(rig.drops(DropReason::rx_error) == 1);
    const auto got = rig.read_rx();
    REQUIRE(got.size() == 1);
    CHECK(got[0].len == 60);
    CHECK(rig.available() == 62);
    rig.check_all_home({rig.umem.geometry().chunk_start(got[0].addr)});
}

TEST_CASE("a batch sink gets frames with what the device found out about them", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    BatchRecorder<true> sink;
    rig.post_new(63);
    rig.queue.refill();
    using Metadata = rings::FrameMetadata;
    const Word<W> udp = Word<W>{written(60)}.with(W::ptype, 24).with(W::l3l4p, true);
    const std::uint64_t hash_and_tag = 0x1234'5678'0064'0000;  // RSS hash, tag 100
    rig.complete(udp.with(W::fltstat, hw::FilterStatus::rss_hash).with(W::l2tag1p, true).raw,
                 hash_and_tag);
    rig.complete(udp.with(W::ipe, true).with(W::l4e, true).raw, hash_and_tag);
    rig.complete(written(64), hash_and_tag);
    rig.complete(udp.with(W::pprs, true).raw, hash_and_tag);
    rig.complete(
        Word<W>{written(60)}.with(W::ptype, 90).with(W::l3l4p, true).with(W::ipv6exadd, true).raw);
    rig.complete(Word<W>{written(60)}.with(W::ptype, 255).with(W::l3l4p, true).raw);
    CHECK(rig.queue.poll(sink, 32) == 6);
    REQUIRE(sink.got.size() == 6);
    constexpr std::uint8_t checked = Metadata::l3_checksum_checked | Metadata::l4_checksum_checked;
    CHECK(sink.got[0].metadata == Metadata{.rss_hash = 0x12345678,
                                           .vlan_tci = 100,
                                           .packet_type = 24,
                                           .flags = static_cast<std::uint8_t>(
                                               checked | Metadata::has_rss_hash |
                                               Metadata::has_vlan | Metadata::has_packet_type)});
    CHECK(sink.got[1].metadata.flags == (checked | Metadata::has_packet_type |
                                         Metadata::l3_checksum_bad | Metadata::l4_checksum_bad));
    CHECK(sink.got[1].metadata.rss_hash == 0);
    CHECK(sink.got[2].metadata == Metadata{});
    CHECK(sink.got[3].metadata.flags == Metadata::has_packet_type);
    CHECK(sink.got[4].metadata.flags == Metadata::has_packet_type);
    CHECK(sink.got[5].metadata.flags == 0);
}

TEST_CASE("a batch sink gets whole packets only, and more than one batch when there is more",
          "[pmd][rx]") {
    RxRig<hw::RxDescriptor32> rig({.descriptors = 512, .chunks = 511});
    BatchRecorder<true> sink;
    rig.post_new(511);
    rig.queue.refill();
    unsigned packets = 0, frames = 0;
    for (; rig.available() >= 5; ++packets) {
        const unsigned buffers = packets % 5 + 1;
        for (unsigned i = 0; i < buffers; ++i) rig.complete(written(70 + i, i + 1 == buffers));
        frames += buffers;
    }
    CHECK(rig.queue.poll(sink, 1000) == packets);
    CHECK(sink.got.size() == frames);
    unsigned at = 0;
    for (const unsigned batch : sink.batches) {
        CHECK(batch <= 64);
        at += batch;
        CHECK(sink.got[at - 1].options == 0);
    }
    CHECK(rig.counters.delivered_packets.value() == packets);
    CHECK(rig.available() == 511 - frames);
    // What comes back is posted before what the fill ring has.
    for (const auto& frame : sink.got) sink.returned.push_back(frame.address);
    CHECK(rig.queue.poll(sink, 32) == 0);
    CHECK(sink.returned.empty());
    CHECK(rig.available() == 511);
    CHECK(rig.counters.fill_ring_empty.value() == 1);
    rig.check_all_home();
}

TEST_CASE("a batch sink that takes only whole frames gets no chains", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    BatchRecorder<false> sink;
    rig.post_new(63);
    rig.queue.refill();
    rig.complete(written(300, false));
    rig.complete(written(300));
    rig.complete(written(64));
    CHECK(rig.queue.poll(sink, 32) == 2);
    CHECK(rig.drops(DropReason::no_multi_buffer) == 1);
    CHECK(sink.got.size() == 1);
}

TEST_CASE("a stopped queue gives every buffer back, and is as new", "[pmd][rx]") {
    RxRig<hw::RxDescriptor16> rig;
    delivery::Direct sink(rig.socket);
    rig.post_new(63);
    rig.queue.refill();
    for (unsigned i = 0; i < 10; ++i) rig.complete(written(60));
    CHECK(rig.queue.poll(sink, 4) == 4);
    rig.complete(written(300, false));
    rig.complete(written(60) | 1u << 19);
    std::array<std::uint64_t, 256> back{};
    const unsigned count = rig.queue.take_back(back);
    CHECK(count == 59);
    CHECK(rig.queue.take_back(back) == 0);
    CHECK(rig.drops(DropReason::reset) == 6);
    CHECK(rig.drops(DropReason::rx_error) == 1);
    CHECK(rig.counters.packets.value() == 10);
    CHECK(rig.counters.delivered_packets.value() == 4);
    for (unsigned i = 0; i < count; ++i) rig.post(back[i]);
    // The device starts at the ring's begin again.
    rig.head = rig.tail.value = 0;
    rig.queue.refill();
    CHECK(rig.tail.value == 59);
}

TEST_CASE("without an IOMMU every page has its own address", "[pmd][rx]") {
    const std::vector<std::uint64_t> pages{0x7000'0000, 0x1000'0000, 0x4000'0000, 0x2000'0000};
    const auto translation = vfio::Translation::paged(pages, 12, 16384);
    RxRig<hw::RxDescriptor16, pmd::PagedAddressing> rig({.chunks = 8}, translation);
    rig.post_new(8);
    rig.queue.refill();
    for (unsigned chunk = 0; chunk < 8; ++chunk)
        CHECK(rig.memory[chunk].qword[0].value() ==
              pages[chunk / 2] + chunk % 2 * 2048 + rig.umem.geometry().data_offset(chunk));
}
