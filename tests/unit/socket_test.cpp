// SPDX-License-Identifier: BSD-3-Clause

#include "rings/socket.hpp"

#include <sys/mman.h>

#include <thread>

#include "core/base/error.hpp"
#include "rings/delivery/direct.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/open_files.hpp"

using namespace sluice;
using mempool::Pages;
using mempool::Umem;
using rings::Consumer;
using rings::Producer;
using rings::Ring;
using rings::Socket;

namespace {

struct Rig {
    explicit Rig(const rings::RingSizes& sizes = {64, 32, 16, 8}) : socket(umem, sizes) {}
    Umem umem{{2048, 0, 64}, {.pages = Pages::never}};
    Socket socket;
};

template <class T>
Ring<T> ring_at(const Socket& socket, std::uint64_t offset, std::uint32_t size) {
    return Ring<T>::at(socket.memory().address() + offset, size);
}

std::uint64_t number_of(std::uint64_t entry) { return entry; }
std::uint64_t number_of(const xdp_desc& entry) { return entry.addr; }
void set_number(std::uint64_t& entry, std::uint64_t number) { entry = number; }
void set_number(xdp_desc& entry, std::uint64_t number) { entry = {number, 60, 0}; }

// One ring of the socket around 2^32: filled and emptied three times, by ends made after its words
// were preset.
template <class T>
void cross_wrap(const Ring<T>& ring) {
    *ring.producer = *ring.consumer = 0u - ring.size - 1;
    Producer<T> producer(ring);
    Consumer<T> consumer(ring);
    std::uint64_t next = 0;
    for (int round = 0; round < 3; ++round) {
        const auto slots = producer.reserve_up_to(ring.size + 1);
        REQUIRE(slots.size() == ring.size);
        for (std::uint32_t i = 0; i < ring.size; ++i) set_number(slots[i], next + i);
        producer.submit(ring.size);
        REQUIRE(producer.reserve_up_to(1).empty());
        const auto seen = consumer.peek_up_to(ring.size + 1);
        REQUIRE(seen.size() == ring.size);
        for (std::uint32_t i = 0; i < ring.size; ++i) REQUIRE(number_of(seen[i]) == next++);
        consumer.release(ring.size);
        REQUIRE(consumer.peek_up_to(1).empty());
    }
    CHECK(*ring.producer == 2 * ring.size - 1);
}

}  // namespace

TEST_CASE("each ring of a socket joins the application's end with the driver's", "[socket]") {
    Rig rig;
    auto& user = rig.socket.user();
    auto& driver = rig.socket.driver();
    CHECK(user.fill.size() == 64);
    CHECK(user.completion.size() == 32);
    CHECK(user.rx.size() == 16);
    CHECK(user.tx.size() == 8);

    user.fill.reserve_up_to(1)[0] = 2048;
    user.fill.submit(1);
    CHECK(driver.fill.peek_up_to(8)[0] == 2048);

    driver.rx.reserve_up_to(1)[0] = {.addr = 2304, .len = 60, .options = 0};
    driver.rx.submit(1);
    CHECK(user.rx.peek_up_to(8)[0].addr == 2304);

    user.tx.reserve_up_to(1)[0] = {.addr = 4096, .len = 1514, .options = 0};
    user.tx.submit(1);
    CHECK(driver.tx.peek_up_to(8)[0].len == 1514);

    driver.completion.reserve_up_to(1)[0] = 4096;
    driver.completion.submit(1);
    CHECK(user.completion.peek_up_to(8)[0] == 4096);

    CHECK(rig.socket.frames_in_rings() == 4);
    driver.fill.release(1);
    user.rx.release(1);
    driver.tx.release(1);
    user.completion.release(1);
    CHECK(rig.socket.frames_in_rings() == 0);
}

TEST_CASE("indices of all four rings wrap at 2^32", "[socket]") {
    const Rig rig;
    const auto& layout = rig.socket.layout();
    cross_wrap(ring_at<std::uint64_t>(rig.socket, layout.fill, 64));
    cross_wrap(ring_at<std::uint64_t>(rig.socket, layout.completion, 32));
    cross_wrap(ring_at<xdp_desc>(rig.socket, layout.rx, 16));
    cross_wrap(ring_at<xdp_desc>(rig.socket, layout.tx, 8));
}

TEST_CASE("a second mapping of the socket's file sees its rings by their offsets", "[socket]") {
    Rig rig;
    const auto& memory = rig.socket.memory();
    void* other =
        ::mmap(nullptr, memory.bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, memory.fd(), 0);
    REQUIRE(other != MAP_FAILED);
    Producer<std::uint64_t> fill(
        Ring<std::uint64_t>::at(static_cast<std::byte*>(other) + rig.socket.layout().fill, 64));
    fill.reserve_up_to(1)[0] = 6144;
    fill.submit(1);
    CHECK(rig.socket.driver().fill.peek_up_to(1)[0] == 6144);
    ::munmap(other, memory.bytes());
}

TEST_CASE("rings that are not possible, or do not fit the machine, leave nothing behind",
          "[socket]") {
    Umem umem({2048, 0, 64}, {.pages = Pages::never});
    const std::size_t files = tests::open_file_count();
    const std::size_t mappings = tests::memory_file_mapping_count();
    CHECK_THROWS_WITH(Socket(umem, {.rx = 100}),
                      "RX ring: 100 entries are not a power of two; use 64 or 128");
    CHECK_THROWS_WITH(Socket(umem, {.rx = 1 << 20}, 1 << 20),
                      Catch::Contains("of memory available") && Catch::Contains("set of rings"));
    CHECK_THROWS_AS(Socket(umem, {1u << 31, 1u << 31, 1u << 31, 1u << 31}), Error);
    CHECK(tests::open_file_count() == files);
    CHECK(tests::memory_file_mapping_count() == mappings);
    CHECK_NOTHROW(Socket(umem, {}));
}

TEST_CASE("direct delivery writes RX entries in place and gives fewer slots when the ring is full",
          "[delivery][direct]") {
    Rig rig;
    delivery::Direct direct(rig.socket);
    STATIC_REQUIRE_FALSE(delivery::Direct::multi_buffer);
    STATIC_REQUIRE(delivery::DirectMultiBuffer::multi_buffer);
    auto slots = direct.reserve(12);
    REQUIRE(slots.size() == 12);
    for (std::uint32_t i = 0; i < 10; ++i) slots[i] = {.addr = i * 2048, .len = 60, .options = 0};
    direct.commit(10);
    CHECK(direct.reserve(12).size() == 6);
    CHECK(rig.socket.user().rx.peek_up_to(16).size() == 10);
    CHECK(rig.socket.user().rx.peek_up_to(16)[9].addr == 9 * 2048);
    direct.commit(6);
    CHECK(direct.reserve(1).empty());
    rig.socket.user().rx.release(3);
    CHECK(direct.reserve(12).size() == 3);
}

// What a queue and an application do with each other, without the queue: every frame goes round
// many times and none is lost.
TEST_CASE("frames circulate between two threads through fill and RX rings", "[socket][threads]") {
    constexpr std::uint64_t total = 100'000;
    Rig rig({.fill = 64, .completion = 32, .rx = 32, .tx = 32});
    std::jthread driver([&rig] {
        auto& fill = rig.socket.driver().fill;
        delivery::Direct direct(rig.socket);
        for (std::uint64_t sent = 0; sent < total;) {
            const auto buffers = fill.peek_up_to(16);
            const auto slots = direct.reserve(buffers.size());
            for (std::uint32_t i = 0; i < slots.size(); ++i) {
                const std::uint64_t address = rig.umem.geometry().data_address(buffers[i]);
                *rig.umem.data(address) = static_cast<std::byte>(sent + i);
                slots[i] = {.addr = address, .len = 1, .options = 0};
            }
            direct.commit(slots.size());
            fill.release(slots.size());
            sent += slots.size();
            if (slots.empty()) std::this_thread::yield();
        }
    });
    auto& user = rig.socket.user();
    const auto first = user.fill.reserve_up_to(32);
    for (std::uint32_t i = 0; i < 32; ++i) first[i] = rig.umem.geometry().chunk_address(i);
    user.fill.submit(32);
    std::uint64_t wrong = 0;
    for (std::uint64_t received = 0; received < total;) {
        const auto frames = user.rx.peek_up_to(16);
        const auto back = user.fill.reserve_up_to(frames.size());
        wrong += back.size() != frames.size();
        for (std::uint32_t i = 0; i < frames.size(); ++i) {
            wrong += *rig.umem.data(frames[i].addr) != static_cast<std::byte>(received + i);
            back[i] = rig.umem.geometry().chunk_start(frames[i].addr);
        }
        user.fill.submit(frames.size());
        user.rx.release(frames.size());
        received += frames.size();
        if (frames.empty()) std::this_thread::yield();
    }
    driver.join();
    CHECK(wrong == 0);
    CHECK(rig.socket.frames_in_rings() == 32);
}
