// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The family's NICs on this machine, who holds each, and why Sluice could not drive it now.

#include <string>
#include <string_view>
#include <vector>

#include "core/pci/address.hpp"
#include "core/pci/sysfs.hpp"

namespace sluice::i40e {

struct Nic {
    pci::FunctionInfo function;
    std::string_view model;  // "XL710 QSFP+", for people
};

// By ascending address.
[[nodiscard]] std::vector<Nic> find_nics(const pci::Sysfs& sysfs);

// Why it cannot be driven and what to do about it, in words that can follow "ADDRESS is": "bound to
// i40e; ...". Empty: it can be driven.
[[nodiscard]] std::string obstacle(const Nic& nic);

// The NIC at that address. Throws Error: nothing is there, or something of another kind.
[[nodiscard]] Nic require_nic(const pci::Sysfs& sysfs, const pci::Address& address);

}  // namespace sluice::i40e
