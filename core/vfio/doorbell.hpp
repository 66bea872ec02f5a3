// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A queue's tail register, written once a batch. One store where the page is mapped, on silicon
// and in the embedded simulation alike; through the function where it is not.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/vfio/function.hpp"

namespace sluice::vfio {

class Doorbell {
public:
    Doorbell() = default;
    // A mapped word without a function behind it.
    explicit Doorbell(std::uint32_t& word) : word_(&word) {}
    // `mapped` is the register's mapped word, or null: then each ring is an access through
    // `function`, which must outlive the doorbell.
    Doorbell(Function& function, Region region, std::uint64_t offset, std::byte* mapped)
        : word_(reinterpret_cast<std::uint32_t*>(mapped)),
          function_(&function),
          region_(region),
          offset_(offset) {}

    // Everything written before (descriptors) is visible to the device before the new tail is.
    // The release pairs with the device's read of the tail: the simulated one's acquire load, or
    // on silicon the ordering of write-back stores before an uncached one on x86.
    void ring(std::uint32_t tail) noexcept {
        if (word_ != nullptr) [[likely]]
            std::atomic_ref(*word_).store(tail, std::memory_order_release);
        else
            ring_through_function(tail);
    }

private:
    [[gnu::cold, gnu::noinline]] void ring_through_function(std::uint32_t tail) noexcept;

    std::uint32_t* word_ = nullptr;
    Function* function_ = nullptr;
    Region region_ = Region::bar0;
    std::uint64_t offset_ = 0;
};

}  // namespace sluice::vfio
