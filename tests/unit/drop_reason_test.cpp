// SPDX-License-Identifier: BSD-3-Clause

#include "core/base/drop_reason.hpp"

#include <set>
#include <string>
#include <thread>

#include "tests/support/catch.hpp"

using namespace sluice;

TEST_CASE("every drop reason has a name of its own and a sentence", "[drop_reason]") {
    STATIC_REQUIRE(drop_reason_count == 26);
    std::set<std::string_view> names;
    for (const DropReason reason : all_drop_reasons) {
        const std::string_view name = to_string(reason);
        CAPTURE(std::string(name));
        CHECK(names.insert(name).second);
        CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos);
        const std::string_view sentence = explanation(reason);
        CHECK(sentence.size() > 10);
        CHECK(sentence.front() >= 'A');
        CHECK(sentence.front() <= 'Z');
        CHECK(sentence.find('.') == sentence.size() - 1);
    }
}

TEST_CASE("names stand with their reasons", "[drop_reason]") {
    CHECK(to_string(DropReason::no_buffer) == "no_buffer");
    CHECK(to_string(DropReason::link_down) == "link_down");
    CHECK(to_string(DropReason::rx_ring_full) == "rx_ring_full");
    CHECK(to_string(DropReason::program_drop) == "program_drop");
    CHECK(to_string(DropReason::worker_full) == "worker_full");
    CHECK(to_string(DropReason::tx_ring_full) == "tx_ring_full");
    CHECK(to_string(DropReason::reset) == "reset");
}

TEST_CASE("seven reasons are the device's", "[drop_reason]") {
    unsigned device = 0;
    for (const DropReason reason : all_drop_reasons) device += is_device_drop(reason);
    CHECK(device == 7);
    CHECK(is_device_drop(DropReason::no_buffer));
    CHECK_FALSE(is_device_drop(DropReason::rx_ring_full));
}

TEST_CASE("drops are counted by reason", "[drop_reason]") {
    DropCounters drops;
    CHECK(drops.total() == 0);
    drops[DropReason::rx_ring_full].add(3);
    drops[DropReason::reset].add();
    CHECK(drops[DropReason::rx_ring_full].value() == 3);
    CHECK(drops[DropReason::no_buffer].value() == 0);
    CHECK(drops.total() == 4);
}

TEST_CASE("a counter can be read while its thread counts, and never goes back", "[counter]") {
    constexpr std::uint64_t end = 200'000;
    Counter counter;
    std::jthread writer([&] {
        for (std::uint64_t i = 0; i < end; ++i) counter.add();
    });
    std::uint64_t last = 0;
    bool monotonic = true;
    while (last < end) {
        const std::uint64_t now = counter.value();
        monotonic = monotonic && now >= last;
        last = now;
        std::this_thread::yield();
    }
    CHECK(monotonic);
    CHECK(last == end);
}

TEST_CASE("a counter is 64 bits wide and wraps like one", "[counter]") {
    Counter counter;
    counter.add(~std::uint64_t{0});
    CHECK(counter.value() == ~std::uint64_t{0});
    counter.add(2);
    CHECK(counter.value() == 1);
}
