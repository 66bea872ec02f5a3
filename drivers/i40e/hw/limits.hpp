// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What the silicon can take. Lengths are bytes unless the name says otherwise; frame lengths
// include the FCS only where said.

#include <cstdint>

namespace sluice::i40e::hw {

// Descriptor rings, both directions: a multiple of `ring_step` descriptors.
inline constexpr unsigned ring_min = 64;
inline constexpr unsigned ring_max = 8160;
inline constexpr unsigned ring_step = 32;
inline constexpr unsigned ring_alignment_bytes = 128;

[[nodiscard]] constexpr bool is_ring_size(unsigned descriptors) {
    return descriptors >= ring_min && descriptors <= ring_max && descriptors % ring_step == 0;
}

// Tail and head registers hold a descriptor index of this many bits.
inline constexpr unsigned tail_bits = 13;

// LAN queues of the device; the registers of one function have this many.
inline constexpr unsigned queue_registers_max = 1536;
inline constexpr unsigned vsi_max = 384;
inline constexpr unsigned pf_max = 16;
inline constexpr unsigned port_max = 4;
inline constexpr unsigned traffic_class_max = 8;

// Frames.
inline constexpr unsigned frame_max_bytes = 9728;  // with FCS
inline constexpr unsigned fcs_bytes = 4;
inline constexpr unsigned tx_frame_min_bytes = 17;  // shorter ones are a malicious-driver event

// Receive: a frame may fill at most this many data buffers.
inline constexpr unsigned rx_buffers_per_frame_max = 5;
inline constexpr unsigned rx_buffer_unit_bytes = 128;
inline constexpr unsigned rx_buffer_min_bytes = 1024;
inline constexpr unsigned rx_buffer_max_bytes = 16 * 1024 - rx_buffer_unit_bytes;
inline constexpr unsigned rx_header_buffer_unit_bytes = 64;

// Transmit: buffers a frame without TSO; with TSO the limit holds for each segment.
inline constexpr unsigned tx_buffers_per_frame_max = 8;
inline constexpr unsigned tx_buffer_max_bytes = 16 * 1024 - 1;
inline constexpr unsigned tso_max_bytes = 256 * 1024;
inline constexpr unsigned tso_mss_min_bytes = 64;  // lowest that REG_MSS may be set to
inline constexpr unsigned tso_mss_max_bytes = 9674;

// RSS.
inline constexpr unsigned rss_key_bytes = 52;
inline constexpr unsigned rss_table_small = 128;
inline constexpr unsigned rss_table_large = 512;

// Admin queues.
inline constexpr unsigned admin_ring_max = 1023;  // 10 bits of length
inline constexpr unsigned admin_buffer_max_bytes = 4096;
inline constexpr unsigned admin_large_buffer_bytes = 512;  // beyond it the LB flag is wanted
inline constexpr unsigned admin_ring_alignment_bytes = 4096;

// Host memory cache.
inline constexpr unsigned hmc_segment_bytes = 2 * 1024 * 1024;
inline constexpr unsigned hmc_page_bytes = 4096;
inline constexpr unsigned hmc_pages_per_segment = 512;
inline constexpr unsigned hmc_object_base_unit_bytes = 512;  // of GLHMC_LANTXBASE and the like
inline constexpr unsigned queue_context_base_unit_bytes = 128;

// Shadow RAM.
inline constexpr unsigned shadow_ram_words_per_kb = 512;
inline constexpr unsigned shadow_ram_sector_words = 0x800;
inline constexpr std::uint16_t shadow_ram_checksum_base = 0xBABA;

}  // namespace sluice::i40e::hw
