// SPDX-License-Identifier: BSD-3-Clause

#include "core/vfio/loopback.hpp"

#include <fmt/format.h>

#include "core/base/check.hpp"
#include "core/base/error.hpp"
#include "core/os/cpu.hpp"

namespace sluice::vfio {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds trapped_access_time = 1us;
constexpr std::chrono::nanoseconds stepped_pause = 10us;
// Mappings start at multiples of 2 MiB in [4 GiB, 128 TiB): above what a truncated 32-bit address
// could reach, below the 47 bits of user virtual addresses.
constexpr std::uint64_t mapping_alignment = std::uint64_t{2} << 20;
constexpr std::uint64_t lowest_iova = std::uint64_t{4} << 30;
constexpr std::uint64_t highest_iova = std::uint64_t{1} << 47;

}  // namespace

Loopback::Access::Access(Loopback& loopback) : loopback_(loopback) {
    loopback_.waiting_.fetch_add(1, std::memory_order_relaxed);
    loopback_.mutex_.lock();
    loopback_.waiting_.fetch_sub(1, std::memory_order_relaxed);
}

Loopback::Access::~Access() { loopback_.mutex_.unlock(); }

Loopback::Loopback(std::string name, std::unique_ptr<DeviceModel> model, LoopbackOptions options)
    : name_(std::move(name)), model_(std::move(model)), options_(options), random_(options.seed) {
    model_->attach(bus_);
    if (options_.stepping == Stepping::by_thread)
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Loopback::~Loopback() {
    if (thread_.joinable()) {
        thread_.request_stop();
        thread_.join();
    }
}

void Loopback::run(const std::stop_token& stop) {
    os::name_this_thread("sluice-sim");
    if (options_.cpu) os::pin_this_thread(*options_.cpu);
    while (!stop.stop_requested()) {
        bool worked = false;
        if (waiting_.load(std::memory_order_relaxed) == 0) {
            const std::lock_guard lock(mutex_);
            worked = model_->step(now());
        }
        if (!worked) std::this_thread::yield();
    }
}

RegionInfo Loopback::region(Region region) const {
    RegionInfo info = model_->region(region);
    if (!options_.map_doorbells) info.mappable.clear();
    return info;
}

void Loopback::check_access(Region region, std::uint64_t offset, std::size_t bytes) const {
    const std::uint64_t size = model_->region(region).bytes;
    const bool width_ok = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    if (!width_ok || offset % bytes != 0 || offset > size || bytes > size - offset)
        throw Error(std::errc::invalid_argument,
                    fmt::format("{}: access of {} bytes at {:#x} of region {}, which has {}", name_,
                                bytes, offset, static_cast<unsigned>(region), size));
}

void Loopback::read(Region region, std::uint64_t offset, std::span<std::byte> into) {
    check_access(region, offset, into.size());
    const Access access(*this);
    simulated_now_ += trapped_access_time;
    model_->read(region, offset, into);
}

void Loopback::write(Region region, std::uint64_t offset, std::span<const std::byte> from) {
    check_access(region, offset, from.size());
    const Access access(*this);
    simulated_now_ += trapped_access_time;
    model_->write(region, offset, from);
}

std::span<std::byte> Loopback::map(Region region, PageRange range) {
    const Access access(*this);
    return model_->memory(region, range);
}

Translation Loopback::map_dma(const DmaMemory& memory) {
    const Access access(*this);
    const std::uint64_t bytes = memory.bytes.size();
    check(bytes != 0 && bytes < highest_iova / 2, "size of a DMA mapping");
    std::uniform_int_distribution<std::uint64_t> slot(lowest_iova / mapping_alignment,
                                                      (highest_iova - bytes) / mapping_alignment);
    std::uint64_t iova = 0;
    do {
        iova = slot(random_) * mapping_alignment;
    } while (bus_.overlaps(iova, bytes));
    bus_.add(iova, memory.bytes);
    return Translation::linear(iova, bytes);
}

void Loopback::unmap_dma(const Translation& translation) {
    const Access access(*this);
    check(bus_.remove(translation.linear_base(), translation.bytes()),
          "unmap of memory that is not mapped");
}

unsigned Loopback::interrupt_count() const { return model_->interrupt_count(); }

void Loopback::set_interrupt(unsigned vector, int event_fd) {
    const Access access(*this);
    bus_.set_interrupt(vector, event_fd);
}

void Loopback::reset() {
    const Access access(*this);
    model_->reset();
}

std::chrono::nanoseconds Loopback::now() {
    if (options_.stepping == Stepping::by_caller) return simulated_now_;
    return std::chrono::steady_clock::now().time_since_epoch();
}

void Loopback::pause(std::chrono::nanoseconds duration) {
    if (options_.stepping == Stepping::by_thread) {
        std::this_thread::sleep_for(duration);
        return;
    }
    simulated_now_ += duration;
    model_->step(simulated_now_);
}

bool Loopback::step() {
    check(options_.stepping == Stepping::by_caller, "a threaded loopback steps itself");
    simulated_now_ += stepped_pause;
    return model_->step(simulated_now_);
}

}  // namespace sluice::vfio
