// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The AF_XDP numbers of Linux uapi/linux/if_xdp.h. Older headers lack multi-buffer and transmit
// metadata; their numbers stand here, under names that newer headers cannot clash with, and are
// compared with the header's where it has them.

#include <linux/if_xdp.h>

#include <cstdint>
#include <type_traits>

namespace sluice::rings {

// xdp_desc.options: the packet goes on in the next descriptor (XDP_PKT_CONTD), metadata for the
// device stands in front of the data (XDP_TX_METADATA).
inline constexpr std::uint32_t packet_continues = 1u << 0;
inline constexpr std::uint32_t tx_metadata = 1u << 1;

// sockaddr_xdp.sxdp_flags: packets may take several descriptors (XDP_USE_SG).
inline constexpr std::uint16_t use_scatter_gather = 1u << 4;

// xdp_umem_reg.flags: software checksums (XDP_UMEM_TX_SW_CSUM), tx_metadata_len is valid
// (XDP_UMEM_TX_METADATA_LEN).
inline constexpr std::uint32_t umem_tx_software_checksum = 1u << 1;
inline constexpr std::uint32_t umem_tx_metadata_length = 1u << 2;

// The word of flags of a fill or TX ring: its consumer sleeps and wants a system call.
inline constexpr std::uint32_t ring_needs_wakeup = XDP_RING_NEED_WAKEUP;

#ifdef XDP_PKT_CONTD
static_assert(packet_continues == XDP_PKT_CONTD && use_scatter_gather == XDP_USE_SG);
#endif
#ifdef XDP_TX_METADATA
static_assert(tx_metadata == XDP_TX_METADATA &&
              umem_tx_metadata_length == XDP_UMEM_TX_METADATA_LEN);
#endif
#ifdef XDP_UMEM_TX_SW_CSUM
static_assert(umem_tx_software_checksum == XDP_UMEM_TX_SW_CSUM);
#endif

// The kernel refuses a TX descriptor with a bit it does not know (net/xdp/xsk_queue.h).
[[nodiscard]] constexpr bool has_unknown_options(std::uint32_t options) noexcept {
    return (options & ~(packet_continues | tx_metadata)) != 0;
}

static_assert(sizeof(xdp_desc) == 16 && std::is_trivially_copyable_v<xdp_desc>);

}  // namespace sluice::rings
