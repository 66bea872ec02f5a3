// SPDX-License-Identifier: BSD-3-Clause

#include "core/os/shared_memory.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>

#include "core/base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/open_files.hpp"

using namespace sluice;
using os::SharedMemory;

TEST_CASE("shared memory is zeroed whole pages that another mapping of its file sees",
          "[shared_memory]") {
    const SharedMemory memory = SharedMemory::create("test", 5000);
    REQUIRE(memory.bytes() == 8192);
    CHECK(memory.span().size() == 8192);
    CHECK(std::all_of(memory.span().begin(), memory.span().end(),
                      [](std::byte byte) { return byte == std::byte{0}; }));
    void* other = ::mmap(nullptr, memory.bytes(), PROT_READ, MAP_SHARED, memory.fd(), 0);
    REQUIRE(other != MAP_FAILED);
    std::memcpy(memory.address() + 8000, "seen", 5);
    CHECK(std::strcmp(static_cast<char*>(other) + 8000, "seen") == 0);
    ::munmap(other, memory.bytes());
}

TEST_CASE("whoever has the file of shared memory cannot change its size", "[shared_memory]") {
    const SharedMemory memory = SharedMemory::create("test", 8192);
    CHECK(::ftruncate(memory.fd(), 4096) != 0);
    CHECK(::ftruncate(memory.fd(), 16384) != 0);
}

TEST_CASE("moved shared memory has one owner, and the last one cleans up", "[shared_memory]") {
    const std::size_t files = tests::open_file_count();
    const std::size_t mappings = tests::memory_file_mapping_count();
    {
        SharedMemory first = SharedMemory::create("test", 4096);
        const std::byte* address = first.address();
        SharedMemory second = std::move(first);
        CHECK(second.address() == address);
        SharedMemory third = SharedMemory::create("test", 4096);
        third = std::move(second);
        CHECK(third.address() == address);
    }
    CHECK(tests::open_file_count() == files);
    CHECK(tests::memory_file_mapping_count() == mappings);
}

TEST_CASE("shared memory that cannot be had is refused and leaves nothing behind",
          "[shared_memory]") {
    const std::size_t files = tests::open_file_count();
    const std::size_t mappings = tests::memory_file_mapping_count();
    CHECK_THROWS_AS(SharedMemory::create("test", 0), Error);
    CHECK_THROWS_WITH(SharedMemory::create("ring", 3 << 20, 1 << 20),
                      "ring: 3 MiB wanted, 1 MiB of memory available; free memory or use a "
                      "smaller ring");
    // Too much for any address space, where no other limit holds.
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t bytes : {std::uint64_t{1} << 60, std::uint64_t{1} << 63, most})
        CHECK_THROWS_AS(SharedMemory::create("test", bytes, most), Error);
    CHECK(tests::open_file_count() == files);
    CHECK(tests::memory_file_mapping_count() == mappings);
}

TEST_CASE("available memory is what the kernel says, or all of the machine's where it does not",
          "[shared_memory]") {
    const os::FileDescriptor file = os::memory_file("meminfo");
    const std::string path = "/proc/self/fd/" + std::to_string(file.get());
    std::ofstream(path) << "MemTotal:       24683520 kB\nMemAvailable:   1024 kB\nDirty: 0 kB\n";
    CHECK(os::available_memory_bytes(path) == 1 << 20);
    std::ofstream(path) << "MemTotal:       24683520 kB\n";
    const std::uint64_t all = os::available_memory_bytes(path);
    CHECK(all > os::available_memory_bytes());
    CHECK(all < std::uint64_t{1} << 50);
    CHECK(os::available_memory_bytes("/nowhere") == all);
    CHECK(os::available_memory_bytes() > 1 << 20);
}

TEST_CASE("a purpose longer than the kernel's names for memory files is no error",
          "[shared_memory]") {
    CHECK_NOTHROW(SharedMemory::create(std::string(1000, 'x'), 1));
}
