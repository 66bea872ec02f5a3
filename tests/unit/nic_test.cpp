// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/port/nic.hpp"

#include <string>

#include "core/base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_sysfs.hpp"

using namespace sluice;
using namespace sluice::i40e;
using Catch::Contains;
using sluice::tests::FakeSysfs;

namespace {

const std::string address = "0000:3b:00.0";

std::string obstacle_with(const char* driver) {
    FakeSysfs sysfs;
    sysfs.add_nic(address);
    if (driver != nullptr) sysfs.bind(address, driver);
    return obstacle(require_nic(pci::Sysfs(sysfs.root()), pci::parse_address(address)));
}

}  // namespace

TEST_CASE("the NICs of the family are found by id, with a name for people", "[port][nic]") {
    FakeSysfs sysfs;
    sysfs.add_nic("0000:3b:00.1");
    sysfs.add_nic("0000:3b:00.0");
    sysfs.add_nic("0000:5e:00.0");
    sysfs.set("0000:5e:00.0", "vendor", "0x15b3\n");
    sysfs.add_nic("0000:5f:00.0");
    sysfs.set("0000:5f:00.0", "device", "0x10fb\n");
    const auto nics = find_nics(pci::Sysfs(sysfs.root()));
    REQUIRE(nics.size() == 2);
    CHECK(nics[0].function.address.function == 0);
    CHECK(nics[1].function.address.function == 1);
    CHECK_THAT(std::string(nics[0].model), Contains("XL710"));
}

TEST_CASE("a NIC that cannot be driven says who holds it and what to do", "[port][nic]") {
    for (const char* driver : {"i40e", "uio_pci_generic"})
        CHECK_THAT(obstacle_with(driver),
                   Contains(std::string("bound to ") + driver) && Contains("vfio-pci") &&
                       Contains("echo 0000:3b:00.0 > /sys/bus/pci/drivers/") && Contains("sim:a"));
    CHECK_THAT(obstacle_with(nullptr), Contains("bound to no driver") && Contains("sim:a"));
    CHECK_THAT(obstacle_with("vfio-pci"), Contains("bound to vfio-pci") && Contains("sim:a"));
}

TEST_CASE("an address without a NIC of the family is refused", "[port][nic]") {
    FakeSysfs sysfs;
    const pci::Sysfs root(sysfs.root());
    CHECK_THROWS_WITH(require_nic(root, pci::parse_address(address)),
                      Contains("no PCI function 0000:3b:00.0") && Contains("sluice list"));
    sysfs.add_nic(address);
    sysfs.set(address, "device", "0x10fb\n");
    CHECK_THROWS_WITH(require_nic(root, pci::parse_address(address)),
                      Contains("8086:10fb") && Contains("sluice list"));
}
