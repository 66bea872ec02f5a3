// SPDX-License-Identifier: BSD-3-Clause

#include "tests/support/fake_sysfs.hpp"

#include <stdlib.h>

#include <fstream>
#include <stdexcept>

namespace sluice::tests {

namespace fs = std::filesystem;

FakeSysfs::FakeSysfs() {
    std::string name = (fs::temp_directory_path() / "sluice-sysfs-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp " + name);
    root_ = name;
    fs::create_directories(root_ / "bus/pci/devices");
}

FakeSysfs::~FakeSysfs() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
}

void FakeSysfs::add_nic(const std::string& address) {
    fs::create_directories(folder(address));
    set(address, "vendor", "0x8086\n");
    set(address, "device", "0x1583\n");
    set(address, "subsystem_vendor", "0x8086\n");
    set(address, "subsystem_device", "0x0001\n");
    set(address, "revision", "0x02\n");
    set(address, "class", "0x020000\n");
    set(address, "numa_node", "0\n");
    const std::string none = "0x0000000000000000 0x0000000000000000 0x0000000000000000\n";
    set(address, "resource",
        "0x0000383ffd800000 0x0000383ffdffffff 0x000000000014220c\n" + none + none +
            "0x0000383ffe000000 0x0000383ffe007fff 0x000000000014220c\n" + none + none + none);
}

void FakeSysfs::set(const std::string& address, const std::string& attribute,
                    const std::string& text) {
    std::ofstream(folder(address) / attribute, std::ios::binary) << text;
}

void FakeSysfs::remove(const std::string& address, const std::string& attribute) {
    fs::remove_all(folder(address) / attribute);
}

void FakeSysfs::bind(const std::string& address, const std::string& driver) {
    const fs::path target = root_ / "bus/pci/drivers" / driver;
    fs::create_directories(target);
    fs::create_symlink("../../../../bus/pci/drivers/" + driver, folder(address) / "driver");
}

void FakeSysfs::set_group(const std::string& address, const std::string& group) {
    fs::create_symlink("../../../../kernel/iommu_groups/" + group, folder(address) / "iommu_group");
}

}  // namespace sluice::tests
