// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The far end of a simulated port's cable, and how it is named on a command line.

#include <string_view>
#include <variant>

#include "drivers/i40e/sim/wire_generator.hpp"
#include "drivers/i40e/sim/wire_pcap.hpp"
#include "drivers/i40e/sim/wire_script.hpp"

namespace sluice::i40e::sim {

using Wire = std::variant<NullWire, GeneratorWire, PcapWire, ScriptWire>;

// What follows `wire=` in a port's name:
//
//   gen[:size=BYTES][:flows=N][:rate=PPS|line][:count=N][:pause=on|off]
//   pcap:FILE[:loop][:rate=PPS|line][:pause=on|off]
//   none
//
// Sizes include the FCS. `\:`, `\,` and `\\` stand for the second character. Throws UsageError
// naming what is wrong and what would be right, and Error where the file can't be used.
[[nodiscard]] Wire parse_wire(std::string_view text);

}  // namespace sluice::i40e::sim
