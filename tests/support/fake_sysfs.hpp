// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A sysfs of a test's own, in a temporary folder that goes with the object.

#include <filesystem>
#include <string>

namespace sluice::tests {

class FakeSysfs {
public:
    FakeSysfs();
    ~FakeSysfs();
    FakeSysfs(const FakeSysfs&) = delete;
    FakeSysfs& operator=(const FakeSysfs&) = delete;

    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }
    [[nodiscard]] std::filesystem::path folder(const std::string& address) const {
        return root_ / "bus/pci/devices" / address;
    }

    // An XL710 with all the files of a healthy one: bound to nothing, no IOMMU group, node 0.
    void add_nic(const std::string& address);
    // Writes one attribute, as it is given.
    void set(const std::string& address, const std::string& attribute, const std::string& text);
    void remove(const std::string& address, const std::string& attribute);
    void bind(const std::string& address, const std::string& driver);
    void set_group(const std::string& address, const std::string& group);

private:
    std::filesystem::path root_;
};

}  // namespace sluice::tests
