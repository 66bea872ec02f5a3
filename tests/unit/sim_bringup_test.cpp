// SPDX-License-Identifier: BSD-3-Clause

// What Linux's and DPDK's drivers do from probe to traffic and back, in their order (facts 13.1 and
// 13.2), with the answers that they insist on. Optional commands are followed with DCB and flow
// director present, LLDP off.

#include "core/base/byte_order.hpp"
#include "tests/unit/sim_rig.hpp"

namespace sluice::i40e::sim::tests {

namespace {

constexpr unsigned enoent = 2;

void clear_hardware(Rig& rig) {
    const unsigned vectors = rig.read(0xBE494) >> 2 & 0x7FF;
    const std::uint32_t allocation = rig.read(0x1C0400);
    const unsigned first = allocation & 0x7FF;
    const unsigned last = allocation >> 16 & 0x7FF;
    REQUIRE((allocation & 0x80000000u) != 0);
    rig.write(0x38800, 0);
    for (unsigned i = 0; i + 2 < vectors; ++i) rig.write(0x34800 + 4 * i, 0x18);
    rig.write(0x38500, 0x7FF);
    for (unsigned i = 0; i + 2 < vectors; ++i) rig.write(0x35000 + 4 * i, 0x7FF);
    for (unsigned q = first; q <= last; ++q) {
        const std::uint64_t at = 0xE6500 + 4 * (q / 128);
        std::uint32_t value = rig.read(at) & ~0x7FFu;
        value |= q % 128;
        value |= 0x40000000u;
        rig.write(at, value & ~0x80000000u);
    }
    for (unsigned q = 0; q <= last - first; ++q) {
        rig.write(0x3C000 + 4 * q, 0);
        rig.write(0x100000 + 4 * q, 0);
        rig.write(0x3A000 + 4 * q, 0);
        rig.write(0x120000 + 4 * q, 0);
    }
}

void reset_function(Rig& rig) {
    REQUIRE((rig.read(0xB8188) & 3) == 0);
    REQUIRE((rig.read(0xB6008) & 0x18) == 0x18);
    rig.write(0x92400, rig.read(0x92400) | 1);
    for (unsigned i = 0; i < 100 && (rig.read(0x92400) & 1) != 0; ++i) rig.step();
    REQUIRE(rig.read(0x92400) == 0);
}

unsigned nvm_word(Rig& rig, unsigned word) {
    REQUIRE(rig.admin(0x0008, Params().u16(1).u16(1).u32(3000)).code() == 0);
    rig.write(0xB6110, word << 14 | 0x40000000u);
    REQUIRE((rig.read(0xB6110) & 0x80000000u) != 0);
    const unsigned value = rig.read(0xB6114) >> 16;
    REQUIRE(rig.admin(0x0009, Params().u16(1).u16(1)).code() == 0);
    return value;
}

void read_versions(Rig& rig) {
    CHECK(rig.admin(0x0001).code() == 0);
    for (const unsigned word : {0x18u, 0x2Du, 0x2Eu}) (void)nvm_word(rig, word);
    const unsigned boot = nvm_word(rig, 0x17);
    (void)nvm_word(rig, boot + 0x83);
    (void)nvm_word(rig, boot + 0x84);
    CHECK(rig.admin(0x0009, Params().u16(1).u16(1)).code() == 0);
}

void read_capabilities(Rig& rig) {
    CHECK(rig.admin(0x000A, Params(), Bytes(40 * 32), false).code() == 0);
    for (unsigned port = 0; port < 4; ++port)
        CHECK(rig.admin(0xFF03, Params().u32(0).u32(0xB8120 + 4 * port)).code() == 0);
}

Bytes record_with(unsigned sections) {
    Bytes record(128);
    store_unaligned(record.data(), le16(static_cast<std::uint16_t>(sections)));
    return record;
}

Bytes remove_element(unsigned flags) {
    Bytes element(16);
    store_unaligned(element.data(), port_mac());
    element[8] = static_cast<std::byte>(flags);
    return element;
}

// The same for VSIs and for the bandwidth of one.
void query_bandwidth(Rig& rig, unsigned seid) {
    const auto bandwidth = rig.admin(0x0408, Params().u16(seid), Bytes(64), false);
    const auto shares = rig.admin(0x040A, Params().u16(seid), Bytes(32), false);
    CHECK(bandwidth.code() == 0);
    CHECK(shares.code() == 0);
    CHECK(bandwidth.buffer[0] == std::byte{1});
    CHECK(shares.buffer[0] == std::byte{1});
}

struct TxRing {
    std::uint64_t iova;
    std::byte* memory;
};

TxRing write_tx_context(Rig& rig, unsigned queue, unsigned length, bool writes_head,
                        unsigned qs_handle) {
    const auto ring = rig.allocate(length * 16 + 64, 128);
    std::array<std::byte, 128> context{};
    const auto set = [&](unsigned lsb, unsigned width, std::uint64_t value) {
        for (unsigned i = 0; i < width; ++i)
            if (((value >> i) & 1) != 0)
                context[(lsb + i) / 8] |= static_cast<std::byte>(1u << ((lsb + i) % 8));
    };
    set(30, 1, 1);
    set(32, 57, ring.iova / 128);
    set(160, 1, writes_head ? 1 : 0);
    set(161, 13, length);
    set(192, 64, writes_head ? ring.iova + length * 16 : 0);
    set(980, 10, qs_handle);
    std::memcpy(rig.tx_contexts.memory + queue * 128, context.data(), context.size());
    return {ring.iova, ring.memory};
}

void enable_tx(Rig& rig, unsigned queue) {
    rig.write(0x104000 + 4 * queue, 2);
    rig.write(0xE6500, queue | 0x80000000u);
    CHECK((rig.read(0x100000 + 4 * queue) & 5) == 0);
    rig.write(0xE4000 + 4 * queue, 0);
    rig.write(0x100000 + 4 * queue, 1);
    rig.step();
    CHECK((rig.read(0x100000 + 4 * queue) & 5) == 5);
}

void disable_queues(Rig& rig, unsigned queue) {
    rig.write(0xE6500, queue | 0x40000000u);
    rig.write(0x120000 + 4 * queue, 0);
    rig.step();
    CHECK(rig.read(0x120000 + 4 * queue) == 0);
    rig.write(0x100000 + 4 * queue, 0);
    rig.step();
    CHECK(rig.read(0x100000 + 4 * queue) == 0);
}

void shut_down(Rig& rig) {
    rig.write(0xC0200, 0);
    rig.write(0xC0100, 512u << 2 | 2u);
    rig.write(0xC0000, 0x80000000u);
    CHECK(rig.admin(0x0003, Params().u32(1)).code() == 0);
    for (const std::uint64_t at :
         {0x80300, 0x80400, 0x80200, 0x80000, 0x80100, 0x80380, 0x80480, 0x80280, 0x80080, 0x80180})
        rig.write(at, 0);
}

}  // namespace

TEST_CASE("Linux's driver gets from probe to traffic and back", "[sim][bringup]") {
    Rig rig;
    // 1 to 3.
    clear_hardware(rig);
    reset_function(rig);
    rig.write(0x12A500, rig.read(0x12A500) | 1);
    // 4 to 10.
    rig.start_admin_queues();
    read_versions(rig);
    CHECK(nvm_word(rig, 0x1B) == 0xFFFF);
    CHECK((nvm_word(rig, 0x00) & 0xC0) == 0x40);
    CHECK(rig.admin(0x0110, Params().u8(2)).code() == 0);
    rig.write(0x12A500, 1);
    read_capabilities(rig);
    CHECK((nvm_word(rig, nvm_word(rig, 0x48) + 0x2A) & 0x10) == 0);
    // 11 to 14.
    rig.lay_out_contexts();
    CHECK(rig.admin(0x0107, Params(), Bytes(24), false).code() == 0);
    const unsigned lldp = rig.admin(0x0A00, Params(), Bytes(1500), false).code();
    CHECK((lldp == 0 || lldp == enoent));
    CHECK(rig.admin(0x0303, Params().u8(1).u8(1)).code() == 0);
    // 15 to 18.
    const auto config = rig.admin(0x0200, Params(), Bytes(512), false);
    CHECK(config.data16(0) == 1);
    CHECK(config.buffer[16] == std::byte{19});
    CHECK(config.descriptor.param16(0) == 0);
    const unsigned seid = config.data16(18);
    const unsigned mac_seid = config.data16(20);
    CHECK(seid != 0);
    CHECK(rig.admin(0x0205, Params().u16(1).u16(1).u16(0xFFFF).u16(0x88A8).u16(0x8100)).code() ==
          0);
    const auto main = rig.admin(0x0212, Params().u16(seid), Bytes(128), false);
    CHECK(main.code() == 0);
    const unsigned qs_handle = main.data16(96);
    CHECK(qs_handle < 1024);
    CHECK(main.data16(112) >= 4);
    CHECK(rig.admin(0x0400, Params().u16(seid).u16(0).u16(0).u16(0).u8(4)).code() == 0);
    auto map = record_with(0x40);
    store_unaligned(map.data() + 62, le16(2 << 9));
    const auto mapped = rig.admin(0x0211, Params().u16(seid), map, true);
    CHECK(mapped.code() == 0);
    CHECK(mapped.data16(62) == 2 << 9);
    CHECK(mapped.data16(96) == qs_handle);
    query_bandwidth(rig, seid);
    query_bandwidth(rig, seid);
    CHECK(rig.admin(0x0251, Params().u16(1).u16(0x8000 | seid), remove_element(1), true).code() ==
          enoent);
    CHECK(rig.admin(0x0251, Params().u16(1).u16(0x8000 | seid), remove_element(9), true).code() ==
          0);
    auto vlan = record_with(0x04);
    vlan[12] = std::byte{0x1B};
    CHECK(rig.admin(0x0211, Params().u16(seid), vlan, true).code() == 0);
    // 19.
    const auto veb = rig.admin(0x0230, Params().u16(mac_seid).u16(seid).u16(0x12).u8(1));
    CHECK(veb.code() == 0);
    const unsigned veb_seid = veb.descriptor.param16(8);
    CHECK(veb_seid != seid);
    CHECK(rig.admin(0x0232, Params().u16(veb_seid)).code() == 0);
    CHECK(rig.admin(0x041A, Params().u16(veb_seid), Bytes(32), false).buffer[0] == std::byte{1});
    CHECK(rig.admin(0x0418, Params().u16(veb_seid), Bytes(64), false).buffer[0] == std::byte{1});
    auto switching = record_with(0x01);
    CHECK(rig.admin(0x0211, Params().u16(seid), switching, true).code() == 0);
    auto director = record_with(0x240);
    store_unaligned(director.data() + 30, le16(127));
    const auto added =
        rig.admin(0x0210, Params().u16(veb_seid).u8(1).u8(0).u8(0).u8(0).u16(2), director, true);
    CHECK(added.code() == 0);
    const unsigned director_seid = added.descriptor.param16(0);
    CHECK(director_seid != seid);
    CHECK(added.descriptor.param16(2) != main.descriptor.param16(2));
    CHECK(added.data16(96) != 0xFFFF);
    query_bandwidth(rig, director_seid);
    // 20 to 22.
    CHECK((rig.read(0xC20D0) & 0xFFFF) >= 1536);
    for (const std::uint32_t at : {0x1C0AC0u, 0x245900u, 0x245980u}) {
        CHECK(rig.admin(0x0206, Params().u32(0).u32(at)).code() == 0);
        CHECK(rig.admin(0x0207, Params().u32(0).u32(at).u32(0).u32(0x10000)).code() == 0);
    }
    for (unsigned i = 0; i < 13; ++i) rig.write(0x244800 + 128 * i, 0x01020304 * i);
    for (unsigned i = 0; i < 128; ++i) rig.write(0x240000 + 128 * i, 0x03020100);
    CHECK((rig.admin(0x0607, Params().u16(3)).descriptor.param16(0) & 1) == 1);
    CHECK(rig.admin(0x0600, Params(), Bytes(0x218), false).code() == 0);
    // 23: the flow director's queues, without receive buffers.
    RxOptions none;
    none.posted = 0;
    none.length = 512;
    (void)write_tx_context(rig, 127, 512, false, added.data16(96));
    (void)rig.make_rx_ring(127, none);
    CHECK(rig.enable_rx(127));
    enable_tx(rig, 127);
    // 24 to 26.
    CHECK(rig.admin(0x0613, Params().skip(8).u16(0xFEF9)).code() == 0);
    (void)rig.read(0xE64DC);
    rig.write(0xE64DC, 0x400000);
    rig.write(0x38800, 0);
    (void)rig.read(0x38780);
    rig.write(0x38800, 1u << 16 | 1u << 19 | 1u << 20 | 1u << 21 | 1u << 22 | 1u << 26 | 1u << 29 |
                           1u << 30);
    rig.write(0x38400, 0);
    rig.write(0x38500, 0x7FF);
    rig.write(0x38000, 61);
    rig.write(0x38480, 0x1B);
    CHECK(rig.admin(0x0002, Params().u8(1), Bytes(16), true).code() == 0);
    CHECK(rig.admin(0x0600, Params().u32(2), Bytes(0x218), false).code() == 0);
    CHECK(rig.admin(0x025A, Params().skip(6).u16(0x8808).u16(0xB).u16(seid)).code() == 0);
    // 27 and 28.
    (void)write_tx_context(rig, 0, 512, true, qs_handle);
    const RxRing ring =
        rig.make_rx_ring(0, {.length = 512, .buffer_bytes = 1536, .rxmax = 1536, .posted = 480});
    rig.write(0x35000, 0);
    rig.write(0x3A000, 1 | 0u << 11 | 1u << 27 | 1u << 30);
    rig.write(0x3C000, 1 | 1u << 11 | 0x7FFu << 16 | 1u << 30);
    rig.write(0x30000, 25);
    CHECK(rig.enable_rx(0));
    enable_tx(rig, 0);
    rig.write(0x34800, 0x1B);
    rig.write(0x442D8, 0x9);
    rig.write(0x442DC, 0x89);
    rig.write(0x442E0, 0x80);
    // 29 to 32.
    Bytes element(16);
    store_unaligned(element.data(), port_mac());
    element[8] = std::byte{5};
    element[12] = std::byte{0xFF};
    const auto filter = rig.admin(0x0250, Params().u16(1).u16(0x8000 | seid), element, true);
    CHECK(filter.code() == 0);
    CHECK(filter.buffer[12] == std::byte{1});
    CHECK(rig.admin(0x0254, Params().u16(4).u16(4).u16(seid)).code() == 0);
    rig.script().send(plain_frame(60));
    rig.step();
    CHECK((ring.word(0, 1) & 3) == 3);
    CHECK(rig.read64(0x300000) == 64);
    // 33.
    disable_queues(rig, 0);
    CHECK(rig.admin(0x0207, Params().u32(0).u32(0x245900)).code() == 0);
    disable_queues(rig, 127);
    CHECK(rig.admin(0x0243, Params().u16(director_seid)).code() == 0);
    CHECK(rig.admin(0x0243, Params().u16(veb_seid)).code() == 0);
    CHECK(rig.admin(0x0251, Params().u16(1).u16(0x8000 | seid), remove_element(9), true).code() ==
          0);
    CHECK(rig.admin(0x0254, Params().u16(0).u16(4).u16(seid)).code() == 0);
    shut_down(rig);
    rig.expect_no_complaints();
}

TEST_CASE("DPDK's driver gets from probe to traffic and back, and again", "[sim][bringup]") {
    Rig rig;
    for (int round = 0; round < 2; ++round) {
        // 1 to 6.
        CHECK(rig.read(0x83048) == 0);
        clear_hardware(rig);
        reset_function(rig);
        rig.start_admin_queues();
        read_versions(rig);
        CHECK(rig.admin(0x0207, Params().u32(0).u32(0x1C0AC0)).code() == 0);
        CHECK(rig.admin(0x0206, Params().u32(0).u32(0x256E60)).code() == 0);
        rig.write(0x3F800, rig.read(0x3F800) | 7);
        rig.write(0x268900 + 4 * 40, 0x29);
        rig.write(0x268C80 + 4 * 9, 0x9420);
        for (const unsigned pctype : {31u, 33u, 34u, 35u, 36u, 41u, 43u, 44u, 45u, 46u, 63u})
            for (unsigned half = 0; half < 2; ++half)
                for (const std::uint32_t at :
                     {0x250000 + 64 * pctype + 32 * half, 0x267600 + 4 * half + 8 * pctype,
                      0x267200 + 4 * half + 8 * pctype, 0x267A00 + 4 * half + 8 * pctype}) {
                    const auto old = rig.admin(0x0206, Params().u32(0).u32(at));
                    CHECK(old.code() == 0);
                    CHECK(rig.admin(0x0207,
                                    Params().u32(0).u32(at).u32(0).u32(old.descriptor.param32(12)))
                              .code() == 0);
                }
        CHECK(rig.admin(0x0110, Params().u8(2)).code() == 0);
        CHECK(rig.admin(0x0600, Params().u32(2), Bytes(0x218), false).code() == 0);
        CHECK(rig.admin(0x0607, Params().u16(0)).code() == 0);
        // 7 to 13.
        read_capabilities(rig);
        rig.lay_out_contexts();
        CHECK(rig.admin(0x0107, Params(), Bytes(24), false).code() == 0);
        CHECK(rig.admin(0x0205, Params().u16(0).u16(0).u16(0xFFFF).u16(0).u16(0x8100)).code() == 0);
        rig.find_main_vsi();
        const unsigned seid = rig.main_seid;
        Bytes classes(32);
        classes[0] = std::byte{1};
        classes[4] = std::byte{1};
        const auto bandwidth = rig.admin(0x0407, Params().u16(seid), classes, true);
        CHECK(bandwidth.code() == 0);
        CHECK(bandwidth.data16(16) == rig.qs_handle);
        CHECK(bandwidth.data16(18) == 0xFFFF);
        rig.map_queues(1, 6, 0x03);
        CHECK(
            rig.admin(0x0251, Params().u16(1).u16(0x8000 | seid), remove_element(9), true).code() ==
            0);
        rig.add_filter(port_mac(), 0, 1);
        (void)rig.read(0x50800 + 4 * rig.vsi_number);
        CHECK(
            rig.admin(0xFF04, Params().u32(0).u32(0x50800 + 4 * rig.vsi_number).u32(0).u32(0xC030))
                .code() == 0);
        CHECK(rig.admin(0xFF04, Params().u32(0).u32(0x42800 + 4 * rig.vsi_number).u32(0).u32(0xAB))
                  .code() == 0);
        rig.add_filter(net::broadcast, 0, 1);
        query_bandwidth(rig, seid);
        CHECK(rig.admin(0x0207, Params().u32(0).u32(0x1C0AC0).u32(0).u32(0xD0000)).code() == 0);
        (void)rig.read(0x1E4640);
        (void)rig.read(0x1E2400);
        CHECK(rig.admin(0x0203, Params()).code() == 0);
        rig.write(0x1C0B20, rig.read(0x1C0B20) & ~2u);
        // 14 and 15.
        CHECK(rig.admin(0x0A06, Params().u8(1)).code() == 0);
        CHECK(rig.admin(0x0A08, Params().u16(0).u16(32), Bytes(32), true).code() == 0);
        CHECK(rig.admin(0x0A05, Params().u8(1)).code() == 0);
        rig.write(0x38480, 0x18);
        rig.write(0x38400, 0xC);
        rig.write(0x38500, 0x7FF);
        rig.write(0x38480, 0x1B);
        for (unsigned i = 33; i <= 35; ++i) rig.write(0x268900 + 4 * i, 0);
        CHECK(rig.admin(0x025A, Params().skip(6).u16(0x8808).u16(0xB).u16(seid)).code() == 0);
        // 17 to 20: data queue 0 is hardware queue 1, descriptors of 32 bytes.
        (void)write_tx_context(rig, 1, 512, false, rig.qs_handle);
        const RxRing ring =
            rig.make_rx_ring(1, {.length = 512, .descriptor_bytes = 32, .posted = 511});
        CHECK(rig.enable_rx(1));
        rig.ring(0x128000 + 4, 511);
        enable_tx(rig, 1);
        rig.set_promiscuous(4, 4);
        CHECK(rig.admin(0x0618, Params().u16(0)).code() == 0);
        CHECK(rig.admin(0x0613, Params().skip(8).u16(0xFEF9)).code() == 0);
        CHECK((rig.read(0x1E2420) & 0x40000080) == 0x40000080);
        CHECK(rig.admin(0x0603, Params().u16(1526).u8(4).u8(0).u16(0).u16(0x7FFF)).code() == 0);
        CHECK(rig.admin(0x0108, Params().u16(0x4000).u16(0x0253).u32(0x4c554901)).code() == 0);
        // 21 and 22.
        rig.script().send(plain_frame(60));
        rig.step();
        CHECK((ring.word(0, 1) & 3) == 3);
        CHECK(rig.read(0x38780) == 0);
        // 23 and 24.
        disable_queues(rig, 1);
        CHECK(rig.admin(0x0601, Params().u32(0)).code() == 0);
        rig.write(0xC0200, 0);
        rig.write(0xC0100, 512u << 2 | 2u);
        rig.write(0xC0000, 0x80000000u);
        CHECK(
            rig.admin(0x0251, Params().u16(1).u16(0x8000 | seid), remove_element(1), true).code() ==
            0);
        CHECK(rig.admin(0x0003, Params().u32(1)).code() == 0);
        shut_down(rig);
        rig.write(0x92400, 1);
        rig.write(0x1C0AC0, rig.read(0x1C0AC0));
        rig.write(0x3F800, rig.read(0x3F800) & ~7u);
        // The next probe finds the reset under way, and then the port as NVM has it.
        for (unsigned i = 0; i < 100 && (rig.read(0x92400) & 1) != 0; ++i) rig.step();
        rig.start_admin_queues();
        CHECK(rig.admin(0x0601, Params().u32(1u << 0x19).u8(0x10).u8(0x28)).code() == 0);
        rig.expect_no_complaints();
    }
}

}  // namespace sluice::i40e::sim::tests
