// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The device's way to host memory. An address outside every mapping is what an IOMMU would block:
// it gives null, and a sentence.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/check.hpp"
#include "core/vfio/device_bus.hpp"
#include "drivers/i40e/sim/complaints.hpp"

namespace sluice::i40e::sim {

class Dma {
public:
    explicit Dma(Complaints& complaints) : complaints_(complaints) {}

    void attach(vfio::DeviceBus& bus) noexcept { bus_ = &bus; }

    // Host memory at [iova, iova + bytes), to be used before the model is next entered only: the
    // driver may unmap it in between. `bytes` is not 0.
    [[nodiscard]] std::byte* at(std::uint64_t iova, std::uint64_t bytes) const noexcept {
        check(bus_ != nullptr, "a device model without a bus");
        return bus_->memory_at(iova, bytes);
    }

    // The same; `who` ("receive queue 3") and `what` ("DMA write") are for the sentence.
    template <class Who>
    [[nodiscard]] std::byte* at(std::uint64_t iova, std::uint64_t bytes, const Who& who,
                                std::string_view what) {
        std::byte* const memory = at(iova, bytes);
        if (memory == nullptr)
            complaints_.add("{}: {} of {} bytes at {:#x} lies outside every mapping", who, what,
                            bytes, iova);
        return memory;
    }

    void raise(unsigned vector) noexcept {
        if (bus_ != nullptr) bus_->raise(vector);
    }

private:
    Complaints& complaints_;
    vfio::DeviceBus* bus_ = nullptr;
};

}  // namespace sluice::i40e::sim
