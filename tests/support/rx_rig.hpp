// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A receive queue on hand-written descriptors: the test plays the device, which completes what the
// queue has posted, and the application, which empties the RX ring and posts what it got.

#include <cstring>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "core/vfio/function.hpp"
#include "drivers/i40e/pmd/rx_queue.hpp"
#include "mempool/umem.hpp"
#include "rings/delivery/direct.hpp"
#include "rings/socket.hpp"
#include "tests/support/catch.hpp"

namespace sluice::tests {

using namespace i40e;

// Word 1 of a descriptor that the device has written.
[[nodiscard]] inline std::uint64_t written(unsigned length, bool is_last = true) {
    using W = hw::RxWriteBack1;
    return Word<W>{}.with(W::dd, true).with(W::eof, is_last).with(W::length_pbuf, length).raw;
}

// A function that is nothing but one tail register.
class TailRegister final : public vfio::Function {
public:
    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] vfio::RegionInfo region(vfio::Region) const override { return {}; }
    void read(vfio::Region, std::uint64_t, std::span<std::byte>) override {}
    void write(vfio::Region, std::uint64_t, std::span<const std::byte> from) override {
        std::memcpy(&value, from.data(), sizeof value);
        ++writes;
    }
    [[nodiscard]] std::span<std::byte> map(vfio::Region, vfio::PageRange) override { return {}; }
    [[nodiscard]] vfio::Translation map_dma(const vfio::DmaMemory&) override { return {}; }
    void unmap_dma(const vfio::Translation&) override {}
    [[nodiscard]] unsigned interrupt_count() const override { return 0; }
    void set_interrupt(unsigned, int) override {}
    void reset() override {}
    [[nodiscard]] std::chrono::nanoseconds now() override { return {}; }
    void pause(std::chrono::nanoseconds) override {}

    std::uint32_t value = 0;
    unsigned writes = 0;

private:
    std::string name_ = "tail";
};

struct RxRigOptions {
    unsigned descriptors = 64;
    std::uint64_t chunks = 256;
    std::uint64_t rx_entries = 256;
    std::uint64_t fill_entries = 16384;
    std::uint64_t chunk_bytes = 2048;
};

template <class Descriptor, class Addressing = pmd::LinearAddressing>
class RxRig {
public:
    static constexpr std::uint64_t iova = 0x12'3456'0000;
    using Queue = pmd::RxQueue<Descriptor, Addressing>;

    explicit RxRig(const RxRigOptions& options = {},
                   const vfio::Translation& translation = vfio::Translation::linear(iova,
                                                                                    1ull << 40))
        : umem({.chunk_bytes = options.chunk_bytes, .chunk_count = options.chunks},
               {.pages = mempool::Pages::never, .purpose = "UMEM"}),
          socket(umem, {.fill = options.fill_entries, .rx = options.rx_entries}),
          memory(options.descriptors),
          size(options.descriptors),
          queue({.queue = {},
                 .memory = std::as_writable_bytes(std::span(memory)),
                 .descriptors = options.descriptors,
                 .tail = vfio::Doorbell(tail, vfio::Region::bar0, 0, nullptr)},
                umem, Addressing(translation), socket.driver().fill, counters) {}

    // The application posts `count` chunks it never posted before.
    void post_new(unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            REQUIRE(next_new < umem.chunk_count());
            post(umem.geometry().chunk_address(next_new++));
        }
    }
    void post(std::uint64_t address) {
        const auto slots = socket.user().fill.reserve_up_to(1);
        REQUIRE(slots.size() == 1);
        slots[0] = address;
        socket.user().fill.submit(1);
    }

    // Descriptors the device has.
    [[nodiscard]] unsigned available() const { return (tail.value + size - head) % size; }

    // The device completes its next descriptor and returns the device address it held.
    std::uint64_t complete(std::uint64_t status, std::uint64_t word0 = 0xDEAD'BEEF'0BAD'F00D) {
        REQUIRE(available() > 0);
        Descriptor& descriptor = memory[head];
        REQUIRE(descriptor.qword[1].value() == 0);
        const std::uint64_t address = descriptor.qword[0];
        descriptor.qword[0] = word0;
        for (std::size_t word = 2; word < descriptor.qword.size(); ++word)
            descriptor.qword[word] = ~0ull;
        std::atomic_ref(descriptor.qword[1]).store(le64(status), std::memory_order_release);
        head = (head + 1) % size;
        return address;
    }

    // What stands in the RX ring; the application keeps the frames.
    std::vector<xdp_desc> read_rx(unsigned most = 1u << 16) {
        std::vector<xdp_desc> entries;
        const auto slots = socket.user().rx.peek_up_to(most);
        for (unsigned i = 0; i < slots.size(); ++i) entries.push_back(slots[i]);
        socket.user().rx.release(slots.size());
        return entries;
    }

    // Whatever happened before: once the application has read its ring and the queue has given back
    // what it held, each of the chunks ever posted turns up once, beside `kept`.
    void check_all_home(std::multiset<std::uint64_t> kept = {}) {
        const auto note = [&](std::uint64_t address) {
            kept.insert(umem.geometry().chunk_start(address));
        };
        for (const xdp_desc& entry : read_rx()) note(entry.addr);
        const auto fill = socket.driver().fill.peek_up_to(1u << 20);
        for (unsigned i = 0; i < fill.size(); ++i)
            if (fill[i] < umem.bytes()) note(fill[i]);
        std::array<std::uint64_t, 100> back{};
        while (const unsigned count = queue.take_back(back))
            for (unsigned i = 0; i < count; ++i) note(back[i]);
        CHECK(queue.held_count() == 0);
        CHECK(kept.size() == next_new);
        CHECK(std::set(kept.begin(), kept.end()).size() == next_new);
        CHECK(umem.ledger().conflicts() == 0);
    }

    [[nodiscard]] std::uint64_t drops(DropReason reason) const {
        return counters.drops[reason].value();
    }

    mempool::Umem umem;
    rings::Socket socket;
    pmd::RxCounters counters;
    std::vector<Descriptor> memory;
    unsigned size;
    TailRegister tail;
    unsigned head = 0;
    std::uint32_t next_new = 0;
    Queue queue;
};

// A sink of the batch shape that remembers what it got. It gives frames back when told to.
template <bool MultiBuffer>
struct BatchRecorder {
    static constexpr bool multi_buffer = MultiBuffer;

    void accept(std::span<const rings::Frame> frames) noexcept {
        batches.push_back(static_cast<unsigned>(frames.size()));
        got.insert(got.end(), frames.begin(), frames.end());
    }
    unsigned take_returned(std::span<std::uint64_t> into) noexcept {
        unsigned count = 0;
        while (count < into.size() && !returned.empty()) {
            into[count++] = returned.front();
            returned.pop_front();
        }
        return count;
    }

    std::vector<rings::Frame> got;
    std::vector<unsigned> batches;
    std::deque<std::uint64_t> returned;
};
static_assert(rings::BatchSink<BatchRecorder<true>>);

}  // namespace sluice::tests
