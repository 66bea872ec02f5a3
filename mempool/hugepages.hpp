// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Memory for packets and descriptor rings: hugepages where the machine has them, plain shared
// memory (with one warning a process) where it has not. Always behind a file descriptor, so that
// another process can map it. All of it is present when allocate() returns; nothing is allocated
// later, and what cannot be had is refused with an Error that leaves nothing behind.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/os/shared_memory.hpp"
#include "core/vfio/function.hpp"

namespace sluice::mempool {

enum class Pages : std::uint8_t {
    prefer,   // hugepages, else plain memory
    require,  // hugepages or an Error
    never,    // plain memory
};

struct MemoryOptions {
    int node = -1;  // NUMA node; -1: any
    Pages pages = Pages::prefer;
    std::string purpose = "memory";  // a noun for error messages: "UMEM"
};

// The hugepages of one size.
struct HugepagePool {
    std::uint64_t page_bytes;
    std::uint64_t total;
    std::uint64_t free;  // neither used nor set aside, plus what may be had on top (overcommit)
    friend bool operator==(const HugepagePool&, const HugepagePool&) = default;
};

// What there is to take from. Tests make their own machine.
struct MachineMemory {
    std::vector<HugepagePool> hugepages;  // larger pages first
    std::uint64_t available_bytes = 0;    // of plain memory

    // This machine, now. The sizes are libhugetlbfs's, the counts the kernel's, from the files
    // `hugepages-<size>kB/*` in the directory `hugepages`.
    [[nodiscard]] static MachineMemory read(
        const std::string& hugepages = "/sys/kernel/mm/hugepages",
        const std::string& meminfo = "/proc/meminfo");
};

// The page sizes to try for `bytes`, best first: the largest size that wastes less than half a page
// and has enough pages free, then smaller ones. The smallest size may waste more, unless `bytes` is
// less than half a page and plain memory would do as well.
[[nodiscard]] std::vector<std::uint64_t> page_sizes_to_try(std::uint64_t bytes, Pages pages,
                                                           const MachineMemory& machine);

class Memory {
public:
    // No machine has more; sizes above it are a mistake of the caller's arithmetic.
    static constexpr std::uint64_t max_bytes = std::uint64_t{1} << 46;

    Memory() = default;

    // At least `bytes` of zeroed memory, page aligned. Throws Error: zero bytes or more than
    // max_bytes, too little memory (it says how much was wanted, what is free and what to do), a
    // NUMA node this machine has not. A node that has too little is helped out by others, with a
    // warning; without NUMA the node is not looked at.
    [[nodiscard]] static Memory allocate(std::uint64_t bytes, const MemoryOptions& options = {},
                                         const MachineMemory& machine = MachineMemory::read());

    [[nodiscard]] std::byte* address() const noexcept { return memory_.address(); }
    // Whole pages: at least what was asked for.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return memory_.bytes(); }
    [[nodiscard]] std::span<std::byte> span() const noexcept { return memory_.span(); }
    [[nodiscard]] int fd() const noexcept { return memory_.fd(); }
    [[nodiscard]] std::uint64_t page_bytes() const noexcept { return page_bytes_; }
    [[nodiscard]] bool is_huge() const noexcept { return is_huge_; }
    // NUMA node of the first page; -1 where the machine does not say.
    [[nodiscard]] int node() const noexcept { return node_; }

    // All of it, as a function's map_dma() wants it.
    [[nodiscard]] vfio::DmaMemory dma() const noexcept { return {span(), page_bytes_, fd(), 0}; }

private:
    Memory(os::SharedMemory memory, std::uint64_t page_bytes, bool is_huge, int node)
        : memory_(std::move(memory)), page_bytes_(page_bytes), is_huge_(is_huge), node_(node) {}

    os::SharedMemory memory_;
    std::uint64_t page_bytes_ = 0;
    bool is_huge_ = false;
    int node_ = -1;
};

}  // namespace sluice::mempool
