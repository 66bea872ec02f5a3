// SPDX-License-Identifier: BSD-3-Clause

#include "mempool/frame_pool.hpp"

#include <array>
#include <numeric>
#include <optional>
#include <set>
#include <thread>

#include "core/base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/death.hpp"

using namespace sluice;
using mempool::FrameCache;
using mempool::FramePool;
using mempool::Pages;
using mempool::Place;
using mempool::Umem;

namespace {

using Frames = std::vector<std::uint64_t>;

struct Rig {
    explicit Rig(std::uint64_t chunks) : umem({2048, 0, chunks}, {.pages = Pages::never}) {}
    Umem umem;
    FramePool pool{umem};
};

template <class Source>
Frames take(Source& source, std::size_t count) {
    Frames frames(count);
    frames.resize(source.get(frames));
    return frames;
}

}  // namespace

TEST_CASE("a pool gives each of its chunks once, then none", "[frame_pool]") {
    Rig rig(100);
    CHECK(rig.pool.count() == 100);
    CHECK(rig.pool.free_count() == 100);
    const Frames frames = take(rig.pool, 250);
    CHECK(frames.size() == 100);
    CHECK(std::set(frames.begin(), frames.end()).size() == 100);
    CHECK(frames.front() == 0);
    CHECK(frames.back() == 99 * 2048);
    CHECK(rig.pool.free_count() == 0);
    CHECK(take(rig.pool, 1).empty());
    CHECK(rig.pool.leaked_count(100) == 0);
    CHECK(rig.pool.leaked_count(99) == 1);
    rig.pool.put(frames);
    CHECK(rig.pool.free_count() == 100);
    CHECK(rig.pool.leaked_count() == 0);
}

TEST_CASE("a pool takes a frame back by any address inside it", "[frame_pool]") {
    Rig rig(4);
    const Frames all = take(rig.pool, 4);
    rig.pool.put(Frames{2 * 2048 + 256 + 64});
    CHECK(take(rig.pool, 4) == Frames{2 * 2048});
}

TEST_CASE("the frame returned last is given first", "[frame_pool]") {
    Rig rig(64);
    FrameCache cache(rig.pool, 16);
    const Frames frames = take(cache, 3);
    cache.put(frames);
    CHECK(take(cache, 3) == Frames{frames.rbegin(), frames.rend()});
}

TEST_CASE("a cache that runs over gives its coldest half to the pool", "[frame_pool]") {
    Rig rig(64);
    FrameCache cache(rig.pool, 8);
    const Frames frames = take(rig.pool, 9);
    cache.put(frames);
    CHECK(cache.free_count() == 5);
    CHECK(rig.pool.free_count() == 64);
    CHECK(take(cache, 5) == Frames{frames.rbegin(), frames.rbegin() + 5});
    // The pool's newest frames are the cache's old ones, the warmest of them first.
    CHECK(take(rig.pool, 4) == Frames{frames.rbegin() + 5, frames.rend()});
}

TEST_CASE("a cache gives more than it holds, up to what the pool has", "[frame_pool]") {
    Rig rig(64);
    FrameCache cache(rig.pool, 8);
    CHECK(take(cache, 50).size() == 50);
    const Frames rest = take(cache, 50);
    CHECK(rest.size() == 14);
    CHECK(take(cache, 1).empty());
    CHECK(rig.pool.free_count() == 0);
    cache.put(rest);
    CHECK(rig.pool.free_count() == 14);
    CHECK(rig.pool.leaked_count(50) == 0);
}

TEST_CASE("frames in caches are free frames, and go home when a cache ends", "[frame_pool]") {
    Rig rig(64);
    std::optional<FrameCache> first(std::in_place, rig.pool, 16);
    std::optional<FrameCache> second(std::in_place, rig.pool, 16);
    const Frames a = take(*first, 4);
    const Frames b = take(*second, 4);
    CHECK(first->free_count() == 4);
    CHECK(rig.pool.free_count() == 56);
    first->put(b);
    second->put(a);
    CHECK(rig.pool.free_count() == 64);
    first.reset();
    CHECK(rig.pool.free_count() == 64);
    second.reset();
    CHECK(rig.pool.free_count() == 64);
    const Frames all = take(rig.pool, 64);
    CHECK(std::set(all.begin(), all.end()).size() == 64);
}

TEST_CASE("a pool can have a part of a UMEM, and not more than there is", "[frame_pool]") {
    Umem umem({2048, 0, 64}, {.pages = Pages::never});
    FramePool low(umem, 0, 32);
    FramePool high(umem, 32, 32);
    CHECK(take(low, 64).back() == 31 * 2048);
    CHECK(take(high, 64).front() == 32 * 2048);
    CHECK_THROWS_AS(FramePool(umem, 33, 32), Error);
    CHECK_THROWS_AS(FramePool(umem, 0, 0), Error);
    CHECK_THROWS_AS(FramePool(umem, 0xffffffff, 0xffffffff), Error);
}

TEST_CASE("frames returned too often, or to a foreign pool, end the process", "[frame_pool]") {
    Umem umem({2048, 0, 64}, {.pages = Pages::never});
    FramePool low(umem, 0, 32);
    FramePool high(umem, 32, 32);
    const Frames frame = take(low, 1);
    CHECK(tests::last_words([&] { high.put(frame); }).find("broken invariant") !=
          std::string::npos);
    const Frames other = take(high, 1);
    CHECK(tests::last_words([&] { low.put(other); }).find("a pool that it is not of") !=
          std::string::npos);
    CHECK(tests::last_words([&] { low.put(Frames{64 * 2048}); }).find("that it is not of") !=
          std::string::npos);
    low.put(frame);
    CHECK(tests::last_words([&] { low.put(frame); }).find("than the pool gave") !=
          std::string::npos);
}

TEST_CASE("a pool that ends before a cache ends the process", "[frame_pool]") {
    Umem umem({2048, 0, 64}, {.pages = Pages::never});
    CHECK(tests::last_words([&] {
              auto pool = std::make_unique<FramePool>(umem);
              const FrameCache cache(*pool);
              pool.reset();
          }).find("a frame pool ends after its caches") != std::string::npos);
}

TEST_CASE("threads that exchange frames through one pool lose and double none", "[frame_pool]") {
    constexpr unsigned thread_count = 4;
    constexpr unsigned rounds = 2'000;
    Rig rig(1024);
    {
        std::vector<std::jthread> threads;
        for (unsigned thread = 0; thread < thread_count; ++thread)
            threads.emplace_back([&rig, thread] {
                FrameCache cache(rig.pool, 32);
                std::array<std::uint64_t, 100> frames{};
                for (unsigned round = 0; round < rounds; ++round) {
                    const unsigned wanted = 1 + (round * 7 + thread * 13) % 100;
                    const unsigned got = cache.get(std::span(frames).first(wanted));
                    // Whoever has a frame writes to it: TSan sees a frame that two have.
                    for (unsigned i = 0; i < got; ++i)
                        *rig.umem.data(frames[i]) = static_cast<std::byte>(thread);
                    cache.put(std::span(frames).first(got));
                }
            });
        // Seen from outside while they run: never more than there are.
        while (rig.pool.free_count() > 2 * 1024) std::this_thread::yield();
    }
    CHECK(rig.pool.free_count() == 1024);
    const Frames all = take(rig.pool, 1024);
    CHECK(std::set(all.begin(), all.end()).size() == 1024);
}
