// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/host_memory_cache.hpp"

#include <cstring>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/hw/queue_context.hpp"

namespace sluice::i40e::sim {

using namespace hw;

void HostMemoryCache::command(Word<PfhmcSdcmd> written) {
    const unsigned index = written[PfhmcSdcmd::pmsdidx];
    if (written[PfhmcSdcmd::pmsdpartsel]) {
        complaints_.add("PFHMC_SDCMD: PMSDPARTSEL names the other partition's segment {}", index);
        return;
    }
    if (index >= segments_.size()) segments_.resize(index + 1u);
    Segment& segment = segments_[index];
    if (!written[PfhmcSdcmd::pmsdwr]) {
        const auto low = Word<PfhmcSddatalow>{}
                             .with(PfhmcSddatalow::pmsdvalid, segment.valid)
                             .with(PfhmcSddatalow::pmsdtype, segment.direct)
                             .with(PfhmcSddatalow::pmsdbpcount, hmc_pages_per_segment)
                             .with(PfhmcSddatalow::pmsddatalow,
                                   static_cast<std::uint32_t>(segment.address & 0xffffffff) >> 12);
        registers_.set(regs::PFHMC_SDDATALOW(), low);
        registers_.set(regs::PFHMC_SDDATAHIGH(),
                       {static_cast<std::uint32_t>(segment.address >> 32)});
        return;
    }
    const auto low = registers_.get(regs::PFHMC_SDDATALOW());
    const std::uint64_t high = registers_.get(regs::PFHMC_SDDATAHIGH()).raw;
    segment.valid = low[PfhmcSddatalow::pmsdvalid];
    segment.direct = low[PfhmcSddatalow::pmsdtype];
    segment.address = high << 32 | std::uint64_t{low[PfhmcSddatalow::pmsddatalow]} << 12;
    const unsigned pages = low[PfhmcSddatalow::pmsdbpcount];
    if (segment.valid && (pages == 0 || pages > hmc_pages_per_segment))
        complaints_.add("segment descriptor {}: {} backing pages; a segment has 1 to {}", index,
                        pages, hmc_pages_per_segment);
}

void HostMemoryCache::invalidate_page(Word<PfhmcPdinv> written) {
    const unsigned index = written[PfhmcPdinv::pmsdidx];
    if (index >= segments_.size() || !segments_[index].valid || segments_[index].direct)
        complaints_.add("PFHMC_PDINV names segment {}, which is not a paged one", index);
}

std::byte* HostMemoryCache::page_entry_target(const Segment& segment, std::uint64_t offset,
                                              std::size_t bytes, std::string_view who) {
    const std::uint64_t entry_at = segment.address + offset / hmc_page_bytes * sizeof(le64);
    const std::byte* const entry = dma_.at(entry_at, sizeof(le64), who, "page descriptor read");
    if (entry == nullptr) return nullptr;
    const Word<HmcPageDescriptor> page{load_unaligned<le64>(entry).value()};
    if (!page[HmcPageDescriptor::valid]) {
        complaints_.add("{}: page descriptor {} of its segment is not valid", who,
                        offset / hmc_page_bytes);
        return nullptr;
    }
    return dma_.at(page[HmcPageDescriptor::page] * hmc_page_bytes + offset % hmc_page_bytes, bytes,
                   who, "context read");
}

bool HostMemoryCache::read(std::uint64_t fpm_address, std::span<std::byte> into,
                           std::string_view who) {
    const std::uint64_t index = fpm_address / hmc_segment_bytes;
    const std::uint64_t offset = fpm_address % hmc_segment_bytes;
    if (index >= segments_.size() || !segments_[index].valid) {
        complaints_.add("{}: its context is in segment {}, whose descriptor is not valid", who,
                        index);
        return false;
    }
    const Segment& segment = segments_[index];
    const std::byte* const from =
        segment.direct ? dma_.at(segment.address + offset, into.size(), who, "context read")
                       : page_entry_target(segment, offset, into.size(), who);
    if (from == nullptr) return false;
    std::memcpy(into.data(), from, into.size());
    return true;
}

}  // namespace sluice::i40e::sim
