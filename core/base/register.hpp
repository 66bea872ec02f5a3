// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Registers as values: where one stands in its BAR, how wide it is, who may touch it and which
// reset clears it. The register list built from these feeds the driver, the register dump, the
// write trace and the simulated device's access rules.

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/check.hpp"
#include "core/base/field.hpp"

namespace sluice {

enum class Access : std::uint8_t {
    rw,   // read and write
    ro,   // writes are a driver's mistake
    wo,   // command register, reads as the last value written
    w1c,  // a written one clears the bit
    rc,   // reading clears
};

// The narrowest reset that returns a register to its power-on value; each wider one does too.
enum class ResetScope : std::uint8_t { vfr, pfr, corer, globr, empr, pcir, por };

// One register. Offsets are bytes from the start of the BAR.
template <class Layout>
struct Register {
    using layout = Layout;
    static_assert(detail::is_sound<Layout>(), "fields of one layout overlap or lie past its end");
    std::uint32_t offset;
};

// A register, or a family of registers with one or two indices. `minor` is the inner index.
struct RegisterInfo {
    std::string_view name;
    std::uint32_t base;
    std::uint32_t width_bytes;
    Access access;
    ResetScope reset;
    std::uint32_t count = 1;
    std::uint32_t stride = 0;
    std::uint32_t minor_count = 1;
    std::uint32_t minor_stride = 0;
    std::span<const FieldInfo> fields{};

    [[nodiscard]] constexpr std::uint32_t offset(std::uint32_t index,
                                                 std::uint32_t minor = 0) const {
        return base + index * stride + minor * minor_stride;
    }
    [[nodiscard]] constexpr std::uint32_t last_byte() const {
        return offset(count - 1, minor_count - 1) + width_bytes - 1;
    }
    // The bits that some field covers; the others are reserved.
    [[nodiscard]] constexpr std::uint64_t defined_bits() const {
        std::uint64_t bits = 0;
        for (const FieldInfo& field : fields) bits |= field.mask();
        return bits;
    }
};

// PFGEN_CTRL: is a Register, so that bar.read(regs::PFGEN_CTRL) finds its layout.
template <class Layout>
struct SingleRegister : Register<Layout> {
    RegisterInfo info;
    constexpr SingleRegister(std::string_view name, std::uint32_t base, Access access,
                             ResetScope reset)
        : Register<Layout>{base},
          info{.name = name,
               .base = base,
               .width_bytes = sizeof(typename Layout::raw),
               .access = access,
               .reset = reset,
               .fields = fields_of<Layout>()} {}
    [[nodiscard]] constexpr Register<Layout> operator()() const { return *this; }
};

// QRX_ENA(queue): an index past the array does not compile in a constant expression and aborts
// elsewhere.
template <class Layout>
struct RegisterArray {
    RegisterInfo info;
    constexpr RegisterArray(std::string_view name, std::uint32_t base, std::uint32_t stride,
                            std::uint32_t count, Access access, ResetScope reset)
        : info{.name = name,
               .base = base,
               .width_bytes = sizeof(typename Layout::raw),
               .access = access,
               .reset = reset,
               .count = count,
               .stride = stride,
               .fields = fields_of<Layout>()} {}
    [[nodiscard]] constexpr Register<Layout> operator()(std::uint32_t index) const {
        check(index < info.count, "register index past its array");
        return {info.offset(index)};
    }
};

// PFINT_ITRN(index, vector): two indices, in the datasheet's order.
template <class Layout>
struct RegisterTable {
    RegisterInfo info;
    constexpr RegisterTable(std::string_view name, std::uint32_t base, std::uint32_t stride,
                            std::uint32_t count, std::uint32_t minor_stride,
                            std::uint32_t minor_count, Access access, ResetScope reset)
        : info{.name = name,
               .base = base,
               .width_bytes = sizeof(typename Layout::raw),
               .access = access,
               .reset = reset,
               .count = count,
               .stride = stride,
               .minor_count = minor_count,
               .minor_stride = minor_stride,
               .fields = fields_of<Layout>()} {}
    [[nodiscard]] constexpr Register<Layout> operator()(std::uint32_t index,
                                                        std::uint32_t minor) const {
        check(index < info.count && minor < info.minor_count, "register index past its table");
        return {info.offset(index, minor)};
    }
};

}  // namespace sluice
