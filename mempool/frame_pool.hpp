// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The free chunks of a UMEM (or of a range of them), for Sluice's own programs; an application that
// brings its rings keeps its own account. A thread takes and returns frames through its FrameCache,
// last in first out, since the frame used last is the one still in the CPU's cache. Only when a
// cache runs empty or over does it exchange half of itself with the pool, under the pool's lock.
//
//   FramePool (lock) <── bulk ──> FrameCache (one thread) <── frames ──> the thread's rings
//
// The pool refers to its UMEM and knows its caches; they refer to it and end before it. Nothing is
// allocated after construction.

#include <atomic>
#include <boost/intrusive/list.hpp>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "mempool/umem.hpp"

namespace sluice::mempool {

class FramePool;

// One thread's share of a pool's free frames, on cache lines of its own. What it holds when it ends
// goes back to the pool.
class alignas(64) FrameCache : public boost::intrusive::list_base_hook<> {
public:
    // Holds up to `capacity` frames, at least 2. A pool should have several times what all its
    // caches can hold: a frame in one thread's cache is out of reach for the others.
    explicit FrameCache(FramePool& pool, std::uint32_t capacity = 256);
    ~FrameCache();
    FrameCache(const FrameCache&) = delete;
    FrameCache& operator=(const FrameCache&) = delete;

    // As FramePool's, by the cache's thread only. The frame returned last is given first.
    [[nodiscard]] unsigned get(std::span<std::uint64_t> into,
                               Place to = Place::application) noexcept;
    void put(std::span<const std::uint64_t> addresses, Place from = Place::application) noexcept;

    // Frames in it; any thread.
    [[nodiscard]] std::uint32_t free_count() const noexcept {
        return size_.load(std::memory_order_relaxed);
    }

private:
    void give_half() noexcept;

    FramePool& pool_;
    std::vector<std::uint64_t> frames_;   // [0, size_) are free, the warmest last
    std::atomic<std::uint32_t> size_{0};  // written by the cache's thread
};

class FramePool {
public:
    // The chunks [first, first + count) of `umem`. Throws Error where it has not that many.
    FramePool(Umem& umem, std::uint32_t first, std::uint32_t count);
    explicit FramePool(Umem& umem) : FramePool(umem, 0, umem.chunk_count()) {}
    // All caches are gone. Frames not returned are the business of leaked_count().
    ~FramePool();
    FramePool(const FramePool&) = delete;
    FramePool& operator=(const FramePool&) = delete;

    // Any thread. Fills the front of `into` with chunk addresses and says how many there were; the
    // ledger has them at `to` from now on.
    [[nodiscard]] unsigned get(std::span<std::uint64_t> into,
                               Place to = Place::application) noexcept;
    // Any thread. Takes chunks back by any address inside them. More than the pool gave, or a chunk
    // that is not its own, is a bug and aborts; so does, with a ledger, a chunk that is not at
    // `from`.
    void put(std::span<const std::uint64_t> addresses, Place from = Place::application) noexcept;

    // Frames the pool was made with, and those in it and its caches now. Exact once the threads
    // that use it have stopped.
    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
    [[nodiscard]] std::uint32_t free_count() const noexcept;
    // What is missing, beside the `held_elsewhere` frames the caller can point at. Negative where
    // frames were returned twice.
    [[nodiscard]] std::int64_t leaked_count(std::uint64_t held_elsewhere = 0) const noexcept {
        return std::int64_t{count_} - std::int64_t{free_count()} -
               static_cast<std::int64_t>(held_elsewhere);
    }
    [[nodiscard]] Umem& umem() const noexcept { return umem_; }

private:
    friend class FrameCache;
    // Not counted by the list: caches are few, and only free_count() asks.
    using Caches = boost::intrusive::list<FrameCache, boost::intrusive::constant_time_size<false>>;

    void enlist(FrameCache& cache);
    void dismiss(FrameCache& cache) noexcept;
    // Moves frames between a cache and the stack, the warmest last in both. The ledger has them in
    // the pool all the while.
    [[nodiscard]] std::uint32_t take(std::span<std::uint64_t> into) noexcept;
    void give(std::span<const std::uint64_t> frames) noexcept;
    // The start of a returned chunk, entered in the ledger.
    [[nodiscard]] std::uint64_t accept(std::uint64_t address, Place from) noexcept;
    void hand_out(std::uint64_t frame, Place to) noexcept;

    Umem& umem_;
    const std::uint32_t first_;
    const std::uint32_t count_;
    mutable std::mutex mutex_;          // guards stack_ and caches_
    std::vector<std::uint64_t> stack_;  // never grows past count_, its capacity
    Caches caches_;
};

}  // namespace sluice::mempool
