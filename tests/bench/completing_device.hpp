// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The device's side of one receive ring and nothing more: completes descriptors as silicon does,
// in order, frame first, status last, never past the tail. What it costs is not measured; that it
// is small leaves the caches to what is.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/base/byte_order.hpp"
#include "core/base/field.hpp"
#include "drivers/i40e/hw/rx_descriptor.hpp"

namespace sluice::bench {

template <class Descriptor>
class CompletingDevice {
public:
    // `umem` is where the device sees the buffers: their address is `iova_base` + offset.
    CompletingDevice(std::span<Descriptor> ring, const std::uint32_t& tail,
                     std::span<std::byte> umem, std::uint64_t iova_base, std::uint32_t length_bytes)
        : ring_(ring),
          tail_(tail),
          umem_(umem),
          iova_base_(iova_base),
          frame_(length_bytes, std::byte{0x5a}),
          status_(status_of(length_bytes)) {}

    // Receives up to `wanted` frames; returns how many there were descriptors for.
    unsigned complete(unsigned wanted) noexcept {
        const std::uint32_t tail =
            std::atomic_ref(const_cast<std::uint32_t&>(tail_)).load(std::memory_order_acquire);
        unsigned done = 0;
        for (; done < wanted && head_ != tail; ++done) {
            Descriptor& descriptor = ring_[head_];
            const std::uint64_t offset = descriptor.qword[0].value() - iova_base_;
            std::memcpy(umem_.data() + offset, frame_.data(), frame_.size());
            descriptor.qword[0] = le64(std::uint64_t{sequence_++} << 32);
            std::atomic_ref(descriptor.qword[1]).store(status_, std::memory_order_release);
            head_ = head_ + 1 == ring_.size() ? 0 : head_ + 1;
        }
        return done;
    }

private:
    // An IPv4 UDP frame with a hash, its checksums looked at and right.
    static le64 status_of(std::uint32_t length_bytes) {
        using hw = i40e::hw::RxWriteBack1;
        return le64(Word<hw>{}
                        .with(hw::dd, true)
                        .with(hw::eof, true)
                        .with(hw::l3l4p, true)
                        .with(hw::fltstat, i40e::hw::FilterStatus::rss_hash)
                        .with(hw::ptype, 24)
                        .with(hw::length_pbuf, length_bytes)
                        .raw);
    }

    std::span<Descriptor> ring_;
    const std::uint32_t& tail_;
    std::span<std::byte> umem_;
    std::uint64_t iova_base_;
    std::vector<std::byte> frame_;
    le64 status_;
    unsigned head_ = 0;
    std::uint32_t sequence_ = 0;
};

}  // namespace sluice::bench
