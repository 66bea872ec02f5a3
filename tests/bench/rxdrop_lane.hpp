// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One way to receive and drop, in lockstep with its device, in one thread: the device completes
// half a ring untimed, then the driver and the application work it off in bursts.

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/base/tsc.hpp"
#include "core/vfio/doorbell.hpp"
#include "core/vfio/translation.hpp"
#include "drivers/i40e/pmd/rx_queue.hpp"
#include "mempool/hugepages.hpp"
#include "mempool/umem.hpp"
#include "rings/delivery/direct.hpp"
#include "rings/socket.hpp"
#include "tests/bench/bare_loop.hpp"
#include "tests/bench/completing_device.hpp"

namespace sluice::bench {

inline constexpr unsigned ring_descriptors = 1024;
inline constexpr unsigned burst_packets = 32;
inline constexpr unsigned stretch_packets = 512;
inline constexpr unsigned frames_in_rotation = 2560;
inline constexpr std::uint64_t iova_base = std::uint64_t{0x123} << 32;

class Lane {
public:
    virtual ~Lane() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    // Ticks that the driver and the application took for stretch_packets packets.
    virtual std::uint64_t stretch() = 0;
};

// What the variants share: a UMEM with its frames in a socket's fill ring, descriptor memory and
// the application.
template <class Descriptor>
class Bench {
public:
    // `skew_bytes` moves the descriptors within their memory, so that a run is not the judgement
    // of one layout.
    Bench(std::uint32_t length_bytes, std::uint64_t skew_bytes)
        : umem_({.chunk_bytes = 2048, .chunk_count = frames_in_rotation}),
          socket_(umem_, {.fill = 2048, .completion = 64, .rx = 2048, .tx = 64}),
          memory_(mempool::Memory::allocate(ring_descriptors * sizeof(Descriptor) + skew_bytes)),
          ring_(reinterpret_cast<Descriptor*>(memory_.address() + skew_bytes), ring_descriptors),
          device_(ring_, tail_, std::span(umem_.data(0), umem_.bytes()), iova_base, length_bytes) {}

    // Hands out the frames and posts the first ring of them through `refill`.
    template <class Refill>
    void start(Refill refill) {
        const auto post = [&](std::uint32_t first, std::uint32_t last) {
            const auto slots = socket_.user().fill.reserve_up_to(last - first);
            for (std::uint32_t i = 0; i < slots.size(); ++i)
                slots[i] = umem_.geometry().chunk_address(first + i);
            socket_.user().fill.submit(slots.size());
            refill();
        };
        post(0, ring_descriptors);
        post(ring_descriptors, frames_in_rotation);
    }

    // The application: looks at no packet, gives each buffer back.
    unsigned drop() noexcept {
        rings::Socket::UserEnds& user = socket_.user();
        const rings::Slots<const xdp_desc> received = user.rx.peek_up_to(burst_packets);
        const rings::Slots<std::uint64_t> empty = user.fill.reserve_up_to(received.size());
        for (unsigned i = 0; i < empty.size(); ++i) empty[i] = received[i].addr;
        user.fill.submit(empty.size());
        user.rx.release(empty.size());
        return empty.size();
    }

    // `poll(n)` is the driver. Aborts unless every packet arrived: a fast loop that loses packets
    // is no result.
    template <class Poll>
    std::uint64_t stretch(Poll poll) {
        check(device_.complete(stretch_packets) == stretch_packets, "descriptors for a stretch");
        return timed_bursts(poll);
    }

    [[nodiscard]] mempool::Umem& umem() noexcept { return umem_; }
    [[nodiscard]] rings::Socket& socket() noexcept { return socket_; }
    [[nodiscard]] std::span<Descriptor> ring() noexcept { return ring_; }
    [[nodiscard]] vfio::Doorbell doorbell() noexcept { return vfio::Doorbell(tail_); }

private:
    // A function of its own: callgrind counts what happens inside.
    template <class Poll>
    [[gnu::noinline]] std::uint64_t timed_bursts(Poll poll) {
        const std::uint64_t before = ticks_fenced();
        unsigned dropped = 0;
        for (unsigned burst = 0; burst < stretch_packets / burst_packets; ++burst) {
            poll(burst_packets);
            dropped += drop();
        }
        const std::uint64_t after = ticks_fenced();
        check(dropped == stretch_packets, "a stretch lost packets");
        return after - before;
    }

    alignas(64) std::uint32_t tail_ = 0;
    mempool::Umem umem_;
    rings::Socket socket_;
    mempool::Memory memory_;
    std::span<Descriptor> ring_;
    CompletingDevice<Descriptor> device_;
};

template <class Descriptor>
class SluiceLane final : public Lane {
public:
    SluiceLane(std::uint32_t length_bytes, std::uint64_t skew_bytes)
        : bench_(length_bytes, skew_bytes),
          queue_({.queue = {},
                  .memory = std::as_writable_bytes(bench_.ring()),
                  .descriptors = ring_descriptors,
                  .tail = bench_.doorbell()},
                 bench_.umem(),
                 i40e::pmd::LinearAddressing(
                     vfio::Translation::linear(iova_base, bench_.umem().bytes())),
                 bench_.socket().driver().fill, counters_),
          direct_(bench_.socket()) {
        bench_.start([this] { queue_.refill(); });
    }
    [[nodiscard]] std::string name() const override {
        return sizeof(Descriptor) == 16 ? "sluice, 16-byte descriptors"
                                        : "sluice, 32-byte descriptors";
    }
    std::uint64_t stretch() override {
        return bench_.stretch([this](unsigned budget) { return queue_.poll(direct_, budget); });
    }

private:
    Bench<Descriptor> bench_;
    i40e::pmd::RxCounters counters_;
    i40e::pmd::RxQueue<Descriptor> queue_;
    delivery::Direct direct_;
};

class BareLane final : public Lane {
public:
    BareLane(std::uint32_t length_bytes, std::uint64_t skew_bytes)
        : bench_(length_bytes, skew_bytes),
          loop_(bench_.ring(), bench_.doorbell(), bench_.umem().geometry(), iova_base,
                bench_.socket().driver().fill, bench_.socket().driver().rx) {
        bench_.start([this] { loop_.refill(); });
    }
    [[nodiscard]] std::string name() const override { return "bare loop, 16-byte descriptors"; }
    std::uint64_t stretch() override {
        return bench_.stretch([this](unsigned budget) { return loop_.poll(budget); });
    }

private:
    Bench<i40e::hw::RxDescriptor16> bench_;
    BareLoop<i40e::hw::RxDescriptor16> loop_;
};

}  // namespace sluice::bench
