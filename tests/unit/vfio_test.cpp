// SPDX-License-Identifier: BSD-3-Clause

#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "core/vfio/bar.hpp"
#include "core/vfio/deadline.hpp"
#include "core/vfio/loopback.hpp"
#include "tests/support/catch.hpp"

using namespace sluice;
using namespace sluice::vfio;
using namespace std::chrono_literals;

namespace {

struct Plain {
    using raw = std::uint32_t;
    static constexpr Field<Plain, 0, 32, std::uint32_t> value{};
};
struct Plain64 {
    using raw = std::uint64_t;
    static constexpr Field<Plain64, 0, 64> value{};
};

constexpr std::uint64_t bar_bytes = 0x4000;
constexpr PageRange doorbell_page{0x1000, 0x1000};

// A device with one BAR of plain memory whose second page may be mapped. A step copies the
// doorbell at 0x1000 to the register at 0, and counts.
class Echo final : public DeviceModel {
public:
    void attach(DeviceBus& bus) override { bus_ = &bus; }
    RegionInfo region(Region region) const override {
        if (region != Region::bar0) return {};
        return {bar_bytes, true, true, {doorbell_page}};
    }
    unsigned interrupt_count() const override { return 2; }
    void read(Region, std::uint64_t offset, std::span<std::byte> into) override {
        ++trapped;
        std::memcpy(into.data(), memory_.data() + offset, into.size());
    }
    void write(Region, std::uint64_t offset, std::span<const std::byte> from) override {
        ++trapped;
        std::memcpy(memory_.data() + offset, from.data(), from.size());
    }
    std::span<std::byte> memory(Region, PageRange range) override {
        return std::span(memory_).subspan(range.offset, range.bytes);
    }
    bool step(std::chrono::nanoseconds now) override {
        last_step = now;
        auto& bell = *reinterpret_cast<std::uint32_t*>(memory_.data() + 0x1000);
        const std::uint32_t tail = std::atomic_ref(bell).load(std::memory_order_acquire);
        const bool changed = tail != seen_;
        seen_ = tail;
        std::memcpy(memory_.data(), &tail, sizeof tail);
        return changed;
    }
    void reset() override { memory_.fill(std::byte{0}); }

    DeviceBus& bus() { return *bus_; }
    unsigned trapped = 0;
    std::chrono::nanoseconds last_step{0};

private:
    DeviceBus* bus_ = nullptr;
    alignas(4096) std::array<std::byte, bar_bytes> memory_{};
    std::uint32_t seen_ = 0;
};

struct Rig {
    explicit Rig(LoopbackOptions options = {}) {
        auto owned = std::make_unique<Echo>();
        model = owned.get();
        loopback = std::make_unique<Loopback>("sim:echo", std::move(owned), options);
    }
    Echo* model;
    std::unique_ptr<Loopback> loopback;
};

}  // namespace

TEST_CASE("mapped registers are reached without a trap, the others through the model", "[vfio]") {
    Rig rig;
    Bar bar(*rig.loopback, Region::bar0, 0x2000);
    bar.write(Register<Plain>{0x1004}, Word<Plain>{7});
    CHECK(bar.read(Register<Plain>{0x1004}).raw == 7);
    CHECK(rig.model->trapped == 0);
    bar.write(Register<Plain64>{0x2008}, Word<Plain64>{0x1122334455667788});
    CHECK(bar.read(Register<Plain64>{0x2008}).raw == 0x1122334455667788);
    CHECK(rig.model->trapped == 2);
}

TEST_CASE("a doorbell reaches the device mapped or trapped", "[vfio]") {
    const bool mapped = GENERATE(true, false);
    Rig rig({.map_doorbells = mapped});
    Bar bar(*rig.loopback, Region::bar0, 0x2000);
    Doorbell doorbell = bar.doorbell(Register<Plain>{0x1000});
    doorbell.ring(31);
    CHECK(rig.loopback->step());
    CHECK(bar.read(Register<Plain>{0}).raw == 31);
    CHECK_FALSE(rig.loopback->step());
}

TEST_CASE("a BAR smaller than the driver needs is refused", "[vfio]") {
    Rig rig;
    CHECK_THROWS_AS(Bar(*rig.loopback, Region::bar0, bar_bytes + 1), Error);
    CHECK_THROWS_AS(Bar(*rig.loopback, Region::bar3, 1), Error);
}

TEST_CASE("an access of odd width, odd alignment or past the region is an error", "[vfio]") {
    Rig rig;
    std::array<std::byte, 8> bytes{};
    const auto read = [&](std::uint64_t offset, std::size_t width) {
        rig.loopback->read(Region::bar0, offset, std::span(bytes).first(width));
    };
    CHECK_THROWS_AS(read(0, 3), Error);
    CHECK_THROWS_AS(read(2, 4), Error);
    CHECK_THROWS_AS(read(bar_bytes, 4), Error);
    CHECK_THROWS_AS(read(~std::uint64_t{0} - 7, 8), Error);
    CHECK(rig.model->trapped == 0);
}

TEST_CASE("the device reaches mapped memory by IOVA only, and no byte past it", "[vfio][dma]") {
    Rig rig;
    std::vector<std::byte> first(8192), second(4096);
    const Translation a = rig.loopback->map_dma({.bytes = first});
    const Translation b = rig.loopback->map_dma({.bytes = second});
    auto& bus = rig.model->bus();
    CHECK(bus.memory_at(a.iova(0), 8192) == first.data());
    CHECK(bus.memory_at(a.iova(8191), 1) == first.data() + 8191);
    CHECK(bus.memory_at(b.iova(16), 64) == second.data() + 16);
    CHECK(bus.memory_at(a.iova(8191), 2) == nullptr);
    CHECK(bus.memory_at(a.linear_base() - 1, 2) == nullptr);
    CHECK(bus.memory_at(a.iova(0), ~std::uint64_t{0}) == nullptr);
    CHECK(bus.memory_at(reinterpret_cast<std::uintptr_t>(first.data()), 1) == nullptr);
    rig.loopback->unmap_dma(a);
    CHECK(bus.memory_at(a.linear_base(), 1) == nullptr);
    CHECK(bus.memory_at(b.iova(0), 1) == second.data());
}

TEST_CASE("DMA bases come from the seed and from nothing else", "[vfio][dma]") {
    const auto base = [](std::uint64_t seed) {
        Rig rig({.seed = seed});
        std::vector<std::byte> memory(4096);
        return rig.loopback->map_dma({.bytes = memory}).linear_base();
    };
    CHECK(base(1) == base(1));
    CHECK(base(1) != base(2));
}

TEST_CASE("a paged translation gives each page its own address", "[vfio][dma]") {
    const auto pages = Translation::paged({0x40'0000, 0x1000'0000}, 21, 4 << 20);
    CHECK_FALSE(pages.is_linear());
    CHECK(pages.iova(0x1f'ffff) == 0x5f'ffff);
    CHECK(pages.iova(0x20'0010) == 0x1000'0010);
}

TEST_CASE("a deadline passes in the device's time, not the machine's", "[vfio]") {
    Rig rig;
    const auto before = std::chrono::steady_clock::now();
    unsigned polls = 0;
    CHECK_FALSE(Deadline(*rig.loopback, 100s)
                    .wait(
                        [&] {
                            ++polls;
                            return false;
                        },
                        1s));
    CHECK(polls == 101);
    CHECK(rig.model->last_step == 100s);
    CHECK(Deadline(*rig.loopback, 1s).wait([&] { return rig.model->last_step >= 101s; }, 100ms));
    CHECK(std::chrono::steady_clock::now() - before < 50s);
}

TEST_CASE("a raised vector signals its event file, and only while one is set", "[vfio]") {
    Rig rig;
    const int event_fd = ::eventfd(0, EFD_NONBLOCK);
    rig.model->bus().raise(1);
    rig.loopback->set_interrupt(1, event_fd);
    rig.model->bus().raise(1);
    rig.model->bus().raise(0);
    std::uint64_t count = 0;
    CHECK(::read(event_fd, &count, sizeof count) == sizeof count);
    CHECK(count == 1);
    rig.loopback->set_interrupt(1, -1);
    rig.model->bus().raise(1);
    CHECK(::read(event_fd, &count, sizeof count) < 0);
    ::close(event_fd);
}

TEST_CASE("a threaded device answers traps while it spins", "[vfio][threads]") {
    Rig rig({.stepping = Stepping::by_thread});
    Bar bar(*rig.loopback, Region::bar0, 0x2000);
    Doorbell doorbell = bar.doorbell(Register<Plain>{0x1000});
    for (std::uint32_t tail = 1; tail <= 50; ++tail) {
        doorbell.ring(tail);
        CHECK(Deadline(*rig.loopback, 30s).wait([&] {
            return bar.read(Register<Plain>{0}).raw == tail;
        }));
    }
}
