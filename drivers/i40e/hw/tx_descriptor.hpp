// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Transmit descriptors: 16 bytes, two 64-bit words, told apart by the type in the lowest bits of
// word 1.
//
//                data                context        filter program
//   word 0       buffer address      TxContext0     TxFilter0
//   word 1       TxData1             TxContext1     TxFilter1

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/base/byte_order.hpp"
#include "core/base/field.hpp"

namespace sluice::i40e::hw {

struct alignas(16) TxDescriptor {
    std::array<le64, 2> qword{};
};
static_assert(sizeof(TxDescriptor) == 16 && std::is_trivially_copyable_v<TxDescriptor>);

enum class TxDescriptorType : std::uint8_t {
    data = 0x0,
    context = 0x1,  // one that is all zero but for this does nothing
    fcoe_ctx = 0x2,
    filter_prog = 0x8,
    ddp_ctx = 0x9,
    flex_data = 0xB,
    flex_ctx_1 = 0xC,
    flex_ctx_2 = 0xD,
    desc_done = 0xF,  // written back by the device
};

// The type alone, whatever the form.
struct TxAny1 {
    using raw = std::uint64_t;
    static constexpr Field<TxAny1, 0, 4, TxDescriptorType> dtype{};
    using fields = FieldList<dtype>;
};

// Header of the frame, innermost where tunnelled, for checksums and TSO.
enum class IpType : std::uint8_t { none = 0, ipv6 = 1, ipv4 = 2, ipv4_checksum = 3 };
enum class L4Type : std::uint8_t { none = 0, tcp = 1, sctp = 2, udp = 3 };

struct TxData1 {
    using raw = std::uint64_t;
    static constexpr Field<TxData1, 0, 4, TxDescriptorType> dtype{};
    static constexpr Flag<TxData1, 4> eop{};      // last descriptor of the frame
    static constexpr Flag<TxData1, 5> rs{};       // report status
    static constexpr Flag<TxData1, 6> icrc{};     // append the FCS
    static constexpr Flag<TxData1, 7> il2tag1{};  // insert l2tag1
    static constexpr Flag<TxData1, 8> dummy{};    // do not send; template of a filter
    static constexpr Field<TxData1, 9, 2, IpType> iipt{};
    static constexpr Flag<TxData1, 11> fcoet{};
    static constexpr Field<TxData1, 12, 2, L4Type> l4t{};
    static constexpr Bits<TxData1, 16, 7> maclen{};      // 2 bytes
    static constexpr Bits<TxData1, 23, 7> iplen{};       // 4 bytes
    static constexpr Bits<TxData1, 30, 4> l4_fc_len{};   // 4 bytes
    static constexpr Bits<TxData1, 34, 14> tx_buf_sz{};  // bytes
    static constexpr Bits<TxData1, 48, 16> l2tag1{};
    using fields = FieldList<dtype, eop, rs, icrc, il2tag1, dummy, iipt, fcoet, l4t, maclen, iplen,
                             l4_fc_len, tx_buf_sz, l2tag1>;
    // The command bits and the lengths at once.
    static constexpr Bits<TxData1, 4, 10> cmd{};
    static constexpr Bits<TxData1, 16, 18> offset{};
};

enum class TxTunnelType : std::uint8_t { none = 0, udp = 1, gre = 2 };

struct TxContext0 {
    using raw = std::uint64_t;
    static constexpr Field<TxContext0, 0, 2, IpType> ext_ip{};
    static constexpr Bits<TxContext0, 2, 6> ext_iplen{};  // 4 bytes
    static constexpr Field<TxContext0, 9, 2, TxTunnelType> natt{};
    static constexpr Flag<TxContext0, 11> eip_noinc{};  // outer IPv4 id stays
    static constexpr Bits<TxContext0, 12, 7> natlen{};  // 2 bytes
    static constexpr Bits<TxContext0, 19, 4> decttl{};
    static constexpr Flag<TxContext0, 23> l4t_cs{};  // X722: outer UDP checksum
    static constexpr Bits<TxContext0, 32, 16> l2tag2{};
    using fields = FieldList<ext_ip, ext_iplen, natt, eip_noinc, natlen, decttl, l4t_cs, l2tag2>;
};

// Where the switch sends the frame.
enum class TxSwitchTarget : std::uint8_t { no_tag = 0, uplink = 1, local = 2, vsi = 3 };

struct TxContext1 {
    using raw = std::uint64_t;
    static constexpr Field<TxContext1, 0, 4, TxDescriptorType> dtype{};
    static constexpr Flag<TxContext1, 4> tso{};
    static constexpr Flag<TxContext1, 5> tsyn{};  // take an IEEE 1588 time
    static constexpr Flag<TxContext1, 6> il2tag2{};
    static constexpr Flag<TxContext1, 7> il2tag2_il2h{};
    static constexpr Field<TxContext1, 8, 2, TxSwitchTarget> swtch{};
    static constexpr Flag<TxContext1, 10> swpe{};
    static constexpr Bits<TxContext1, 30, 18> tso_len{};  // payload bytes
    static constexpr Bits<TxContext1, 50, 14> mss{};      // bytes
    using fields = FieldList<dtype, tso, tsyn, il2tag2, il2tag2_il2h, swtch, swpe, tso_len, mss>;
    static constexpr Bits<TxContext1, 4, 16> cmd{};         // all of the flags at once
    static constexpr Bits<TxContext1, 50, 9> target_vsi{};  // instead of mss, with swtch
};

enum class FilterCommand : std::uint8_t { add_update = 1, remove = 2 };
enum class FilterDestination : std::uint8_t { drop = 0, queue = 1, other = 2 };
// What a receive write-back tells of a match.
enum class FilterReport : std::uint8_t {
    none = 0,
    fd_id = 1,
    fd_id_4flex_bytes = 2,
    flex_bytes = 3
};

struct TxFilter0 {
    using raw = std::uint64_t;
    static constexpr Bits<TxFilter0, 0, 11> qindex{};  // within the destination VSI
    static constexpr Bits<TxFilter0, 11, 3> flexoff{};
    static constexpr Bits<TxFilter0, 17, 6> pctype{};
    static constexpr Bits<TxFilter0, 23, 9> dest_vsi{};
    using fields = FieldList<qindex, flexoff, pctype, dest_vsi>;
};

struct TxFilter1 {
    using raw = std::uint64_t;
    static constexpr Field<TxFilter1, 0, 4, TxDescriptorType> dtype{};
    static constexpr Field<TxFilter1, 4, 3, FilterCommand> pcmd{};
    static constexpr Field<TxFilter1, 7, 2, FilterDestination> dest{};
    static constexpr Flag<TxFilter1, 11> cnt_ena{};
    static constexpr Field<TxFilter1, 13, 2, FilterReport> fd_status{};
    static constexpr Flag<TxFilter1, 18> atr{};          // X722
    static constexpr Bits<TxFilter1, 20, 9> cntindex{};  // GLQF_PCNT
    static constexpr Bits<TxFilter1, 32, 32> fd_id{};
    using fields = FieldList<dtype, pcmd, dest, cnt_ena, fd_status, atr, cntindex, fd_id>;
};

}  // namespace sluice::i40e::hw
