// SPDX-License-Identifier: BSD-3-Clause

// Whatever a driver or a wire does, the model answers, complains and stays whole. Seeded; run under
// the sanitizers too.

#include <random>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/registers.hpp"
#include "tests/unit/sim_rig.hpp"

namespace sluice::i40e::sim::tests {

namespace {

// A register's offset most of the time, else anything in the BAR.
std::uint64_t any_offset(std::mt19937_64& random) {
    if (random() % 8 == 0) return random() % RegisterFile::bar_bytes & ~std::uint64_t{3};
    const RegisterInfo& info = hw::regs::all[random() % hw::regs::all.size()];
    return info.offset(static_cast<std::uint32_t>(random() % info.count),
                       static_cast<std::uint32_t>(random() % info.minor_count));
}

std::uint32_t any_value(std::mt19937_64& random) {
    switch (random() % 4) {
        case 0:
            return static_cast<std::uint32_t>(random() % 8);
        case 1:
            return 1u << random() % 32;
        case 2:
            return ~0u;
        default:
            return static_cast<std::uint32_t>(random());
    }
}

}  // namespace

TEST_CASE("random register accesses do no harm", "[sim][fuzz]") {
    for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        Rig rig({.seed = seed});
        (void)rig.start_one_queue();
        for (int i = 0; i < 20000; ++i) {
            const std::uint64_t at = any_offset(random);
            if (random() % 2 == 0)
                (void)rig.read(at);
            else
                rig.write(at, any_value(random));
            if (random() % 16 == 0) {
                rig.script().send(plain_frame(60 + random() % 2000));
                rig.step();
            }
        }
        // And afterwards it is a device again.
        rig.write(0xB8190, 4);
        rig.step(300);
        rig.device().clear_complaints();
        rig.start_admin_queues();
        CHECK(rig.admin(0x0001).code() == 0);
        rig.expect_no_complaints();
    }
}

TEST_CASE("random admin commands are answered", "[sim][fuzz]") {
    std::mt19937_64 random(5);
    Rig rig;
    rig.start_admin_queues();
    rig.find_main_vsi();
    for (int i = 0; i < 5000; ++i) {
        AdminDescriptorBytes descriptor;
        const auto& known = hw::opcode_names[random() % hw::opcode_names.size()];
        descriptor.opcode = random() % 8 == 0 ? static_cast<std::uint16_t>(random())
                                              : static_cast<std::uint16_t>(known.opcode);
        // Commands that reset the function or take the queue away are another test's.
        if (descriptor.opcode == 0x0207 || descriptor.opcode == 0xFF04) continue;
        const std::size_t bytes = random() % 3 == 0 ? 0 : 1 + random() % 600;
        Bytes buffer(bytes);
        for (auto& byte : buffer) byte = static_cast<std::byte>(random() % 4 == 0 ? random() : 0);
        for (auto& byte : descriptor.params)
            byte = static_cast<std::uint8_t>(random() % 2 == 0 ? random() : 0);
        if (random() % 2 == 0) {
            descriptor.params[0] = static_cast<std::uint8_t>(rig.main_seid);
            descriptor.params[1] = static_cast<std::uint8_t>(rig.main_seid >> 8);
            descriptor.params[2] = static_cast<std::uint8_t>(rig.main_seid);
            descriptor.params[3] = static_cast<std::uint8_t>(0x80 | rig.main_seid >> 8);
        }
        descriptor.data_length = static_cast<std::uint16_t>(bytes);
        descriptor.flags = static_cast<std::uint16_t>(
            0x2000 | (bytes != 0 ? 0x1000 : 0) | (bytes > 512 ? 0x200 : 0) |
            (bytes != 0 && random() % 2 == 0 ? 0x400 : 0));
        (void)rig.admin_raw(descriptor, buffer);
        if (i % 100 == 0) {
            rig.script().send(plain_frame(60));
            rig.step();
            while (rig.take_event()) {
            }
        }
    }
}

TEST_CASE("random frames and descriptors do no harm", "[sim][fuzz]") {
    std::mt19937_64 random(6);
    constexpr std::array<unsigned, 5> types{0x0800, 0x86dd, 0x8100, 0x88a8, 0x0806};
    Rig rig;
    const RxRing ring = rig.start_one_queue(
        {.descriptor_bytes = 32, .buffer_bytes = 1024, .rxmax = 5120, .posted = 40});
    rig.write(0x245900, ~0u);
    rig.write(0x245980, ~0u);
    rig.set_promiscuous(7, 7);
    unsigned tail = 40;
    for (int i = 0; i < 20000; ++i) {
        Bytes frame(14 + random() % (i % 50 == 0 ? 9000 : 200));
        for (auto& byte : frame) byte = static_cast<std::byte>(random());
        store_unaligned(frame.data() + 12,
                        be16(static_cast<std::uint16_t>(types[random() % types.size()])));
        if (frame.size() > 16 && random() % 2 == 0) frame[14] = std::byte{0x45};
        rig.script().send(frame);
        rig.step();
        // Some of them give back what the device may not have used yet.
        const unsigned more = static_cast<unsigned>(random() % 3);
        for (unsigned k = 0; k < more; ++k) {
            ring.set_word(tail, 0, random() % 1000 == 0 ? random() : ring.buffers_iova);
            ring.set_word(tail, 1, random() % 1000 == 0 ? random() : 0);
            tail = (tail + 1) % 64;
        }
        rig.ring(0x128000, tail);
        if (rig.device().complaint_count() != 0) {
            rig.device().clear_complaints();
            rig.write(0x120000, 0);
            rig.step();
            for (unsigned k = 0; k < 40; ++k) {
                ring.set_word(k, 0, ring.buffers_iova);
                ring.set_word(k, 1, 0);
            }
            tail = 40;
            rig.ring(0x128000, tail);
            REQUIRE(rig.enable_rx(0));
        }
    }
    CHECK(rig.device().wire_statistics().offered_packets == 20000);
}

TEST_CASE("random contexts start nothing that can't run", "[sim][fuzz]") {
    std::mt19937_64 random(8);
    Rig rig;
    rig.start_admin_queues();
    rig.lay_out_contexts();
    rig.find_main_vsi();
    const RxRing ring = rig.make_rx_ring(0);
    for (int i = 0; i < 2000; ++i) {
        rig.write_rx_context(0, ring, {});
        for (int k = 0; k < 3; ++k)
            rig.rx_contexts.memory[random() % 32] ^= static_cast<std::byte>(1u << random() % 8);
        for (unsigned k = 0; k < 128; ++k)
            rig.tx_contexts.memory[k] = static_cast<std::byte>(random());
        rig.write(0x120000, 1);
        rig.write(0x100000, 1);
        rig.script().send(plain_frame(60 + random() % 3000));
        rig.step(2);
        rig.write(0x120000, 0);
        rig.write(0x100000, 0);
        rig.step();
        CHECK(rig.read(0x120000) == 0);
        for (unsigned k = 0; k < 64; ++k) ring.set_word(k, 1, 0);
    }
}

}  // namespace sluice::i40e::sim::tests
