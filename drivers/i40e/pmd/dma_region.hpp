// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Memory of the driver's own that the device reads and writes: descriptor rings, admin queues,
// queue contexts. Owns the memory and its mapping; the function outlives it. Whoever holds a
// region makes the device forget it before letting it go.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/vfio/function.hpp"
#include "mempool/hugepages.hpp"

namespace sluice::i40e::pmd {

class DmaRegion {
public:
    // At least `bytes` of zeroed, page-aligned memory that the device sees in one piece. `purpose`
    // is a noun for error messages. Throws Error: too little memory, no room in the device's
    // address space, or no piece large enough without an IOMMU.
    DmaRegion(vfio::Function& function, std::uint64_t bytes, const std::string& purpose);
    ~DmaRegion();
    DmaRegion(DmaRegion&& other) noexcept
        : function_(std::exchange(other.function_, nullptr)),
          memory_(std::move(other.memory_)),
          translation_(std::move(other.translation_)) {}
    DmaRegion& operator=(DmaRegion&& other) noexcept {
        std::swap(function_, other.function_);
        std::swap(memory_, other.memory_);
        std::swap(translation_, other.translation_);
        return *this;
    }

    // Takes the memory away from the device; it stays as it is for us.
    void detach() noexcept;

    [[nodiscard]] std::span<std::byte> bytes() const noexcept { return memory_.span(); }
    // The device's address of byte `offset`.
    [[nodiscard]] std::uint64_t iova(std::uint64_t offset = 0) const {
        return translation_.iova(0) + offset;
    }

private:
    vfio::Function* function_;
    mempool::Memory memory_;
    vfio::Translation translation_;
};

// Memory of someone else's (a UMEM) that the device may use as long as this lives.
class DmaMapping {
public:
    // Throws Error as Function::map_dma.
    DmaMapping(vfio::Function& function, const vfio::DmaMemory& memory)
        : function_(&function), translation_(function.map_dma(memory)) {}
    ~DmaMapping();
    DmaMapping(DmaMapping&& other) noexcept
        : function_(std::exchange(other.function_, nullptr)),
          translation_(std::move(other.translation_)) {}
    DmaMapping& operator=(DmaMapping&&) = delete;

    [[nodiscard]] const vfio::Translation& translation() const noexcept { return translation_; }

private:
    vfio::Function* function_;
    vfio::Translation translation_;
};

}  // namespace sluice::i40e::pmd
