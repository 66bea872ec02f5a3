// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Memory behind a file descriptor, so that another process, or a device model in one, can map it
// too. SharedMemory owns the file and this process's mapping of it; the file has no name in any
// file system and goes with its last user.
//
// Memory that cannot be had is refused here, with an Error: later, running out of it is a SIGBUS or
// the kernel's out-of-memory killer.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/os/file_descriptor.hpp"

namespace sluice::os {

// What the kernel thinks can be allocated without swapping (MemAvailable); all the machine has
// where `meminfo` does not say.
[[nodiscard]] std::uint64_t available_memory_bytes(const std::string& meminfo = "/proc/meminfo");

// A new, empty memory file; `purpose` shows in /proc/PID/maps. `memfd_flags` are those of
// memfd_create(2) beside MFD_CLOEXEC. Throws Error.
[[nodiscard]] FileDescriptor memory_file(const std::string& purpose, unsigned memfd_flags = 0);

// From now on nobody who has the file can cut it short, which would be a SIGBUS here. For files
// made with MFD_ALLOW_SEALING; no effect on others.
void seal_size(int memory_file) noexcept;

class SharedMemory {
public:
    SharedMemory() = default;

    // `bytes` of zeroed ordinary memory, rounded up to whole pages, all of them present. `purpose`
    // is a noun for error messages ("UMEM"). Throws Error: nothing wanted, or more than
    // `available_bytes`.
    [[nodiscard]] static SharedMemory create(
        const std::string& purpose, std::uint64_t bytes,
        std::uint64_t available_bytes = available_memory_bytes());

    // Sizes `file` to `bytes`, which is a multiple of its page size, and maps it; no page is
    // touched yet. Throws Error.
    [[nodiscard]] static SharedMemory map_file(const std::string& purpose, FileDescriptor file,
                                               std::uint64_t bytes);

    // Gives every page memory now. Throws Error where there is too little.
    void populate(const std::string& purpose);

    SharedMemory(SharedMemory&& other) noexcept;
    SharedMemory& operator=(SharedMemory&& other) noexcept;
    ~SharedMemory();

    [[nodiscard]] std::byte* address() const noexcept { return address_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] int fd() const noexcept { return file_.get(); }
    [[nodiscard]] std::span<std::byte> span() const noexcept { return {address_, bytes_}; }

private:
    FileDescriptor file_;
    std::byte* address_ = nullptr;
    std::uint64_t bytes_ = 0;
};

}  // namespace sluice::os
