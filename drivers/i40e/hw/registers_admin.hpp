// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Registers of the admin queues: ATQ carries commands to firmware, ARQ events from it.
// Both queues share their layouts.

#include <array>
#include <cstdint>

#include "core/base/field.hpp"
#include "core/base/register.hpp"
#include "drivers/i40e/hw/register_layouts.hpp"

namespace sluice::i40e::hw {

struct AqLen {
    using raw = std::uint32_t;
    static constexpr Bits<AqLen, 0, 10> len{};  // descriptors
    static constexpr Flag<AqLen, 28> vfe{};     // VF error
    static constexpr Flag<AqLen, 29> ovfl{};    // no descriptor for an event
    static constexpr Flag<AqLen, 30> crit{};    // critical error
    static constexpr Flag<AqLen, 31> enable{};
    using fields = FieldList<len, vfe, ovfl, crit, enable>;
};

struct AqHead {
    using raw = std::uint32_t;
    static constexpr Bits<AqHead, 0, 10> head{};
    using fields = FieldList<head>;
};

struct AqTail {
    using raw = std::uint32_t;
    static constexpr Bits<AqTail, 0, 10> tail{};
    using fields = FieldList<tail>;
};

namespace regs {

inline constexpr SingleRegister<Plain32> PF_ATQBAL{"PF_ATQBAL", 0x80000, rw, empr};
inline constexpr SingleRegister<Plain32> PF_ATQBAH{"PF_ATQBAH", 0x80100, rw, empr};
inline constexpr SingleRegister<AqLen> PF_ATQLEN{"PF_ATQLEN", 0x80200, rw, empr};
// Next command the device will complete.
inline constexpr SingleRegister<AqHead> PF_ATQH{"PF_ATQH", 0x80300, rw, empr};
// First index the driver has not filled.
inline constexpr SingleRegister<AqTail> PF_ATQT{"PF_ATQT", 0x80400, rw, empr};
inline constexpr SingleRegister<Plain32> PF_ARQBAL{"PF_ARQBAL", 0x80080, rw, empr};
inline constexpr SingleRegister<Plain32> PF_ARQBAH{"PF_ARQBAH", 0x80180, rw, empr};
inline constexpr SingleRegister<AqLen> PF_ARQLEN{"PF_ARQLEN", 0x80280, rw, empr};
// Next event the device will deliver.
inline constexpr SingleRegister<AqHead> PF_ARQH{"PF_ARQH", 0x80380, rw, empr};
// Last buffer the driver has posted.
inline constexpr SingleRegister<AqTail> PF_ARQT{"PF_ARQT", 0x80480, rw, empr};
// The global twin of PF_ATQLEN.
inline constexpr SingleRegister<AqLen> GL_ATQLEN{"GL_ATQLEN", 0x80240, rw, empr};

inline constexpr std::array admin_registers{
    PF_ATQBAL.info, PF_ATQBAH.info, PF_ATQLEN.info, PF_ATQH.info, PF_ATQT.info,  PF_ARQBAL.info,
    PF_ARQBAH.info, PF_ARQLEN.info, PF_ARQH.info,   PF_ARQT.info, GL_ATQLEN.info};

}  // namespace regs

}  // namespace sluice::i40e::hw
