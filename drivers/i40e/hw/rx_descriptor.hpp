// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Receive descriptors. The driver writes buffer addresses (read format), the device overwrites
// them with what it received (write-back). One layout for each 64-bit word and form:
//
//             read format          write-back                program status write-back
//   word 0    buffer address       RxWriteBack0              RxProgramStatus0
//   word 1    header address       RxWriteBack1              RxProgramStatus1
//   word 2    0                    RxWriteBack2              32-byte descriptors only
//   word 3    0                    RxWriteBack3              32-byte descriptors only
//
// Bit 0 of word 1 is DD in all forms, so a header address must be even.

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "core/base/byte_order.hpp"
#include "core/base/field.hpp"

namespace sluice::i40e::hw {

struct alignas(16) RxDescriptor16 {
    std::array<le64, 2> qword{};
};
struct alignas(16) RxDescriptor32 {
    std::array<le64, 4> qword{};
};
static_assert(sizeof(RxDescriptor16) == 16 && std::is_trivially_copyable_v<RxDescriptor16>);
static_assert(sizeof(RxDescriptor32) == 32 && std::is_trivially_copyable_v<RxDescriptor32>);

// What the last 32 bits of RxWriteBack0 mean.
enum class FilterStatus : std::uint8_t {
    no_data = 0,
    fd_id = 1,  // 16-byte descriptors; 32-byte ones have it in RxWriteBack3
    reserved = 2,
    rss_hash = 3,
};

enum class CastType : std::uint8_t { unicast = 0, multicast = 1, broadcast = 2, mirrored = 3 };

struct RxWriteBack0 {
    using raw = std::uint64_t;
    static constexpr Bits<RxWriteBack0, 0, 16> mirroring_status{};  // id of the rule in 5:0
    static constexpr Bits<RxWriteBack0, 16, 16> l2tag1{};           // if l2tag1p
    static constexpr Bits<RxWriteBack0, 32, 32> rss{};              // see FilterStatus
    using fields = FieldList<mirroring_status, l2tag1, rss>;
};

struct RxWriteBack1 {
    using raw = std::uint64_t;
    static constexpr Flag<RxWriteBack1, 0> dd{};       // descriptor done
    static constexpr Flag<RxWriteBack1, 1> eof{};      // last buffer of the frame
    static constexpr Flag<RxWriteBack1, 2> l2tag1p{};  // l2tag1 holds a tag
    static constexpr Flag<RxWriteBack1, 3> l3l4p{};    // checksums were looked at
    static constexpr Flag<RxWriteBack1, 4> crcp{};     // the FCS is in the buffer
    static constexpr Bits<RxWriteBack1, 5, 2> tsynindx{};
    static constexpr Flag<RxWriteBack1, 7> tsynvalid{};
    static constexpr Flag<RxWriteBack1, 8> ext_udp_0{};  // X722: outer UDP checksum was 0
    static constexpr Field<RxWriteBack1, 9, 2, CastType> umbcast{};
    static constexpr Flag<RxWriteBack1, 11> flm{};  // flow director matched
    static constexpr Field<RxWriteBack1, 12, 2, FilterStatus> fltstat{};
    static constexpr Flag<RxWriteBack1, 14> lpbk{};       // looped back in the device
    static constexpr Flag<RxWriteBack1, 15> ipv6exadd{};  // IPv6 extension that changes addresses
    static constexpr Flag<RxWriteBack1, 18> int_udp_0{};  // UDP checksum was 0
    static constexpr Flag<RxWriteBack1, 19> rxe{};        // receive error: the frame is bad
    static constexpr Flag<RxWriteBack1, 20> recipe{};
    static constexpr Flag<RxWriteBack1, 21> hbo{};   // header buffer overflow
    static constexpr Flag<RxWriteBack1, 22> ipe{};   // IP checksum wrong
    static constexpr Flag<RxWriteBack1, 23> l4e{};   // TCP, UDP or SCTP checksum wrong
    static constexpr Flag<RxWriteBack1, 24> eipe{};  // outer IP checksum wrong
    static constexpr Flag<RxWriteBack1, 25> oversize{};
    static constexpr Flag<RxWriteBack1, 26> pprs{};             // the parser gave up
    static constexpr Bits<RxWriteBack1, 30, 8> ptype{};         // packet_types.hpp
    static constexpr Bits<RxWriteBack1, 38, 14> length_pbuf{};  // bytes in this buffer
    static constexpr Bits<RxWriteBack1, 52, 11> length_hbuf{};  // bytes in the header buffer
    static constexpr Flag<RxWriteBack1, 63> length_sph{};       // the header was split off
    using fields = FieldList<dd, eof, l2tag1p, l3l4p, crcp, tsynindx, tsynvalid, ext_udp_0, umbcast,
                             flm, fltstat, lpbk, ipv6exadd, int_udp_0, rxe, recipe, hbo, ipe, l4e,
                             eipe, oversize, pprs, ptype, length_pbuf, length_hbuf, length_sph>;
    // All status bits and all error bits at once.
    static constexpr Bits<RxWriteBack1, 0, 19> status{};
    static constexpr Bits<RxWriteBack1, 19, 8> error{};
};

// What the flexible words of RxWriteBack3 are.
enum class FlexLow : std::uint8_t { none = 0, bytes = 1 };
enum class FlexHigh : std::uint8_t { none = 0, fd_id = 1, bytes = 2 };

struct RxWriteBack2 {
    using raw = std::uint64_t;
    static constexpr Flag<RxWriteBack2, 0> l2tag2p{};
    static constexpr Flag<RxWriteBack2, 1> l2tag3p{};
    static constexpr Field<RxWriteBack2, 2, 2, FlexLow> flexbl{};
    static constexpr Field<RxWriteBack2, 4, 2, FlexHigh> flexbh{};
    static constexpr Flag<RxWriteBack2, 9> fdlongb{};
    static constexpr Flag<RxWriteBack2, 11> pelongb{};
    static constexpr Bits<RxWriteBack2, 32, 16> l2tag2_1{};  // second
    static constexpr Bits<RxWriteBack2, 48, 16> l2tag2_2{};  // first
    using fields =
        FieldList<l2tag2p, l2tag3p, flexbl, flexbh, fdlongb, pelongb, l2tag2_1, l2tag2_2>;
};

struct RxWriteBack3 {
    using raw = std::uint64_t;
    static constexpr Bits<RxWriteBack3, 0, 32> flex_bytes_lo{};
    static constexpr Bits<RxWriteBack3, 32, 32> fd_id{};  // or more flexible bytes
    using fields = FieldList<flex_bytes_lo, fd_id>;
};

// The answer to a filter program: told from a frame's write-back by its length word.
enum class RxProgramId : std::uint8_t {
    fd_filter_status = 1,
    fcoe_ctxt_prog_status = 2,
    fcoe_ctxt_invl_status = 4,
};

struct RxProgramStatus0 {
    using raw = std::uint64_t;
    static constexpr Bits<RxProgramStatus0, 32, 32> fd_id{};
    using fields = FieldList<fd_id>;
};

struct RxProgramStatus1 {
    using raw = std::uint64_t;
    // What `length` holds in this form, and in no other.
    static constexpr std::uint32_t length_value = 0x2000000;
    static constexpr Flag<RxProgramStatus1, 0> dd{};
    static constexpr Field<RxProgramStatus1, 2, 3, RxProgramId> progid{};
    static constexpr Flag<RxProgramStatus1, 19> fd_tbl_full{};
    static constexpr Flag<RxProgramStatus1, 20> no_fd_entry{};  // nothing to remove
    static constexpr Bits<RxProgramStatus1, 38, 26> length{};
    using fields = FieldList<dd, progid, fd_tbl_full, no_fd_entry, length>;
    // All error bits at once.
    static constexpr Bits<RxProgramStatus1, 19, 6> error{};
};

[[nodiscard]] constexpr bool is_program_status(std::uint64_t qword1) noexcept {
    return Word<RxProgramStatus1>{qword1}[RxProgramStatus1::length] ==
           RxProgramStatus1::length_value;
}

}  // namespace sluice::i40e::hw
