// SPDX-License-Identifier: BSD-3-Clause

#include "core/vfio/bar.hpp"

#include <fmt/format.h>

#include "core/base/check.hpp"
#include "core/base/error.hpp"

namespace sluice::vfio {

Bar::Bar(Function& function, Region region, std::uint64_t least_bytes)
    : function_(function), region_(region) {
    const RegionInfo info = function.region(region);
    if (info.bytes < least_bytes)
        throw Error(
            std::errc::no_such_device,
            fmt::format("{}: BAR {} has {} bytes where the driver needs {}; is this an "
                        "Intel 700-series function?",
                        function.name(), static_cast<unsigned>(region), info.bytes, least_bytes));
    bytes_ = info.bytes;
    for (const PageRange& range : info.mappable)
        windows_.push_back({range.offset, function.map(region, range)});
}

std::byte* Bar::mapped(std::uint64_t offset, std::size_t width) const {
    check(offset + width <= bytes_ && offset % width == 0, "register outside its BAR");
    for (const Window& window : windows_)
        if (offset >= window.offset && offset + width <= window.offset + window.memory.size())
            return window.memory.data() + (offset - window.offset);
    return nullptr;
}

void Doorbell::ring_through_function(std::uint32_t tail) noexcept {
    check(function_ != nullptr, "a doorbell without a device was rung");
    function_->write(region_, offset_, std::as_bytes(std::span(&tail, 1)));
}

}  // namespace sluice::vfio
