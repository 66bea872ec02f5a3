// SPDX-License-Identifier: BSD-3-Clause

#include <atomic>

#include "core/base/byte_order.hpp"
#include "tests/unit/sim_rig.hpp"

namespace sluice::i40e::sim::tests {

namespace {

constexpr std::uint64_t eop = 1 << 4, rs = 1 << 5, icrc = 1 << 6, il2tag1 = 1 << 7;
constexpr std::uint64_t whole = eop | rs | icrc;
std::uint64_t size(std::uint64_t bytes) { return bytes << 34; }

// One transmit queue of 64 descriptors, number 2, with one buffer for all.
class Transmitter {
public:
    explicit Transmitter(Rig& rig, bool writes_head = false) : rig_(rig) {
        rig.start_admin_queues();
        rig.lay_out_contexts();
        rig.find_main_vsi();
        const auto ring = rig.allocate(64 * 16 + 64, 128);
        ring_ = ring.memory;
        head_ = ring.memory + 64 * 16;
        buffer = rig.allocate(16384);
        std::byte* const context = rig.tx_contexts.memory + 2 * 128;
        const auto set = [&](unsigned lsb, unsigned width, std::uint64_t value) {
            for (unsigned i = 0; i < width; ++i)
                if (((value >> i) & 1) != 0)
                    context[(lsb + i) / 8] |= static_cast<std::byte>(1u << ((lsb + i) % 8));
        };
        set(30, 1, 1);
        set(32, 57, ring.iova / 128);
        set(160, 1, writes_head ? 1 : 0);
        set(161, 13, 64);
        set(192, 64, ring.iova + 64 * 16);
        set(980, 10, rig.qs_handle);
        rig.write(0x104008, 2);
        rig.write(0x100008, 1);
        rig.step();
        REQUIRE((rig.read(0x100008) & 4) != 0);
    }

    void post(std::uint64_t qword0, std::uint64_t qword1) {
        store_unaligned(ring_ + 16 * tail_, le64(qword0));
        store_unaligned(ring_ + 16 * tail_ + 8, le64(qword1));
        tail_ = (tail_ + 1) % 64;
    }
    void go() {
        rig_.ring(0x108008, tail_);
        rig_.step();
    }
    // A frame in one buffer.
    void send(const Bytes& frame, std::uint64_t command = whole) {
        std::memcpy(buffer.memory, frame.data(), frame.size());
        post(buffer.iova, command | size(frame.size()));
        go();
    }
    [[nodiscard]] std::uint64_t status(unsigned descriptor) const {
        return load_unaligned<le64>(ring_ + 16 * descriptor + 8).value();
    }
    [[nodiscard]] std::uint32_t head() const { return load_unaligned<le32>(head_).value(); }

    Rig::Piece buffer{};

private:
    Rig& rig_;
    std::byte* ring_;
    std::byte* head_;
    unsigned tail_ = 0;
};

}  // namespace

TEST_CASE("a frame leaves and its descriptor is done", "[sim][transmit]") {
    Rig rig;
    Transmitter transmitter(rig);
    const Bytes frame = plain_frame(100);
    transmitter.send(frame);
    const auto sent = rig.script().take_received();
    REQUIRE(sent.size() == 1);
    CHECK(sent[0] == frame);
    CHECK((transmitter.status(0) & 0xf) == 0xf);
    CHECK(rig.read(0xE4008) == 1);
    CHECK(rig.read64(0x300680) == 104);                       // port octets
    CHECK(rig.read64(0x3009C0) == 1);                         // unicast
    CHECK(rig.read64(0x328000 + 8 * rig.stat_index) == 104);  // VSI octets
    CHECK(rig.device().wire_statistics().received_packets == 1);
    CHECK(rig.device().wire_statistics().received_bytes == 100);
    rig.expect_no_complaints();
}

TEST_CASE("completion is told where it was asked for", "[sim][transmit]") {
    Rig rig;
    Transmitter transmitter(rig);
    transmitter.send(plain_frame(60), eop | icrc);
    transmitter.send(plain_frame(60));
    CHECK((transmitter.status(0) & 0xf) == 0);
    CHECK((transmitter.status(1) & 0xf) == 0xf);
    CHECK(rig.script().take_received().size() == 2);
}

TEST_CASE("the head is written to memory where the context says so", "[sim][transmit]") {
    Rig rig;
    Transmitter transmitter(rig, true);
    transmitter.send(plain_frame(60));
    CHECK(transmitter.head() == 1);
    CHECK((transmitter.status(0) & 0xf) == 0);
    for (unsigned i = 0; i < 63; ++i) transmitter.send(plain_frame(60));
    CHECK(transmitter.head() == 0);
    rig.expect_no_complaints();
}

TEST_CASE("frames are gathered, padded and tagged", "[sim][transmit]") {
    Rig rig;
    Transmitter transmitter(rig);
    const Bytes frame = plain_frame(200);
    std::memcpy(transmitter.buffer.memory, frame.data(), frame.size());
    transmitter.post(transmitter.buffer.iova, icrc | size(10));
    transmitter.go();
    CHECK(rig.script().take_received().empty());  // not all there yet
    transmitter.post(transmitter.buffer.iova + 10, whole | size(190));
    transmitter.go();
    CHECK(rig.script().take_received().front() == frame);

    transmitter.send(plain_frame(17));
    const auto padded = rig.script().take_received().front();
    CHECK(padded.size() == 60);
    CHECK(padded[17] == std::byte{0});

    transmitter.send(plain_frame(100), whole | il2tag1 | std::uint64_t{0x6123} << 48);
    const auto tagged = rig.script().take_received().front();
    CHECK(tagged.size() == 104);
    CHECK(load_unaligned<be16>(tagged.data() + 12) == be16(0x8100));
    CHECK(load_unaligned<be16>(tagged.data() + 14) == be16(0x6123));
    CHECK(load_unaligned<be16>(tagged.data() + 16) == be16(0x88b5));

    transmitter.post(0, 1);  // a context that asks for nothing
    transmitter.send(plain_frame(60));
    CHECK(rig.script().take_received().size() == 1);
    rig.expect_no_complaints();
}

TEST_CASE("without link frames are consumed and counted", "[sim][transmit]") {
    Rig rig;
    Transmitter transmitter(rig);
    rig.device().set_link(false);
    transmitter.send(plain_frame(60));
    CHECK((transmitter.status(0) & 0xf) == 0xf);
    CHECK(rig.read(0x300A20) == 1);
    CHECK(rig.read64(0x3009C0) == 0);
    CHECK(rig.script().take_received().empty());
}

TEST_CASE("a control packet filter keeps pause frames in", "[sim][transmit]") {
    Rig rig;
    Transmitter transmitter(rig);
    CHECK(rig.admin(0x025A, Params().skip(6).u16(0x8808).u16(0xB).u16(rig.main_seid)).code() == 0);
    Bytes frame = plain_frame(60);
    store_unaligned(frame.data() + 12, be16(0x8808));
    transmitter.send(frame);
    CHECK(rig.script().take_received().empty());
    CHECK(rig.read(0x344000 + 8 * rig.stat_index) == 1);  // GLV_TEPC
    CHECK((transmitter.status(0) & 0xf) == 0xf);
}

TEST_CASE("what silicon calls malicious stops the queue", "[sim][transmit][strict]") {
    struct Wrong {
        std::function<void(Transmitter&)> post;
        const char* text;
    };
    const Wrong wrong[] = {
        {[](Transmitter& t) { t.post(t.buffer.iova, whole); },
         "transmit queue 2: descriptor 0 has a buffer of 0 bytes"},
        {[](Transmitter& t) { t.post(t.buffer.iova, whole | size(16)); },
         "transmit queue 2: a frame of 16 bytes; it has 17 to 9724 without FCS"},
        {[](Transmitter& t) { t.post(t.buffer.iova, whole | size(9725)); },
         "transmit queue 2: a frame of 9725 bytes; it has 17 to 9724 without FCS"},
        {[](Transmitter& t) {
             for (unsigned i = 0; i < 9; ++i)
                 t.post(t.buffer.iova, whole - (i < 8 ? eop : 0) | size(20));
         },
         "transmit queue 2: descriptor 8 is the ninth buffer of a frame; it may have eight"},
        {[](Transmitter& t) { t.post(0x5000, whole | size(60)); },
         "transmit queue 2 descriptor 0: DMA read of 60 bytes at 0x5000 lies outside every "
         "mapping"},
        {[](Transmitter& t) { t.post(t.buffer.iova, whole | size(60) | 0xE); },
         "transmit queue 2: descriptor 0 has type 0xe"},
        {[](Transmitter& t) { t.post(t.buffer.iova, eop | size(60)); },
         "transmit queue 2: descriptor 0 does not ask for the FCS: the frame would go out without "
         "one"},
        {[](Transmitter& t) { t.post(t.buffer.iova, whole | size(60) | 1 << 9); },
         "transmit queue 2: descriptor 0 asks for checksums, which the model does not do yet"},
        {[](Transmitter& t) { t.post(0, 1 | 1 << 4); },
         "transmit queue 2: context descriptor 0 asks for what the model does not do yet"},
    };
    for (const Wrong& one : wrong) {
        Rig rig;
        Transmitter transmitter(rig);
        one.post(transmitter);
        transmitter.go();
        rig.expect_complaint(one.text);
        CHECK((rig.read(0xE6480) & 0x80000000u) != 0);
        CHECK(rig.read(0xE6400) == 1);
        CHECK((rig.read(0x38780) & 1u << 19) != 0);
        CHECK(rig.script().take_received().empty());
    }
}

TEST_CASE("transmit doorbells are checked", "[sim][transmit][strict]") {
    Rig rig;
    Transmitter transmitter(rig);
    rig.ring(0x108008, 64);
    rig.step();
    rig.expect_complaint("QTX_TAIL(2) written with 64, past the ring of 64 descriptors");
    // A queue that is off: noticed within one round over all of them, once.
    rig.ring(0x108000 + 4 * 7, 3);
    rig.step(256);
    rig.expect_complaint("QTX_TAIL(7) written with 3 while the queue is switched off");
}

}  // namespace sluice::i40e::sim::tests
