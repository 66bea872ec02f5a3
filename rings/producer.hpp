// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The end of a ring that puts entries in. One thread owns it. It keeps its own index here, in
// memory nobody else writes, and a copy of its partner's, read again only when the copy does not
// show enough room: a batch costs one touch of the shared lines, often none.
//
// The partner may be an application, which is not trusted: whatever stands in its word, entries are
// written inside the ring only, and no more than it has.

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "rings/ring_layout.hpp"
#include "rings/slots.hpp"

namespace sluice::rings {

template <class T>
class Producer {
public:
    // Goes on where the ring's words stand.
    explicit Producer(const Ring<T>& ring) noexcept
        : entries_(ring.entries),
          producer_word_(ring.producer),
          consumer_word_(ring.consumer),
          flags_word_(ring.flags),
          size_(ring.size),
          producer_(std::atomic_ref(*ring.producer).load(std::memory_order_acquire)),
          consumer_(producer_ - size_) {}  // no room until the partner's word says so

    // Up to `wanted` free entries to write, in order; fewer when the consumer is behind. They stay
    // free until submit(): asking again gives the same ones.
    [[nodiscard]] Slots<T> reserve_up_to(std::uint32_t wanted) noexcept {
        std::uint32_t free = size_ - (producer_ - consumer_);
        if (free < wanted) free = refresh();
        return {entries_, size_ - 1, producer_, std::min(wanted, free)};
    }

    // Gives the first `count` reserved entries to the consumer. Release: what was written to them,
    // and to the frames they name, is visible to it; pairs with Consumer::peek_up_to().
    void submit(std::uint32_t count) noexcept {
        producer_ += count;
        std::atomic_ref(*producer_word_).store(producer_, std::memory_order_release);
    }

    // Entries the consumer has not released yet.
    [[nodiscard]] std::uint32_t count() const noexcept {
        return std::min(
            producer_ - std::atomic_ref(*consumer_word_).load(std::memory_order_acquire), size_);
    }
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

    // True when the consumer sleeps and wants a system call (XDP_RING_NEED_WAKEUP).
    [[nodiscard]] bool needs_wakeup() const noexcept {
        return (std::atomic_ref(*flags_word_).load(std::memory_order_relaxed) &
                ring_needs_wakeup) != 0;
    }

private:
    // Free entries now. Acquire: the consumer is done with them; pairs with Consumer::release().
    // A consumer that claims to have read more than there is gets nothing until it is sane again.
    std::uint32_t refresh() noexcept {
        const std::uint32_t consumer =
            std::atomic_ref(*consumer_word_).load(std::memory_order_acquire);
        const std::uint32_t used = producer_ - consumer;
        consumer_ = used <= size_ ? consumer : producer_ - size_;
        return size_ - (producer_ - consumer_);
    }

    T* entries_;
    std::uint32_t* producer_word_;
    std::uint32_t* consumer_word_;
    std::uint32_t* flags_word_;
    std::uint32_t size_;
    std::uint32_t producer_;  // the next entry to submit
    std::uint32_t consumer_;  // the partner's index as last seen
};

}  // namespace sluice::rings
