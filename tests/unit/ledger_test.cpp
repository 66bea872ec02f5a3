// SPDX-License-Identifier: BSD-3-Clause

#include "mempool/ledger.hpp"

#include <thread>

#include "mempool/frame_pool.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/death.hpp"

using namespace sluice;
using mempool::Ledger;
using mempool::ledger_enabled;
using mempool::Place;

namespace {

bool no_ledger() {
    if constexpr (!ledger_enabled) tests::skip("this build has no ledger");
    return !ledger_enabled;
}

}  // namespace

TEST_CASE("every place has a name", "[ledger]") {
    CHECK(to_string(Place::pool) == "pool");
    CHECK(to_string(Place::application) == "application");
    CHECK(to_string(Place::completion) == "completion");
    CHECK(to_string(static_cast<Place>(0xff)) == "nowhere");
}

TEST_CASE("chunks begin in the pool and are counted where they are", "[ledger]") {
    if (no_ledger()) return;
    Ledger ledger(10);
    CHECK(ledger.count(Place::pool) == 10);
    ledger.move(3, Place::pool, Place::fill);
    ledger.move(3, Place::fill, Place::device);
    ledger.move(4, Place::pool, Place::fill);
    CHECK(ledger.count(Place::pool) == 8);
    CHECK(ledger.count(Place::fill) == 1);
    CHECK(ledger.count(Place::device) == 1);
    CHECK(ledger.conflicts() == 0);
}

TEST_CASE("a handover from the wrong place ends the process with chunk and places named",
          "[ledger]") {
    if (no_ledger()) return;
    Ledger ledger(10);
    ledger.move(7, Place::pool, Place::device);
    const std::string words = tests::last_words([&] { ledger.move(7, Place::rx, Place::fill); });
    CHECK(words.find("chunk 7 goes from rx to fill but is in device") != std::string::npos);
    CHECK(words.find("ledger_test.cpp") != std::string::npos);
}

TEST_CASE("a pool with a ledger catches a frame returned twice", "[ledger][frame_pool]") {
    if (no_ledger()) return;
    mempool::Umem umem({2048, 0, 64}, {.pages = mempool::Pages::never});
    mempool::FramePool pool(umem);
    mempool::FrameCache cache(pool, 16);
    std::vector<std::uint64_t> frames(2);
    REQUIRE(cache.get(frames) == 2);
    CHECK(umem.ledger().count(Place::application) == 2);
    CHECK(umem.ledger().count(Place::pool) == 62);
    cache.put({frames.data(), 1});
    CHECK(tests::last_words([&] { cache.put({frames.data(), 1}); }).find("but is in pool") !=
          std::string::npos);
    umem.ledger().move(umem.geometry().chunk_number(frames[1]), Place::application, Place::rx);
    cache.put({frames.data() + 1, 1}, Place::rx);
    CHECK(umem.ledger().count(Place::pool) == 64);
}

TEST_CASE("an application may enter chunks from wherever it can get at them", "[ledger]") {
    if (no_ledger()) return;
    for (const Place from :
         {Place::pool, Place::rx, Place::application, Place::completion, Place::fill, Place::tx}) {
        Ledger ledger(1);
        ledger.move(0, Place::pool, from);
        ledger.enter(0, Place::device);
        CHECK(ledger.count(Place::device) == 1);
        CHECK(ledger.conflicts() == 0);
    }
}

TEST_CASE("a chunk entered where it cannot come from is a conflict and never fatal", "[ledger]") {
    if (no_ledger()) return;
    for (const Place from : {Place::device, Place::delivery, Place::worker}) {
        Ledger ledger(2);
        ledger.move(0, Place::pool, from);
        ledger.enter(0, Place::device);
        CHECK(ledger.conflicts() == 1);
        CHECK(ledger.disputed_count() == 1);
        CHECK(ledger.count(from) == 0);
        // The device now has it twice; both come out, and the application enters it again.
        ledger.move(0, Place::device, Place::rx);
        ledger.move(0, Place::device, Place::rx);
        ledger.enter(0, Place::device);
        CHECK(ledger.conflicts() == 1);
        CHECK(ledger.disputed_count() == 1);
        CHECK(ledger.count(Place::pool) == 1);
    }
    Ledger ledger(1);
    ledger.move(0, Place::pool, Place::fill);
    ledger.enter(0, Place::tx);
    CHECK(ledger.conflicts() == 1);
}

TEST_CASE("threads that hand chunks over keep one account", "[ledger]") {
    if (no_ledger()) return;
    constexpr std::uint32_t chunks = 4096;
    Ledger ledger(chunks);
    {
        std::vector<std::jthread> threads;
        for (std::uint32_t thread = 0; thread < 2; ++thread)
            threads.emplace_back([&ledger, thread] {
                for (std::uint32_t chunk = thread; chunk < chunks; chunk += 2) {
                    ledger.move(chunk, Place::pool, Place::fill);
                    ledger.enter(chunk, Place::device);
                    ledger.move(chunk, Place::device, Place::rx);
                }
            });
    }
    CHECK(ledger.count(Place::rx) == chunks);
    CHECK(ledger.conflicts() == 0);
}

TEST_CASE("a build without a ledger counts nothing and refuses nothing", "[ledger]") {
    if constexpr (ledger_enabled) {
        SUCCEED("this build has one");
    } else {
        Ledger ledger(1'000'000);
        ledger.move(0, Place::rx, Place::tx);
        ledger.enter(0, Place::tx);
        CHECK(ledger.count(Place::pool) == 0);
        CHECK(ledger.conflicts() == 0);
        CHECK(ledger.disputed_count() == 0);
    }
}
