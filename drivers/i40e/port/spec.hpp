// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Port names as users write them, the same everywhere:
//
//   0000:3b:00.0                      a NIC bound to vfio-pci
//   vfio-user:/run/nic0.sock          a device model in another process
//   sim:NAME[,wire=WIRE][,key=value]  the simulated NIC in this process
//
// In a `sim:` name `\,` `\:` and `\\` stand for the second character, so that a file name may have
// it. A wire stays text with its escapes: the simulated NIC, whose it is, splits it at colons.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/pci/address.hpp"

namespace sluice::i40e {

struct VfioUserSpec {
    std::string path;
};

struct SimSpec {
    std::optional<std::string> wire;  // none given: what suits the job
    std::uint64_t seed = 1;           // seed=N: of the device's DMA addresses and its traffic
    std::optional<unsigned> cpu;      // cpu=N: where the device's thread runs
    bool map_doorbells = true;        // doorbells=mapped|trapped
};

struct PortSpec {
    std::string name;  // the short one: "sim:a", "0000:3b:00.0", "vfio-user:/run/nic0.sock"
    std::variant<pci::Address, VfioUserSpec, SimSpec> device;
};

// Throws UsageError: text that names no port, an unknown key (the message has the known ones), a
// key twice, a value that its key does not take.
[[nodiscard]] PortSpec parse_port_spec(std::string_view text);

// The same for a list. Throws UsageError also for a port that is named twice.
[[nodiscard]] std::vector<PortSpec> parse_port_specs(std::span<const std::string> texts);

}  // namespace sluice::i40e
