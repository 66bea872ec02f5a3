// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Typed bit fields, for registers, descriptors, admin commands and queue contexts.
//
//   struct QrxEna {                                   one struct per layout
//       using raw = std::uint32_t;                    ... or std::uint64_t, or BitString<32>
//       static constexpr Field<QrxEna, 0, 1, bool> qena_req{};
//       static constexpr Flag<QrxEna, 2> qena_stat{}; the same, shorter
//       using fields = FieldList<qena_req, qena_stat>;
//   };
//   Word<QrxEna> word;  word.with(QrxEna::qena_req, true)[QrxEna::qena_req] == true
//
// A field of another layout, a bool wider than a bit or a field past the layout's end does not
// compile. A layout that lists its fields gets overlaps refused wherever it is used, and the
// fields' names and places in `fields::info`, for dumps and traces. Fields that overlap on
// purpose are declared but left out of the list.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/base/check.hpp"

namespace sluice {

// A layout wider than a machine word: little-endian bytes, bit n is bit n % 8 of byte n / 8.
template <std::size_t Bytes>
using BitString = std::array<std::byte, Bytes>;

namespace detail {

template <class Raw>
inline constexpr unsigned bits_of = sizeof(Raw) * 8;

constexpr std::uint64_t low_mask(unsigned width) noexcept {
    return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

template <class Raw>
constexpr std::uint64_t extract(const Raw& raw, unsigned lsb, unsigned width) noexcept {
    if constexpr (std::unsigned_integral<Raw>) {
        return (std::uint64_t{raw} >> lsb) & low_mask(width);
    } else {
        std::uint64_t value = 0;
        for (unsigned bit = 0; bit < width; ++bit) {
            const unsigned at = lsb + bit;
            const auto byte = std::to_integer<std::uint64_t>(raw[at / 8]);
            value |= ((byte >> (at % 8)) & 1) << bit;
        }
        return value;
    }
}

template <class Raw>
constexpr Raw insert(Raw raw, unsigned lsb, unsigned width, std::uint64_t value) noexcept {
    if constexpr (std::unsigned_integral<Raw>) {
        const std::uint64_t mask = low_mask(width) << lsb;
        return static_cast<Raw>((raw & ~mask) | ((value << lsb) & mask));
    } else {
        for (unsigned bit = 0; bit < width; ++bit) {
            const unsigned at = lsb + bit;
            const auto mask = static_cast<std::byte>(1u << (at % 8));
            if ((value >> bit) & 1)
                raw[at / 8] |= mask;
            else
                raw[at / 8] &= ~mask;
        }
        return raw;
    }
}

}  // namespace detail

// Bits [Lsb, Lsb + Width) of Layout, read and written as Type (an unsigned integer, bool or enum).
// Layout may still be incomplete where the field is declared inside it; its width is checked by
// Word when the field is used.
template <class Layout, unsigned Lsb, unsigned Width, class Type = std::uint64_t>
struct Field {
    static_assert(Width >= 1 && Width <= 64, "a field is 1 to 64 bits wide");
    static_assert(!std::same_as<Type, bool> || Width == 1, "a bool field is one bit wide");
    static_assert(Width <= sizeof(Type) * 8, "the field's type is too narrow for its width");
    using layout = Layout;
    using type = Type;
    static constexpr unsigned lsb = Lsb;
    static constexpr unsigned width = Width;
    static constexpr std::uint64_t max = detail::low_mask(Width);
};

template <class Layout, unsigned Lsb>
using Flag = Field<Layout, Lsb, 1, bool>;

template <class Layout, unsigned Lsb, unsigned Width>
using Bits = Field<Layout, Lsb, Width, std::uint32_t>;

template <class F, class Layout>
concept FieldOf = std::same_as<typename F::layout, Layout>;

// True when no two of the fields share a bit; for static_assert beside a layout.
template <class... Fields>
consteval bool disjoint(Fields...) {
    struct Range {
        unsigned lsb, end;
    };
    const std::array<Range, sizeof...(Fields)> ranges{
        Range{Fields::lsb, Fields::lsb + Fields::width}...};
    for (std::size_t a = 0; a < ranges.size(); ++a)
        for (std::size_t b = a + 1; b < ranges.size(); ++b)
            if (ranges[a].lsb < ranges[b].end && ranges[b].lsb < ranges[a].end) return false;
    return true;
}

// One field of a layout as data.
struct FieldInfo {
    std::string_view name;
    unsigned lsb;
    unsigned width;
    [[nodiscard]] constexpr std::uint64_t mask() const { return detail::low_mask(width) << lsb; }
};

namespace detail {

// The last identifier of F's qualified name, as the compiler spells it: "pfswr". Both g++ and
// clang write "F = sluice::PfgenCtrl::pfswr" followed by a bracket or a semicolon.
template <auto& F>
consteval std::string_view name_of() {
    const std::string_view text = __PRETTY_FUNCTION__;
    const std::string_view qualified = text.substr(0, text.find_first_of("];", text.find("F = ")));
    return qualified.substr(qualified.rfind(':') + 1);
}

}  // namespace detail

// The fields of a layout, in the order in which a dump shows them.
template <auto&... Fields>
struct FieldList {
    static constexpr std::array<FieldInfo, sizeof...(Fields)> info{
        FieldInfo{detail::name_of<Fields>(), Fields.lsb, Fields.width}...};
    static constexpr bool disjoint = sluice::disjoint(Fields...);
    static constexpr unsigned end = [] {
        unsigned last = 0;
        for (const FieldInfo& field : info) last = std::max(last, field.lsb + field.width);
        return last;
    }();
};

template <class Layout>
concept ListsFields = requires { Layout::fields::info; };

// The fields a layout lists; none where it lists none.
template <class Layout>
constexpr std::span<const FieldInfo> fields_of() {
    if constexpr (ListsFields<Layout>)
        return Layout::fields::info;
    else
        return {};
}

namespace detail {

template <class Layout>
consteval bool is_sound() {
    if constexpr (ListsFields<Layout>)
        return Layout::fields::disjoint && Layout::fields::end <= bits_of<typename Layout::raw>;
    else
        return true;
}

}  // namespace detail

// A value of a layout. Trivially copyable, exactly as large as its raw type.
template <class Layout>
struct Word {
    using raw_type = typename Layout::raw;
    static_assert(detail::is_sound<Layout>(), "fields of one layout overlap or lie past its end");
    raw_type raw{};

    template <FieldOf<Layout> F>
    [[nodiscard]] constexpr typename F::type operator[](F) const noexcept {
        static_assert(F::lsb + F::width <= detail::bits_of<raw_type>, "field past the layout");
        return static_cast<typename F::type>(detail::extract(raw, F::lsb, F::width));
    }

    // The same word with one field changed. A value that does not fit aborts: it is a bug of the
    // caller, never input.
    template <FieldOf<Layout> F>
    [[nodiscard]] constexpr Word with(F, typename F::type value) const noexcept {
        static_assert(F::lsb + F::width <= detail::bits_of<raw_type>, "field past the layout");
        const auto bits = static_cast<std::uint64_t>(value);
        check(bits <= F::max, "a value does not fit its field");
        return Word{detail::insert(raw, F::lsb, F::width, bits)};
    }

    friend constexpr bool operator==(const Word&, const Word&) = default;
};

}  // namespace sluice
