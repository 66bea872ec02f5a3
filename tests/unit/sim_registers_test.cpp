// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>

#include "core/base/error.hpp"
#include "tests/unit/sim_rig.hpp"

namespace sluice::i40e::sim::tests {

namespace {

constexpr std::uint64_t pfgen_ctrl = 0x92400;
constexpr std::uint64_t glgen_rstat = 0xB8188;
constexpr std::uint64_t glgen_rtrig = 0xB8190;
constexpr std::uint64_t glnvm_uld = 0xB6008;
constexpr std::uint64_t srctl = 0xB6110;
constexpr std::uint64_t srdata = 0xB6114;

void acquire_nvm(Rig& rig) {
    REQUIRE(rig.admin(0x0008, Params().u16(1).u16(1).u32(3000)).code() == 0);
}

std::uint32_t shadow_ram_word(Rig& rig, unsigned word) {
    REQUIRE((rig.read(srctl) & 0x80000000u) != 0);
    rig.write(srctl, word << 14 | 0x40000000u);
    REQUIRE((rig.read(srctl) & 0x80000000u) != 0);
    return rig.read(srdata) >> 16;
}

}  // namespace

TEST_CASE("after power on the registers read what drivers need", "[sim][registers]") {
    Rig rig;
    CHECK(rig.read(glgen_rstat) == 0);
    CHECK(rig.read(0xB8180) == 1);             // reset delay, 100 ms
    CHECK(rig.read(glnvm_uld) == 0x18);        // core and global loaded
    CHECK(rig.read(0x83048) == 0);             // firmware is not in recovery mode
    CHECK(rig.read(0xB6108) == 0x40);          // NVM locked: not blank
    CHECK(rig.read(0xB6100) == (1 | 2 << 5));  // NVM there, 4 KB of shadow RAM
    CHECK(rig.read(srctl) == 0x80000000u);
    CHECK(rig.read(0xBE4A8) == 0);                     // no ARI
    CHECK(rig.read(0xBE494) == (129 << 2 | 5 << 13));  // vectors
    CHECK(rig.read(0x9C000) == 0);                     // function 0
    CHECK(rig.read(0x1C0480) == 0);                    // port 0
    CHECK(rig.read(0x1C0400) == (127u << 16 | 0x80000000u));
    CHECK(rig.read(0x1C0500) == 0);
    CHECK(rig.read(0x1C0AB4) == 1);
    CHECK(rig.read(0xC2004) == 7);
    CHECK(rig.read(0xC200C) == 5);
    CHECK(rig.read(0xC2008) == 1536);
    CHECK(rig.read(0xC20D0) >= 1536);
    CHECK(rig.read(0x1E2140) >> 16 == 0x2600);
    CHECK(rig.read(0x1E2420) == 0x58000080u);  // link up at 40 Gb/s
    CHECK((rig.read(0x1E24E0) & 1u << 17) == 0);
    CHECK((rig.read(0x1E4200) >> 8 & 0xf) == 0xf);  // IEEE 1588 is nobody's
    CHECK(rig.read(0xE6480) == 0);
    rig.expect_no_complaints();
}

TEST_CASE("the BARs have the sizes of silicon and only doorbell pages are mappable",
          "[sim][registers]") {
    Rig rig;
    const auto bar0 = rig.device().region(vfio::Region::bar0);
    CHECK(bar0.bytes == 8 << 20);
    REQUIRE(bar0.mappable.size() == 2);
    CHECK(bar0.mappable[0].offset == 0x108000);
    CHECK(bar0.mappable[0].bytes == 0x2000);
    CHECK(bar0.mappable[1].offset == 0x128000);
    CHECK(rig.device().region(vfio::Region::bar3).bytes == 32 << 10);
    CHECK(rig.device().region(vfio::Region::bar3).mappable.empty());
    CHECK(rig.device().region(vfio::Region::bar1).bytes == 0);
    CHECK(rig.device().interrupt_count() == 129);
}

TEST_CASE("an access where no register is gets a complaint", "[sim][registers]") {
    Rig rig;
    CHECK(rig.read(0x4) == 0);
    rig.expect_complaint("read of 0x4, where no register is");
    rig.write(0x7FFFFC, 1);
    rig.expect_complaint("write to 0x7ffffc, where no register is");
}

TEST_CASE("a write to a read-only register is refused", "[sim][registers]") {
    Rig rig;
    rig.write(glgen_rstat, 3);
    rig.expect_complaint("write of 0x3 to GLGEN_RSTAT, which is read only");
    CHECK(rig.read(glgen_rstat) == 0);
    rig.write(0x300000, 1);  // a statistic
    rig.expect_complaint("write of 0x1 to GLPRT_GORCL(0), which is read only");
}

TEST_CASE("registers are accessed as a whole", "[sim][registers]") {
    Rig rig;
    std::array<std::byte, 2> half{};
    rig.device().read(vfio::Region::bar0, 0x92402, half);
    rig.expect_complaint("read of 2 bytes at 0x92402 (PFGEN_CTRL): registers are read as a whole");
    std::array<std::byte, 8> two{};
    rig.device().read(vfio::Region::bar0, 0x38780, two);
    rig.expect_complaint("read of 8 bytes at 0x38780 (PFINT_ICR0): registers are read as a whole");
    rig.device().write(vfio::Region::bar0, 0x38800, half);
    rig.expect_complaint(
        "write of 2 bytes at 0x38800 (PFINT_ICR0_ENA): registers are written as 4 bytes");
}

TEST_CASE("reserved bits and queues of others are noticed", "[sim][registers]") {
    Rig rig;
    rig.write(0x38500, 0x8007FF);  // PFINT_LNKLST0
    rig.expect_complaint("write of 0x8007ff to PFINT_LNKLST0 sets reserved bits 0x800000");
    rig.write(0x120000 + 4 * 128, 0);
    rig.expect_complaint("write to QRX_ENA(128): the function has only 128 of them");
    rig.write(0x34800 + 4 * 128, 0);
    rig.expect_complaint("write to PFINT_DYN_CTLN(128): the function has only 128 of them");
    rig.write(0x30000 + 2048 + 4 * 200, 0);
    rig.expect_complaint("write to PFINT_ITRN(1, 200): the function has only 128 of them");
}

TEST_CASE("the microsecond timer runs in simulated time", "[sim][registers]") {
    Rig rig;
    rig.step(3);
    CHECK(rig.read(0x881BC) == 30);
}

TEST_CASE("shadow RAM words are read through the handshake", "[sim][nvm]") {
    Rig rig;
    rig.start_admin_queues();
    acquire_nvm(rig);
    CHECK((shadow_ram_word(rig, 0x00) & 0xC0) == 0x40);
    CHECK(shadow_ram_word(rig, 0x18) >= 0x8000);
    CHECK(shadow_ram_word(rig, 0x1B) == 0xFFFF);
    const unsigned boot = shadow_ram_word(rig, 0x17);
    (void)shadow_ram_word(rig, boot + 0x83);
    (void)shadow_ram_word(rig, boot + 0x84);
    const unsigned settings = shadow_ram_word(rig, 0x48);
    CHECK((shadow_ram_word(rig, settings + 0x2A) & 0x10) == 0);
    const unsigned distance = shadow_ram_word(rig, settings + 0x2B);
    CHECK(shadow_ram_word(rig, settings + 0x2B + distance + 1) == 0);  // LLDP is off
    rig.expect_no_complaints();
}

TEST_CASE("the shadow RAM's checksum holds, for every size", "[sim][nvm]") {
    for (const unsigned kilobytes : {4u, 64u}) {
        Rig rig({.shadow_ram_kb = kilobytes});
        const unsigned log2_kilobytes = rig.read(0xB6100) >> 5 & 7;
        CHECK(1u << log2_kilobytes == kilobytes);
        rig.start_admin_queues();
        acquire_nvm(rig);
        unsigned sum = 0;
        for (unsigned word = 0; word < kilobytes * 512; ++word)
            if (word != 0x3F) sum += shadow_ram_word(rig, word);
        CHECK(((0xBABA - sum) & 0xFFFF) == shadow_ram_word(rig, 0x3F));
        rig.expect_no_complaints();
    }
}

TEST_CASE("the shadow RAM is read under the semaphore only, and inside its size", "[sim][nvm]") {
    Rig rig;
    rig.start_admin_queues();
    (void)shadow_ram_word(rig, 0x18);
    rig.expect_complaint("shadow RAM word 0x18 read without holding the NVM");
    acquire_nvm(rig);
    (void)shadow_ram_word(rig, 0x800);
    rig.expect_complaint("shadow RAM word 0x800 read; there are 0x800");
    rig.write(srctl, 0x60000000u);
    rig.expect_complaint("shadow RAM word 0x0 is to be written, which the model does not do");
}

TEST_CASE("options that no device can have are refused", "[sim]") {
    CHECK_THROWS_AS(Device({.queue_pairs = 0}), Error);
    CHECK_THROWS_AS(Device({.msix_vectors = 1}), Error);
    CHECK_THROWS_AS(Device({.shadow_ram_kb = 5}), Error);
    CHECK_THROWS_AS(Device({.mac = net::broadcast}), Error);
    CHECK_THROWS_AS(Device({.speed = hw::LinkSpeed::g5}), Error);
}

TEST_CASE("a function reset stops all and shows when it is over", "[sim][reset]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue();
    rig.add_filter(net::MacAddress{{2, 2, 2, 2, 2, 2}}, 0, 1);
    rig.write(0x244800, 0xAABBCCDD);  // a word of the hash key: class CORER
    rig.write(0x35000, 0x7FF);        // a vector's list: class PFR
    const unsigned old_seid = rig.main_seid;

    rig.write(pfgen_ctrl, 1);
    CHECK(rig.read(pfgen_ctrl) == 1);
    CHECK(rig.read(0x120000) == 0);
    CHECK(rig.read(0x80200) == 0);
    rig.step();
    CHECK(rig.read(pfgen_ctrl) == 1);
    rig.step(10);
    CHECK(rig.read(pfgen_ctrl) == 0);

    CHECK(rig.read(0x244800) == 0xAABBCCDD);
    CHECK(rig.read(0x128000) == 63);  // QRX_TAIL is of class CORER
    CHECK(rig.read(0x35000) == 0);
    rig.script().send(plain_frame(60));
    rig.step();
    CHECK(ring.word(0, 1) == 0);
    rig.start_admin_queues();
    rig.find_main_vsi();
    CHECK(rig.main_seid == old_seid);
    rig.expect_no_complaints();
}

TEST_CASE("what a function reset is still doing can't be hurried", "[sim][reset]") {
    Rig rig;
    rig.write(pfgen_ctrl, 1);
    rig.write(0x80200, 32 | 0x80000000u);
    rig.expect_complaint("PF_ATQLEN enabled while the function is being reset");
    rig.write(0x120000, 1);
    rig.expect_complaint("receive queue 0 switched on while the function is being reset");
    // What a driver clears before the reset that it is about to ask for does no harm.
    rig.write(0x120000, 0);
    rig.write(0x100000, 0);
    rig.write(0x38800, 0);
    rig.expect_no_complaints();
}

TEST_CASE("wider resets reach further and are counted", "[sim][reset]") {
    struct Kind {
        std::uint32_t trigger;
        unsigned type;
        unsigned count_at;
        bool clears_global;
        bool clears_firmware;
    };
    for (const Kind& kind :
         {Kind{1, 1, 4, false, false}, Kind{2, 2, 6, true, false}, Kind{4, 3, 8, true, true}}) {
        Rig rig;
        rig.write(0x244800, 0xAABBCCDD);  // CORER
        rig.write(0x1E4040, 0x99);        // PRTTSYN_INC_L: GLOBR
        rig.write(0x80000, 0x1000);       // PF_ATQBAL: EMPR
        rig.write(0x88100, 0x40);         // GLGEN_GPIO_CTL(0): POR
        rig.write(glgen_rtrig, kind.trigger);
        CHECK((rig.read(glgen_rstat) & 3) != 0);
        CHECK(rig.read(glnvm_uld) == 0);
        rig.step(1 + 200);
        const std::uint32_t state = rig.read(glgen_rstat);
        CHECK((state & 3) == 0);
        CHECK((state >> 2 & 3) == kind.type);
        CHECK((state >> kind.count_at & 3) == 1);
        CHECK(rig.read(glgen_rtrig) == 0);
        CHECK(rig.read(glnvm_uld) == 0x18);
        CHECK(rig.read(0x244800) == 0);
        CHECK((rig.read(0x1E4040) == 0) == kind.clears_global);
        CHECK((rig.read(0x80000) == 0) == kind.clears_firmware);
        CHECK(rig.read(0x88100) == 0x40);
        CHECK(rig.read(0x1E2420) == 0x58000080u);
        rig.expect_no_complaints();
    }
}

TEST_CASE("a function-level reset is over when it returns", "[sim][reset]") {
    Rig rig;
    (void)rig.start_one_queue();
    rig.device().reset();
    CHECK(rig.read(pfgen_ctrl) == 0);
    CHECK(rig.read(0x120000) == 0);
    CHECK(rig.read(0x80200) == 0);
    rig.start_admin_queues();
    CHECK(rig.admin(0x0001).code() == 0);
    rig.expect_no_complaints();
}

TEST_CASE("a function reset leaves counters as they are", "[sim][reset][statistics]") {
    Rig rig;
    (void)rig.start_one_queue();
    rig.script().send(plain_frame(60));
    rig.step();
    rig.write(pfgen_ctrl, 1);
    rig.step(12);
    CHECK(rig.read64(0x3005A0) == 1);
    rig.write(glgen_rtrig, 1);
    rig.step(210);
    CHECK(rig.read64(0x3005A0) == 0);
}

TEST_CASE("write-one-to-clear registers and counters with side effects", "[sim][registers]") {
    Rig rig;
    rig.write(0x12A500, 1);  // GLLAN_RCTL_0: leave PXE mode
    CHECK(rig.read(0x12A500) == 0);
    rig.write(0xE6480, 0xFFFFFFFFu);
    rig.write(0x12A510, 0xFFFFFFFFu);
    rig.write(0xE6400, 0xFFFF);
    CHECK(rig.read(0xE6480) == 0);
    rig.write(0x266800 + 4 * 5, 1);  // GLQF_PCNT(5)
    CHECK(rig.read(0x266800 + 4 * 5) == 0);
    rig.write(0x245D80, 1);  // the flow-director table is cleared at once
    CHECK(rig.read(0x245D80) == 0);
    rig.expect_no_complaints();
}

}  // namespace sluice::i40e::sim::tests
