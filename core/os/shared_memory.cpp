// SPDX-License-Identifier: BSD-3-Clause

#include "core/os/shared_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/size_text.hpp"

namespace sluice::os {

namespace {

// Linux uapi/asm-generic/mman-common.h; Linux 5.14 and later.
constexpr int madvise_populate_write = 23;

[[noreturn]] void refuse(const std::string& purpose, const char* what, std::uint64_t bytes) {
    const std::error_code code(errno, std::generic_category());
    throw Error(code, fmt::format("{}: {} of {} failed: {}; free memory or use a smaller {}",
                                  purpose, what, size_text(bytes), code.message(), purpose));
}

std::uint64_t page_bytes() noexcept { return static_cast<std::uint64_t>(::getpagesize()); }

}  // namespace

std::uint64_t available_memory_bytes(const std::string& meminfo) {
    std::ifstream file(meminfo);
    std::string key;
    std::string unit;
    std::uint64_t value = 0;
    while (file >> key >> value) {
        std::getline(file, unit);
        if (key == "MemAvailable:") return value * 1024;
    }
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * page_bytes();
}

FileDescriptor memory_file(const std::string& purpose, unsigned memfd_flags) {
    const std::string name = "sluice " + purpose.substr(0, 200);  // the kernel takes 249
    FileDescriptor file(::memfd_create(name.c_str(), MFD_CLOEXEC | memfd_flags));
    if (!file) {
        const std::error_code code(errno, std::generic_category());
        throw Error(code, fmt::format("{}: no memory file: {}", purpose, code.message()));
    }
    return file;
}

void seal_size(int memory_file) noexcept {
    ::fcntl(memory_file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
}

SharedMemory SharedMemory::create(const std::string& purpose, std::uint64_t bytes,
                                  std::uint64_t available_bytes) {
    if (bytes == 0)
        throw Error(std::errc::invalid_argument, fmt::format("{}: zero bytes wanted", purpose));
    if (bytes > available_bytes)
        throw Error(std::errc::not_enough_memory,
                    fmt::format("{}: {} wanted, {} of memory available; free memory or use a "
                                "smaller {}",
                                purpose, size_text(bytes), size_text(available_bytes), purpose));
    const std::uint64_t rest = bytes % page_bytes();
    const std::uint64_t padding = rest == 0 ? 0 : page_bytes() - rest;
    if (bytes > std::numeric_limits<std::int64_t>::max() - padding) {
        errno = EFBIG;
        refuse(purpose, "a mapping", bytes);
    }
    SharedMemory memory =
        map_file(purpose, memory_file(purpose, MFD_ALLOW_SEALING), bytes + padding);
    seal_size(memory.fd());
    memory.populate(purpose);
    return memory;
}

SharedMemory SharedMemory::map_file(const std::string& purpose, FileDescriptor file,
                                    std::uint64_t bytes) {
    if (::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0) refuse(purpose, "a file", bytes);
    // Without MAP_NORESERVE: hugepages are set aside for the mapping here, or it fails here.
    void* address = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (address == MAP_FAILED) refuse(purpose, "a mapping", bytes);
    SharedMemory memory;
    memory.file_ = std::move(file);
    memory.address_ = static_cast<std::byte*>(address);
    memory.bytes_ = bytes;
    return memory;
}

void SharedMemory::populate(const std::string& purpose) {
    // fallocate() says ENOSPC where a touch would be a SIGBUS, and follows a policy set by mbind.
    int failed = 0;
    do {
        failed = ::fallocate(fd(), 0, 0, static_cast<off_t>(bytes_));
    } while (failed != 0 && errno == EINTR);
    if (failed != 0) refuse(purpose, "an allocation", bytes_);
    if (::madvise(address_, bytes_, madvise_populate_write) == 0) return;
    if (errno != EINVAL) refuse(purpose, "an allocation", bytes_);
    for (std::uint64_t at = 0; at < bytes_; at += page_bytes()) {
        const std::atomic_ref first(*reinterpret_cast<unsigned char*>(address_ + at));
        first.store(first.load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : file_(std::move(other.file_)),
      address_(std::exchange(other.address_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

SharedMemory::~SharedMemory() {
    if (address_ != nullptr) ::munmap(address_, bytes_);
}

}  // namespace sluice::os
