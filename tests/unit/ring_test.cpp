// SPDX-License-Identifier: BSD-3-Clause

#include <array>
#include <deque>
#include <random>
#include <thread>
#include <vector>

#include "rings/consumer.hpp"
#include "rings/producer.hpp"
#include "tests/support/catch.hpp"

using namespace sluice;
using rings::Consumer;
using rings::Producer;
using rings::Ring;
using rings::Slots;

namespace {

// A ring in memory of its own, both indices preset to `start`.
template <class T>
struct Rig {
    explicit Rig(std::uint32_t size, std::uint32_t start = 0)
        : lines(Ring<T>::bytes(size) / 64 + 1), ring(Ring<T>::at(lines.front().data(), size)) {
        *ring.producer = start;
        *ring.consumer = start;
    }
    struct alignas(64) Line : std::array<std::byte, 64> {};
    std::vector<Line> lines;
    Ring<T> ring;
};

std::uint64_t make(std::uint64_t number, std::uint64_t*) { return number; }
xdp_desc make(std::uint64_t number, xdp_desc*) {
    return {.addr = number, .len = static_cast<std::uint32_t>(number * 3), .options = 1};
}
template <class T>
T entry(std::uint64_t number) {
    return make(number, static_cast<T*>(nullptr));
}
bool equal(std::uint64_t a, std::uint64_t b) { return a == b; }
bool equal(const xdp_desc& a, const xdp_desc& b) {
    return a.addr == b.addr && a.len == b.len && a.options == b.options;
}

// Both ends of a ring against a queue that cannot be wrong: batches of any size, more wanted than
// there is, less submitted than reserved, less released than seen.
template <class T>
void exercise(const Ring<T>& ring, std::uint32_t start, unsigned seed) {
    CAPTURE(ring.size, start, seed);
    Producer<T> producer(ring);
    Consumer<T> consumer(ring);
    std::deque<std::uint64_t> model;
    std::mt19937 random(seed);
    std::uint64_t next = 0;
    const auto any_up_to = [&random](std::uint32_t most) {
        return static_cast<std::uint32_t>(random() % (std::uint64_t{most} + 1));
    };
    const std::uint64_t target = 10ull * ring.size;
    for (unsigned round = 0; round < 100'000 && next < target; ++round) {
        const std::uint32_t wanted = any_up_to(2 * ring.size);
        const Slots<T> slots = producer.reserve_up_to(wanted);
        REQUIRE(slots.size() == std::min<std::size_t>(wanted, ring.size - model.size()));
        for (std::uint32_t i = 0; i < slots.size(); ++i) slots[i] = entry<T>(next + i);
        const std::uint32_t submitted = any_up_to(slots.size());
        producer.submit(submitted);
        for (std::uint32_t i = 0; i < submitted; ++i) model.push_back(next++);
        REQUIRE(producer.count() == model.size());
        REQUIRE(consumer.count() == model.size());

        const std::uint32_t hoped = any_up_to(2 * ring.size);
        const Slots<const T> seen = consumer.peek_up_to(hoped);
        REQUIRE(seen.size() == std::min<std::size_t>(hoped, model.size()));
        REQUIRE(seen.empty() == (seen.size() == 0));
        for (std::uint32_t i = 0; i < seen.size(); ++i) REQUIRE(equal(seen[i], entry<T>(model[i])));
        REQUIRE(seen.contiguous().size() + seen.wrapped().size() == seen.size());
        const std::uint32_t released = any_up_to(seen.size());
        consumer.release(released);
        model.erase(model.begin(), model.begin() + released);
    }
    REQUIRE(next >= target);
    REQUIRE(*ring.producer == start + static_cast<std::uint32_t>(next));
}

// Yields when there is nothing to do: these threads may share one CPU.
template <class T>
void transfer(std::uint32_t size, std::uint32_t start, std::uint64_t total) {
    Rig<T> rig(size, start);
    std::jthread writer([&rig, total] {
        Producer<T> producer(rig.ring);
        for (std::uint64_t sent = 0; sent < total;) {
            const auto wanted =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(1 + sent % 61, total - sent));
            const Slots<T> slots = producer.reserve_up_to(wanted);
            for (std::uint32_t i = 0; i < slots.size(); ++i) slots[i] = entry<T>(sent + i);
            producer.submit(slots.size());
            sent += slots.size();
            if (slots.size() < wanted) std::this_thread::yield();
        }
    });
    Consumer<T> consumer(rig.ring);
    std::uint64_t wrong = 0;
    for (std::uint64_t received = 0; received < total;) {
        const Slots<const T> slots = consumer.peek_up_to(64);
        for (std::uint32_t i = 0; i < slots.size(); ++i)
            wrong += !equal(slots[i], entry<T>(received + i));
        consumer.release(slots.size());
        received += slots.size();
        if (slots.empty()) std::this_thread::yield();
    }
    CHECK(wrong == 0);
    CHECK(consumer.count() == 0);
}

}  // namespace

TEST_CASE("slots run over the end of the ring", "[slots]") {
    std::array<int, 8> entries{0, 1, 2, 3, 4, 5, 6, 7};
    const Slots<int> slots(entries.data(), 7, 0xfffffffeu, 4);
    CHECK(slots[0] == 6);
    CHECK(slots[1] == 7);
    CHECK(slots[2] == 0);
    CHECK(slots[3] == 1);
    CHECK(slots.contiguous().data() == &entries[6]);
    CHECK(slots.contiguous().size() == 2);
    CHECK(slots.wrapped().data() == entries.data());
    CHECK(slots.wrapped().size() == 2);
    CHECK(Slots<int>(entries.data(), 7, 2, 6).wrapped().empty());
    CHECK(Slots<int>().empty());
}

TEST_CASE("both ends of a ring agree with a queue, also where indices wrap at 2^32", "[ring]") {
    for (const std::uint32_t size : {1u, 2u, 64u, 1024u}) {
        for (const std::uint32_t start : {0u, 0xffffffffu, 0u - size, 0u - 3 * size, 0x7ffffff0u}) {
            for (const unsigned seed : {1u, 2u}) {
                exercise(Rig<std::uint64_t>(size, start).ring, start, seed);
                exercise(Rig<xdp_desc>(size, start).ring, start, seed);
            }
        }
    }
}

TEST_CASE("a producer never overtakes its consumer", "[ring]") {
    for (const std::uint32_t start : {0u, 0xfffffffeu}) {
        Rig<std::uint64_t> rig(4, start);
        Producer<std::uint64_t> producer(rig.ring);
        Consumer<std::uint64_t> consumer(rig.ring);
        const auto slots = producer.reserve_up_to(5);
        REQUIRE(slots.size() == 4);
        for (std::uint32_t i = 0; i < 4; ++i) slots[i] = i;
        producer.submit(4);
        CHECK(producer.reserve_up_to(1).empty());
        REQUIRE(consumer.peek_up_to(9).size() == 4);
        CHECK(producer.reserve_up_to(1).empty());  // seen is not released
        consumer.release(1);
        CHECK(producer.reserve_up_to(9).size() == 1);
        CHECK(consumer.peek_up_to(9).size() == 3);
    }
}

TEST_CASE("what is reserved or seen again is the same until it is submitted or released",
          "[ring]") {
    Rig<std::uint64_t> rig(8);
    Producer<std::uint64_t> producer(rig.ring);
    Consumer<std::uint64_t> consumer(rig.ring);
    CHECK(&producer.reserve_up_to(3)[0] == &producer.reserve_up_to(5)[0]);
    CHECK(consumer.peek_up_to(1).empty());
    producer.reserve_up_to(1)[0] = 77;
    producer.submit(1);
    CHECK(consumer.peek_up_to(1)[0] == 77);
    CHECK(consumer.peek_up_to(8).size() == 1);
    CHECK(consumer.count() == 1);
}

TEST_CASE("an end made later goes on where the ring's words stand", "[ring]") {
    Rig<std::uint64_t> rig(8, 0xfffffffd);
    {
        Producer<std::uint64_t> producer(rig.ring);
        const auto slots = producer.reserve_up_to(6);
        for (std::uint32_t i = 0; i < 6; ++i) slots[i] = i;
        producer.submit(6);
        Consumer<std::uint64_t> consumer(rig.ring);
        CHECK(consumer.peek_up_to(2).size() == 2);
        consumer.release(2);
    }
    Producer<std::uint64_t> producer(rig.ring);
    Consumer<std::uint64_t> consumer(rig.ring);
    CHECK(producer.reserve_up_to(8).size() == 4);
    CHECK(consumer.peek_up_to(8).size() == 4);
    CHECK(consumer.peek_up_to(8)[0] == 2);
}

TEST_CASE("a consumer that claims what was never sent gets no entry overwritten", "[ring]") {
    Rig<std::uint64_t> rig(8, 100);
    Producer<std::uint64_t> producer(rig.ring);
    for (const std::uint32_t claim : {101u, 108u, 200u, 91u, 0u, 0x80000064u}) {
        *rig.ring.consumer = claim;
        CAPTURE(claim);
        CHECK(producer.reserve_up_to(64).empty());
        CHECK(producer.count() == 8);
    }
    *rig.ring.consumer = 100;
    CHECK(producer.reserve_up_to(64).size() == 8);
    producer.submit(8);
    *rig.ring.consumer = 103;
    CHECK(producer.reserve_up_to(64).size() == 3);
}

TEST_CASE("a producer that claims more than the ring holds has its claim cut", "[ring]") {
    Rig<std::uint64_t> rig(8, 100);
    Consumer<std::uint64_t> consumer(rig.ring);
    for (const std::uint32_t claim : {109u, 99u, 0u, 0xffffffffu}) {
        *rig.ring.producer = claim;
        CAPTURE(claim);
        CHECK(consumer.peek_up_to(0xffffffff).size() == 8);
        CHECK(consumer.count() == 8);
    }
}

TEST_CASE("a consumer that sleeps is seen by its producer, and other flags stay", "[ring]") {
    Rig<std::uint64_t> rig(8);
    Producer<std::uint64_t> producer(rig.ring);
    Consumer<std::uint64_t> consumer(rig.ring);
    *rig.ring.flags = 0x80;
    CHECK_FALSE(producer.needs_wakeup());
    consumer.set_needs_wakeup(true);
    CHECK(producer.needs_wakeup());
    CHECK(*rig.ring.flags == 0x81);
    consumer.set_needs_wakeup(false);
    CHECK_FALSE(producer.needs_wakeup());
    CHECK(*rig.ring.flags == 0x80);
}

TEST_CASE("a million addresses cross from thread to thread, in order", "[ring][threads]") {
    transfer<std::uint64_t>(512, 0u - 1000, 1'000'000);
}

TEST_CASE("a million descriptors cross from thread to thread, in order", "[ring][threads]") {
    transfer<xdp_desc>(64, 0u - 1000, 1'000'000);
}

TEST_CASE("the smallest ring hands over one entry at a time", "[ring][threads]") {
    transfer<xdp_desc>(1, 0xffffff00u, 10'000);
}
