// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/port/port.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <type_traits>

#include "core/base/error.hpp"
#include "core/base/log.hpp"
#include "core/vfio/deadline.hpp"
#include "drivers/i40e/port/nic.hpp"
#include "drivers/i40e/sim/device.hpp"

namespace sluice::i40e {

namespace {

using namespace std::chrono_literals;

// Beside a full ring: what the application has in hand between two polls.
constexpr std::uint64_t frames_in_hand = 256;
constexpr std::uint64_t unused_ring_entries = 64;
constexpr std::chrono::seconds link_patience{3};

// Locally administered, one for each name, so that two simulated ports can be on one network.
net::MacAddress mac_of(std::string_view name) {
    std::uint32_t hash = 2166136261u;  // FNV-1a
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    const auto byte = [hash](unsigned shift) { return static_cast<std::uint8_t>(hash >> shift); };
    return {{0x02, 0x53, 0x4c, byte(16), byte(8), byte(0)}};
}

// What this version has a back end for, or an Error that says what to use instead.
const SimSpec& require_simulated(const PortSpec& spec, const std::filesystem::path& sysfs) {
    if (const auto* address = std::get_if<pci::Address>(&spec.device)) {
        const Nic nic = require_nic(pci::Sysfs(sysfs), *address);
        throw Error(std::errc::device_or_resource_busy,
                    fmt::format("{} is {}", spec.name, obstacle(nic)));
    }
    if (std::holds_alternative<VfioUserSpec>(spec.device))
        throw Error(std::errc::not_supported,
                    fmt::format("{} cannot be opened: this version drives simulated ports only, "
                                "such as sim:a",
                                spec.name));
    return std::get<SimSpec>(spec.device);
}

mempool::UmemOptions umem_options(const PortOptions& options, std::uint64_t frames) {
    return {.chunk_bytes = options.chunk_bytes,
            .headroom_bytes = options.headroom_bytes,
            .chunk_count = frames};
}

void add(DropCounts& sum, const DropCounts& counts) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += counts[i];
}

}  // namespace

unsigned largest_mtu(const PortOptions& options) {
    const mempool::UmemGeometry geometry(umem_options(options, 1));
    const unsigned room = hw::rx_buffers_per_frame_max * geometry.buffer_bytes();
    unsigned mtu = pmd::DeviceOptions::max_mtu;
    if (pmd::max_frame_bytes(mtu) > room) mtu = room - pmd::max_frame_bytes(0);
    return mtu;
}

Port::Port(const PortSpec& spec, const PortOptions& options) : name_(spec.name) {
    pmd::check_device_options(options.device);
    frames_per_queue_ =
        options.frames != 0 ? options.frames : options.rx.descriptors + frames_in_hand;
    constexpr std::uint64_t most = mempool::UmemGeometry::max_chunk_count;
    if (frames_per_queue_ > most / options.device.rx_queues)
        throw UsageError(
            fmt::format("{} buffers for each of {} queues are too many; {} is the most "
                        "a port can have",
                        frames_per_queue_, options.device.rx_queues, most));
    const auto umem = umem_options(options, frames_per_queue_ * options.device.rx_queues);
    pmd::check_rx_options(options.rx, mempool::UmemGeometry(umem), options.device.mtu);

    open_simulated(require_simulated(spec, options.sysfs), options);
    umem_.emplace(umem, mempool::MemoryOptions{.pages = options.pages, .purpose = "UMEM"});
    pool_.emplace(*umem_);
    device_.emplace(*loopback_, options.device);
    for (unsigned queue = 0; queue < options.device.rx_queues; ++queue)
        add_queue({static_cast<std::uint16_t>(queue)}, options);
}

// The device lets go of rings and buffers before they end.
Port::~Port() {
    if (device_) device_->close();
}

void Port::open_simulated(const SimSpec& spec, const PortOptions& options) {
    const sim::DeviceOptions device{.name = name_, .mac = mac_of(name_), .seed = spec.seed};
    auto model = std::make_unique<sim::Device>(
        device, sim::parse_wire(spec.wire.value_or(options.default_wire)));
    sim_ = model.get();
    loopback_ = std::make_unique<vfio::Loopback>(
        name_, std::move(model),
        vfio::LoopbackOptions{.stepping = vfio::Stepping::by_thread,
                              .seed = spec.seed,
                              .map_doorbells = spec.map_doorbells,
                              .cpu = spec.cpu});
}

void Port::add_queue(pmd::QueueId id, const PortOptions& options) {
    const vfio::Translation& translation = device_->map_umem(*umem_);
    const pmd::RxRing ring = device_->make_rx_ring(id, options.rx, umem_->geometry());
    const rings::RingSizes sizes{.fill = std::bit_ceil(frames_per_queue_),
                                 .completion = unused_ring_entries,
                                 .rx = rx_ring_entries,
                                 .tx = unused_ring_entries};
    const bool is_long =
        pmd::max_frame_bytes(options.device.mtu) > umem_->geometry().buffer_bytes();
    const auto add_kind = [&]<class Descriptor>(std::type_identity<Descriptor>) {
        using Short = DirectQueue<Descriptor, delivery::Direct>;
        using Long = DirectQueue<Descriptor, delivery::DirectMultiBuffer>;
        if (is_long)
            queues_.emplace_back(std::in_place_type<Long>, *umem_, sizes, ring, translation);
        else
            queues_.emplace_back(std::in_place_type<Short>, *umem_, sizes, ring, translation);
    };
    if (options.rx.descriptor_size == hw::RxDescriptorSize::bytes32)
        add_kind(std::type_identity<hw::RxDescriptor32>{});
    else
        add_kind(std::type_identity<hw::RxDescriptor16>{});
    fill(queues_.back(), frames_per_queue_);
}

// Sluice's own programs own the buffers: those of a queue are all on its fill ring at first.
void Port::fill(AnyQueue& any, std::uint64_t frames) {
    std::visit(
        [&](auto& queue) {
            auto& ring = queue.user().fill;
            std::array<std::uint64_t, 64> addresses;
            while (frames != 0) {
                const auto wanted = std::min<std::uint64_t>(frames, addresses.size());
                const unsigned got = pool_->get(std::span(addresses).first(wanted));
                const auto slots = ring.reserve_up_to(got);
                check(got == wanted && slots.size() == got, "a fill ring takes all its frames");
                for (unsigned i = 0; i < got; ++i) slots[i] = addresses[i];
                ring.submit(got);
                frames -= got;
            }
        },
        any);
}

void Port::start() {
    device_->start();
    for (AnyQueue& any : queues_) std::visit([](auto& queue) { queue.rx().refill(); }, any);
    const auto is_up = [this] { return device_->link().is_up; };
    if (!vfio::Deadline(*loopback_, link_patience).wait(is_up, 1ms))
        log::warning("{}: no link yet; is the cable plugged in?", name_);
}

bool Port::has_source() const noexcept {
    return loopback_->with_model(
        [this] { return !std::holds_alternative<sim::NullWire>(sim_->wire()); });
}

void Port::start_source() {
    loopback_->with_model([this] { sim_->start_source(); });
}

void Port::stop_source() {
    loopback_->with_model([this] { sim_->stop_source(); });
}

bool Port::source_exhausted() {
    return loopback_->with_model([this] { return sim_->source_exhausted(); });
}

void Port::sample() { statistics_ = device_->statistics(); }

void Port::stop() {
    const bool stopped = device_->stop();
    if (stopped) sample();
    for (AnyQueue& any : queues_) take_frames_back(any);
    for (const std::string& sentence : loopback_->with_model([this] { return sim_->complaints(); }))
        log::error("{}: the simulated NIC complains about the driver: {}", name_, sentence);
    if (!stopped)
        throw Error(std::errc::timed_out,
                    fmt::format("{}: a receive queue did not stop; the device was reset", name_));
}

// From where a stopped queue may have left them: the device, the fill ring, the RX ring.
void Port::take_frames_back(AnyQueue& any) {
    std::visit(
        [this](auto& queue) {
            std::array<std::uint64_t, 64> addresses;
            while (const unsigned count = queue.rx().take_back(addresses))
                pool_->put(std::span(addresses).first(count), mempool::Place::device);

            const auto take_one = [this](std::uint64_t address) {
                const mempool::UmemGeometry& geometry = umem_->geometry();
                if (!geometry.is_fill_address(address)) return;
                umem_->ledger().enter(geometry.chunk_number(address), mempool::Place::application);
                pool_->put(std::span(&address, 1));
            };
            auto& fill = queue.socket().driver().fill;
            for (auto slots = fill.peek_up_to(fill.size()); !slots.empty();
                 slots = fill.peek_up_to(fill.size())) {
                for (unsigned i = 0; i < slots.size(); ++i) take_one(slots[i]);
                fill.release(slots.size());
            }
            auto& rx = queue.user().rx;
            for (auto slots = rx.peek_up_to(rx.size()); !slots.empty();
                 slots = rx.peek_up_to(rx.size())) {
                for (unsigned i = 0; i < slots.size(); ++i) take_one(slots[i].addr);
                rx.release(slots.size());
            }
        },
        any);
}

QueueReport Port::report_on(AnyQueue& any) const {
    return std::visit(
        [this](auto& queue) {
            const pmd::RxCounters& counters = queue.counters();
            QueueReport report;
            report.rx_packets = counters.packets.value();
            report.rx_bytes = counters.bytes.value();
            report.delivered_packets = counters.delivered_packets.value();
            report.fill_ring_empty = counters.fill_ring_empty.value();
            report.invalid_fill_addresses = counters.invalid_fill_addresses.value();
            for (const DropReason reason : all_drop_reasons)
                report.drops[static_cast<std::size_t>(reason)] = counters.drops[reason].value();
            report.memory_bytes =
                queue.memory_bytes() + frames_per_queue_ * umem_->geometry().chunk_bytes();
            return report;
        },
        any);
}

PortReport Port::report() {
    PortReport report;
    report.name = name_;
    const sim::WireStatistics wire =
        loopback_->with_model([this] { return sim_->wire_statistics(); });
    report.offered_packets = wire.offered_packets;
    report.drops[static_cast<std::size_t>(DropReason::link_down)] = wire.link_down_packets;
    for (const DropReason reason : all_drop_reasons)
        report.drops[static_cast<std::size_t>(reason)] += statistics_.drops(reason);
    for (AnyQueue& any : queues_) {
        const QueueReport queue = report_on(any);
        report.rx_packets += queue.rx_packets;
        report.rx_bytes += queue.rx_bytes;
        report.delivered_packets += queue.delivered_packets;
        add(report.drops, queue.drops);
        report.memory_bytes +=
            queue.memory_bytes - frames_per_queue_ * umem_->geometry().chunk_bytes();
        report.queues.push_back(queue);
    }
    report.memory_bytes += umem_->memory().bytes();
    report.leaked_frames = static_cast<std::uint64_t>(std::abs(pool_->leaked_count()));
    return report;
}

}  // namespace sluice::i40e
