// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Queue contexts: what the device reads from host memory, through the host memory cache, when a
// queue is enabled. The bytes of a Word are the bytes in memory.

#include <cstdint>

#include "core/base/field.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::hw {

// Where the header of a frame goes.
enum class HeaderSplit : std::uint8_t { none = 0, at_header = 1, always = 2 };

// How wide a receive queue's descriptors are.
enum class RxDescriptorSize : std::uint8_t { bytes16 = 0, bytes32 = 1 };

struct RxQueueContext {
    using raw = BitString<32>;
    template <unsigned Lsb, unsigned Width>
    using Number = Bits<RxQueueContext, Lsb, Width>;
    template <unsigned Lsb>
    using Switch = Flag<RxQueueContext, Lsb>;

    static constexpr Number<0, 13> head{};
    static constexpr Number<13, 8> cpuid{};                 // TPH
    static constexpr Field<RxQueueContext, 32, 57> base{};  // ring address in 128 bytes
    static constexpr Number<89, 13> qlen{};                 // descriptors
    static constexpr Number<102, 7> dbuff{};                // data buffer in 128 bytes
    static constexpr Number<109, 5> hbuff{};                // header buffer in 64 bytes
    static constexpr Field<RxQueueContext, 114, 2, HeaderSplit> dtype{};
    static constexpr Field<RxQueueContext, 116, 1, RxDescriptorSize> dsize{};
    static constexpr Switch<117> crcstrip{};
    static constexpr Switch<118> fc_ena{};       // FCoE
    static constexpr Switch<119> l2tsel{};       // 1: outermost tag goes to L2TAG1
    static constexpr Number<120, 4> hsplit_0{};  // L2 1, IP 2, TCP and UDP 4, SCTP 8
    static constexpr Number<124, 2> hsplit_1{};
    static constexpr Switch<127> showiv{};     // leave the inner tag in the frame
    static constexpr Number<174, 14> rxmax{};  // longest frame, bytes
    static constexpr Switch<193> tphrdesc_ena{};
    static constexpr Switch<194> tphwdesc_ena{};
    static constexpr Switch<195> tphdata_ena{};
    static constexpr Switch<196> tphhead_ena{};
    static constexpr Number<198, 3> lrxqthresh{};  // 64 descriptors
    static constexpr Switch<201> prefena{};        // fetch descriptors ahead
    using fields = FieldList<head, cpuid, base, qlen, dbuff, hbuff, dtype, dsize, crcstrip, fc_ena,
                             l2tsel, hsplit_0, hsplit_1, showiv, rxmax, tphrdesc_ena, tphwdesc_ena,
                             tphdata_ena, tphhead_ena, lrxqthresh, prefena>;
};

struct TxQueueContext {
    using raw = BitString<128>;
    template <unsigned Lsb, unsigned Width>
    using Number = Bits<TxQueueContext, Lsb, Width>;
    template <unsigned Lsb>
    using Switch = Flag<TxQueueContext, Lsb>;

    static constexpr Number<0, 13> head{};
    static constexpr Switch<30> new_context{};
    static constexpr Field<TxQueueContext, 32, 57> base{};  // ring address in 128 bytes
    static constexpr Switch<89> fc_ena{};                   // FCoE
    static constexpr Switch<90> timesync_ena{};             // IEEE 1588
    static constexpr Switch<91> fd_ena{};                   // filter programming allowed
    static constexpr Switch<92> alt_vlan_ena{};
    static constexpr Number<96, 8> cpuid{};  // TPH
    static constexpr Number<128, 13> thead_wb{};
    static constexpr Switch<160> head_wb_ena{};  // instead of descriptors
    static constexpr Number<161, 13> qlen{};     // descriptors
    static constexpr Switch<174> tphrdesc_ena{};
    static constexpr Switch<175> tphrpacket_ena{};
    static constexpr Switch<176> tphwdesc_ena{};
    static constexpr Field<TxQueueContext, 192, 64> head_wb_addr{};  // of a 32-bit index
    static constexpr Number<896, 32> crc{};
    static constexpr Number<980, 10> rdylist{};  // queue set handle of the TC
    static constexpr Switch<990> rdylist_act{};
    using fields = FieldList<head, new_context, base, fc_ena, timesync_ena, fd_ena, alt_vlan_ena,
                             cpuid, thead_wb, head_wb_ena, qlen, tphrdesc_ena, tphrpacket_ena,
                             tphwdesc_ena, head_wb_addr, crc, rdylist, rdylist_act>;
};

static_assert(sizeof(Word<RxQueueContext>) == 32 && sizeof(Word<TxQueueContext>) == 128);

// A page entry of a paged segment, beside the direct form: page address | valid.
struct HmcPageDescriptor {
    using raw = std::uint64_t;
    static constexpr Flag<HmcPageDescriptor, 0> valid{};
    static constexpr Field<HmcPageDescriptor, 12, 52> page{};  // address in 4 KB
    using fields = FieldList<valid, page>;
};

}  // namespace sluice::i40e::hw
