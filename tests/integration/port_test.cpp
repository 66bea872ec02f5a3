// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/port/port.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "core/base/error.hpp"
#include "core/base/log.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_sysfs.hpp"

using namespace sluice;
using namespace sluice::i40e;
using namespace std::chrono_literals;
using Catch::Contains;

namespace {

constexpr auto limit = 60s;

PortOptions small() {
    PortOptions options;
    options.rx.descriptors = 64;
    options.chunk_bytes = 2048;
    options.pages = mempool::Pages::never;
    return options;
}

std::uint64_t drops(const PortReport& report, DropReason reason) {
    return report.drops[static_cast<std::size_t>(reason)];
}

// What of a process an open port has more of.
struct Footprint {
    std::ptrdiff_t threads = count("/proc/self/task");
    std::ptrdiff_t files = count("/proc/self/fd");
    std::ptrdiff_t memory_files = count_memory_files();

    friend bool operator==(const Footprint&, const Footprint&) = default;

    static std::ptrdiff_t count(const char* folder) {
        return std::distance(std::filesystem::directory_iterator(folder), {});
    }
    static std::ptrdiff_t count_memory_files() {
        std::ifstream maps("/proc/self/maps");
        std::string line;
        std::ptrdiff_t count = 0;
        while (std::getline(maps, line)) count += line.find("memfd:") != std::string::npos;
        return count;
    }
};

// One thread that drives all queues and gives each frame back, until the source has nothing left
// and a round takes nothing. `reads` false: nothing is taken from the RX rings.
void run(Port& port, bool reads = true) {
    port.start();
    port.start_source();
    const auto end = std::chrono::steady_clock::now() + limit;
    bool is_over = false;
    while (!is_over) {
        REQUIRE(std::chrono::steady_clock::now() < end);
        is_over = port.source_exhausted();
        for (unsigned i = 0; i < port.queue_count(); ++i)
            port.visit(i, [&](auto& queue) {
                is_over &= queue.poll(32) == 0;
                auto& rx = queue.user().rx;
                auto& fill = queue.user().fill;
                const auto frames = rx.peek_up_to(reads ? rx.size() : 0);
                const auto empty = fill.reserve_up_to(frames.size());
                for (unsigned f = 0; f < frames.size(); ++f) empty[f] = frames[f].addr;
                fill.submit(empty.size());
                rx.release(frames.size());
            });
        std::this_thread::yield();
    }
    port.stop_source();
    port.stop();
}

}  // namespace

TEST_CASE("a port receives what its wire offers and gets every buffer back", "[port]") {
    const log::Capture quiet;
    for (const auto size : {hw::RxDescriptorSize::bytes16, hw::RxDescriptorSize::bytes32})
        for (const unsigned mtu : {1500u, 7000u}) {
            CAPTURE(mtu);
            PortOptions options = small();
            options.device.rx_queues = 2;
            options.device.mtu = mtu;
            options.rx.descriptor_size = size;
            const auto frame = std::to_string(mtu + 18);
            Port port(parse_port_spec("sim:a,wire=gen:flows=32:count=2000:pause=on:size=" + frame),
                      options);
            run(port);
            const PortReport report = port.report();
            CHECK(report.offered_packets == 2000);
            CHECK(report.rx_packets == 2000);
            CHECK(report.delivered_packets == 2000);
            CHECK(report.rx_bytes == 2000 * (mtu + 14));
            CHECK(report.unaccounted_packets() == 0);
            CHECK(report.leaked_frames == 0);
            CHECK(report.queues.size() == 2);
            CHECK(report.queues[0].rx_packets + report.queues[1].rx_packets == 2000);
        }
    for (const std::string& line : quiet.lines()) CHECK_THAT(line, !Contains("complains"));
}

TEST_CASE("frames that nobody reads fill the RX ring, and come back when the port stops",
          "[port]") {
    const log::Capture quiet;
    PortOptions options = small();
    options.frames = 1024;
    Port port(parse_port_spec("sim:a,wire=gen:count=3000:pause=on"), options);
    run(port, false);
    const PortReport report = port.report();
    CHECK(report.delivered_packets == Port::rx_ring_entries);
    CHECK(drops(report, DropReason::rx_ring_full) == 3000 - Port::rx_ring_entries);
    CHECK(report.rx_packets == 3000);
    CHECK(report.unaccounted_packets() == 0);
    CHECK(report.leaked_frames == 0);
}

TEST_CASE("a port without enough buffers loses packets, and accounts for them", "[port]") {
    const log::Capture quiet;
    for (const std::uint64_t frames : {1, 3, 63}) {
        PortOptions options = small();
        options.frames = frames;
        Port port(parse_port_spec("sim:a,wire=gen:count=2000"), options);
        run(port, false);
        const PortReport report = port.report();
        CHECK(report.rx_packets <= frames);
        CHECK(drops(report, DropReason::no_buffer) == 2000 - report.rx_packets);
        CHECK(report.unaccounted_packets() == 0);
        CHECK(report.leaked_frames == 0);
    }
}

TEST_CASE("packets without a report are found out", "[port]") {
    PortReport report;
    report.offered_packets = 10;
    report.rx_packets = report.delivered_packets = 7;
    report.drops[static_cast<std::size_t>(DropReason::no_buffer)] = 2;
    CHECK(report.unaccounted_packets() == 1);
    report.drops[static_cast<std::size_t>(DropReason::rx_ring_full)] = 3;
    CHECK(report.unaccounted_packets() == 4);  // differences never cancel out
}

TEST_CASE("a port can be opened again, and an end in the middle of traffic is no harm", "[port]") {
    const log::Capture quiet;
    const Footprint before;
    for (int round = 0; round < 3; ++round) {
        Port port(parse_port_spec("sim:a,wire=gen"), small());
        CHECK(Footprint().threads == before.threads + 1);
        port.start();
        port.start_source();
        unsigned taken = 0;
        while (taken < 100) port.visit(0, [&](auto& queue) { taken += queue.poll(32); });
    }
    CHECK(Footprint() == before);
    Port port(parse_port_spec("sim:a,wire=gen:count=50:pause=on"), small());
    run(port);
    CHECK(port.report().rx_packets == 50);
}

TEST_CASE("a port that cannot be opened leaves nothing behind", "[port]") {
    const log::Capture quiet;
    tests::FakeSysfs sysfs;
    sysfs.add_nic("0000:3b:00.0");
    sysfs.bind("0000:3b:00.0", "i40e");
    const Footprint before;

    const auto refused = [](const std::string& spec, const PortOptions& options) {
        CHECK_THROWS_AS(Port(parse_port_spec(spec), options), Error);
    };
    PortOptions options = small();
    options.rx.descriptors = 100;
    refused("sim:a", options);
    options = small();
    options.device.mtu = 9000;
    refused("sim:a", options);
    options = small();
    options.chunk_bytes = 1024;
    refused("sim:a", options);
    options = small();
    options.frames = std::uint64_t{1} << 30;  // 2 TiB
    refused("sim:a", options);
    options.frames = ~std::uint64_t{0};
    refused("sim:a", options);
    options = small();
    options.device.rx_queues = 65;
    refused("sim:a", options);
    options = small();
    refused("sim:a,wire=pcap:/nowhere", options);
    refused("sim:a,wire=fiber", options);
    refused("vfio-user:/nowhere", options);
    options.sysfs = sysfs.root();
    refused("0000:3b:00.0", options);
    refused("0000:3b:00.1", options);
    CHECK(Footprint() == before);
}

TEST_CASE("the largest MTU is what buffers and NIC can take", "[port]") {
    PortOptions options = small();
    CHECK(largest_mtu(options) == 5 * 1536 - 26);
    options.headroom_bytes = 768;
    CHECK(largest_mtu(options) == 5 * 1024 - 26);
    options.chunk_bytes = 4096;
    CHECK(largest_mtu(options) == pmd::DeviceOptions::max_mtu);
    options.headroom_bytes = 4096;
    CHECK_THROWS_AS(largest_mtu(options), Error);
}
