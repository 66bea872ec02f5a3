// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The account of every frame: each chunk is in exactly one place, and each handover says from where
// to where. A handover inside Sluice from the wrong place is a bug and ends the process with chunk
// and places named. What an application's ring brings is not trusted: a contradiction there is
// counted, and the chunk is no longer accounted for, so that nothing an application does can end
// the process.
//
// Debug and test builds only: where SLUICE_LEDGER is 0 every call is empty and there is no memory.
// The UMEM owns the ledger; any thread may call it.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <string_view>
#include <vector>

namespace sluice::mempool {

inline constexpr bool ledger_enabled = SLUICE_LEDGER;

enum class Place : std::uint8_t {
    pool,
    fill,
    device,
    delivery,
    worker,
    rx,
    application,
    tx,
    completion,
};
inline constexpr std::size_t place_count = static_cast<std::size_t>(Place::completion) + 1;

[[nodiscard]] std::string_view to_string(Place place) noexcept;

class Ledger {
public:
    // All chunks begin in the pool.
    explicit Ledger(std::uint32_t chunk_count) : places_(ledger_enabled ? chunk_count : 0) {}

    // A handover inside Sluice. Aborts where the chunk is not in `from`.
    void move(
        [[maybe_unused]] std::uint32_t chunk, [[maybe_unused]] Place from,
        [[maybe_unused]] Place to,
        [[maybe_unused]] std::source_location where = std::source_location::current()) noexcept {
        if constexpr (ledger_enabled) {
            auto found = static_cast<std::uint8_t>(from);
            // The chunk's bytes are handed over by the ring or lock it passes through; release and
            // acquire here only make the account itself follow that order.
            if (!places_[chunk].compare_exchange_strong(found, static_cast<std::uint8_t>(to),
                                                        std::memory_order_acq_rel) &&
                found != disputed)
                refuse(chunk, from, static_cast<Place>(found), to, where);
        }
    }

    // A chunk that arrives from an application's ring and goes to `to`. It may come from wherever
    // an application can get at it: not from the device, from delivery or a worker, nor from
    // another fill or TX ring unless the device is where it goes.
    void enter([[maybe_unused]] std::uint32_t chunk, [[maybe_unused]] Place to) noexcept {
        if constexpr (ledger_enabled) enter_checked(chunk, to);
    }

    // Chunks in a place; agree with each other once all threads have stopped. 0 where there is no
    // ledger.
    [[nodiscard]] std::uint64_t count(Place place) const noexcept;
    [[nodiscard]] std::array<std::uint64_t, place_count> counts() const noexcept;
    // Chunks no longer accounted for, since an application contradicted itself about them.
    [[nodiscard]] std::uint64_t disputed_count() const noexcept;
    // How often one did.
    [[nodiscard]] std::uint64_t conflicts() const noexcept {
        return conflicts_.load(std::memory_order_relaxed);
    }

private:
    static constexpr std::uint8_t disputed = 0xff;

    void enter_checked(std::uint32_t chunk, Place to) noexcept;
    [[noreturn, gnu::cold]] static void refuse(std::uint32_t chunk, Place from, Place found,
                                               Place to, std::source_location where) noexcept;

    std::vector<std::atomic<std::uint8_t>> places_;
    std::atomic<std::uint64_t> conflicts_{0};
};

}  // namespace sluice::mempool
