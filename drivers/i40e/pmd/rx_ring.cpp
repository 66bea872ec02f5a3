// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/rx_ring.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::pmd {

using namespace hw;

namespace {

// Ethernet header, two VLAN tags and FCS; as Linux and DPDK reckon.
constexpr unsigned frame_overhead_bytes = 14 + 2 * 4 + fcs_bytes;

// The ring is refilled when fewer than 64 descriptors are left, Linux's choice (facts, 4.5).
constexpr unsigned low_ring_threshold = 1;

[[noreturn]] void refuse_ring(unsigned wanted) {
    const unsigned below = std::clamp(wanted / ring_step * ring_step, ring_min, ring_max);
    const unsigned above = std::min(below < wanted ? below + ring_step : below, ring_max);
    throw Error(std::errc::invalid_argument,
                below == above
                    ? fmt::format("a receive ring of {} descriptors is not possible: the NIC takes "
                                  "{} to {} in steps of {}; the nearest is {}",
                                  wanted, ring_min, ring_max, ring_step, below)
                    : fmt::format("a receive ring of {} descriptors is not possible: the NIC takes "
                                  "{} to {} in steps of {}; the nearest are {} and {}",
                                  wanted, ring_min, ring_max, ring_step, below, above));
}

// True when a frame of `bytes` fits the buffers of chunks like these.
bool would_hold(unsigned bytes, std::uint64_t chunk_bytes, std::uint64_t headroom_bytes) {
    try {
        const mempool::UmemGeometry geometry(
            {.chunk_bytes = chunk_bytes, .headroom_bytes = headroom_bytes, .chunk_count = 1});
        return bytes <= rx_buffers_per_frame_max * geometry.buffer_bytes();
    } catch (const Error&) {
        return false;  // the headroom leaves no buffer at all
    }
}

std::string remedy(unsigned frame, const mempool::UmemGeometry& geometry) {
    if (would_hold(frame, geometry.chunk_bytes(), 0))
        return fmt::format("use less headroom than {} bytes", geometry.headroom());
    for (const unsigned chunk : {2048u, 4096u})
        if (would_hold(frame, chunk, geometry.headroom()))
            return fmt::format("use chunks of {} bytes", chunk);
    return fmt::format("use chunks of 4096 bytes and less headroom than {} bytes",
                       geometry.headroom());
}

}  // namespace

unsigned max_frame_bytes(unsigned mtu) noexcept {
    return std::min(mtu + frame_overhead_bytes, hw::frame_max_bytes);
}

void check_rx_options(const RxQueueOptions& options, const mempool::UmemGeometry& geometry,
                      unsigned mtu) {
    if (!is_ring_size(options.descriptors)) refuse_ring(options.descriptors);
    const unsigned frame = max_frame_bytes(mtu);
    if (frame > rx_buffers_per_frame_max * geometry.buffer_bytes())
        throw Error(std::errc::invalid_argument,
                    fmt::format("an MTU of {} is not possible with chunks of {} bytes: a frame may "
                                "take {} buffers, which are {} bytes each here; {}",
                                mtu, geometry.chunk_bytes(), rx_buffers_per_frame_max,
                                geometry.buffer_bytes(), remedy(frame, geometry)));
}

// Facts, 4.5: no header split, FCS stripped, the outermost tag to L2TAG1.
Word<RxQueueContext> rx_queue_context(const RxQueueOptions& options, std::uint64_t ring,
                                      unsigned buffer_bytes, unsigned max_frame) {
    using Context = RxQueueContext;
    return Word<Context>{}
        .with(Context::base, ring / queue_context_base_unit_bytes)
        .with(Context::qlen, options.descriptors)
        .with(Context::dbuff, buffer_bytes / rx_buffer_unit_bytes)
        .with(Context::dsize, options.descriptor_size)
        .with(Context::crcstrip, true)
        .with(Context::l2tsel, true)
        .with(Context::rxmax, std::min(max_frame, rx_buffers_per_frame_max * buffer_bytes))
        .with(Context::lrxqthresh, low_ring_threshold)
        .with(Context::prefena, true);
}

}  // namespace sluice::i40e::pmd
