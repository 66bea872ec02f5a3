// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/device.hpp"

#include <fmt/format.h>

#include "core/base/check.hpp"
#include "core/base/error.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::sim {

using namespace hw;

namespace {

// Only tail registers stand in these pages.
constexpr vfio::PageRange transmit_doorbells{0x108000, 0x2000};
constexpr vfio::PageRange receive_doorbells{0x128000, 0x2000};
static_assert(regs::QTX_TAIL.info.base == transmit_doorbells.offset &&
              regs::QTX_TAIL.info.last_byte() <
                  transmit_doorbells.offset + transmit_doorbells.bytes);
static_assert(regs::QRX_TAIL.info.base == receive_doorbells.offset &&
              regs::QRX_TAIL.info.last_byte() < receive_doorbells.offset + receive_doorbells.bytes);

// The MSI-X table and its pending bits: the host's business, so nothing is behind it.
constexpr std::uint64_t msix_bar_bytes = 32 * 1024;

DeviceOptions checked(DeviceOptions options) {
    constexpr unsigned most_vectors = 129;
    const auto require = [&](bool holds, std::string_view text) {
        if (!holds)
            throw Error(std::errc::invalid_argument, fmt::format("{}: {}", options.name, text));
    };
    require(options.queue_pairs >= 1 && options.queue_pairs <= queue_registers_max,
            "a function has 1 to 1536 queue pairs");
    require(options.msix_vectors >= 2 && options.msix_vectors <= most_vectors,
            "a function has 2 to 129 interrupt vectors");
    require(options.mac.is_valid_unicast(), "the port's MAC address is not a unicast address");
    const LinkSpeed speed = options.speed;
    require(speed == LinkSpeed::g1 || speed == LinkSpeed::g10 || speed == LinkSpeed::g25 ||
                speed == LinkSpeed::g40,
            "the port runs at 1, 10, 25 or 40 Gb/s");
    return options;
}

}  // namespace

Device::Device(DeviceOptions options, Wire wire)
    : options_(checked(std::move(options))),
      complaints_(options_.strict),
      dma_(complaints_),
      statistics_(registers_),
      interrupts_(options_.msix_vectors, registers_, dma_, complaints_),
      malicious_(registers_, interrupts_),
      host_memory_cache_(registers_, dma_, complaints_),
      contexts_(registers_, host_memory_cache_, complaints_),
      shadow_ram_(options_.shadow_ram_kb),
      switching_(options_.seed, options_.mac, options_.queue_pairs),
      rss_(registers_),
      link_(options_.link_up, options_.speed, registers_),
      receive_engine_(options_.queue_pairs, {registers_, dma_, contexts_, switching_, rss_, link_,
                                             statistics_, interrupts_, malicious_, complaints_}),
      transmit_engine_(options_.queue_pairs, {registers_, dma_, contexts_, switching_, statistics_,
                                              interrupts_, malicious_, complaints_}),
      firmware_({options_, shadow_ram_, semaphore_, switching_, link_, complaints_,
                 [this](std::uint32_t offset) -> std::optional<std::uint32_t> {
                     const RegisterPlace place = RegisterFile::find(offset);
                     if (place.info == nullptr || offset % 4 != 0) return {};
                     return read_register(place, offset);
                 },
                 [this](std::uint32_t offset, std::uint32_t value) {
                     const RegisterPlace place = RegisterFile::find(offset);
                     if (place.info == nullptr || offset % 4 != 0) return false;
                     write_register(place, offset, value);
                     return true;
                 }}),
      admin_queue_(registers_, dma_, firmware_, interrupts_, complaints_),
      wire_(std::move(wire)) {
    define_power_on();
    const PortEnd port{options_.mac, std::uint64_t{megabits(options_.speed)} * 1'000'000};
    std::visit([&](auto& end) { end.plug_in(port); }, wire_);
}

vfio::RegionInfo Device::region(vfio::Region region) const {
    if (region == vfio::Region::bar0)
        return {RegisterFile::bar_bytes, true, true, {transmit_doorbells, receive_doorbells}};
    if (region == vfio::Region::bar3) return {msix_bar_bytes, true, true, {}};
    return {};
}

std::span<std::byte> Device::memory(vfio::Region region, vfio::PageRange range) {
    const auto inside = [&](const vfio::PageRange& pages) {
        return range.offset >= pages.offset && range.bytes <= pages.bytes &&
               range.offset - pages.offset <= pages.bytes - range.bytes;
    };
    check(region == vfio::Region::bar0 && (inside(transmit_doorbells) || inside(receive_doorbells)),
          "only doorbell pages can be mapped");
    return registers_.window(range);
}

bool Device::source_exhausted() const noexcept {
    if (source_ == Source::stopped) return true;
    return std::visit([](const auto& end) { return end.exhausted(); }, wire_);
}

void Device::set_link(bool up, LinkSpeed speed) {
    if (link_.set_cable(up, speed)) tell_link_change();
}

// One event for each time the driver asked for it, as firmware does.
void Device::tell_link_change() {
    if (!link_.events_wanted || (link_.event_mask & SetPhyIntMask::link_updown) != 0) return;
    link_.events_wanted = false;
    admin_queue_.post(link_.status());
}

bool Device::step(std::chrono::nanoseconds now) {
    now_ = now;
    interrupts_.set_time(now);
    bool worked = false;
    if (pending_reset_ && now_ >= pending_reset_->until) {
        finish_reset();
        worked = true;
    }
    if (!is_resetting()) {
        worked |= switch_queues();
        worked |= admin_queue_.step(now_);
        if (firmware_.take_link_change()) tell_link_change();
    }
    receive_engine_.begin_step();
    worked |= pull_frames();
    receive_engine_.end_step();
    worked |= push_frames();
    worked |= interrupts_.send_held();
    return worked;
}

bool Device::switch_queues() {
    if (queue_switches_.empty()) return false;
    for (const QueueSwitch& change : queue_switches_) switch_queue(change);
    queue_switches_.clear();
    return true;
}

void Device::switch_queue(const QueueSwitch& change) {
    const bool receives = change.type == QueueType::rx;
    const auto reg = receives ? regs::QRX_ENA(change.queue) : regs::QTX_ENA(change.queue);
    const auto state = registers_.get(reg);
    const bool wanted = state[QueueEna::qena_req];
    const bool is_on = state[QueueEna::qena_stat];
    if (wanted == is_on) return;
    bool runs = false;
    if (wanted)
        runs =
            receives ? receive_engine_.enable(change.queue) : transmit_engine_.enable(change.queue);
    else if (receives)
        receive_engine_.disable(change.queue);
    else
        transmit_engine_.disable(change.queue);
    registers_.set(reg, state.with(QueueEna::qena_stat, runs));
}

template <class W>
bool Device::pull_frames_from(W& wire) {
    // What a test sends needs no start: the test is the source.
    constexpr bool is_scripted = std::is_same_v<W, ScriptWire>;
    if (source_ == Source::starting) {
        source_ = Source::running;
        wire.start(now_);
    }
    if (source_ == Source::stopped || (source_ == Source::waiting && !is_scripted)) return false;
    const bool waits = wire.honours_pause();
    unsigned offered = 0;
    for (; offered < frames_a_step; ++offered) {
        const WireFrame* const frame = wire.peek(now_);
        if (frame == nullptr) break;
        const std::size_t bytes = frame->bytes.size();
        if (!link_.up())
            ++wire_statistics_.link_down_packets;
        else if (!receive_engine_.receive(*frame, waits))
            break;
        ++wire_statistics_.offered_packets;
        wire_statistics_.offered_bytes += bytes;
        wire.pop();
    }
    return offered != 0;
}

bool Device::pull_frames() {
    return std::visit([this](auto& end) { return pull_frames_from(end); }, wire_);
}

bool Device::push_frames() {
    if (!transmit_engine_.begin_step()) return false;
    unsigned budget = descriptors_a_step;
    bool worked = false;
    while (budget > 0) {
        const auto frame = transmit_engine_.next(budget);
        if (frame.empty()) break;
        worked = true;
        const bool up = link_.up();
        const auto type = net::parse(frame).ether_type;
        const bool dropped = switching_.drops(net::MacAddress::at(frame.data()), type, true);
        if (up && !dropped) {
            ++wire_statistics_.received_packets;
            wire_statistics_.received_bytes += frame.size();
            std::visit([&](auto& end) { end.deliver(frame); }, wire_);
        }
        transmit_engine_.finished(up, dropped);
    }
    transmit_engine_.end_step();
    return worked;
}

}  // namespace sluice::i40e::sim
