// SPDX-License-Identifier: BSD-3-Clause

#include "core/pci/config_space.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cerrno>

#include "core/base/error.hpp"
#include "core/os/file_descriptor.hpp"

namespace sluice::pci {

namespace {

// Words of configuration space are little-endian; so are all CPUs this runs on.
static_assert(std::endian::native == std::endian::little);

constexpr Register<Byte> first_capability{0x34};
constexpr std::uint32_t header_bytes = 0x40;
constexpr std::uint32_t conventional_bytes = 0x100;
// A capability takes at least 4 bytes of what the header leaves; a longer list is a loop.
constexpr unsigned most_capabilities = (conventional_bytes - header_bytes) / 4;
constexpr std::uint32_t express_device_capabilities = 4;

os::FileDescriptor open_file(const std::filesystem::path& path, int flags) {
    os::FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC));
    if (file) return file;
    const std::error_code failure(errno, std::generic_category());
    throw Error(failure, fmt::format("cannot open {}: {}", path.string(), failure.message()));
}

void require_whole(const std::filesystem::path& file, std::uint32_t offset, ssize_t done,
                   std::size_t wanted) {
    if (done == static_cast<ssize_t>(wanted)) return;
    throw Error(std::errc::permission_denied,
                fmt::format("{} ends before byte {:#x}; all of it takes root", file.string(),
                            offset + wanted));
}

}  // namespace

ConfigSpace ConfigSpace::of_file(std::filesystem::path file) {
    return {[file](std::uint32_t offset, std::span<std::byte> into) {
                const os::FileDescriptor opened = open_file(file, O_RDONLY);
                require_whole(file, offset, ::pread(opened.get(), into.data(), into.size(), offset),
                              into.size());
            },
            [file](std::uint32_t offset, std::span<const std::byte> from) {
                const os::FileDescriptor opened = open_file(file, O_WRONLY);
                require_whole(file, offset,
                              ::pwrite(opened.get(), from.data(), from.size(), offset),
                              from.size());
            }};
}

void ConfigSpace::set_bus_master(bool enabled) const {
    write(config_command, read(config_command).with(Command::bus_master, enabled));
}

std::optional<std::uint32_t> ConfigSpace::find(Capability wanted) const {
    if (!read(config_status)[Status::capabilities]) return std::nullopt;
    // The two low bits of a pointer are reserved.
    std::uint32_t at = read(first_capability).raw & 0xFCu;
    for (unsigned seen = 0; seen < most_capabilities && at >= header_bytes; ++seen) {
        if (read(Register<Byte>{at}).raw == static_cast<std::uint8_t>(wanted)) return at;
        at = read(Register<Byte>{at + 1}).raw & 0xFCu;
    }
    return std::nullopt;
}

bool ConfigSpace::has_function_level_reset() const {
    const auto express = find(Capability::express);
    if (!express) return false;
    return read(Register<ExpressDeviceCapabilities>{
        *express + express_device_capabilities})[ExpressDeviceCapabilities::function_level_reset];
}

}  // namespace sluice::pci
