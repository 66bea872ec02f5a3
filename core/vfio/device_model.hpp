// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What a simulated function must answer. A host (the in-process Loopback, or the vfio-user server)
// owns one model, forwards the driver's register accesses to it, calls step() to let it work, and
// gives it a DeviceBus to reach memory and raise interrupts. The host never calls two of these
// functions at once, from whatever threads.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/vfio/device_bus.hpp"
#include "core/vfio/function.hpp"

namespace sluice::vfio {

class DeviceModel {
public:
    virtual ~DeviceModel() = default;

    // Called once, before anything else; the bus outlives the model's use.
    virtual void attach(DeviceBus& bus) = 0;

    [[nodiscard]] virtual RegionInfo region(Region region) const = 0;
    [[nodiscard]] virtual unsigned interrupt_count() const = 0;

    // A trapped access; alignment and bounds were checked by the host.
    virtual void read(Region region, std::uint64_t offset, std::span<std::byte> into) = 0;
    virtual void write(Region region, std::uint64_t offset, std::span<const std::byte> from) = 0;

    // The memory behind a mappable range: plain, accessed by the driver at any moment, by the
    // model with atomic loads and stores.
    [[nodiscard]] virtual std::span<std::byte> memory(Region region, PageRange range) = 0;

    // Works for a bounded time at simulated time `now`, which never goes back. True when there was
    // something to do.
    virtual bool step(std::chrono::nanoseconds now) = 0;

    // Function-level reset.
    virtual void reset() = 0;
};

}  // namespace sluice::vfio
