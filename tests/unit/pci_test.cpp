// SPDX-License-Identifier: BSD-3-Clause

#include <array>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/pci/address.hpp"
#include "core/pci/config_space.hpp"
#include "core/pci/sysfs.hpp"
#include "core/vfio/config_space.hpp"
#include "core/vfio/loopback.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_sysfs.hpp"

using namespace sluice;
using namespace sluice::pci;
using sluice::tests::FakeSysfs;

namespace {

bool any(DeviceId) { return true; }

// Configuration space as an array, as the tests fill it.
struct FakeConfig {
    std::array<std::byte, 256> bytes{};
    unsigned reads = 0;

    void set(std::size_t offset, std::vector<unsigned> values) {
        for (unsigned value : values) bytes.at(offset++) = static_cast<std::byte>(value);
    }
    ConfigSpace space() {
        return {[this](std::uint32_t offset, std::span<std::byte> into) {
                    ++reads;
                    REQUIRE(offset + into.size() <= bytes.size());
                    std::memcpy(into.data(), bytes.data() + offset, into.size());
                },
                [this](std::uint32_t offset, std::span<const std::byte> from) {
                    std::memcpy(bytes.data() + offset, from.data(), from.size());
                }};
    }
};

// The list of a real XL710: power management, MSI, MSI-X, PCI Express with FLR.
FakeConfig xl710_config() {
    FakeConfig config;
    config.set(0x06, {0x10, 0x00});
    config.set(0x34, {0x40});
    config.set(0x40, {0x01, 0x50});
    config.set(0x50, {0x05, 0x70});
    config.set(0x70, {0x11, 0xA0});
    config.set(0xA0, {0x10, 0xE0, 0x02, 0x00, 0xC3, 0x8F, 0x00, 0x10});
    config.set(0xE0, {0x03, 0x00});
    return config;
}

// A function that has nothing but a configuration space.
class ConfigOnly final : public vfio::DeviceModel {
public:
    explicit ConfigOnly(FakeConfig& config) : config_(config) {}
    void attach(vfio::DeviceBus&) override {}
    vfio::RegionInfo region(vfio::Region region) const override {
        if (region != vfio::Region::config) return {};
        return {config_.bytes.size(), true, true, {}};
    }
    unsigned interrupt_count() const override { return 0; }
    void read(vfio::Region, std::uint64_t offset, std::span<std::byte> into) override {
        std::memcpy(into.data(), config_.bytes.data() + offset, into.size());
    }
    void write(vfio::Region, std::uint64_t offset, std::span<const std::byte> from) override {
        std::memcpy(config_.bytes.data() + offset, from.data(), from.size());
    }
    std::span<std::byte> memory(vfio::Region, vfio::PageRange) override { return {}; }
    bool step(std::chrono::nanoseconds) override { return false; }
    void reset() override {}

private:
    FakeConfig& config_;
};

}  // namespace

TEST_CASE("a PCI address is read and written as lspci writes it", "[pci]") {
    CHECK(parse_address("0000:3b:00.0") == Address{0, 0x3b, 0, 0});
    CHECK(parse_address("3b:1f.7") == Address{0, 0x3b, 0x1f, 7});
    CHECK(parse_address("10000:E1:00.1") == Address{0x10000, 0xe1, 0, 1});
    CHECK(to_string(parse_address("3B:00.0")) == "0000:3b:00.0");
    CHECK(to_string(parse_address("10000:e1:02.1")) == "10000:e1:02.1");
}

TEST_CASE("what is no PCI address is refused with an example", "[pci]") {
    for (const char* text :
         {"", "eth0", "3b:00", "3b.0", "3b:00.8", "3b:20.0", "3b:00.0 ", " 3b:00.0", "3b:0.0",
          "000:3b:00.0", "123456789:3b:00.0", "0000:3b:00:0", "0000:0000:3b:00.0", "-03b:00.0",
          "0x00:3b:00.0", ":3b:00.0", "zz:00.0", "3b:00.", "3b:00.00"}) {
        CAPTURE(text);
        CHECK_FALSE(find_address(text));
        CHECK_THROWS_AS(parse_address(text), UsageError);
    }
    CHECK_THROWS_WITH(parse_address("3b:00"), "'3b:00' is not a PCI address such as 0000:3b:00.0");
}

TEST_CASE("a function's facts are read from sysfs", "[pci][sysfs]") {
    FakeSysfs sysfs;
    sysfs.add_nic("0000:3b:00.0");
    sysfs.bind("0000:3b:00.0", "i40e");
    sysfs.set_group("0000:3b:00.0", "42");
    const auto info = Sysfs(sysfs.root()).function(parse_address("3b:00.0"));
    REQUIRE(info);
    CHECK(to_string(info->address) == "0000:3b:00.0");
    CHECK(info->id == DeviceId{0x8086, 0x1583});
    CHECK(info->subsystem == DeviceId{0x8086, 0x0001});
    CHECK(info->revision == 2);
    CHECK(info->class_code == 0x020000);
    CHECK(info->numa_node == 0);
    CHECK(info->driver == "i40e");
    CHECK(info->iommu_group == 42u);
    CHECK(info->bytes == std::array<std::uint64_t, 7>{8u << 20, 0, 0, 32u << 10, 0, 0, 0});
}

TEST_CASE("a function may be without driver, IOMMU group and NUMA node", "[pci][sysfs]") {
    FakeSysfs sysfs;
    sysfs.add_nic("0000:3b:00.0");
    sysfs.set("0000:3b:00.0", "numa_node", "-1\n");
    const auto info = Sysfs(sysfs.root()).function(parse_address("3b:00.0"));
    REQUIRE(info);
    CHECK_FALSE(info->driver);
    CHECK_FALSE(info->iommu_group);
    CHECK(info->numa_node == -1);
}

TEST_CASE("whichever driver holds a function is named", "[pci][sysfs]") {
    for (const char* driver : {"i40e", "vfio-pci", "uio_pci_generic", "igb_uio"}) {
        FakeSysfs sysfs;
        sysfs.add_nic("0000:3b:00.0");
        sysfs.bind("0000:3b:00.0", driver);
        CHECK(Sysfs(sysfs.root()).function(parse_address("3b:00.0"))->driver == driver);
    }
}

TEST_CASE("what sysfs garbles or hides keeps its default", "[pci][sysfs]") {
    FakeSysfs sysfs;
    const std::string nic = "0000:3b:00.0";
    sysfs.add_nic(nic);
    sysfs.set(nic, "revision", "0x1ff\n");
    sysfs.set(nic, "class", "Ethernet\n");
    sysfs.set(nic, "numa_node", "-99999999999\n");
    sysfs.set(nic, "driver", "no link\n");
    sysfs.set_group(nic, "noiommu");
    sysfs.set(nic, "resource", std::string(10'000, 'x'));
    sysfs.remove(nic, "subsystem_vendor");
    sysfs.set(nic, "subsystem_device", "");
    auto info = Sysfs(sysfs.root()).function(parse_address(nic));
    REQUIRE(info);
    CHECK(info->revision == 0);
    CHECK(info->class_code == 0);
    CHECK(info->numa_node == -1);
    CHECK_FALSE(info->driver);
    CHECK_FALSE(info->iommu_group);
    CHECK(info->subsystem == DeviceId{});
    CHECK(info->bytes == std::array<std::uint64_t, 7>{});

    sysfs.set(nic, "resource", "0x1000 0x1fff 0x200\n0x9 0x1 0x0\n0x2000 0x20ff\n");
    info = Sysfs(sysfs.root()).function(parse_address(nic));
    CHECK(info->bytes == std::array<std::uint64_t, 7>{0x1000});
}

TEST_CASE("an entry that does not say what it is, is left out", "[pci][sysfs]") {
    for (const char* vendor : {"", "8086 1583", "0x18086", "0x", "-1", "0x8086\n0x1583"}) {
        CAPTURE(vendor);
        FakeSysfs sysfs;
        sysfs.add_nic("0000:3b:00.0");
        sysfs.set("0000:3b:00.0", "vendor", vendor);
        CHECK(Sysfs(sysfs.root()).functions(any).empty());
    }
    FakeSysfs sysfs;
    sysfs.add_nic("0000:3b:00.0");
    sysfs.remove("0000:3b:00.0", "device");
    CHECK_FALSE(Sysfs(sysfs.root()).function(parse_address("3b:00.0")));
}

TEST_CASE("the wanted functions are listed by ascending address", "[pci][sysfs]") {
    FakeSysfs sysfs;
    for (const char* address : {"0000:af:00.0", "10000:01:00.0", "0000:3b:00.1", "0000:3b:00.0"})
        sysfs.add_nic(address);
    sysfs.add_nic("0000:00:02.0");
    sysfs.set("0000:00:02.0", "device", "0x1234\n");
    std::filesystem::create_directories(sysfs.folder("not-an-address"));

    std::vector<std::string> found;
    for (const auto& info :
         Sysfs(sysfs.root()).functions([](DeviceId id) { return id.device == 0x1583; }))
        found.push_back(to_string(info.address));
    CHECK(found == std::vector<std::string>{"0000:3b:00.0", "0000:3b:00.1", "0000:af:00.0",
                                            "10000:01:00.0"});
}

TEST_CASE("a machine without PCI has no functions", "[pci][sysfs]") {
    FakeSysfs sysfs;
    std::filesystem::remove_all(sysfs.root() / "bus");
    CHECK(Sysfs(sysfs.root()).functions(any).empty());
    CHECK_FALSE(Sysfs(sysfs.root()).function(parse_address("3b:00.0")));
}

TEST_CASE("capabilities are found along their list", "[pci][config]") {
    FakeConfig config = xl710_config();
    CHECK(config.space().find(Capability::power_management) == 0x40u);
    CHECK(config.space().find(Capability::msix) == 0x70u);
    CHECK(config.space().find(Capability::express) == 0xA0u);
    CHECK(config.space().has_function_level_reset());

    config.set(0xA7, {0x00});
    CHECK_FALSE(config.space().has_function_level_reset());
    config.set(0x06, {0x00});
    CHECK_FALSE(config.space().find(Capability::msix));
    CHECK_FALSE(config.space().has_function_level_reset());
}

TEST_CASE("a capability list that loops or leads into the header ends", "[pci][config]") {
    FakeConfig config = xl710_config();
    config.set(0x71, {0x40});  // MSI-X leads back to the first
    CHECK_FALSE(config.space().find(Capability::express));
    CHECK(config.reads < 150);
    config.set(0x71, {0x04});
    CHECK_FALSE(config.space().find(Capability::express));
    config.set(0x71, {0xA3});  // the two low bits are reserved
    CHECK(config.space().find(Capability::express) == 0xA0u);
    config.bytes.fill(std::byte{0xFF});  // a function that was unplugged
    CHECK_FALSE(config.space().find(Capability::express));
}

TEST_CASE("bus mastering is switched without touching its neighbours", "[pci][config]") {
    FakeConfig config;
    config.set(0x04, {0x02, 0x04, 0x10, 0x00});
    config.space().set_bus_master(true);
    CHECK(config.bytes[4] == std::byte{0x06});
    CHECK(config.bytes[5] == std::byte{0x04});
    CHECK(config.bytes[6] == std::byte{0x10});
    config.space().set_bus_master(false);
    CHECK(config.bytes[4] == std::byte{0x02});
}

TEST_CASE("configuration space is read and written through its file in sysfs", "[pci][config]") {
    FakeSysfs sysfs;
    sysfs.add_nic("0000:3b:00.0");
    const FakeConfig config = xl710_config();
    sysfs.set("0000:3b:00.0", "config",
              std::string(reinterpret_cast<const char*>(config.bytes.data()), 256));
    const auto file = Sysfs(sysfs.root()).folder(parse_address("3b:00.0")) / "config";
    const ConfigSpace space = ConfigSpace::of_file(file);
    CHECK(space.find(Capability::express) == 0xA0u);
    space.set_bus_master(true);
    CHECK(space.read(config_command)[Command::bus_master]);

    std::filesystem::resize_file(file, 64);
    CHECK_THROWS_WITH(space.find(Capability::express), Catch::Contains("takes root"));
    std::filesystem::remove(file);
    CHECK_THROWS_AS(space.read(config_command), Error);
}

TEST_CASE("configuration space is read and written through a function", "[pci][config]") {
    FakeConfig config = xl710_config();
    vfio::Loopback function("test", std::make_unique<ConfigOnly>(config));
    const ConfigSpace space = vfio::config_space(function);
    CHECK(space.find(Capability::express) == 0xA0u);
    CHECK(space.has_function_level_reset());
    space.set_bus_master(true);
    CHECK(config.bytes[4] == std::byte{0x04});
    CHECK_THROWS_AS(space.read(Register<Status>{0x100}), Error);
}
