// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A function's configuration space: typed access, bus mastering, the list of capabilities. How a
// byte is reached is a parameter: by the file that sysfs has for it, or through the function
// (VFIO's config region, core/vfio/config_space.hpp).
//
// Layouts and offsets: PCI Local Bus Specification 3.0, sections 6.1 and 6.7; PCI Express Base
// Specification, "Device Capabilities Register".

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

#include "core/base/field.hpp"
#include "core/base/register.hpp"

namespace sluice::pci {

struct Command {
    using raw = std::uint16_t;
    static constexpr Field<Command, 1, 1, bool> memory_space{};
    static constexpr Field<Command, 2, 1, bool> bus_master{};
    static constexpr Field<Command, 10, 1, bool> interrupt_disable{};
};
struct Status {
    using raw = std::uint16_t;
    static constexpr Field<Status, 4, 1, bool> capabilities{};
};
// PCI Express capability, Device Capabilities.
struct ExpressDeviceCapabilities {
    using raw = std::uint32_t;
    static constexpr Field<ExpressDeviceCapabilities, 28, 1, bool> function_level_reset{};
};
struct Byte {
    using raw = std::uint8_t;
    static constexpr Field<Byte, 0, 8, std::uint8_t> value{};
};

inline constexpr Register<Command> config_command{0x04};
inline constexpr Register<Status> config_status{0x06};

enum class Capability : std::uint8_t {
    power_management = 0x01,
    msi = 0x05,
    express = 0x10,
    msix = 0x11
};

class ConfigSpace {
public:
    // One access of 1, 2 or 4 bytes at a naturally aligned offset; throws Error when it fails.
    using Read = std::function<void(std::uint32_t offset, std::span<std::byte> into)>;
    using Write = std::function<void(std::uint32_t offset, std::span<const std::byte> from)>;

    ConfigSpace(Read read, Write write) : read_(std::move(read)), write_(std::move(write)) {}

    // The file `config` in the function's folder of sysfs, opened at each access. Linux shows a
    // process without CAP_SYS_ADMIN the first 64 bytes only: reading on is then an Error.
    [[nodiscard]] static ConfigSpace of_file(std::filesystem::path file);

    template <class Layout>
    [[nodiscard]] Word<Layout> read(Register<Layout> reg) const {
        static_assert(sizeof(typename Layout::raw) <= 4);
        Word<Layout> word;
        read_(reg.offset, std::as_writable_bytes(std::span(&word.raw, 1)));
        return word;
    }
    template <class Layout>
    void write(Register<Layout> reg, Word<Layout> word) const {
        static_assert(sizeof(typename Layout::raw) <= 4);
        write_(reg.offset, std::as_bytes(std::span(&word.raw, 1)));
    }

    // Lets the function read and write memory, or stops it.
    void set_bus_master(bool enabled) const;

    // Offset of the first capability of that kind. A list that loops, or leads into the header,
    // ends where it does so.
    [[nodiscard]] std::optional<std::uint32_t> find(Capability wanted) const;

    [[nodiscard]] bool has_function_level_reset() const;

private:
    Read read_;
    Write write_;
};

}  // namespace sluice::pci
