// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The shadow RAM: what firmware loaded from flash, read by the driver word by word through
// GLNVM_SRCTL and GLNVM_SRDATA, under a semaphore that firmware grants (admin commands 0x0008 and
// 0x0009).

#include <chrono>
#include <cstdint>
#include <vector>

#include "drivers/i40e/hw/shadow_ram.hpp"

namespace sluice::i40e::sim {

class ShadowRam {
public:
    // `kilobytes` is 4, 8, 16, 32 or 64: Linux sums it in sectors of 4 KB.
    explicit ShadowRam(unsigned kilobytes);

    [[nodiscard]] std::size_t words() const noexcept { return words_.size(); }
    [[nodiscard]] std::uint16_t word(std::size_t at) const noexcept { return words_[at]; }

private:
    void set(hw::ShadowRamWord at, std::uint16_t value) {
        words_[static_cast<std::size_t>(at)] = value;
    }
    [[nodiscard]] std::uint16_t checksum() const;

    std::vector<std::uint16_t> words_;
};

// Who holds the NVM, and until when.
class NvmSemaphore {
public:
    using Time = std::chrono::nanoseconds;
    static constexpr std::chrono::milliseconds read_limit{3000};
    static constexpr std::chrono::milliseconds write_limit{180000};

    // True when granted, until `now` + `limit`; asking again while holding it extends nothing.
    [[nodiscard]] bool acquire(Time now, std::chrono::milliseconds limit) noexcept {
        if (is_held(now)) return false;
        until_ = now + limit;
        held_ = true;
        return true;
    }
    void release() noexcept { held_ = false; }
    [[nodiscard]] bool is_held(Time now) const noexcept { return held_ && now < until_; }
    [[nodiscard]] std::chrono::milliseconds left(Time now) const noexcept {
        using std::chrono::milliseconds;
        return is_held(now) ? std::chrono::ceil<milliseconds>(until_ - now) : milliseconds(0);
    }

private:
    Time until_{0};
    bool held_ = false;
};

}  // namespace sluice::i40e::sim
