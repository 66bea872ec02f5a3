// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The function's private memory (FPM): queue contexts that live in host memory and are found
// through segment descriptors.
//
//   FPM address = GLHMC_LAN*BASE * 512 + queue * context size
//     bits 63:21 -> segment descriptor -> direct: 2 MB of host memory
//                                         paged:  a page of 512 page descriptors -> 4 KB page
//
// Nothing is cached but the segment descriptors themselves, which the driver writes through
// PFHMC_SDCMD; page descriptors are read each time.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "drivers/i40e/hw/registers.hpp"
#include "drivers/i40e/sim/complaints.hpp"
#include "drivers/i40e/sim/dma.hpp"
#include "drivers/i40e/sim/register_file.hpp"

namespace sluice::i40e::sim {

class HostMemoryCache {
public:
    static constexpr unsigned most_segments = 4096;

    HostMemoryCache(RegisterFile& registers, Dma& dma, Complaints& complaints)
        : registers_(registers), dma_(dma), complaints_(complaints) {}

    // PFHMC_SDCMD and PFHMC_PDINV were written.
    void command(Word<hw::PfhmcSdcmd> written);
    void invalidate_page(Word<hw::PfhmcPdinv> written);
    void reset() noexcept { segments_.clear(); }

    // Copies an object; false, with a sentence that begins with `who`, when it can't be reached.
    // Objects do not cross pages.
    [[nodiscard]] bool read(std::uint64_t fpm_address, std::span<std::byte> into,
                            std::string_view who);

private:
    struct Segment {
        std::uint64_t address = 0;
        bool valid = false;
        bool direct = false;
    };

    [[nodiscard]] std::byte* page_entry_target(const Segment& segment, std::uint64_t offset,
                                               std::size_t bytes, std::string_view who);

    RegisterFile& registers_;
    Dma& dma_;
    Complaints& complaints_;
    std::vector<Segment> segments_;
};

}  // namespace sluice::i40e::sim
