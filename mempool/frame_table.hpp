// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Per chunk: the queue it belongs to and how many places it was lent to. A queue that delivers
// direct never looks here; delivery to anyone but a socket of the frame's own queue does. The UMEM
// owns the table, whose size is fixed at start.

#include <atomic>
#include <cstdint>
#include <limits>
#include <vector>

namespace sluice::mempool {

class FrameTable {
public:
    static constexpr std::uint16_t no_home = std::numeric_limits<std::uint16_t>::max();
    static constexpr std::uint16_t max_references = std::numeric_limits<std::uint16_t>::max();

    explicit FrameTable(std::uint32_t chunk_count) : entries_(chunk_count) {}

    // Queue that the chunk goes back to; no_home until one is set. Written by the chunk's holder.
    [[nodiscard]] std::uint16_t home(std::uint32_t chunk) const noexcept {
        return entries_[chunk].home.load(std::memory_order_relaxed);
    }
    void set_home(std::uint32_t chunk, std::uint16_t queue) noexcept {
        entries_[chunk].home.store(queue, std::memory_order_relaxed);
    }

    [[nodiscard]] std::uint16_t references(std::uint32_t chunk) const noexcept {
        return entries_[chunk].references.load(std::memory_order_relaxed);
    }
    // Lends the chunk to `count` more places, before any of them can see it. False, and nothing
    // changed, where that is more than can be counted (DropReason::reference_limit).
    [[nodiscard]] bool lend(std::uint32_t chunk, std::uint16_t count = 1) noexcept {
        std::atomic<std::uint16_t>& references = entries_[chunk].references;
        std::uint16_t found = references.load(std::memory_order_relaxed);
        do {
            if (count > max_references - found) return false;
        } while (!references.compare_exchange_weak(found, static_cast<std::uint16_t>(found + count),
                                                   std::memory_order_relaxed));
        return true;
    }
    enum class Return : std::uint8_t {
        not_lent,  // a donation: nobody had lent this chunk
        shared,    // others still have it
        last,      // it may go home: whatever the others did with its bytes has happened
    };
    // Takes one reference back. Safe with any number of returns the application cares to make.
    [[nodiscard]] Return give_back(std::uint32_t chunk) noexcept {
        std::atomic<std::uint16_t>& references = entries_[chunk].references;
        std::uint16_t found = references.load(std::memory_order_relaxed);
        do {
            if (found == 0) return Return::not_lent;
            // Release: my use of the bytes is over. Acquire, for the last: so is everyone's.
            // Pairs with the other calls of give_back().
        } while (!references.compare_exchange_weak(found, static_cast<std::uint16_t>(found - 1),
                                                   std::memory_order_acq_rel,
                                                   std::memory_order_relaxed));
        return found == 1 ? Return::last : Return::shared;
    }

private:
    struct Entry {
        std::atomic<std::uint16_t> home{no_home};
        std::atomic<std::uint16_t> references{0};
    };
    std::vector<Entry> entries_;
};

}  // namespace sluice::mempool
