// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Configuration space reached through a function's config region.

#include "core/pci/config_space.hpp"
#include "core/vfio/function.hpp"

namespace sluice::vfio {

// `function` must outlive the result.
[[nodiscard]] inline pci::ConfigSpace config_space(Function& function) {
    return {[&function](std::uint32_t offset, std::span<std::byte> into) {
                function.read(Region::config, offset, into);
            },
            [&function](std::uint32_t offset, std::span<const std::byte> from) {
                function.write(Region::config, offset, from);
            }};
}

}  // namespace sluice::vfio
