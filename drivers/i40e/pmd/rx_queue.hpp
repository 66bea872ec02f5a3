// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The receive path: what runs for every packet. A queue owns the walk round one ring of
// descriptors; the ring's memory belongs to the Device, the buffers to the UMEM.
//
//        next_ ──> oldest descriptor the device has          tail_ ──> next one to give it
//     ┌────┬────┬────┬────┬────┬────┬────┬────┬────┬────┐
//     │    │    │done│done│    │    │    │    │    │    │     posted_ = those between
//     └────┴────┴────┴────┴────┴────┴────┴────┴────┴────┘     at most size - 1: tail never meets
//                                                             head (facts, 6.7)
//
//   poll()    done descriptors become ring entries of the sink, or a batch for it
//   refill()  empty buffers come from dropped frames, from the sink, from the fill ring; one write
//             of the tail for all of them
//
// The write-back overwrites the address in a descriptor, so that of each posted buffer is kept in
// addresses_. Rings have any multiple of 32 descriptors: indices wrap by comparison.
//
// Nothing in a descriptor or a fill entry is believed before it is checked, and nothing in one can
// end the process. One thread polls; nothing allocates after construction.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/check.hpp"
#include "core/base/drop_reason.hpp"
#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/pmd/rx_descriptor.hpp"
#include "drivers/i40e/pmd/rx_ring.hpp"
#include "mempool/umem.hpp"
#include "rings/consumer.hpp"
#include "rings/sink.hpp"

namespace sluice::i40e::pmd {

template <RxDescriptor Descriptor, class Addressing = LinearAddressing,
          rings::FrameSource Source = rings::Consumer<std::uint64_t>>
class RxQueue {
public:
    // Longest batch a sink of the batch shape is given; a packet is never cut.
    static constexpr unsigned batch_frames = 64;

    // The UMEM, the source of empty buffers and the counters outlive the queue. The ring is zeroed
    // and the device has none of its descriptors. Allocates 16 bytes a descriptor.
    RxQueue(const RxRing& ring, mempool::Umem& umem, Addressing addressing, Source& fill,
            RxCounters& counters)
        : id_(ring.queue),
          ring_(reinterpret_cast<Descriptor*>(ring.memory.data())),
          size_(ring.descriptors),
          tail_doorbell_(ring.tail),
          geometry_(umem.geometry()),
          addressing_(addressing),
          fill_(fill),
          counters_(counters),
          ledger_(umem.ledger()),
          addresses_(ring.descriptors),
          spare_(ring.descriptors) {
        check(hw::is_ring_size(size_) && ring.memory.size() >= size_ * sizeof(Descriptor),
              "memory of a receive ring");
    }

    [[nodiscard]] QueueId id() const noexcept { return id_; }
    // Frames that are with the device or wait to go there; by the polling thread.
    [[nodiscard]] unsigned held_count() const noexcept { return posted_ + spare_count_; }

    // Takes up to `budget` packets from the device, delivered or dropped, then refills. Returns
    // their number.
    template <rings::InPlaceSink S>
    unsigned poll(S& sink, unsigned budget) noexcept {
        unsigned taken = 0;
        Tally tally;
        while (taken < budget && resume()) {
            const unsigned wanted = run_length(budget - taken);
            const rings::Slots<xdp_desc> slots = sink.reserve(wanted);
            const std::span<xdp_desc> entries = slots.contiguous();
            const unsigned room = static_cast<unsigned>(entries.size());
            const unsigned done =
                harvest(room, tally,
                        [&](std::size_t at, std::uint64_t address, std::uint64_t length,
                            Descriptor&, std::uint64_t) {
                            entries[at] = {address, static_cast<std::uint32_t>(length), 0};
                        });
            if (done != 0) {
                hand_over(done, mempool::Place::rx);
                sink.commit(done);
                taken += done;
            }
            const bool slots_wrap = done == room && room < slots.size();
            const bool ring_wraps = done == wanted && wanted != 0;
            if (slots_wrap || ring_wraps) continue;
            const auto deliver = [&](unsigned count) noexcept {
                const rings::Slots<xdp_desc> chain = sink.reserve(count);
                if (chain.size() < count) return false;
                for (unsigned i = 0; i < count; ++i) {
                    const rings::Frame frame = frame_at(i, count);
                    chain[i] = {frame.address, frame.length, frame.options};
                }
                hand_over(count, mempool::Place::rx);
                sink.commit(count);
                return true;
            };
            if (!take_uncommon<S::multi_buffer>(tally, deliver)) break;
            ++taken;
        }
        account(tally);
        refill();
        return taken;
    }

    template <rings::BatchSink S>
    unsigned poll(S& sink, unsigned budget) noexcept {
        unsigned taken = 0;
        Tally tally;
        bool has_more = true;
        while (taken < budget && has_more) {
            unsigned count = 0;
            taken += gather<S::multi_buffer>(budget - taken, count, has_more, tally);
            if (count == 0) continue;
            sink.accept(std::span<const rings::Frame>(batch_.data(), count));
        }
        account(tally);
        refill_from(sink);
        return taken;
    }

    // Gives the device as many empty buffers as there are and it can take. poll() does it too; a
    // queue that has just been enabled may be given its first ones earlier.
    void refill() noexcept {
        post_spare();
        post_from_fill_ring();
        ring_doorbell();
    }

    // After the device has stopped the queue: gives back the UMEM addresses of the buffers it had,
    // as many as fit, until it returns 0. The ledger still has them at the device. Frames received
    // and not polled are dropped, counted `reset`. The queue is then as it was when made.
    [[nodiscard]] unsigned take_back(std::span<std::uint64_t> into) noexcept {
        unsigned count = 0;
        while (count < into.size() && posted_ != 0) {
            count_unread(load_status(ring_[next_]));
            into[count++] = addresses_[next_];
            pop(1);
        }
        while (count < into.size() && spare_count_ != 0) into[count++] = spare_[--spare_count_];
        if (held_count() == 0) {
            next_ = tail_ = rung_tail_ = 0;
            is_discarding_ = false;
        }
        return count;
    }

private:
    // What a poll adds to the counters, once.
    struct Tally {
        std::uint64_t packets = 0;
        std::uint64_t bytes = 0;
        std::uint64_t delivered = 0;
    };

    // What stands at next_.
    struct Found {
        enum class Kind : std::uint8_t {
            nothing,  // or a packet whose buffers have not all arrived
            packet,
            damaged,  // or described by what cannot be true
            endless,  // more buffers than a frame can have, and no last one
            status,   // of a filter program: no packet
        };
        Kind kind;
        unsigned count;       // descriptors
        std::uint64_t bytes;  // of a packet
    };

    // Descriptors that can be walked without wrapping.
    [[nodiscard]] unsigned run_length(unsigned most) const noexcept {
        return std::min({most, posted_, size_ - next_});
    }
    [[nodiscard]] unsigned wrapped(unsigned index) const noexcept {
        return index < size_ ? index : index - size_;
    }
    void pop(unsigned count) noexcept {
        next_ = wrapped(next_ + count);
        posted_ -= count;
    }

    // The loop for nearly every packet: whole frames in one buffer, from next_ on, at most `limit`
    // and not past the ring's end. Stops at anything else. Emits, does not pop.
    template <class Emit>
    [[gnu::always_inline]] unsigned harvest(unsigned limit, Tally& tally, Emit emit) noexcept {
        Descriptor* const descriptors = ring_ + next_;
        const std::uint64_t* const addresses = addresses_.data() + next_;
        const std::uint64_t buffer_bytes = geometry_.buffer_bytes();
        std::uint64_t bytes = 0;
        std::size_t at = 0;
        for (; at != limit; ++at) {
            const std::uint64_t status = load_status(descriptors[at]);
            const std::uint64_t length = rx_status::length(status);
            if (!rx_status::is_whole_frame(status)) break;
            if (!rx_status::is_length(length, buffer_bytes)) break;
            emit(at, addresses[at], length, descriptors[at], status);
            bytes += length;
        }
        tally.packets += at;
        tally.delivered += at;
        tally.bytes += bytes;
        return static_cast<unsigned>(at);
    }

    // Fills batch_ until it is full, the budget is used up or nothing is left. Returns the packets
    // taken; `count` frames are in batch_.
    template <bool MultiBuffer>
    unsigned gather(unsigned budget, unsigned& count, bool& has_more, Tally& tally) noexcept {
        unsigned taken = 0;
        while (taken < budget && count + hw::rx_buffers_per_frame_max <= batch_frames) {
            if (!resume()) {
                has_more = false;
                break;
            }
            const unsigned wanted = run_length(std::min(budget - taken, batch_frames - count));
            rings::Frame* const frames = batch_.data() + count;
            const unsigned done =
                harvest(wanted, tally,
                        [frames](std::size_t at, std::uint64_t address, std::uint64_t length,
                                 Descriptor& descriptor, std::uint64_t status) {
                            frames[at] = {address, static_cast<std::uint32_t>(length), 0,
                                          metadata(descriptor, status)};
                        });
            hand_over(done, mempool::Place::delivery);
            taken += done;
            count += done;
            if (done == wanted && wanted != 0) continue;
            const auto deliver = [&](unsigned chain) noexcept {
                for (unsigned i = 0; i < chain; ++i) batch_[count + i] = frame_at(i, chain);
                hand_over(chain, mempool::Place::delivery);
                count += chain;
                return true;
            };
            if (!take_uncommon<MultiBuffer>(tally, deliver)) {
                has_more = false;
                break;
            }
            ++taken;
        }
        return taken;
    }

    // Everything but a whole frame that has a place to go. deliver(n) delivers the n descriptors
    // at next_, or says that there is no room. False when nothing could be taken.
    template <bool MultiBuffer, class Deliver>
    [[gnu::noinline]] bool take_uncommon(Tally& tally, Deliver deliver) noexcept {
        const Found found = look();
        switch (found.kind) {
            case Found::Kind::nothing:
                return false;
            case Found::Kind::status:
                counters_.status_descriptors.add();
                recycle(found.count);
                return true;
            case Found::Kind::damaged:
                drop(DropReason::rx_error, found.count);
                return true;
            case Found::Kind::endless:
                drop(DropReason::rx_error, found.count);
                is_discarding_ = true;
                return true;
            case Found::Kind::packet:
                break;
        }
        tally.packets += 1;
        tally.bytes += found.bytes;
        if (!MultiBuffer && found.count > 1)
            drop(DropReason::no_multi_buffer, found.count);
        else if (deliver(found.count))
            tally.delivered += 1;
        else
            drop(DropReason::rx_ring_full, found.count);
        return true;
    }

    // A frame has at most five buffers and its last descriptor says so; only that one's error bits
    // mean something (facts, 4.5, 6.2).
    [[nodiscard]] Found look() const noexcept {
        bool damaged = false;
        std::uint64_t bytes = 0;
        const unsigned most = std::min(posted_, hw::rx_buffers_per_frame_max);
        for (unsigned i = 0; i < most; ++i) {
            const std::uint64_t status = load_status(ring_[wrapped(next_ + i)]);
            if ((status & rx_status::done) == 0) return {Found::Kind::nothing, 0, 0};
            if (i == 0 && hw::is_program_status(status)) return {Found::Kind::status, 1, 0};
            const std::uint64_t length = rx_status::length(status);
            damaged |= !rx_status::is_length(length, geometry_.buffer_bytes());
            bytes += length;
            if ((status & rx_status::last) == 0) continue;
            damaged |= (status & rx_status::damaged) != 0;
            return {damaged ? Found::Kind::damaged : Found::Kind::packet, i + 1, bytes};
        }
        if (most < hw::rx_buffers_per_frame_max) return {Found::Kind::nothing, 0, 0};
        return {Found::Kind::endless, most, 0};
    }

    // Frame `at` of the packet of `count` descriptors at next_, as look() has found it sound.
    [[nodiscard]] rings::Frame frame_at(unsigned at, unsigned count) const noexcept {
        Descriptor& descriptor = ring_[wrapped(next_ + at)];
        const std::uint64_t status = load_status(descriptor);
        const bool is_last = at + 1 == count;
        // Read again, so checked again: a device gone mad could have changed it.
        const std::uint64_t length =
            std::min<std::uint64_t>(rx_status::length(status), geometry_.buffer_bytes());
        return {addresses_[wrapped(next_ + at)], static_cast<std::uint32_t>(length),
                is_last ? 0 : rings::packet_continues,
                is_last ? metadata(descriptor, status) : rings::FrameMetadata{}};
    }

    // The rest of an endless frame is thrown away with it. True when the queue can go on.
    [[nodiscard]] bool resume() noexcept { return !is_discarding_ || discard(); }
    [[gnu::noinline]] bool discard() noexcept {
        while (is_discarding_ && posted_ != 0) {
            const std::uint64_t status = load_status(ring_[next_]);
            if ((status & rx_status::done) == 0) return false;
            is_discarding_ = (status & rx_status::last) == 0;
            recycle(1);
        }
        return !is_discarding_;
    }

    void drop(DropReason reason, unsigned count) noexcept {
        counters_.drops[reason].add();
        recycle(count);
    }

    // Buffers at next_ that go back to the device; they were never anyone else's.
    void recycle(unsigned count) noexcept {
        for (unsigned i = 0; i < count; ++i)
            spare_[spare_count_++] = addresses_[wrapped(next_ + i)];
        pop(count);
    }

    // Pops `count` descriptors whose frames go to `to`; before the sink hears of them, since it may
    // give them away at once.
    void hand_over(unsigned count, [[maybe_unused]] mempool::Place to) noexcept {
        if constexpr (mempool::ledger_enabled)
            for (unsigned i = 0; i < count; ++i)
                ledger_.move(geometry_.chunk_number(addresses_[wrapped(next_ + i)]),
                             mempool::Place::device, to);
        pop(count);
    }

    void account(const Tally& tally) noexcept {
        if (tally.packets == 0) return;
        counters_.packets.add(tally.packets);
        counters_.bytes.add(tally.bytes);
        counters_.delivered_packets.add(tally.delivered);
    }

    void count_unread(std::uint64_t status) noexcept {
        constexpr std::uint64_t whole = rx_status::done | rx_status::last;
        if ((status & (whole | rx_status::header_split)) != whole) return;
        if ((status & rx_status::damaged) != 0) {
            counters_.drops[DropReason::rx_error].add();
            return;
        }
        counters_.packets.add();
        counters_.bytes.add(
            std::min<std::uint64_t>(rx_status::length(status), geometry_.buffer_bytes()));
        counters_.drops[DropReason::reset].add();
    }

    [[nodiscard]] unsigned free_descriptors() const noexcept { return size_ - 1 - posted_; }

    void post_spare() noexcept {
        while (spare_count_ != 0) [[unlikely]] {
            // Each left the ring, so there is room for it again.
            const std::uint64_t address = spare_[--spare_count_];
            store_buffer(ring_[tail_], addressing_(address));
            addresses_[tail_] = address;
            tail_ = wrapped(tail_ + 1);
            ++posted_;
        }
    }

    void post_from_fill_ring() noexcept {
        const unsigned wanted = free_descriptors();
        if (wanted == 0) return;
        const rings::Slots<const std::uint64_t> entries = fill_.peek_up_to(wanted);
        if (entries.empty()) {
            counters_.fill_ring_empty.add();
            return;
        }
        const auto enter = [this](std::uint32_t chunk) {
            ledger_.enter(chunk, mempool::Place::device);
        };
        post(entries.contiguous(), enter);
        post(entries.wrapped(), enter);
        fill_.release(entries.size());
    }

    // Frames the sink gave back come before those of the fill ring: they are warmer.
    template <class S>
    void refill_from(S& sink) noexcept {
        post_spare();
        std::array<std::uint64_t, batch_frames> returned;
        while (const unsigned room = std::min(free_descriptors(), batch_frames)) {
            const unsigned count = sink.take_returned(std::span(returned).first(room));
            if (count == 0) break;
            post(std::span<const std::uint64_t>(returned.data(), std::min(count, room)),
                 [this](std::uint32_t chunk) {
                     ledger_.move(chunk, mempool::Place::delivery, mempool::Place::device);
                 });
        }
        post_from_fill_ring();
        ring_doorbell();
    }

    // Writes descriptors for chunks named by any address inside them; there is room for all.
    // Addresses outside the UMEM are counted and skipped. An entry is read once: whoever wrote it
    // could change it between check and use.
    template <class ToLedger>
    void post(std::span<const std::uint64_t> entries, ToLedger to_ledger) noexcept {
        const mempool::UmemGeometry geometry = geometry_;
        const Addressing addressing = addressing_;
        const std::uint64_t* entry = entries.data();
        const std::uint64_t* const end = entry + entries.size();
        while (entry != end) {
            Descriptor* descriptor = ring_ + tail_;
            std::uint64_t* posted = addresses_.data() + tail_;
            const std::uint64_t* const first_posted = posted;
            const auto left = static_cast<unsigned>(end - entry);
            const std::uint64_t* const run_end = entry + std::min(left, size_ - tail_);
            for (; entry != run_end; ++entry) {
                const std::uint64_t given = __atomic_load_n(entry, __ATOMIC_RELAXED);
                if (!geometry.is_fill_address(given)) [[unlikely]] {
                    counters_.invalid_fill_addresses.add();
                    continue;
                }
                const std::uint64_t address = geometry.data_address(geometry.chunk_start(given));
                store_buffer(*descriptor++, addressing(address));
                *posted++ = address;
                if constexpr (mempool::ledger_enabled) to_ledger(geometry.chunk_number(address));
            }
            const auto written = static_cast<unsigned>(posted - first_posted);
            tail_ = wrapped(tail_ + written);
            posted_ += written;
        }
    }

    void ring_doorbell() noexcept {
        if (tail_ == rung_tail_) return;
        rung_tail_ = tail_;
        tail_doorbell_.ring(tail_);
    }

    QueueId id_;
    Descriptor* ring_;
    unsigned size_;
    unsigned next_ = 0;
    unsigned posted_ = 0;
    unsigned tail_ = 0;
    unsigned rung_tail_ = 0;  // the tail the device knows
    unsigned spare_count_ = 0;
    bool is_discarding_ = false;  // in the middle of an endless frame
    vfio::Doorbell tail_doorbell_;
    mempool::UmemGeometry geometry_;
    [[no_unique_address]] Addressing addressing_;
    Source& fill_;
    RxCounters& counters_;
    mempool::Ledger& ledger_;
    std::vector<std::uint64_t> addresses_;  // of the buffer posted in each descriptor
    std::vector<std::uint64_t> spare_;      // buffers to post before any other
    std::array<rings::Frame, batch_frames> batch_;
};

}  // namespace sluice::i40e::pmd
