// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

namespace sluice {

// Bytes for people: "512 bytes", "64 KiB", "1.5 GiB". One decimal, rounded down, and none where it
// would be zero.
[[nodiscard]] std::string size_text(std::uint64_t bytes);

}  // namespace sluice
