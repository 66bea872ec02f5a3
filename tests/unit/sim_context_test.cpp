// SPDX-License-Identifier: BSD-3-Clause

// Queue contexts that make no sense, and the ways not to reach one.

#include <functional>

#include "core/base/byte_order.hpp"
#include "tests/unit/sim_rig.hpp"

namespace sluice::i40e::sim::tests {

namespace {

void ready(Rig& rig) {
    rig.start_admin_queues();
    rig.lay_out_contexts();
    rig.find_main_vsi();
    rig.map_queues(0, 0);
}

void set_bits(std::byte* context, unsigned lsb, unsigned width, std::uint64_t value) {
    for (unsigned i = 0; i < width; ++i) {
        const unsigned bit = lsb + i;
        const auto mask = static_cast<std::byte>(1u << (bit % 8));
        context[bit / 8] =
            ((value >> i) & 1) != 0 ? context[bit / 8] | mask : context[bit / 8] & ~mask;
    }
}

// A transmit context that is right.
std::byte* good_tx_context(Rig& rig, unsigned queue) {
    std::byte* const context = rig.tx_contexts.memory + queue * 128;
    const auto ring = rig.allocate(64 * 16 + 128, 128);
    set_bits(context, 30, 1, 1);
    set_bits(context, 32, 57, ring.iova / 128);
    set_bits(context, 161, 13, 64);
    set_bits(context, 980, 10, rig.qs_handle);
    rig.write(0x104000 + 4 * queue, 2);
    return context;
}

bool enable_tx(Rig& rig, unsigned queue) {
    rig.write(0x100000 + 4 * queue, 1);
    rig.step();
    return (rig.read(0x100000 + 4 * queue) & 4) != 0;
}

}  // namespace

TEST_CASE("a receive context that contradicts itself is refused with its reason",
          "[sim][context]") {
    struct Wrong {
        unsigned lsb, width;
        std::uint64_t value;
        const char* text;
    };
    const Wrong wrong[] = {
        {0, 13, 5, "receive queue 3: its context starts at descriptor 5, not 0"},
        {32, 57, 0, "receive queue 3: its context has no ring address"},
        {89, 13, 0,
         "receive queue 3: a ring of 0 descriptors; it has 64 to 8160, a multiple of 32"},
        {89, 13, 8191,
         "receive queue 3: a ring of 8191 descriptors; it has 64 to 8160, a multiple of 32"},
        {89, 13, 100,
         "receive queue 3: a ring of 100 descriptors; it has 64 to 8160, a multiple of 32"},
        {102, 7, 7, "receive queue 3: data buffers of 896 bytes; they have at least 1024"},
        {174, 14, 0, "receive queue 3: RXMAX is 0: no frame would be accepted"},
        {174, 14, 10241, "receive queue 3: RXMAX 10241 is more than 5 buffers of 2048 bytes hold"},
        {114, 2, 1,
         "receive queue 3: its context asks for header split, which this model does not do"},
    };
    for (const Wrong& field : wrong) {
        Rig rig;
        ready(rig);
        // RXMAX of its own accord would be too much for small buffers.
        (void)rig.make_rx_ring(3, {.rxmax = 1518});
        set_bits(rig.rx_contexts.memory + 3 * 32, field.lsb, field.width, field.value);
        CHECK_FALSE(rig.enable_rx(3));
        rig.expect_complaint(field.text);
    }
}

TEST_CASE("a queue without context, descriptor or memory does not start", "[sim][context]") {
    Rig rig;
    ready(rig);
    (void)rig.make_rx_ring(3);

    rig.write(0xC6500, 3);  // contexts of queues 0 to 2
    CHECK_FALSE(rig.enable_rx(3));
    rig.expect_complaint("receive queue 3: only 3 contexts are laid out in the host memory cache");
    rig.write(0x120000 + 12, 0);
    rig.write(0xC6500, 128);

    const std::uint32_t base = rig.read(0xC6400);
    rig.write(0xC6400, 0);  // over the transmit contexts
    CHECK_FALSE(rig.enable_rx(3));
    rig.expect_complaint(
        "receive queue 3: contexts at [0x0, 0x1000) overlap those of the other "
        "direction at [0x0, 0x4000)");
    rig.write(0xC6400, 0xA000);  // 20 MB into the FPM
    rig.write(0x120000 + 12, 1);
    rig.step();
    rig.expect_complaint(
        "receive queue 3: its context is in segment 10, whose descriptor is not valid");
    rig.write(0xC6400, base);

    rig.write(0xC0100, 512u << 2 | 2u);
    rig.write(0xC0000, 0x80000000u);  // segment 0 is not valid any more
    CHECK_FALSE(rig.enable_rx(3));
    rig.expect_complaint(
        "receive queue 3: its context is in segment 0, whose descriptor is not valid");
    rig.write(0xC0200, 0x77);
    rig.write(0xC0100, 512u << 2 | 3u);
    rig.write(0xC0000, 0x80000000u);
    CHECK_FALSE(rig.enable_rx(3));
    rig.expect_complaint(
        "receive queue 3: context read of 32 bytes at 0x7700004060 lies outside "
        "every mapping");
}

TEST_CASE("a ring or a tail outside of what there is keeps the queue from starting",
          "[sim][context]") {
    Rig rig;
    ready(rig);
    (void)rig.make_rx_ring(3);
    set_bits(rig.rx_contexts.memory + 3 * 32, 32, 57, 0x1000 / 128);
    CHECK_FALSE(rig.enable_rx(3));
    rig.expect_complaint(
        "receive queue 3: its ring, 1024 bytes at 0x1000, lies outside every mapping");
    rig.write(0x120000 + 4 * 4, 0);
    (void)rig.make_rx_ring(4);
    rig.ring(0x128000 + 4 * 4, 64);
    CHECK_FALSE(rig.enable_rx(4));
    rig.expect_complaint("QRX_TAIL(4) is 64 as the queue starts, past the ring of 64 descriptors");
    // Put right, it starts.
    rig.ring(0x128000 + 4 * 4, 63);
    CHECK(rig.enable_rx(4));
    rig.expect_no_complaints();
}

TEST_CASE("contexts are found through page descriptors too", "[sim][context]") {
    Rig rig;
    ready(rig);
    const auto pages = rig.allocate(4096);
    // The rig's segment was one piece; a table of its pages is as good.
    for (unsigned i = 0; i < 6; ++i)
        store_unaligned(pages.memory + 8 * i, le64((rig.tx_contexts.iova + 4096u * i) | 1));
    rig.write(0xC0200, static_cast<std::uint32_t>(pages.iova >> 32));
    rig.write(0xC0100, static_cast<std::uint32_t>(pages.iova) | 512u << 2 | 1u);
    rig.write(0xC0000, 0x80000000u);
    (void)rig.make_rx_ring(3);
    CHECK(rig.enable_rx(3));
    rig.write(0xC0300, 1u << 16);
    rig.expect_no_complaints();
    rig.write(0x120000 + 12, 0);
    rig.step();
    store_unaligned(pages.memory + 8 * 4, le64(rig.tx_contexts.iova + 4096u * 4));
    CHECK_FALSE(rig.enable_rx(3));
    rig.expect_complaint("receive queue 3: page descriptor 4 of its segment is not valid");
}

TEST_CASE("segment commands that make no sense get a complaint", "[sim][context]") {
    Rig rig;
    rig.write(0xC0100, 513u << 2 | 3u);
    rig.write(0xC0000, 0x80000000u);
    rig.expect_complaint("segment descriptor 0: 513 backing pages; a segment has 1 to 512");
    rig.write(0xC0000, 0x80008000u);
    rig.expect_complaint("PFHMC_SDCMD: PMSDPARTSEL names the other partition's segment 0");
    rig.write(0xC0300, 7);
    rig.expect_complaint("PFHMC_PDINV names segment 7, which is not a paged one");
    // Reading an entry back.
    rig.write(0xC0200, 0x12);
    rig.write(0xC0100, 0x345000u | 512u << 2 | 3u);
    rig.write(0xC0000, 0x80000002u);
    rig.write(0xC0200, 0);
    rig.write(0xC0100, 0);
    rig.write(0xC0000, 2);
    CHECK(rig.read(0xC0200) == 0x12);
    CHECK(rig.read(0xC0100) == (0x345000u | 512u << 2 | 3u));
    rig.expect_no_complaints();
}

TEST_CASE("a transmit queue starts from a context that is right", "[sim][context]") {
    Rig rig;
    ready(rig);
    (void)good_tx_context(rig, 5);
    CHECK(enable_tx(rig, 5));
    rig.expect_no_complaints();
    rig.write(0x100000 + 20, 0);
    rig.step();
    rig.expect_complaint("transmit queue 5: switched off without GLLAN_TXPRE_QDIS.SET_QDIS before");
    CHECK(rig.read(0x100000 + 20) == 0);
    rig.write(0xE6500, 5 | 0x40000000u);
    CHECK_FALSE(enable_tx(rig, 5));
    rig.expect_complaint(
        "transmit queue 5: switched on without GLLAN_TXPRE_QDIS.CLEAR_QDIS after "
        "it was switched off");
}

TEST_CASE("a transmit context or its registers gone wrong is refused with its reason",
          "[sim][context]") {
    struct Wrong {
        std::function<void(Rig&, std::byte*)> spoil;
        const char* text;
    };
    const Wrong wrong[] = {
        {[](Rig&, std::byte* c) { set_bits(c, 30, 1, 0); },
         "transmit queue 5: NEW_CONTEXT is not set in its context"},
        {[](Rig&, std::byte* c) { set_bits(c, 0, 13, 9); },
         "transmit queue 5: its context starts at descriptor 9, not 0"},
        {[](Rig&, std::byte* c) { set_bits(c, 161, 13, 33); },
         "transmit queue 5: a ring of 33 descriptors; it has 64 to 8160, a multiple of 32"},
        {[](Rig&, std::byte* c) {
             set_bits(c, 160, 1, 1);
             set_bits(c, 192, 64, 0x1002);
         },
         "transmit queue 5: its head is to be written back at 0x1002, which is not aligned"},
        {[](Rig&, std::byte* c) {
             set_bits(c, 160, 1, 1);
             set_bits(c, 192, 64, 0x1000);
         },
         "transmit queue 5: head write-back of 4 bytes at 0x1000 lies outside every mapping"},
        {[](Rig&, std::byte* c) { set_bits(c, 980, 10, 1023); },
         "transmit queue 5: RDYLIST 1023 in its context is no queue set of a VSI"},
        {[](Rig&, std::byte* c) { set_bits(c, 990, 1, 1); },
         "transmit queue 5: RDYLIST_ACT is set in its context"},
        {[](Rig& rig, std::byte*) { rig.write(0x104000 + 20, 0); },
         "transmit queue 5: QTX_CTL does not say that it belongs to function 0"},
        {[](Rig& rig, std::byte*) { rig.write(0xE4000 + 20, 1); },
         "transmit queue 5: QTX_HEAD was not set to 0 before the queue was switched on"},
        {[](Rig& rig, std::byte*) { rig.ring(0x108000 + 20, 3); },
         "transmit queue 5: QTX_TAIL is not 0 as the queue is switched on"},
    };
    for (const Wrong& one : wrong) {
        Rig rig;
        ready(rig);
        std::byte* const context = good_tx_context(rig, 5);
        one.spoil(rig, context);
        CHECK_FALSE(enable_tx(rig, 5));
        rig.expect_complaint(one.text);
    }
}

}  // namespace sluice::i40e::sim::tests
