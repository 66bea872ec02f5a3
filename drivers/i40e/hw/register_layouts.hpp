// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Layouts and value names that registers of several areas share.
//
// Register names and fields are the datasheet's; offsets, reset scopes and fields are those on
// which Linux's and DPDK's i40e register headers agree.

#include <cstdint>

#include "core/base/field.hpp"
#include "core/base/register.hpp"

namespace sluice::i40e::hw {

// One 32-bit number: half an address, a counter, a bitmap, a key word.
struct Plain32 {
    using raw = std::uint32_t;
    static constexpr Bits<Plain32, 0, 32> value{};
    using fields = FieldList<value>;
};

// One 64-bit number in two neighbouring dwords, low first.
struct Plain64 {
    using raw = std::uint64_t;
    static constexpr Field<Plain64, 0, 64> value{};
    using fields = FieldList<value>;
};

// A 48-bit statistic: the datasheet's ...L register and the ...H register four bytes after it,
// read together so that the halves belong to each other. The name is that of the low half.
struct Counter48 {
    using raw = std::uint64_t;
    static constexpr Field<Counter48, 0, 48> count{};
    using fields = FieldList<count>;
};

// Which reset the device saw last.
enum class ResetType : std::uint8_t { por = 0, corer = 1, globr = 2, empr = 3 };

// Which kind of queue stands next in a vector's list of causes.
enum class QueueType : std::uint8_t { rx = 0, tx = 1, pe_ceq = 2 };

// Ends a vector's list of causes; for every FIRSTQ_INDX and NEXTQ_INDX field.
inline constexpr std::uint32_t queue_list_end = 0x7FF;

// Which of a vector's three throttling intervals a cause uses, or a write sets.
enum class ItrIndex : std::uint8_t { rx = 0, tx = 1, sw = 2, none = 3 };

// Units of every throttling interval.
inline constexpr unsigned itr_unit_ns = 2000;

// Whose queue a transmit queue is.
enum class QueueOwner : std::uint8_t { vf = 0, vm = 1, pf = 2 };

// PRTMAC_LINKSTA's link speed. The code of 40G also stands for 25G.
enum class LinkstaSpeed : std::uint8_t { m100 = 0, g1 = 1, g10 = 2, g40 = 3, g20 = 4 };

namespace regs {
using enum Access;
using enum ResetScope;
}  // namespace regs

}  // namespace sluice::i40e::hw
