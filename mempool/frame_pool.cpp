// SPDX-License-Identifier: BSD-3-Clause

#include "mempool/frame_pool.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/check.hpp"
#include "core/base/error.hpp"

namespace sluice::mempool {

FrameCache::FrameCache(FramePool& pool, std::uint32_t capacity)
    : pool_(pool), frames_(std::max(capacity, 2u)) {
    pool_.enlist(*this);
}

FrameCache::~FrameCache() {
    pool_.give(std::span(frames_).first(free_count()));
    size_.store(0, std::memory_order_relaxed);
    pool_.dismiss(*this);
}

unsigned FrameCache::get(std::span<std::uint64_t> into, Place to) noexcept {
    std::uint32_t size = free_count();
    unsigned taken = 0;
    for (; taken < into.size(); ++taken) {
        if (size == 0) {
            size = pool_.take(std::span(frames_).first(frames_.size() / 2));
            if (size == 0) break;
        }
        into[taken] = frames_[--size];
        pool_.hand_out(into[taken], to);
    }
    size_.store(size, std::memory_order_relaxed);
    return taken;
}

void FrameCache::put(std::span<const std::uint64_t> addresses, Place from) noexcept {
    std::uint32_t size = free_count();
    for (const std::uint64_t address : addresses) {
        if (size == frames_.size()) {
            give_half();
            size = free_count();
        }
        frames_[size++] = pool_.accept(address, from);
        size_.store(size, std::memory_order_relaxed);
    }
}

// The coldest half goes; the warm rest moves down.
void FrameCache::give_half() noexcept {
    const std::span<std::uint64_t> frames(frames_);
    const std::size_t half = frames.size() / 2;
    pool_.give(frames.first(half));
    std::copy(frames.begin() + static_cast<std::ptrdiff_t>(half), frames.end(), frames.begin());
    size_.store(static_cast<std::uint32_t>(frames.size() - half), std::memory_order_relaxed);
}

FramePool::FramePool(Umem& umem, std::uint32_t first, std::uint32_t count)
    : umem_(umem), first_(first), count_(count) {
    if (count == 0 || std::uint64_t{first} + count > umem.chunk_count())
        throw Error(std::errc::invalid_argument,
                    fmt::format("frame pool: chunks {} to {} wanted of a UMEM of {}", first,
                                std::uint64_t{first} + count, umem.chunk_count()));
    stack_.reserve(count);
    for (std::uint32_t chunk = first + count; chunk-- > first;)
        stack_.push_back(umem.geometry().chunk_address(chunk));
}

FramePool::~FramePool() { check(caches_.empty(), "a frame pool ends after its caches"); }

unsigned FramePool::get(std::span<std::uint64_t> into, Place to) noexcept {
    const std::uint32_t taken = take(into);
    std::reverse(into.begin(), into.begin() + taken);
    for (const std::uint64_t frame : into.first(taken)) hand_out(frame, to);
    return taken;
}

void FramePool::put(std::span<const std::uint64_t> addresses, Place from) noexcept {
    const std::lock_guard lock(mutex_);
    check(addresses.size() <= count_ - stack_.size(), "more frames returned than the pool gave");
    for (const std::uint64_t address : addresses) stack_.push_back(accept(address, from));
}

std::uint32_t FramePool::free_count() const noexcept {
    const std::lock_guard lock(mutex_);
    auto free = static_cast<std::uint32_t>(stack_.size());
    for (const FrameCache& cache : caches_) free += cache.free_count();
    return free;
}

void FramePool::enlist(FrameCache& cache) {
    const std::lock_guard lock(mutex_);
    caches_.push_back(cache);
}

void FramePool::dismiss(FrameCache& cache) noexcept {
    const std::lock_guard lock(mutex_);
    caches_.erase(caches_.iterator_to(cache));
}

std::uint32_t FramePool::take(std::span<std::uint64_t> into) noexcept {
    const std::lock_guard lock(mutex_);
    const std::size_t taken = std::min(into.size(), stack_.size());
    const auto from = stack_.end() - static_cast<std::ptrdiff_t>(taken);
    std::copy(from, stack_.end(), into.begin());
    stack_.erase(from, stack_.end());
    return static_cast<std::uint32_t>(taken);
}

void FramePool::give(std::span<const std::uint64_t> frames) noexcept {
    const std::lock_guard lock(mutex_);
    check(frames.size() <= count_ - stack_.size(), "more frames returned than the pool gave");
    stack_.insert(stack_.end(), frames.begin(), frames.end());
}

std::uint64_t FramePool::accept(std::uint64_t address, Place from) noexcept {
    const UmemGeometry& geometry = umem_.geometry();
    const std::uint32_t chunk = geometry.chunk_number(address);
    check(address < geometry.bytes() && chunk - first_ < count_,
          "a frame returned to a pool that it is not of");
    umem_.ledger().move(chunk, from, Place::pool);
    return geometry.chunk_address(chunk);
}

void FramePool::hand_out(std::uint64_t frame, Place to) noexcept {
    umem_.ledger().move(umem_.geometry().chunk_number(frame), Place::pool, to);
}

}  // namespace sluice::mempool
