// SPDX-License-Identifier: BSD-3-Clause

#include <random>

#include "tests/support/rx_rig.hpp"

using namespace sluice;
using namespace sluice::tests;

namespace {

// What a device may write, from sound to mad.
std::uint64_t any_status(std::mt19937_64& random) {
    const auto below = [&](std::uint64_t end) { return random() % end; };
    const std::uint64_t sound = written(static_cast<unsigned>(60 + below(1400)));
    switch (below(8)) {
        case 0:
            return random();
        case 1:
            return random() | 1;
        case 2:
            return written(static_cast<unsigned>(below(16384)), below(2) == 0);
        case 3:
            return written(static_cast<unsigned>(60 + below(1400)), false);
        case 4:
            return sound | std::uint64_t{1} << below(64);
        case 5:
            return sound & ~(std::uint64_t{1} << below(64));
        default:
            return sound;
    }
}

template <class Descriptor>
struct Fuzz {
    explicit Fuzz(std::uint64_t seed)
        : random(seed), rig({.descriptors = 96, .chunks = 160, .rx_entries = 32}) {}

    // An application that reads and posts in fits and starts, and posts nonsense at times.
    template <class Take>
    void run(Take take) {
        for (unsigned step = 0; step < 4000; ++step) {
            switch (random() % 4) {
                case 0:
                    if (rig.next_new < 160) rig.post_new(1);
                    break;
                case 1:
                    for (auto count = random() % 20; count != 0 && rig.available() != 0; --count)
                        rig.complete(any_status(random), random());
                    break;
                case 2:
                    take(static_cast<unsigned>(random() % 40));
                    break;
                default:
                    if (random() % 8 == 0) rig.post(rig.umem.bytes() + random() % (1u << 30));
                    rig.queue.refill();
                    break;
            }
        }
        INFO("drops " << rig.counters.drops.total());
        CHECK(rig.counters.packets.value() >= rig.counters.delivered_packets.value());
        CHECK(rig.counters.packets.value() - rig.counters.delivered_packets.value() ==
              rig.drops(DropReason::rx_ring_full) + rig.drops(DropReason::no_multi_buffer));
    }

    void check_frame(std::uint64_t address, std::uint32_t length) {
        const auto& geometry = rig.umem.geometry();
        REQUIRE(address < rig.umem.bytes());
        REQUIRE(length >= 1);
        REQUIRE(length <= geometry.buffer_bytes());
        REQUIRE(address == geometry.data_address(geometry.chunk_start(address)));
    }

    std::mt19937_64 random;
    RxRig<Descriptor> rig;
};

template <class Descriptor, bool MultiBuffer>
void fuzz_in_place(std::uint64_t seed) {
    Fuzz<Descriptor> fuzz(seed);
    delivery::BasicDirect<MultiBuffer> sink(fuzz.rig.socket);
    bool in_chain = false;
    std::uint64_t packets = 0;
    fuzz.run([&](unsigned budget) {
        (void)fuzz.rig.queue.poll(sink, budget);
        if (fuzz.random() % 3 == 0) return;
        for (const xdp_desc& entry : fuzz.rig.read_rx()) {
            fuzz.check_frame(entry.addr, entry.len);
            REQUIRE((entry.options & ~rings::packet_continues) == 0);
            in_chain = entry.options != 0;
            packets += !in_chain;
            fuzz.rig.post(entry.addr);
        }
        REQUIRE(!in_chain);  // only whole packets are shown
        REQUIRE(packets == fuzz.rig.counters.delivered_packets.value());
    });
    fuzz.rig.check_all_home();
}

template <class Descriptor, bool MultiBuffer>
void fuzz_batches(std::uint64_t seed) {
    Fuzz<Descriptor> fuzz(seed);
    BatchRecorder<MultiBuffer> sink;
    fuzz.run([&](unsigned budget) {
        (void)fuzz.rig.queue.poll(sink, budget);
        for (const rings::Frame& frame : sink.got) {
            fuzz.check_frame(frame.address, frame.length);
            sink.returned.push_back(frame.address);
        }
        if (!sink.got.empty()) REQUIRE(sink.got.back().options == 0);
        sink.got.clear();
    });
    std::multiset<std::uint64_t> kept;
    for (const std::uint64_t address : sink.returned)
        kept.insert(fuzz.rig.umem.geometry().chunk_start(address));
    fuzz.rig.check_all_home(kept);
}

}  // namespace

TEST_CASE("whatever stands in descriptors, no frame is lost, doubled or out of bounds",
          "[pmd][rx][fuzz]") {
    const std::uint64_t seed = GENERATE(1u, 2u, 3u, 4u, 5u, 6u);
    INFO("seed " << seed);
    fuzz_in_place<hw::RxDescriptor16, true>(seed);
    fuzz_in_place<hw::RxDescriptor32, false>(seed);
    fuzz_batches<hw::RxDescriptor16, false>(seed);
    fuzz_batches<hw::RxDescriptor32, true>(seed);
}
