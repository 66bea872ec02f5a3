// SPDX-License-Identifier: BSD-3-Clause

#include "mempool/hugepages.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <numa.h>
#include <numaif.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <fstream>
#include <memory>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/log.hpp"
#include "core/base/size_text.hpp"

extern "C" {
#include <hugetlbfs.h>
}

namespace sluice::mempool {

namespace {

// memfd_create(2): the base-two logarithm of the page size stands in the flags from here on.
constexpr unsigned page_size_shift = 26;

std::uint64_t number_in(const std::string& path) {
    std::ifstream file(path);
    std::uint64_t value = 0;
    return file >> value ? value : 0;
}

constexpr std::uint64_t round_up(std::uint64_t bytes, std::uint64_t page_bytes) noexcept {
    return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

// The file through which more pages of a size are asked for.
std::string count_file(std::uint64_t page_bytes) {
    if (::gethugepagesize() == static_cast<long>(page_bytes)) return "/proc/sys/vm/nr_hugepages";
    return fmt::format("/sys/kernel/mm/hugepages/hugepages-{}kB/nr_hugepages", page_bytes / 1024);
}

// "echo 512 > /proc/sys/vm/nr_hugepages", with which `bytes` would have fitted.
std::string remedy(std::uint64_t bytes, const MachineMemory& machine) {
    HugepagePool pool{.page_bytes = std::uint64_t{2} << 20, .total = 0, .free = 0};
    if (!machine.hugepages.empty()) pool = machine.hugepages.back();
    const std::uint64_t wanted = round_up(bytes, pool.page_bytes) / pool.page_bytes;
    const std::uint64_t missing = wanted - std::min(wanted, pool.free);
    return fmt::format("echo {} > {}", pool.total + missing, count_file(pool.page_bytes));
}

// "hugepages of 1 GiB: 0 free of 0, of 2 MiB: 3 free of 512"
std::string free_hugepages(const MachineMemory& machine) {
    if (machine.hugepages.empty()) return "the kernel has no hugepages";
    std::string text = "hugepages ";
    for (const HugepagePool& pool : machine.hugepages) {
        if (&pool != &machine.hugepages.front()) text += ", ";
        text +=
            fmt::format("of {}: {} free of {}", size_text(pool.page_bytes), pool.free, pool.total);
    }
    return text;
}

[[noreturn]] void refuse_hugepages(std::uint64_t bytes, const std::string& purpose,
                                   const MachineMemory& machine) {
    throw Error(
        std::errc::not_enough_memory,
        fmt::format("{}: {} of hugepages wanted; {}; {}, or use a smaller {}", purpose,
                    size_text(bytes), free_hugepages(machine), remedy(bytes, machine), purpose));
}

[[noreturn]] void refuse_plain(std::uint64_t bytes, const MemoryOptions& options,
                               const MachineMemory& machine) {
    throw Error(std::errc::not_enough_memory,
                fmt::format("{}: {} wanted; free: {} of memory, {}; free memory or use a smaller "
                            "{}",
                            options.purpose, size_text(bytes), size_text(machine.available_bytes),
                            free_hugepages(machine), options.purpose));
}

bool has_numa() noexcept {
    static const bool available = ::numa_available() >= 0;
    return available;
}

struct FreeBitmask {
    void operator()(bitmask* mask) const noexcept { ::numa_bitmask_free(mask); }
};

void check_node(const MemoryOptions& options) {
    if (options.node < 0 || !has_numa()) return;
    if (options.node > ::numa_max_node() ||
        ::numa_bitmask_isbitset(numa_all_nodes_ptr, static_cast<unsigned>(options.node)) == 0)
        throw Error(std::errc::invalid_argument,
                    fmt::format("{}: memory of NUMA node {} wanted, which this machine has not; "
                                "see `numactl --hardware`, or leave the node out",
                                options.purpose, options.node));
}

// Pages of the mapping come from `node` while it has any. Before the first touch.
void bind_to_node(const os::SharedMemory& memory, int node) {
    if (node < 0 || !has_numa()) return;
    const std::unique_ptr<bitmask, FreeBitmask> mask(::numa_allocate_nodemask());
    ::numa_bitmask_setbit(mask.get(), static_cast<unsigned>(node));
    if (::mbind(memory.address(), memory.bytes(), MPOL_PREFERRED, mask->maskp, mask->size + 1, 0) !=
        0)
        log::debug("NUMA node {} cannot be asked for: {}", node,
                   std::generic_category().message(errno));
}

int node_of(const void* address) noexcept {
    int node = -1;
    if (!has_numa() || ::get_mempolicy(&node, nullptr, 0, const_cast<void*>(address),
                                       MPOL_F_NODE | MPOL_F_ADDR) != 0)
        return -1;
    return node;
}

struct Mapped {
    os::SharedMemory memory;
    int node;
};

Mapped map(os::FileDescriptor file, std::uint64_t bytes, const MemoryOptions& options) {
    auto memory = os::SharedMemory::map_file(options.purpose, std::move(file), bytes);
    bind_to_node(memory, options.node);
    memory.populate(options.purpose);
    const int node = node_of(memory.address());
    if (options.node >= 0 && node >= 0 && node != options.node)
        log::warning("{}: NUMA node {} has too little memory, it is on node {}: slower",
                     options.purpose, options.node, node);
    return {std::move(memory), node};
}

// In a mounted hugetlbfs where there is one that may be written, else in the kernel's own. The
// second is also the answer to a mount with a quota.
std::optional<Mapped> map_huge(std::uint64_t bytes, std::uint64_t page_bytes,
                               const MemoryOptions& options) {
    const std::uint64_t rounded = round_up(bytes, page_bytes);
    os::FileDescriptor mounted(::hugetlbfs_unlinked_fd_for_size(static_cast<long>(page_bytes)));
    if (mounted) {
        ::fcntl(mounted.get(), F_SETFD, FD_CLOEXEC);
        try {
            return map(std::move(mounted), rounded, options);
        } catch (const Error& error) {
            log::debug("{}", error.what());
        }
    }
    try {
        const unsigned size_flag = static_cast<unsigned>(std::countr_zero(page_bytes))
                                   << page_size_shift;
        auto file = os::memory_file(options.purpose, MFD_HUGETLB | MFD_ALLOW_SEALING | size_flag);
        Mapped mapped = map(std::move(file), rounded, options);
        os::seal_size(mapped.memory.fd());
        return mapped;
    } catch (const Error& error) {
        log::debug("{}", error.what());
    }
    return std::nullopt;
}

}  // namespace

MachineMemory MachineMemory::read(const std::string& hugepages, const std::string& meminfo) {
    MachineMemory machine;
    machine.available_bytes = os::available_memory_bytes(meminfo);
    const int sizes = ::gethugepagesizes(nullptr, 0);
    std::vector<long> page_bytes(static_cast<std::size_t>(std::max(sizes, 0)));
    if (!page_bytes.empty()) ::gethugepagesizes(page_bytes.data(), sizes);
    std::sort(page_bytes.rbegin(), page_bytes.rend());
    for (const long bytes : page_bytes) {
        const std::string directory = fmt::format("{}/hugepages-{}kB/", hugepages, bytes / 1024);
        const std::uint64_t surplus = number_in(directory + "surplus_hugepages");
        const std::uint64_t on_top = number_in(directory + "nr_overcommit_hugepages");
        const std::uint64_t unused =
            number_in(directory + "free_hugepages") + on_top - std::min(on_top, surplus);
        const std::uint64_t reserved = number_in(directory + "resv_hugepages");
        machine.hugepages.push_back({.page_bytes = static_cast<std::uint64_t>(bytes),
                                     .total = number_in(directory + "nr_hugepages"),
                                     .free = unused - std::min(unused, reserved)});
    }
    return machine;
}

std::vector<std::uint64_t> page_sizes_to_try(std::uint64_t bytes, Pages pages,
                                             const MachineMemory& machine) {
    std::vector<std::uint64_t> sizes;
    if (pages == Pages::never) return sizes;
    for (const HugepagePool& pool : machine.hugepages) {
        const std::uint64_t rounded = round_up(bytes, pool.page_bytes);
        const bool is_smallest = &pool == &machine.hugepages.back();
        const bool wastes_little = rounded - bytes < pool.page_bytes / 2;
        const bool must = is_smallest && (pages == Pages::require || bytes > pool.page_bytes);
        if ((wastes_little || must) && rounded / pool.page_bytes <= pool.free)
            sizes.push_back(pool.page_bytes);
    }
    return sizes;
}

Memory Memory::allocate(std::uint64_t bytes, const MemoryOptions& options,
                        const MachineMemory& machine) {
    const std::string& purpose = options.purpose;
    if (bytes == 0 || bytes > max_bytes)
        throw Error(std::errc::invalid_argument,
                    fmt::format("{}: {} bytes of memory are not possible; use 1 to {}", purpose,
                                bytes, max_bytes));
    check_node(options);
    for (const std::uint64_t page_bytes : page_sizes_to_try(bytes, options.pages, machine))
        if (std::optional<Mapped> mapped = map_huge(bytes, page_bytes, options))
            return {std::move(mapped->memory), page_bytes, true, mapped->node};
    if (options.pages == Pages::require) refuse_hugepages(bytes, purpose, machine);

    if (bytes > machine.available_bytes) refuse_plain(bytes, options, machine);
    const auto page_bytes = static_cast<std::uint64_t>(::getpagesize());
    Mapped mapped =
        map(os::memory_file(purpose, MFD_ALLOW_SEALING), round_up(bytes, page_bytes), options);
    os::seal_size(mapped.memory.fd());
    const bool is_large =
        machine.hugepages.empty() || bytes > machine.hugepages.back().page_bytes / 2;
    if (options.pages == Pages::prefer && is_large && log::first_time("no hugepages"))
        log::warning("{}: {} in plain memory, which is slower; {}; remedy: {}", purpose,
                     size_text(bytes), free_hugepages(machine), remedy(bytes, machine));
    return {std::move(mapped.memory), page_bytes, false, mapped.node};
}

}  // namespace sluice::mempool
