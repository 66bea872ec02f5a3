// SPDX-License-Identifier: BSD-3-Clause

#include "mempool/umem_geometry.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace sluice::mempool {

void UmemGeometry::refuse_chunk(const UmemOptions& options) {
    throw Error(std::errc::invalid_argument,
                fmt::format("UMEM: chunks of {} bytes are not possible; use 2048 or 4096",
                            options.chunk_bytes));
}

void UmemGeometry::refuse_headroom(const UmemOptions& options) {
    const std::uint64_t most = options.chunk_bytes - xdp_packet_headroom - min_buffer_bytes;
    throw Error(std::errc::invalid_argument,
                fmt::format("UMEM: a headroom of {} bytes leaves no room for frames in chunks of "
                            "{}; at most {} is possible{}",
                            options.headroom_bytes, options.chunk_bytes, most,
                            options.chunk_bytes == 2048 ? ", or use chunks of 4096" : ""));
}

void UmemGeometry::refuse_count(const UmemOptions& options) {
    throw Error(std::errc::invalid_argument,
                fmt::format("UMEM: {} chunks are not possible; use 1 to {}", options.chunk_count,
                            max_chunk_count));
}

}  // namespace sluice::mempool
