// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The admin queue's descriptor: 32 bytes, four words that every command shares and 16 bytes whose
// meaning is the command's own (admin_commands_*.hpp). A command or reply larger than 16 bytes
// stands in a buffer whose address is in the last eight of them.

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "core/base/byte_order.hpp"
#include "core/base/field.hpp"
#include "drivers/i40e/hw/admin_opcodes.hpp"

namespace sluice::i40e::hw {

struct AdminFlags {
    using raw = std::uint16_t;
    // Set by the device.
    static constexpr Flag<AdminFlags, 0> dd{};   // descriptor done
    static constexpr Flag<AdminFlags, 1> cmp{};  // completion
    static constexpr Flag<AdminFlags, 2> err{};  // error
    static constexpr Flag<AdminFlags, 3> vfe{};  // VF error
    // Set by the driver.
    static constexpr Flag<AdminFlags, 9> lb{};    // buffer larger than 512 bytes
    static constexpr Flag<AdminFlags, 10> rd{};   // the device reads the buffer
    static constexpr Flag<AdminFlags, 11> vfc{};  // command of a VF
    static constexpr Flag<AdminFlags, 12> buf{};  // a buffer is attached
    static constexpr Flag<AdminFlags, 13> si{};   // no interrupt on completion
    static constexpr Flag<AdminFlags, 14> ei{};   // interrupt on error
    static constexpr Flag<AdminFlags, 15> fe{};   // flush the queue on error
    using fields = FieldList<dd, cmp, err, vfe, lb, rd, vfc, buf, si, ei, fe>;
};

// Parameters, completion or buffer layout of a command.
template <class T>
concept AdminParams = std::is_trivially_copyable_v<T> && sizeof(T) == 16;

// A command's parameters: they know their opcode.
template <class T>
concept AdminCommand = AdminParams<T> && requires {
    { T::opcode } -> std::convertible_to<Opcode>;
};

struct AdminDescriptor {
    le16 flags{};  // Word<AdminFlags>
    le16 opcode{};
    le16 datalen{};  // bytes of the buffer; on completion, bytes returned
    le16 retval{};   // ReturnCode in the low byte
    le32 cookie_high{};
    le32 cookie_low{};
    std::array<std::byte, 16> params{};

    template <AdminParams Params>
    [[nodiscard]] constexpr Params params_as() const noexcept {
        return std::bit_cast<Params>(params);
    }
    template <AdminParams Params>
    constexpr void set_params(const Params& value) noexcept {
        params = std::bit_cast<std::array<std::byte, 16>>(value);
    }
};
static_assert(sizeof(AdminDescriptor) == 32 && std::is_trivially_copyable_v<AdminDescriptor>);

// The parameters as every direct command could be read, and as every indirect one can.
struct AdminParamsDirect {
    le32 param0{};
    le32 param1{};
    le32 param2{};
    le32 param3{};
};
struct AdminParamsIndirect {
    le32 param0{};
    le32 param1{};
    le32 addr_high{};  // of the buffer
    le32 addr_low{};

    [[nodiscard]] constexpr std::uint64_t address() const noexcept {
        return std::uint64_t{addr_high.value()} << 32 | addr_low.value();
    }
};
static_assert(AdminParams<AdminParamsDirect> && AdminParams<AdminParamsIndirect>);

// What firmware answers, in the low byte of `retval`.
enum class ReturnCode : std::uint8_t {
    ok = 0,
    eperm = 1,
    enoent = 2,
    esrch = 3,
    eintr = 4,
    eio = 5,
    enxio = 6,
    e2big = 7,
    eagain = 8,
    enomem = 9,
    eacces = 10,
    efault = 11,
    ebusy = 12,
    eexist = 13,
    einval = 14,
    enotty = 15,
    enospc = 16,
    enosys = 17,
    erange = 18,
    eflushed = 19,
    bad_addr = 20,
    emode = 21,
    efbig = 22,
};

[[nodiscard]] constexpr ReturnCode return_code(std::uint16_t retval) noexcept {
    return static_cast<ReturnCode>(retval & 0xFF);
}

[[nodiscard]] constexpr std::string_view text(ReturnCode code) noexcept {
    constexpr std::array<std::string_view, 23> texts{
        "OK",
        "EPERM: not permitted",
        "ENOENT: no such element",
        "ESRCH: unknown opcode",
        "EINTR: interrupted",
        "EIO: input or output failed",
        "ENXIO: no such resource",
        "E2BIG: argument too long",
        "EAGAIN: try again",
        "ENOMEM: buffer too small or out of memory",
        "EACCES: access denied",
        "EFAULT: bad address",
        "EBUSY: resource busy",
        "EEXIST: exists already",
        "EINVAL: invalid argument",
        "ENOTTY: not a terminal",
        "ENOSPC: no space left",
        "ENOSYS: not implemented",
        "ERANGE: out of range",
        "EFLUSHED: flushed by an error before it",
        "BAD_ADDR: bad address in the descriptor",
        "EMODE: not allowed in this mode",
        "EFBIG: file too large",
    };
    const auto number = static_cast<std::size_t>(code);
    return number < texts.size() ? texts[number] : "unknown return code";
}

}  // namespace sluice::i40e::hw
