// SPDX-License-Identifier: BSD-3-Clause

#include "core/base/field.hpp"
#include "core/base/register.hpp"
#include "tests/support/catch.hpp"

using namespace sluice;

namespace {

struct Control {
    using raw = std::uint32_t;
    static constexpr Field<Control, 0, 1, bool> start{};
    static constexpr Field<Control, 4, 12, std::uint16_t> index{};
    static constexpr Field<Control, 31, 1, bool> valid{};
};
static_assert(disjoint(Control::start, Control::index, Control::valid));
static_assert(!disjoint(Control::index, Field<Control, 15, 2>{}));
static_assert(sizeof(Word<Control>) == 4 && std::is_trivially_copyable_v<Word<Control>>);

struct Context {
    using raw = BitString<16>;
    static constexpr Field<Context, 32, 57> base{};
    static constexpr Field<Context, 89, 13, std::uint16_t> length{};
};

}  // namespace

TEST_CASE("a field is read back and leaves its neighbours alone", "[field]") {
    constexpr auto word = Word<Control>{0x8000'000f}.with(Control::index, std::uint16_t{0xabc});
    STATIC_REQUIRE(word.raw == 0x8000'abcf);
    STATIC_REQUIRE(word[Control::index] == 0xabc);
    STATIC_REQUIRE(word[Control::valid]);
    CHECK_FALSE(word.with(Control::start, false)[Control::start]);
}

TEST_CASE("a field may cross the bytes and words of a bit string", "[field]") {
    const auto context = Word<Context>{}
                             .with(Context::base, 0x1ff'ffff'ffff'ffffu)
                             .with(Context::length, std::uint16_t{0x1234});
    CHECK(context[Context::base] == 0x1ff'ffff'ffff'ffffu);
    CHECK(context[Context::length] == 0x1234);
    CHECK(std::to_integer<int>(context.raw[3]) == 0);
    CHECK(std::to_integer<int>(context.raw[4]) == 0xff);
    CHECK(std::to_integer<int>(context.raw[11]) == 0x69);  // 0x1234 << 1 | top bit of base
    CHECK(std::to_integer<int>(context.raw[12]) == 0x24);
}

TEST_CASE("a register family knows the offset of each member", "[register]") {
    constexpr RegisterArray<Control> queues{"Q", 0x1000, 4, 16, Access::rw, ResetScope::pfr};
    constexpr RegisterTable<Control> table{"T", 0x2000, 0x800,      3,
                                           4,   512,    Access::rw, ResetScope::pfr};
    STATIC_REQUIRE(queues(15).offset == 0x103c);
    STATIC_REQUIRE(table(2, 511).offset == 0x2000 + 2 * 0x800 + 511 * 4);
    STATIC_REQUIRE(table.info.last_byte() == 0x37ff);
}
