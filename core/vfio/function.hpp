// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One PCI function as VFIO shows it: regions, DMA mappings, interrupts, reset. This is the seam
// between the driver and whoever provides the function (kernel VFIO, a device model in another
// process, or the simulated device in this one); nothing above it knows which.
//
// Control path only. The data path rings mapped doorbells (Doorbell) and shares memory.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/vfio/translation.hpp"

namespace sluice::vfio {

// VFIO's region numbers of a PCI device (Linux uapi/linux/vfio.h, VFIO_PCI_*_REGION_INDEX).
enum class Region : std::uint32_t { bar0, bar1, bar2, bar3, bar4, bar5, rom, config };

struct PageRange {
    std::uint64_t offset;  // bytes from the start of the region, a multiple of the page size
    std::uint64_t bytes;
};

struct RegionInfo {
    std::uint64_t bytes = 0;  // 0: the function has no such region
    bool readable = false;
    bool writable = false;
    std::vector<PageRange> mappable;  // the rest is read and written through the function
};

// Memory offered to the device. `fd` and `fd_offset` name the file behind it (-1: none), for back
// ends that hand it to another process. `page_bytes` is the size of its physically contiguous
// pieces, which matters only without an IOMMU.
struct DmaMemory {
    std::span<std::byte> bytes;
    std::uint64_t page_bytes = 4096;
    int fd = -1;
    std::uint64_t fd_offset = 0;
};

class Function {
public:
    virtual ~Function() = default;

    // As the user named it: "0000:3b:00.0", "sim:a".
    [[nodiscard]] virtual const std::string& name() const = 0;

    [[nodiscard]] virtual RegionInfo region(Region region) const = 0;

    // One access of 1, 2, 4 or 8 bytes at a naturally aligned offset inside the region. Throws
    // Error where the back end reports a failure.
    virtual void read(Region region, std::uint64_t offset, std::span<std::byte> into) = 0;
    virtual void write(Region region, std::uint64_t offset, std::span<const std::byte> from) = 0;

    // Maps one of the region's mappable ranges; it stays mapped as long as the function lives.
    [[nodiscard]] virtual std::span<std::byte> map(Region region, PageRange range) = 0;

    // Lets the device read and write `memory`, which must stay mapped and in place until
    // unmap_dma. Throws Error: no room in the IOMMU's address ranges, or a limit on locked memory.
    [[nodiscard]] virtual Translation map_dma(const DmaMemory& memory) = 0;
    virtual void unmap_dma(const Translation& translation) = 0;

    // MSI-X vectors the function has, and the event file each signals from now on; -1 disables
    // one.
    [[nodiscard]] virtual unsigned interrupt_count() const = 0;
    virtual void set_interrupt(unsigned vector, int event_fd) = 0;

    // Function-level reset: afterwards the device neither reads nor writes memory.
    virtual void reset() = 0;

    // The device's idea of time, for deadlines: the system's monotonic clock, or simulated time
    // where the device is stepped. pause() lets that much of it pass.
    [[nodiscard]] virtual std::chrono::nanoseconds now() = 0;
    virtual void pause(std::chrono::nanoseconds duration) = 0;
};

}  // namespace sluice::vfio
