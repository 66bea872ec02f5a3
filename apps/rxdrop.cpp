// SPDX-License-Identifier: BSD-3-Clause

// `sluice rxdrop`: receives and drops, on one or more ports and queues. A thread a queue is both
// the driver and the application of an AF_XDP socket (run to completion): what it reads from the RX
// ring goes back by the fill ring at once.

#include <limits>
#include <memory>
#include <string>

#include "apps/common_options.hpp"
#include "apps/result.hpp"
#include "apps/run.hpp"
#include "apps/subcommands.hpp"
#include "core/base/tsc.hpp"
#include "drivers/i40e/port/port.hpp"

namespace sluice::apps {

namespace {

// Packets a poll: long enough to spread the cost of a doorbell, short enough to stay in the cache.
constexpr unsigned batch = 64;

template <class Queue>
void receive_and_drop(Queue& queue, QueueThread& thread) {
    auto& rx = queue.user().rx;
    auto& fill = queue.user().fill;
    while (thread.goes_on()) {
        const std::uint64_t before = ticks();
        const unsigned taken = queue.poll(batch);
        thread.polled(taken, ticks() - before);

        const auto frames = rx.peek_up_to(rx.size());
        const auto empty = fill.reserve_up_to(frames.size());
        std::uint64_t packets = 0;
        std::uint64_t bytes = 0;
        for (unsigned i = 0; i < frames.size(); ++i) {
            bytes += frames[i].len;
            packets += (frames[i].options & rings::packet_continues) == 0;
            empty[i] = frames[i].addr;
        }
        fill.submit(frames.size());
        rx.release(frames.size());
        thread.packets.add(packets);
        thread.bytes.add(bytes);
    }
}

struct Options {
    CommonOptions common;
    i40e::PortOptions port{.default_wire = "gen"};
    unsigned mtu = 0;  // 0: whatever the buffers can hold
    unsigned descriptor_bytes = 16;
    std::string memory = "auto";
};

i40e::PortOptions port_options(const Options& options) {
    i40e::PortOptions port = options.port;
    port.device.rx_queues = options.common.queues;
    port.device.promiscuous = !options.common.no_promiscuous;
    port.device.mtu = options.mtu != 0 ? options.mtu : i40e::largest_mtu(port);
    port.sysfs = options.common.sysfs;
    if (options.descriptor_bytes == 32)
        port.rx.descriptor_size = i40e::hw::RxDescriptorSize::bytes32;
    if (options.memory != "auto")
        port.pages = options.memory == "huge" ? mempool::Pages::require : mempool::Pages::never;
    return port;
}

void run(const Options& options) {
    const auto specs = i40e::parse_port_specs(options.common.ports);
    Run run(options.common);
    Run::Ports ports;
    for (const i40e::PortSpec& spec : specs)
        ports.push_back(std::make_unique<i40e::Port>(spec, port_options(options)));
    const RunResult result = run.run(ports, [](QueueThread& thread) {
        thread.port.visit(thread.queue,
                          [&thread](auto& queue) { receive_and_drop(queue, thread); });
    });
    print_result("rxdrop", result, options.common.json);
}

}  // namespace

void add_rxdrop(CLI::App& program) {
    CLI::App* command = program.add_subcommand("rxdrop", "receive packets and drop them");
    const auto options = std::make_shared<Options>();
    i40e::PortOptions& port = options->port;
    add_common_options(*command, options->common);
    // What the NIC takes of these numbers is the driver's to say, with the nearest that would do.
    const auto any_number = whole_number(0, std::numeric_limits<unsigned>::max());
    command->add_option("--ring", port.rx.descriptors, "descriptors of each queue")
        ->capture_default_str()
        ->check(any_number);
    command->add_option("--descriptor", options->descriptor_bytes, "bytes of a descriptor")
        ->capture_default_str()
        ->check(CLI::IsMember({16, 32}));
    command
        ->add_option("--frames", port.frames,
                     "packet buffers of each queue; by default those of the ring and 256 more")
        ->check(whole_number(1, mempool::UmemGeometry::max_chunk_count));
    command->add_option("--chunk", port.chunk_bytes, "bytes of a packet buffer, 2048 or 4096")
        ->capture_default_str()
        ->check(any_number);
    command->add_option("--headroom", port.headroom_bytes, "bytes kept free before each packet")
        ->capture_default_str()
        ->check(any_number);
    command
        ->add_option("--mtu", options->mtu,
                     "longest packet, without Ethernet header; by default what the buffers hold")
        ->check(whole_number(1, std::numeric_limits<unsigned>::max()));
    command->add_option("--memory", options->memory, "hugepages, plain memory, or what there is")
        ->capture_default_str()
        ->check(CLI::IsMember({"auto", "huge", "plain"}));
    command->footer("Example:\n  sluice rxdrop -p sim:a,wire=gen:size=64 --seconds 3 --json");
    command->callback([options] { run(*options); });
}

}  // namespace sluice::apps
