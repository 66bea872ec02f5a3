// SPDX-License-Identifier: BSD-3-Clause

#include "mempool/hugepages.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/log.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/open_files.hpp"

using namespace sluice;
using mempool::MachineMemory;
using mempool::Memory;
using mempool::MemoryOptions;
using mempool::Pages;

namespace {

constexpr std::uint64_t kib = 1024;
constexpr std::uint64_t mib = kib * kib;
constexpr std::uint64_t gib = kib * mib;

MachineMemory plain_machine() { return {.hugepages = {}, .available_bytes = 64 * mib}; }

MachineMemory machine_with(std::uint64_t free_large, std::uint64_t free_small) {
    return {.hugepages = {{gib, free_large, free_large}, {2 * mib, free_small, free_small}},
            .available_bytes = 64 * mib};
}

using Sizes = std::vector<std::uint64_t>;

std::string refusal(std::uint64_t bytes, const MemoryOptions& options,
                    const MachineMemory& machine) {
    try {
        (void)Memory::allocate(bytes, options, machine);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the largest pages that waste less than half of one come first", "[hugepages]") {
    const MachineMemory machine = machine_with(8, 4096);
    CHECK(page_sizes_to_try(2 * gib, Pages::prefer, machine) == Sizes{gib, 2 * mib});
    CHECK(page_sizes_to_try(600 * mib, Pages::prefer, machine) == Sizes{gib, 2 * mib});
    CHECK(page_sizes_to_try(512 * mib, Pages::prefer, machine) == Sizes{2 * mib});
    CHECK(page_sizes_to_try(gib + mib, Pages::prefer, machine) == Sizes{2 * mib});
    CHECK(page_sizes_to_try(32 * mib, Pages::never, machine).empty());
}

TEST_CASE("a page size with too few free pages is passed over", "[hugepages]") {
    CHECK(page_sizes_to_try(2 * gib, Pages::prefer, machine_with(1, 4096)) == Sizes{2 * mib});
    CHECK(page_sizes_to_try(2 * gib, Pages::prefer, machine_with(2, 1023)) == Sizes{gib});
    CHECK(page_sizes_to_try(2 * gib, Pages::prefer, machine_with(1, 1023)).empty());
}

TEST_CASE("the smallest hugepages may waste more, but not for what is less than half of one",
          "[hugepages]") {
    const MachineMemory machine = machine_with(0, 16);
    CHECK(page_sizes_to_try(2 * mib + 1, Pages::prefer, machine) == Sizes{2 * mib});
    CHECK(page_sizes_to_try(mib + 1, Pages::prefer, machine) == Sizes{2 * mib});
    CHECK(page_sizes_to_try(64 * kib, Pages::prefer, machine).empty());
    CHECK(page_sizes_to_try(64 * kib, Pages::require, machine) == Sizes{2 * mib});
}

TEST_CASE("without hugepages memory is plain, works, and one warning says so", "[hugepages]") {
    const log::Capture capture;
    const MemoryOptions options{.purpose = "UMEM"};
    const Memory first = Memory::allocate(4 * mib + 1, options, plain_machine());
    const Memory second = Memory::allocate(4 * mib, options, machine_with(0, 1));
    CHECK_FALSE(first.is_huge());
    CHECK_FALSE(second.is_huge());
    CHECK(first.page_bytes() == 4096);
    CHECK(first.bytes() == 4 * mib + 4096);
    std::memset(first.address(), 0xff, first.bytes());
    std::memset(second.address(), 0xff, second.bytes());
    const auto lines = capture.lines();
    REQUIRE(lines.size() == 1);
    CHECK(contains(lines[0], "warning: UMEM: 4 MiB in plain memory"));
    CHECK(contains(lines[0], "/nr_hugepages"));
}

TEST_CASE("plain memory by choice, or for little, is not worth a warning", "[hugepages]") {
    const log::Capture capture;
    CHECK_FALSE(Memory::allocate(4 * mib, {.pages = Pages::never}, plain_machine()).is_huge());
    CHECK_FALSE(Memory::allocate(16 * kib, {}, machine_with(0, 16)).is_huge());
    CHECK(capture.lines().empty());
}

TEST_CASE("plain memory can be mapped a second time and shows the same bytes", "[hugepages]") {
    const Memory memory = Memory::allocate(64 * kib, {.pages = Pages::never});
    void* other = ::mmap(nullptr, memory.bytes(), PROT_READ, MAP_SHARED, memory.fd(), 0);
    REQUIRE(other != MAP_FAILED);
    std::memcpy(memory.address() + 60 * kib, "seen", 5);
    CHECK(std::strcmp(static_cast<char*>(other) + 60 * kib, "seen") == 0);
    ::munmap(other, memory.bytes());
    const vfio::DmaMemory dma = memory.dma();
    CHECK(dma.bytes.data() == memory.address());
    CHECK(dma.bytes.size() == 64 * kib);
    CHECK(dma.page_bytes == 4096);
    CHECK(dma.fd == memory.fd());
}

TEST_CASE("too little memory is refused with what was wanted, what is free and what to do",
          "[hugepages]") {
    const std::string plain = refusal(gib, {.purpose = "UMEM"}, plain_machine());
    CHECK(contains(plain, "UMEM: 1 GiB wanted; free: 64 MiB of memory"));
    CHECK(contains(plain, "smaller UMEM"));

    const std::string huge =
        refusal(32 * mib, {.pages = Pages::require, .purpose = "UMEM"}, machine_with(0, 3));
    CHECK(contains(huge, "UMEM: 32 MiB of hugepages wanted"));
    CHECK(contains(huge, "of 1 GiB: 0 free of 0, of 2 MiB: 3 free of 3"));
    CHECK(contains(huge, "echo 16 > "));
    CHECK(contains(huge, "nr_hugepages, or use a smaller UMEM"));

    CHECK(contains(refusal(mib, {.pages = Pages::require}, plain_machine()), "has no hugepages"));
}

TEST_CASE("hugepages wanted on top of those in use add up in the remedy", "[hugepages]") {
    const MachineMemory machine{.hugepages = {{2 * mib, 100, 2}}, .available_bytes = 0};
    CHECK(contains(refusal(20 * mib, {.pages = Pages::require}, machine), "echo 108 > "));
}

TEST_CASE("sizes that are none, or overflow, are refused", "[hugepages]") {
    for (const auto pages : {Pages::prefer, Pages::require, Pages::never}) {
        for (const std::uint64_t bytes :
             {std::uint64_t{0}, Memory::max_bytes + 1, std::uint64_t{1} << 63,
              std::numeric_limits<std::uint64_t>::max()})
            CHECK(contains(refusal(bytes, {.pages = pages}, machine_with(1, 1)), "not possible"));
    }
}

// The kernel counts pages as free that are gone a moment later; what it then says must be heard
// here, not at the first touch.
TEST_CASE("hugepages that are not there after all are an error or plain memory, never a fault",
          "[hugepages]") {
    const MachineMemory claimed = machine_with(0, 1u << 20);
    const std::uint64_t bytes = 1024 * gib;
    const std::size_t files = tests::open_file_count();
    const std::size_t mappings = tests::memory_file_mapping_count();
    CHECK(contains(refusal(bytes, {.pages = Pages::require}, claimed), "1 TiB of hugepages"));
    CHECK(contains(refusal(bytes, {.pages = Pages::prefer}, claimed), "1 TiB wanted"));
    CHECK(tests::open_file_count() == files);
    CHECK(tests::memory_file_mapping_count() == mappings);
}

TEST_CASE("a NUMA node that the machine has not is refused", "[hugepages]") {
    CHECK_NOTHROW(Memory::allocate(kib, {.node = -1}));
    CHECK_NOTHROW(Memory::allocate(kib, {.node = 0}));
    if (Memory::allocate(kib).node() < 0) return tests::skip("this machine has no NUMA");
    CHECK(Memory::allocate(kib, {.node = 0}).node() == 0);
    CHECK(contains(refusal(kib, {.node = 1000}, plain_machine()), "NUMA node 1000"));
}

TEST_CASE("the kernel's counts of hugepages are read for every size", "[hugepages]") {
    const MachineMemory real = MachineMemory::read();
    if (real.hugepages.empty()) return tests::skip("this kernel has no hugepages");
    const std::uint64_t page_bytes = real.hugepages.back().page_bytes;

    namespace fs = std::filesystem;
    std::string pattern = (fs::temp_directory_path() / "sluice.XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    const fs::path root = pattern;
    const fs::path folder = root / ("hugepages-" + std::to_string(page_bytes / kib) + "kB");
    fs::create_directory(folder);
    const auto write = [&](const char* name, unsigned value) {
        std::ofstream(folder / name) << value << '\n';
    };
    write("nr_hugepages", 20);
    write("free_hugepages", 12);
    write("resv_hugepages", 5);
    CHECK(MachineMemory::read(root, "/nowhere").hugepages.back() ==
          mempool::HugepagePool{page_bytes, 20, 7});
    write("nr_overcommit_hugepages", 8);
    write("surplus_hugepages", 2);
    CHECK(MachineMemory::read(root, "/nowhere").hugepages.back().free == 13);
    write("surplus_hugepages", 100);
    write("resv_hugepages", 100);
    CHECK(MachineMemory::read(root, "/nowhere").hugepages.back().free == 0);
    fs::remove_all(root);
    CHECK(MachineMemory::read(root, "/nowhere").hugepages.back().total == 0);
}

TEST_CASE("hugepages are huge, and another mapping of their file shows the same bytes",
          "[hugepages]") {
    const MachineMemory machine = MachineMemory::read();
    if (machine.hugepages.empty() || machine.hugepages.back().free == 0)
        return tests::skip("no free hugepages; echo 4 > /proc/sys/vm/nr_hugepages as root");
    const std::uint64_t page_bytes = machine.hugepages.back().page_bytes;
    const std::size_t files = tests::open_file_count();
    {
        const log::Capture capture;
        const Memory memory = Memory::allocate(page_bytes - 4096, {.pages = Pages::require});
        CHECK(capture.lines().empty());
        CHECK(memory.is_huge());
        CHECK(memory.page_bytes() == page_bytes);
        CHECK(memory.bytes() == page_bytes);
        CHECK((::fcntl(memory.fd(), F_GETFD) & FD_CLOEXEC) != 0);
        void* other = ::mmap(nullptr, memory.bytes(), PROT_READ, MAP_SHARED, memory.fd(), 0);
        REQUIRE(other != MAP_FAILED);
        std::memcpy(memory.address() + page_bytes - 8, "seen", 5);
        CHECK(std::strcmp(static_cast<char*>(other) + page_bytes - 8, "seen") == 0);
        ::munmap(other, memory.bytes());
        CHECK(MachineMemory::read().hugepages.back().free < machine.hugepages.back().free);
    }
    CHECK(tests::open_file_count() == files);
    CHECK(MachineMemory::read().hugepages.back().free == machine.hugepages.back().free);
}
