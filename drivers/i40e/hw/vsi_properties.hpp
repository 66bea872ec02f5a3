// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The 128-byte record of a VSI: buffer of the admin commands that add, change and read one.

#include <array>
#include <cstdint>

#include "core/base/byte_order.hpp"
#include "core/base/field.hpp"

namespace sluice::i40e::hw {

// Which parts of the record a command means; others are left as they are.
namespace vsi_section {
inline constexpr std::uint16_t switch_valid = 0x0001;
inline constexpr std::uint16_t security_valid = 0x0002;
inline constexpr std::uint16_t vlan_valid = 0x0004;
inline constexpr std::uint16_t cas_pv_valid = 0x0008;
inline constexpr std::uint16_t ingress_up_valid = 0x0010;
inline constexpr std::uint16_t egress_up_valid = 0x0020;
inline constexpr std::uint16_t queue_map_valid = 0x0040;
inline constexpr std::uint16_t queue_opt_valid = 0x0080;
inline constexpr std::uint16_t outer_up_valid = 0x0100;
inline constexpr std::uint16_t sched_valid = 0x0200;
}  // namespace vsi_section

struct VsiSwitchId {
    using raw = std::uint16_t;
    static constexpr Bits<VsiSwitchId, 0, 12> id{};
    static constexpr Flag<VsiSwitchId, 12> not_stag{};
    static constexpr Flag<VsiSwitchId, 13> allow_lb{};  // frames from VSIs of the same switch
    static constexpr Flag<VsiSwitchId, 14> local_lb{};  // frames with its own source address
    using fields = FieldList<id, not_stag, allow_lb, local_lb>;
};

struct VsiSecurity {
    using raw = std::uint8_t;
    static constexpr Flag<VsiSecurity, 0> allow_dest_ovrd{};
    static constexpr Flag<VsiSecurity, 1> enable_vlan_chk{};
    static constexpr Flag<VsiSecurity, 2> enable_mac_chk{};
    using fields = FieldList<allow_dest_ovrd, enable_vlan_chk, enable_mac_chk>;
};

enum class PortVlanMode : std::uint8_t { tagged = 1, untagged = 2, all = 3 };

// What happens to the tag of a received frame.
enum class VlanTagMode : std::uint8_t {
    strip_both = 0,  // tag and priority go to the descriptor
    strip_up = 1,    // the priority stays
    strip = 2,       // nothing is told
    keep = 3,        // the tag stays in the frame
};

struct PortVlanFlags {
    using raw = std::uint8_t;
    static constexpr Field<PortVlanFlags, 0, 2, PortVlanMode> mode{};
    static constexpr Flag<PortVlanFlags, 2> insert_pvid{};
    static constexpr Field<PortVlanFlags, 3, 2, VlanTagMode> emod{};
    using fields = FieldList<mode, insert_pvid, emod>;
};

// A traffic class's share of a contiguous queue map.
struct VsiTcMapping {
    using raw = std::uint16_t;
    static constexpr Bits<VsiTcMapping, 0, 9> que_offset{};
    static constexpr Bits<VsiTcMapping, 9, 3> que_number{};  // log2 of the number of queues
    using fields = FieldList<que_offset, que_number>;
};

struct VsiQueueingOptions {
    using raw = std::uint8_t;
    static constexpr Flag<VsiQueueingOptions, 2> multicast_udp_ena{};
    static constexpr Flag<VsiQueueingOptions, 3> unicast_udp_ena{};
    static constexpr Flag<VsiQueueingOptions, 4> tcp_ena{};
    static constexpr Flag<VsiQueueingOptions, 5> fcoe_ena{};
    static constexpr Flag<VsiQueueingOptions, 6> rss_lut_vsi{};  // 0: the function's table
    using fields = FieldList<multicast_udp_ena, unicast_udp_ena, tcp_ena, fcoe_ena, rss_lut_vsi>;
};

struct VsiProperties {
    static constexpr std::uint16_t que_map_contig = 0;
    static constexpr std::uint16_t que_map_noncontig = 1;
    static constexpr std::uint16_t qs_handle_invalid = 0xFFFF;

    le16 valid_sections{};  // vsi_section
    le16 switch_id{};       // Word<VsiSwitchId>
    std::array<std::uint8_t, 2> sw_reserved{};
    std::uint8_t sec_flags = 0;  // Word<VsiSecurity>
    std::uint8_t sec_reserved = 0;
    le16 pvid{};                        // tag with priority
    le16 outer_vlan{};                  // from firmware 8.4 on; FCoE before
    std::uint8_t port_vlan_flags = 0;   // Word<PortVlanFlags>
    std::uint8_t outer_vlan_flags = 0;  // from firmware 8.4 on
    std::array<std::uint8_t, 2> pvlan_reserved{};
    le32 ingress_table{};  // three bits a priority
    le32 egress_table{};
    le16 cas_pv_tag{};
    std::uint8_t cas_pv_flags = 0;
    std::uint8_t cas_pv_reserved = 0;
    le16 mapping_flags{};
    std::array<le16, 16> queue_mapping{};  // contiguous: the first queue, function-relative
    std::array<le16, 8> tc_mapping{};      // Word<VsiTcMapping>
    std::uint8_t queueing_opt_flags = 0;   // Word<VsiQueueingOptions>
    std::array<std::uint8_t, 3> queueing_opt_reserved{};
    std::uint8_t up_enable_bits = 0;  // traffic classes
    std::uint8_t sched_reserved = 0;
    le32 outer_up_table{};
    std::array<std::uint8_t, 8> cmd_reserved{};
    // Written by firmware.
    std::array<le16, 8> qs_handle{};  // queue set of each TC
    le16 stat_counter_idx{};          // index of the GLV_* registers
    le16 sched_id{};
    std::array<std::uint8_t, 12> resp_reserved{};
};
static_assert(sizeof(VsiProperties) == 128 && std::is_trivially_copyable_v<VsiProperties>);

}  // namespace sluice::i40e::hw
