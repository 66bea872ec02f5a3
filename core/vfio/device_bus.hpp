// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A device model's side of the bus: host memory by IO virtual address, and its MSI-X vectors.
// Owned by the model's host, which changes it only while it does not run the model.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sluice::vfio {

class DeviceBus {
public:
    // Host memory at [iova, iova + bytes), or null when that is not wholly inside one mapping:
    // what an IOMMU would answer with a fault. Any alignment; `bytes` may not be 0.
    [[nodiscard]] std::byte* memory_at(std::uint64_t iova, std::uint64_t bytes) noexcept;

    // Signals the vector's event file; nothing happens while none is set.
    void raise(unsigned vector) noexcept;

    // For the host.
    void add(std::uint64_t iova, std::span<std::byte> memory);
    bool remove(std::uint64_t iova, std::uint64_t bytes);
    void clear();
    [[nodiscard]] bool overlaps(std::uint64_t iova, std::uint64_t bytes) const noexcept;
    void set_interrupt(unsigned vector, int event_fd);

private:
    struct Mapping {
        std::uint64_t iova;
        std::span<std::byte> memory;
        [[nodiscard]] bool contains(std::uint64_t at, std::uint64_t bytes) const noexcept {
            return at >= iova && bytes <= memory.size() && at - iova <= memory.size() - bytes;
        }
    };
    std::vector<Mapping> mappings_;  // sorted by iova, disjoint
    std::size_t last_hit_ = 0;
    std::vector<int> event_fds_;
};

}  // namespace sluice::vfio
