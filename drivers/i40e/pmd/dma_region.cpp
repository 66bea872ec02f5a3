// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/dma_region.hpp"

#include <fmt/format.h>

#include <exception>

#include "core/base/error.hpp"
#include "core/base/log.hpp"

namespace sluice::i40e::pmd {

namespace {

bool is_one_piece(const vfio::Translation& translation, std::uint64_t bytes) {
    for (std::uint64_t offset = 4096; offset < bytes; offset += 4096)
        if (translation.iova(offset) != translation.iova(0) + offset) return false;
    return true;
}

// A mapping that cannot be undone only costs address space; there is nobody left to tell.
void unmap(vfio::Function* function, const vfio::Translation& translation) noexcept {
    if (function == nullptr) return;
    try {
        function->unmap_dma(translation);
    } catch (const std::exception& error) {
        log::warning("{}: memory stays mapped for the device: {}", function->name(), error.what());
    }
}

}  // namespace

DmaRegion::DmaRegion(vfio::Function& function, std::uint64_t bytes, const std::string& purpose)
    : function_(&function) {
    // Small regions get plain memory where that will do; without an IOMMU it does not.
    for (const mempool::Pages pages : {mempool::Pages::prefer, mempool::Pages::require}) {
        memory_ = mempool::Memory::allocate(bytes, {.pages = pages, .purpose = purpose});
        translation_ = function.map_dma(memory_.dma());
        if (is_one_piece(translation_, bytes)) return;
        unmap(&function, translation_);
    }
    throw Error(std::errc::not_enough_memory,
                fmt::format("{}: {} bytes are not in one piece of physical memory; without an "
                            "IOMMU the driver needs larger hugepages for it",
                            purpose, bytes));
}

DmaRegion::~DmaRegion() { detach(); }

void DmaRegion::detach() noexcept { unmap(std::exchange(function_, nullptr), translation_); }

DmaMapping::~DmaMapping() { unmap(function_, translation_); }

}  // namespace sluice::i40e::pmd
