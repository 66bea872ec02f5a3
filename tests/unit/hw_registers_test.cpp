// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <vector>

#include "drivers/i40e/hw/ids.hpp"
#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/hw/registers.hpp"
#include "tests/support/catch.hpp"

using namespace sluice;
using namespace sluice::i40e::hw;

namespace {

using Single = SingleRegister<Plain32>;
using Array = RegisterArray<Plain32>;
using Table = RegisterTable<Plain32>;

constexpr RegisterInfo one(std::string_view name, std::uint32_t at) {
    return Single{name, at, Access::rw, ResetScope::pfr}.info;
}
constexpr RegisterInfo many(std::string_view name, std::uint32_t at, std::uint32_t stride,
                            std::uint32_t count) {
    return Array{name, at, stride, count, Access::rw, ResetScope::pfr}.info;
}

template <class W, class F>
concept reads = requires(W word, F field) { word[field]; };
template <class W, class F>
concept writes = requires(W word, F field) { word.with(field, typename F::type{}); };

template <std::uint32_t Index>
concept is_receive_queue =
    requires { typename std::integral_constant<std::uint32_t, regs::QRX_ENA(Index).offset>; };
template <std::uint32_t Index, std::uint32_t Vector>
concept is_interval = requires {
    typename std::integral_constant<std::uint32_t, regs::PFINT_ITRN(Index, Vector).offset>;
};

// What does not compile, asked where the answer may be no.
static_assert(reads<Word<QrxEna>, decltype(QrxEna::qena_req)>);
static_assert(!reads<Word<QrxEna>, decltype(QrxTail::tail)>);
static_assert(!writes<Word<PfgenCtrl>, decltype(QrxEna::qena_req)>);
static_assert(is_receive_queue<1535> && !is_receive_queue<1536>);
static_assert(is_interval<2, 511> && !is_interval<3, 0> && !is_interval<0, 512>);

struct Overlapping {
    using raw = std::uint32_t;
    static constexpr Bits<Overlapping, 0, 4> low{};
    static constexpr Bits<Overlapping, 3, 4> high{};
    using fields = FieldList<low, high>;
};
struct PastTheEnd {
    using raw = std::uint32_t;
    static constexpr Bits<PastTheEnd, 28, 5> last{};
    using fields = FieldList<last>;
};
static_assert(!sluice::detail::is_sound<Overlapping>());
static_assert(!sluice::detail::is_sound<PastTheEnd>());

}  // namespace

TEST_CASE("registers stand where the datasheet puts them", "[hw]") {
    CHECK(regs::PFGEN_CTRL.offset == 0x92400);
    CHECK(regs::PF_ATQLEN.offset == 0x80200);
    CHECK(regs::QRX_ENA(0).offset == 0x120000);
    CHECK(regs::QRX_ENA(1535).offset == 0x1217FC);
    CHECK(regs::QTX_TAIL(7).offset == 0x10801C);
    CHECK(regs::PFINT_ITRN(2, 511).offset == 0x317FC);
    CHECK(regs::PFQF_HKEY(12).offset == 0x244E00);
    CHECK(regs::GLPRT_PXONRXC(3, 7).offset == 0x300278);
    CHECK(regs::PRTQF_FD_INSET(63, 1).offset == 0x250FE0);
    CHECK(regs::GLQF_HASH_INSET(1, 63).offset == 0x2677FC);
}

TEST_CASE("a register's value is written as its fields", "[hw]") {
    CHECK(Word<QrxEna>{}.with(QrxEna::qena_req, true).raw == 0x1);
    CHECK(Word<QrxEna>{0x4}[QrxEna::qena_stat]);
    CHECK(Word<AqLen>{}.with(AqLen::len, 256).with(AqLen::enable, true).raw == 0x8000'0100);
    CHECK(Word<QtxCtl>{}
              .with(QtxCtl::pfvf_q, QueueOwner::pf)
              .with(QtxCtl::pf_indx, 3)
              .with(QtxCtl::vfvm_indx, 0x101)
              .raw == 0x808E);
    CHECK(Word<PfintDynCtl>{}
              .with(PfintDynCtl::intena, true)
              .with(PfintDynCtl::clearpba, true)
              .with(PfintDynCtl::itr_indx, ItrIndex::none)
              .raw == 0x1B);
    CHECK(Word<IntLnklst>{}.with(IntLnklst::firstq_indx, queue_list_end).raw == 0x7FF);
    CHECK(Word<Counter48>{0xFFFF'8765'4321'0000}[Counter48::count] == 0x8765'4321'0000);
}

TEST_CASE("the register list carries names, access, reset scope and fields", "[hw]") {
    const auto find = [](std::string_view name) {
        const auto at = std::ranges::find(regs::all, name, &RegisterInfo::name);
        REQUIRE(at != regs::all.end());
        return *at;
    };
    const RegisterInfo enable = find("QRX_ENA");
    CHECK(enable.count == 1536);
    CHECK(enable.stride == 4);
    CHECK(enable.access == Access::rw);
    CHECK(enable.reset == ResetScope::pfr);
    REQUIRE(enable.fields.size() == 3);
    CHECK(enable.fields[2].name == "qena_stat");
    CHECK(enable.fields[2].mask() == 0x4);
    CHECK(enable.defined_bits() == 0x7);
    CHECK(find("PFINT_ICR0").access == Access::rc);
    CHECK(find("GL_MDET_RX").access == Access::w1c);
    CHECK(find("PFHMC_SDCMD").access == Access::wo);
    CHECK(find("GLV_GORCL").access == Access::ro);
    CHECK(find("GLV_GORCL").width_bytes == 8);
}

TEST_CASE("the check of a register list refuses what cannot be", "[hw]") {
    const auto holds = [](std::vector<RegisterInfo> list) { return is_consistent(list); };
    CHECK(holds({one("A", 0x100), one("B", 0x104)}));
    CHECK_FALSE(holds({one("A", 0x100), one("A", 0x104)}));
    CHECK_FALSE(holds({one("A", 0x100), one("B", 0x100)}));
    CHECK_FALSE(holds({one("A", 0x102)}));
    CHECK_FALSE(holds({many("A", 0x100, 6, 2)}));
    CHECK_FALSE(holds({one("A", register_bar_bytes)}));
    CHECK_FALSE(holds({many("A", register_bar_bytes - 8, 4, 3)}));
    CHECK_FALSE(holds({many("A", 0x100, 0, 2)}));
    SECTION("families may interleave as long as they share no word") {
        CHECK(holds({many("A", 0x100, 128, 4), many("B", 0x104, 128, 4), one("C", 0x188)}));
        CHECK_FALSE(holds({many("A", 0x100, 128, 4), one("B", 0x180)}));
        CHECK_FALSE(holds({many("A", 0x100, 8, 64), many("B", 0x1F4, 4, 2)}));
    }
    SECTION("a table's rows and columns keep apart") {
        const auto table = [&](std::uint32_t stride, std::uint32_t minor_stride) {
            return holds(
                {Table{"A", 0, stride, 4, minor_stride, 8, Access::rw, ResetScope::pfr}.info});
        };
        CHECK(table(8, 32));
        CHECK(table(32, 4));
        CHECK_FALSE(table(8, 16));
        CHECK_FALSE(table(4, 4));
    }
    SECTION("a wide register covers two words") {
        const SingleRegister<Counter48> wide{"A", 0x100, Access::ro, ResetScope::corer};
        CHECK(holds({wide.info, one("B", 0x108)}));
        CHECK_FALSE(holds({wide.info, one("B", 0x104)}));
    }
}

TEST_CASE("a device of the family is known by its ids", "[hw]") {
    CHECK(device_name(0x8086, 0x1583) == "XL710 40G QSFP+");
    CHECK(device_name(0x8086, 0x158B) == "XXV710 25G SFP28");
    CHECK(device_name(0x8086, 0x1521).empty());
    CHECK(device_name(0x15B3, 0x1583).empty());
}

TEST_CASE("ring sizes are 64 to 8160 in steps of 32", "[hw]") {
    CHECK(is_ring_size(64));
    CHECK(is_ring_size(8160));
    CHECK(is_ring_size(4096));
    CHECK_FALSE(is_ring_size(32));
    CHECK_FALSE(is_ring_size(8192));
    CHECK_FALSE(is_ring_size(100));
    CHECK_FALSE(is_ring_size(0));
}
