// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The end of a ring that takes entries out; see Producer for its partner. One thread owns it. It
// keeps its own index here, and a copy of the partner's that is read again only when the copy does
// not show enough entries.
//
// The partner may be an application, which is not trusted: whatever stands in its word, entries are
// read inside the ring only. What stands in an entry can change under the reader; it is copied
// before it is checked.

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "rings/ring_layout.hpp"
#include "rings/slots.hpp"

namespace sluice::rings {

template <class T>
class Consumer {
public:
    // Goes on where the ring's words stand.
    explicit Consumer(const Ring<T>& ring) noexcept
        : entries_(ring.entries),
          producer_word_(ring.producer),
          consumer_word_(ring.consumer),
          flags_word_(ring.flags),
          size_(ring.size),
          consumer_(std::atomic_ref(*ring.consumer).load(std::memory_order_acquire)),
          producer_(consumer_) {}  // empty until the partner's word says otherwise

    // Up to `wanted` entries to read, oldest first. They stay until release(): asking again gives
    // the same ones.
    [[nodiscard]] Slots<const T> peek_up_to(std::uint32_t wanted) noexcept {
        std::uint32_t filled = producer_ - consumer_;
        if (filled < wanted) filled = refresh();
        return {entries_, size_ - 1, consumer_, std::min(wanted, filled)};
    }

    // Gives the first `count` entries back to the producer. Release: they have been read; pairs
    // with Producer::reserve_up_to().
    void release(std::uint32_t count) noexcept {
        consumer_ += count;
        std::atomic_ref(*consumer_word_).store(consumer_, std::memory_order_release);
    }

    // Entries the producer has submitted and this end has not released.
    [[nodiscard]] std::uint32_t count() const noexcept {
        return std::min(
            std::atomic_ref(*producer_word_).load(std::memory_order_acquire) - consumer_, size_);
    }
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

    // Tells the producer whether to make a system call (XDP_RING_NEED_WAKEUP).
    void set_needs_wakeup(bool needed) noexcept {
        const std::atomic_ref flags(*flags_word_);
        if (needed)
            flags.fetch_or(ring_needs_wakeup, std::memory_order_relaxed);
        else
            flags.fetch_and(~ring_needs_wakeup, std::memory_order_relaxed);
    }

private:
    // Entries now. Acquire: what was written to them is visible; pairs with Producer::submit(). A
    // producer that claims more than the ring holds has its claim cut to that.
    std::uint32_t refresh() noexcept {
        const std::uint32_t producer =
            std::atomic_ref(*producer_word_).load(std::memory_order_acquire);
        producer_ = consumer_ + std::min(producer - consumer_, size_);
        return producer_ - consumer_;
    }

    T* entries_;
    std::uint32_t* producer_word_;
    std::uint32_t* consumer_word_;
    std::uint32_t* flags_word_;
    std::uint32_t size_;
    std::uint32_t consumer_;  // the next entry to release
    std::uint32_t producer_;  // the partner's index as last seen
};

}  // namespace sluice::rings
