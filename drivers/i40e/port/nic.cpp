// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/port/nic.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "drivers/i40e/hw/ids.hpp"

namespace sluice::i40e {

namespace {

constexpr std::string_view simulated_only =
    "this version drives simulated ports only: use sim:a, which needs no NIC";

std::string_view model(pci::DeviceId id) { return hw::device_name(id.vendor, id.device); }

}  // namespace

std::vector<Nic> find_nics(const pci::Sysfs& sysfs) {
    std::vector<Nic> nics;
    for (pci::FunctionInfo& function :
         sysfs.functions([](pci::DeviceId id) { return !model(id).empty(); })) {
        const std::string_view name = model(function.id);
        nics.push_back({std::move(function), name});
    }
    return nics;
}

std::string obstacle(const Nic& nic) {
    const std::string address = pci::to_string(nic.function.address);
    if (!nic.function.driver) return fmt::format("bound to no driver, and {}", simulated_only);
    if (*nic.function.driver == "vfio-pci")
        return fmt::format("bound to vfio-pci, as it should be, but {}", simulated_only);
    return fmt::format(
        "bound to {0}, not vfio-pci (echo {1} > /sys/bus/pci/drivers/{0}/unbind takes it away), "
        "and {2}",
        *nic.function.driver, address, simulated_only);
}

Nic require_nic(const pci::Sysfs& sysfs, const pci::Address& address) {
    auto function = sysfs.function(address);
    if (!function)
        throw Error(std::errc::no_such_device,
                    fmt::format("there is no PCI function {}; sluice list shows the NICs of this "
                                "machine",
                                pci::to_string(address)));
    const std::string_view name = model(function->id);
    if (name.empty())
        throw Error(std::errc::no_such_device,
                    fmt::format("{} is {:04x}:{:04x}, not an Intel 700-series NIC; sluice list "
                                "shows those of this machine",
                                pci::to_string(address), function->id.vendor, function->id.device));
    return {std::move(*function), name};
}

}  // namespace sluice::i40e
