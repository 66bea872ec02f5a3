// SPDX-License-Identifier: BSD-3-Clause

// The driver on the simulated XL710, stepped: the two were written from the same facts by people
// who have not read each other's work.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "core/base/byte_order.hpp"
#include "core/vfio/loopback.hpp"
#include "drivers/i40e/pmd/device.hpp"
#include "drivers/i40e/pmd/rx_queue.hpp"
#include "drivers/i40e/sim/device.hpp"
#include "mempool/frame_pool.hpp"
#include "rings/delivery/direct.hpp"
#include "rings/socket.hpp"
#include "tests/support/catch.hpp"

using namespace sluice;
using namespace sluice::i40e;
using namespace std::chrono_literals;

namespace {

// A function with a simulated NIC behind it, and what the NIC complained about.
struct Bench {
    explicit Bench(sim::Wire wire = sim::NullWire{}, vfio::LoopbackOptions options = {},
                   const sim::DeviceOptions& device = {})
        : Bench(std::make_unique<sim::Device>(device, std::move(wire)), options) {}

    // What the driver did wrong in the device's eyes, one sentence a line; empty is good.
    [[nodiscard]] std::string complaints() const {
        return fmt::format("{}", fmt::join(nic.complaints(), "\n"));
    }

    sim::Device& nic;
    vfio::Loopback function;

private:
    Bench(std::unique_ptr<sim::Device> made, vfio::LoopbackOptions options)
        : nic(*made), function("sim:a", std::move(made), options) {}
};

// A UMEM with its pool, and one socket on one queue of a device.
template <class Descriptor, bool MultiBuffer = false>
struct Lane {
    using Queue = pmd::RxQueue<Descriptor>;

    Lane(pmd::Device& device, pmd::QueueId id, unsigned descriptors = 512,
         std::uint64_t chunks = 1024)
        : umem({.chunk_count = chunks}, {.pages = mempool::Pages::never, .purpose = "UMEM"}),
          pool(umem),
          socket(umem, {.fill = 2048, .rx = 1024}),
          sink(socket),
          queue(
              device.make_rx_ring(
                  id,
                  {.descriptors = descriptors, .descriptor_size = pmd::descriptor_size<Descriptor>},
                  umem.geometry()),
              umem, pmd::LinearAddressing(device.map_umem(umem)), socket.driver().fill, counters) {}

    // The application posts all it has in the pool.
    void fill() {
        std::vector<std::uint64_t> frames(umem.chunk_count());
        const unsigned count = pool.get(frames, mempool::Place::fill);
        const auto slots = socket.user().fill.reserve_up_to(count);
        REQUIRE(slots.size() == count);
        for (unsigned i = 0; i < count; ++i) slots[i] = frames[i];
        socket.user().fill.submit(count);
    }

    // Reads the RX ring; look(bytes, options) sees each entry, whose frame is posted again.
    template <class Look>
    unsigned read(Look look) {
        const auto entries = socket.user().rx.peek_up_to(1024);
        const auto slots = socket.user().fill.reserve_up_to(entries.size());
        REQUIRE(slots.size() == entries.size());
        for (unsigned i = 0; i < entries.size(); ++i) {
            look(std::span<const std::byte>(umem.data(entries[i].addr), entries[i].len),
                 entries[i].options);
            slots[i] = entries[i].addr;
            umem.ledger().move(umem.geometry().chunk_number(entries[i].addr), mempool::Place::rx,
                               mempool::Place::fill);
        }
        socket.user().rx.release(entries.size());
        socket.user().fill.submit(slots.size());
        return entries.size();
    }

    // After the device's stop: everything back into the pool. True when nothing is missing.
    [[nodiscard]] bool all_frames_home() {
        std::array<std::uint64_t, 64> back{};
        while (const unsigned count = queue.take_back(back))
            pool.put(std::span(back).first(count), mempool::Place::device);
        while (const auto entries = socket.driver().fill.peek_up_to(64).size()) {
            const auto slots = socket.driver().fill.peek_up_to(64);
            for (unsigned i = 0; i < entries; ++i)
                pool.put(std::array{slots[i]}, mempool::Place::fill);
            socket.driver().fill.release(entries);
        }
        return pool.leaked_count() == 0 && umem.ledger().conflicts() == 0;
    }

    mempool::Umem umem;
    mempool::FramePool pool;
    rings::Socket socket;
    delivery::BasicDirect<MultiBuffer> sink;
    pmd::RxCounters counters;
    Queue queue;
};

std::vector<std::byte> frame_to(const hw::MacOctets& mac, std::size_t bytes, unsigned seed = 1) {
    std::vector<std::byte> frame(bytes);
    for (std::size_t i = 0; i < bytes; ++i) frame[i] = static_cast<std::byte>(i * 7 + seed);
    std::memcpy(frame.data(), mac.data(), 6);
    frame[6] = std::byte{0x02};  // a unicast source
    frame[12] = std::byte{0x88};
    frame[13] = std::byte{0xB5};  // local experimental ethertype
    return frame;
}

}  // namespace

TEST_CASE("the driver brings the NIC up to a link, without a complaint, and again",
          "[integration][bring_up]") {
    const bool map_doorbells = GENERATE(true, false);
    Bench bench(sim::NullWire{}, {.map_doorbells = map_doorbells});
    for (unsigned round = 0; round < 3; ++round) {
        pmd::Device device(bench.function, {.rx_queues = 4});
        CHECK(bench.complaints() == "");
        Lane<hw::RxDescriptor16> lane(device, pmd::QueueId{0});
        lane.fill();
        device.start();
        CHECK(bench.complaints() == "");
        const pmd::LinkState link = device.link();
        CHECK(link.is_up);
        CHECK(link.megabits == 40'000u);
        lane.queue.refill();
        bench.function.step();
        CHECK(device.stop());
        CHECK(bench.complaints() == "");
        device.close();
        CHECK(bench.complaints() == "");
        CHECK(lane.all_frames_home());
    }
}

TEST_CASE("a device that its former owner left running is taken over", "[integration][bring_up]") {
    Bench bench;
    pmd::Device crashed(bench.function, {.rx_queues = 2});
    Lane<hw::RxDescriptor32> left(crashed, pmd::QueueId{1});
    left.fill();
    crashed.start();
    left.queue.refill();
    bench.function.step();
    CHECK(bench.complaints() == "");
    {
        pmd::Device device(bench.function, {});
        Lane<hw::RxDescriptor16> lane(device, pmd::QueueId{0});
        lane.fill();
        device.start();
        CHECK(device.link().is_up);
        CHECK(bench.complaints() == "");
    }
    CHECK(bench.complaints() == "");
}

TEST_CASE("firmware's answers reach the driver", "[integration][bring_up]") {
    sim::DeviceOptions options;
    options.queue_pairs = 16;
    options.link_up = false;
    Bench bench(sim::NullWire{}, {}, options);
    pmd::Device device(bench.function, {.rx_queues = 16});
    CHECK(device.capabilities().rx_queues == 16);
    CHECK(device.identity().queue_count == 16);
    CHECK(std::ranges::equal(device.mac_address(), options.mac.bytes));
    device.start();
    CHECK(device.link() == pmd::LinkState{false, std::nullopt, true});
    bench.nic.set_link(true, hw::LinkSpeed::g25);
    for (unsigned i = 0; i < 1000 && !device.link().is_up; ++i) bench.function.pause(1ms);
    CHECK(device.link().megabits == 25'000u);
    CHECK(bench.complaints() == "");
    CHECK_THROWS_WITH(pmd::Device(bench.function, {.rx_queues = 17}),
                      Catch::Matchers::Contains("use 16 or fewer"));
}

namespace {

template <class Descriptor>
void one_frame_crosses(bool map_doorbells) {
    Bench bench(sim::ScriptWire{}, {.map_doorbells = map_doorbells});
    pmd::Device device(bench.function, {});
    Lane<Descriptor> lane(device, pmd::QueueId{0});
    lane.fill();
    device.start();
    CHECK(lane.queue.poll(lane.sink, 32) == 0);
    const auto sent = frame_to(device.mac_address(), 333);
    std::get<sim::ScriptWire>(bench.nic.wire()).send(sent);
    for (unsigned i = 0; i < 10; ++i) bench.function.step();
    CHECK(lane.queue.poll(lane.sink, 32) == 1);
    CHECK(lane.read([&](std::span<const std::byte> got, std::uint32_t options) {
        CHECK(std::ranges::equal(got, sent));
        CHECK(options == 0);
    }) == 1);
    const pmd::PortStatistics statistics = device.statistics();
    CHECK(statistics.port_rx_packets == 1);
    CHECK(statistics.port_rx_bytes == 333);
    CHECK(statistics.vsi_rx_packets == 1);
    CHECK(bench.complaints() == "");
    CHECK(device.stop());
    CHECK(lane.all_frames_home());
}

}  // namespace

TEST_CASE("one frame crosses from the wire to the RX ring", "[integration][rx]") {
    const bool map_doorbells = GENERATE(true, false);
    one_frame_crosses<hw::RxDescriptor16>(map_doorbells);
    one_frame_crosses<hw::RxDescriptor32>(map_doorbells);
}

TEST_CASE("ten thousand frames cross in order and none is lost", "[integration][rx]") {
    const unsigned descriptors = GENERATE(64u, 96u, 512u);
    sim::GeneratorOptions source;
    source.count = 10'000;
    source.honours_pause = true;
    Bench bench{sim::GeneratorWire(source)};
    pmd::Device device(bench.function, {});
    Lane<hw::RxDescriptor16> lane(device, pmd::QueueId{0}, descriptors);
    lane.fill();
    device.start();
    lane.queue.refill();
    bench.function.step();
    bench.nic.start_source();
    std::uint64_t got = 0;
    for (unsigned turn = 0; turn < 100'000 && got < source.count; ++turn) {
        bench.function.step();
        (void)lane.queue.poll(lane.sink, 64);
        lane.read([&](std::span<const std::byte> frame, std::uint32_t) {
            REQUIRE(frame.size() == 60);
            const auto number =
                load_unaligned<be64>(frame.data() + sim::GeneratorWire::number_at).value();
            REQUIRE(number == got);
            ++got;
        });
    }
    CHECK(got == source.count);
    const pmd::PortStatistics statistics = device.statistics();
    CHECK(bench.nic.wire_statistics().offered_packets == source.count);
    CHECK(statistics.port_rx_packets == source.count);
    CHECK(statistics.vsi_rx_packets == source.count);
    CHECK(statistics.vsi_rx_bytes == source.count * 60);
    CHECK(lane.counters.packets.value() == source.count);
    CHECK(lane.counters.bytes.value() == source.count * 60);
    CHECK(lane.counters.drops.total() == 0);
    for (const DropReason reason : all_drop_reasons) CHECK(statistics.drops(reason) == 0);
    CHECK(bench.complaints() == "");
    CHECK(device.stop());
    CHECK(lane.all_frames_home());
}

TEST_CASE("under overload every frame is delivered or dropped for a reason", "[integration][rx]") {
    const bool starve = GENERATE(false, true);
    sim::GeneratorOptions source;
    source.count = 5'000;
    Bench bench{sim::GeneratorWire(source)};
    pmd::Device device(bench.function, {});
    Lane<hw::RxDescriptor16> lane(device, pmd::QueueId{0}, 64, starve ? 40 : 2000);
    lane.fill();
    device.start();
    lane.queue.refill();
    bench.function.step();
    bench.nic.start_source();
    // The driver polls now and then, the application reads a little at times.
    std::uint64_t read = 0;
    for (unsigned turn = 0; turn < 20'000 && !bench.nic.source_exhausted(); ++turn) {
        bench.function.step();
        if (turn % 3 == 0) (void)lane.queue.poll(lane.sink, 64);
        if (turn % 40 == 0) read += lane.read([](auto, auto) {});
    }
    for (unsigned i = 0; i < 50; ++i) bench.function.step();
    while (lane.queue.poll(lane.sink, 64) != 0) read += lane.read([](auto, auto) {});
    read += lane.read([](auto, auto) {});
    REQUIRE(bench.nic.source_exhausted());
    const std::uint64_t offered = bench.nic.wire_statistics().offered_packets;
    const pmd::PortStatistics statistics = device.statistics();
    std::uint64_t device_drops = 0;
    for (const DropReason reason : all_drop_reasons) device_drops += statistics.drops(reason);
    CHECK(offered == source.count);
    CHECK(offered == lane.counters.packets.value() + device_drops);
    CHECK(lane.counters.packets.value() == read + lane.counters.drops.total());
    CHECK(statistics.drops(DropReason::no_buffer) > 0);
    CHECK(bench.complaints() == "");
    CHECK(device.stop());
    CHECK(lane.all_frames_home());
}

TEST_CASE("frames for others are filtered, and received by a promiscuous port",
          "[integration][rx]") {
    const bool promiscuous = GENERATE(false, true);
    Bench bench{sim::ScriptWire{}};
    pmd::Device device(bench.function, {.promiscuous = promiscuous});
    Lane<hw::RxDescriptor16> lane(device, pmd::QueueId{0});
    lane.fill();
    device.start();
    lane.queue.refill();
    auto& wire = std::get<sim::ScriptWire>(bench.nic.wire());
    wire.send(frame_to(device.mac_address(), 60));
    wire.send(frame_to({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, 61));
    wire.send(frame_to({0x02, 0x99, 0, 0, 0, 1}, 62));     // another station
    wire.send(frame_to({0x01, 0, 0x5E, 0, 0, 0x17}, 63));  // a multicast group
    auto own_source = frame_to(device.mac_address(), 64);
    std::memcpy(own_source.data() + 6, device.mac_address().data(), 6);
    wire.send(own_source);
    for (unsigned i = 0; i < 10; ++i) bench.function.step();
    (void)lane.queue.poll(lane.sink, 32);
    std::vector<std::size_t> lengths;
    lane.read([&](std::span<const std::byte> got, auto) { lengths.push_back(got.size()); });
    CHECK(lengths == (promiscuous ? std::vector<std::size_t>{60, 61, 62, 63, 64}
                                  : std::vector<std::size_t>{60, 61, 64}));
    CHECK(device.statistics().drops(DropReason::filtered) == (promiscuous ? 0 : 2));
    device.set_promiscuous(!promiscuous);
    wire.send(frame_to({0x02, 0x99, 0, 0, 0, 1}, 62));
    for (unsigned i = 0; i < 10; ++i) bench.function.step();
    CHECK(lane.queue.poll(lane.sink, 32) == (promiscuous ? 0 : 1));
    CHECK(bench.complaints() == "");
}

TEST_CASE("damaged, short and long frames are the device's drops", "[integration][rx]") {
    Bench bench{sim::ScriptWire{}};
    pmd::Device device(bench.function, {.mtu = 1500});
    Lane<hw::RxDescriptor16> lane(device, pmd::QueueId{0});
    lane.fill();
    device.start();
    lane.queue.refill();
    auto& wire = std::get<sim::ScriptWire>(bench.nic.wire());
    wire.send_with_bad_fcs(frame_to(device.mac_address(), 100));
    wire.send(frame_to(device.mac_address(), 40));
    wire.send(frame_to(device.mac_address(), 1522));  // with FCS what the MAC takes
    wire.send(frame_to(device.mac_address(), 1523));
    for (unsigned i = 0; i < 10; ++i) bench.function.step();
    CHECK(lane.queue.poll(lane.sink, 32) == 1);
    const pmd::PortStatistics statistics = device.statistics();
    CHECK(statistics.drops(DropReason::rx_error) == 1);
    CHECK(statistics.drops(DropReason::runt) == 1);
    CHECK(statistics.drops(DropReason::too_big) == 1);
    CHECK(bench.complaints() == "");
}

TEST_CASE("a jumbo frame crosses in several buffers, byte for byte", "[integration][rx]") {
    Bench bench{sim::ScriptWire{}};
    pmd::Device device(bench.function, {.mtu = 7000});
    Lane<hw::RxDescriptor32, true> lane(device, pmd::QueueId{0});
    lane.fill();
    device.start();
    lane.queue.refill();
    for (const std::size_t bytes : {1536u, 1537u, 3072u, 7014u}) {
        const auto sent = frame_to(device.mac_address(), bytes);
        std::get<sim::ScriptWire>(bench.nic.wire()).send(sent);
        for (unsigned i = 0; i < 10; ++i) bench.function.step();
        CHECK(lane.queue.poll(lane.sink, 32) == 1);
        std::vector<std::byte> got;
        bool ended = false;
        lane.read([&](std::span<const std::byte> part, std::uint32_t options) {
            CHECK_FALSE(ended);
            got.insert(got.end(), part.begin(), part.end());
            ended = (options & rings::packet_continues) == 0;
        });
        CHECK(ended);
        CHECK(got == sent);
    }
    CHECK(bench.complaints() == "");
    CHECK(device.stop());
    CHECK(lane.all_frames_home());
}

TEST_CASE("many flows spread over the queues", "[integration][rx]") {
    sim::GeneratorOptions source;
    source.count = 4'000;
    source.flows = 256;
    source.honours_pause = true;
    Bench bench{sim::GeneratorWire(source)};
    pmd::Device device(bench.function, {.rx_queues = 3});
    std::vector<std::unique_ptr<Lane<hw::RxDescriptor16>>> lanes;
    for (std::uint16_t queue = 0; queue < 3; ++queue)
        lanes.push_back(std::make_unique<Lane<hw::RxDescriptor16>>(device, pmd::QueueId{queue}));
    for (auto& lane : lanes) lane->fill();
    device.start();
    for (auto& lane : lanes) lane->queue.refill();
    bench.function.step();
    bench.nic.start_source();
    std::uint64_t total = 0;
    for (unsigned turn = 0; turn < 50'000 && total < source.count; ++turn) {
        bench.function.step();
        for (auto& lane : lanes) {
            total += lane->queue.poll(lane->sink, 64);
            lane->read([](auto, auto) {});
        }
    }
    CHECK(total == source.count);
    for (auto& lane : lanes) CHECK(lane->counters.packets.value() > source.count / 6);
    CHECK(bench.complaints() == "");
    CHECK(device.stop());
    for (auto& lane : lanes) CHECK(lane->all_frames_home());
}

namespace {

// Keeps what it is given.
struct Recorder {
    static constexpr bool multi_buffer = false;
    void accept(std::span<const rings::Frame> frames) noexcept {
        got.insert(got.end(), frames.begin(), frames.end());
    }
    unsigned take_returned(std::span<std::uint64_t>) noexcept { return 0; }
    std::vector<rings::Frame> got;
};

}  // namespace

TEST_CASE("a stripped VLAN tag and the RSS hash reach a sink that wants to know",
          "[integration][rx]") {
    Bench bench{sim::ScriptWire{}};
    pmd::Device device(bench.function, {.vlan_strip = true});
    Lane<hw::RxDescriptor16> lane(device, pmd::QueueId{0});
    lane.fill();
    device.start();
    lane.queue.refill();
    auto tagged = frame_to(device.mac_address(), 80);
    const std::array<std::byte, 4> tag{std::byte{0x81}, std::byte{0x00}, std::byte{0x60},
                                       std::byte{0x2A}};
    tagged.insert(tagged.begin() + 12, tag.begin(), tag.end());
    std::get<sim::ScriptWire>(bench.nic.wire()).send(tagged);
    for (unsigned i = 0; i < 10; ++i) bench.function.step();
    Recorder sink;
    CHECK(lane.queue.poll(sink, 32) == 1);
    REQUIRE(sink.got.size() == 1);
    CHECK(sink.got[0].length == 80);
    CHECK((sink.got[0].metadata.flags & rings::FrameMetadata::has_vlan) != 0);
    CHECK(sink.got[0].metadata.vlan_tci == 0x602A);
    CHECK((sink.got[0].metadata.flags & rings::FrameMetadata::has_rss_hash) != 0);
    CHECK((sink.got[0].metadata.flags & rings::FrameMetadata::has_packet_type) != 0);
    CHECK(bench.complaints() == "");
}

TEST_CASE("a device with a thread of its own delivers all it is offered", "[integration][rx]") {
    sim::GeneratorOptions source;
    source.count = 20'000;
    source.honours_pause = true;
    Bench bench(sim::GeneratorWire(source), {.stepping = vfio::Stepping::by_thread});
    pmd::Device device(bench.function, {});
    Lane<hw::RxDescriptor16> lane(device, pmd::QueueId{0});
    lane.fill();
    device.start();
    lane.queue.refill();
    bench.function.with_model([&] { bench.nic.start_source(); });
    const auto give_up = std::chrono::steady_clock::now() + 60s;
    std::uint64_t got = 0;
    while (got < source.count && std::chrono::steady_clock::now() < give_up) {
        (void)lane.queue.poll(lane.sink, 64);
        got += lane.read([](auto, auto) {});
    }
    CHECK(got == source.count);
    CHECK(device.stop());
    CHECK(bench.function.with_model([&] { return bench.complaints(); }) == "");
    CHECK(lane.all_frames_home());
}
