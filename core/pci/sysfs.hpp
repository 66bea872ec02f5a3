// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// PCI functions as Linux shows them under /sys/bus/pci/devices. Reading only. The root is a
// parameter, so that tests (and `sluice list --sysfs`) use a tree of their own.
//
// A function may vanish or change hands while it is read, and a container may hide any file: what
// cannot be read keeps its default, and an entry without a readable vendor and device is left out.

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/pci/address.hpp"

namespace sluice::pci {

struct DeviceId {
    std::uint16_t vendor = 0;
    std::uint16_t device = 0;
    friend constexpr bool operator==(const DeviceId&, const DeviceId&) = default;
};

struct FunctionInfo {
    Address address;
    DeviceId id;
    DeviceId subsystem;
    std::uint8_t revision = 0;
    std::uint32_t class_code = 0;       // 24 bits: class, subclass, interface; Ethernet is 0x020000
    int numa_node = -1;                 // -1: the machine does not say
    std::optional<std::string> driver;  // the kernel driver bound to it, by name
    std::optional<unsigned> iommu_group;   // none: no IOMMU, or it is switched off
    std::array<std::uint64_t, 7> bytes{};  // sizes of BAR 0 to 5 and the expansion ROM
};

class Sysfs {
public:
    explicit Sysfs(std::filesystem::path root = "/sys") : root_(std::move(root)) {}

    // Functions whose id `wanted` accepts, by ascending address. None where the machine has no PCI.
    [[nodiscard]] std::vector<FunctionInfo> functions(
        const std::function<bool(DeviceId)>& wanted) const;

    // One function; nothing when it is not there.
    [[nodiscard]] std::optional<FunctionInfo> function(const Address& address) const;

    // Where its files are, whether it exists or not.
    [[nodiscard]] std::filesystem::path folder(const Address& address) const;

private:
    [[nodiscard]] std::filesystem::path devices() const { return root_ / "bus/pci/devices"; }

    std::filesystem::path root_;
};

}  // namespace sluice::pci
