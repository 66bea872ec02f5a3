// SPDX-License-Identifier: BSD-3-Clause

#include "core/vfio/device_bus.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/base/check.hpp"

namespace sluice::vfio {

std::byte* DeviceBus::memory_at(std::uint64_t iova, std::uint64_t bytes) noexcept {
    if (bytes == 0) return nullptr;
    if (last_hit_ >= mappings_.size() || !mappings_[last_hit_].contains(iova, bytes)) {
        const auto after = std::upper_bound(
            mappings_.begin(), mappings_.end(), iova,
            [](std::uint64_t at, const Mapping& mapping) { return at < mapping.iova; });
        if (after == mappings_.begin() || !std::prev(after)->contains(iova, bytes)) return nullptr;
        last_hit_ = static_cast<std::size_t>(std::prev(after) - mappings_.begin());
    }
    const Mapping& mapping = mappings_[last_hit_];
    return mapping.memory.data() + (iova - mapping.iova);
}

void DeviceBus::raise(unsigned vector) noexcept {
    if (vector >= event_fds_.size() || event_fds_[vector] < 0) return;
    const std::uint64_t one = 1;
    // A full counter (EAGAIN) already means "signalled".
    while (::write(event_fds_[vector], &one, sizeof one) < 0 && errno == EINTR) {
    }
}

void DeviceBus::add(std::uint64_t iova, std::span<std::byte> memory) {
    check(!memory.empty() && !overlaps(iova, memory.size()), "a DMA mapping overlaps another");
    const auto after = std::upper_bound(
        mappings_.begin(), mappings_.end(), iova,
        [](std::uint64_t at, const Mapping& mapping) { return at < mapping.iova; });
    mappings_.insert(after, {iova, memory});
}

bool DeviceBus::remove(std::uint64_t iova, std::uint64_t bytes) {
    return std::erase_if(mappings_, [&](const Mapping& mapping) {
               return mapping.iova == iova && mapping.memory.size() == bytes;
           }) == 1;
}

void DeviceBus::clear() { mappings_.clear(); }

bool DeviceBus::overlaps(std::uint64_t iova, std::uint64_t bytes) const noexcept {
    return std::any_of(mappings_.begin(), mappings_.end(), [&](const Mapping& mapping) {
        return iova < mapping.iova + mapping.memory.size() && mapping.iova < iova + bytes;
    });
}

void DeviceBus::set_interrupt(unsigned vector, int event_fd) {
    if (vector >= event_fds_.size()) event_fds_.resize(vector + 1, -1);
    event_fds_[vector] = event_fd;
}

}  // namespace sluice::vfio
