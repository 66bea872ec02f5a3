// SPDX-License-Identifier: BSD-3-Clause

#include <sys/eventfd.h>
#include <unistd.h>

#include "tests/unit/sim_rig.hpp"

namespace sluice::i40e::sim::tests {

namespace {

constexpr std::uint64_t icr0 = 0x38780, icr0_ena = 0x38800, dyn_ctl0 = 0x38480, glint_ctl = 0x3F800;
constexpr std::uint64_t dyn_ctln = 0x34800, lnklstn = 0x35000, rqctl = 0x3A000;
constexpr unsigned intena = 1, clearpba = 2, swint_trig = 4, no_itr = 3 << 3;
constexpr std::uint32_t intena_msk = 0x80000000u;
constexpr std::uint32_t adminq = 1u << 30;
constexpr std::uint32_t cause_ena = 1u << 30, list_end = 0x7FFu << 16;

// Event files of the first vectors.
class Vectors {
public:
    explicit Vectors(Rig& rig) {
        for (unsigned i = 0; i < fds_.size(); ++i) {
            fds_[i] = ::eventfd(0, EFD_NONBLOCK);
            rig.bus().set_interrupt(i, fds_[i]);
        }
    }
    ~Vectors() {
        for (const int fd : fds_) ::close(fd);
    }
    Vectors(const Vectors&) = delete;
    Vectors& operator=(const Vectors&) = delete;
    // How often the vector was sent since the last look.
    unsigned take(unsigned vector) {
        std::uint64_t count = 0;
        if (::read(fds_[vector], &count, sizeof count) != sizeof count) return 0;
        return static_cast<unsigned>(count);
    }

private:
    std::array<int, 4> fds_{};
};

void start_queue_on_vector_2(Rig& rig) {
    (void)rig.start_one_queue();
    rig.write(lnklstn + 4, 0);                                 // vector 2 starts with RX queue 0
    rig.write(rqctl, 2 | no_itr << 8 | list_end | cause_ena);  // ITR index 3
}

void receive_one(Rig& rig) {
    rig.script().send(plain_frame(60));
    rig.step();
}

}  // namespace

TEST_CASE("an admin event raises vector 0 and reading the cause clears it", "[sim][interrupt]") {
    Rig rig;
    Vectors vectors(rig);
    rig.start_admin_queues();
    rig.write(icr0_ena, adminq);
    rig.write(dyn_ctl0, intena | clearpba | no_itr);
    (void)rig.admin(0x0607, Params().u16(3));
    CHECK(vectors.take(0) == 0);
    rig.device().set_link(false);
    CHECK(vectors.take(0) == 1);
    CHECK((rig.read(dyn_ctl0) & intena) == 0);  // masked by itself
    CHECK(rig.read(icr0) == (adminq | 1));
    CHECK(rig.read(icr0) == 0);
    // The next one is remembered until the vector is let go again.
    (void)rig.admin(0x0607, Params().u16(3));
    rig.device().set_link(true);
    CHECK(vectors.take(0) == 0);
    rig.write(dyn_ctl0, intena | clearpba | no_itr);
    CHECK(vectors.take(0) == 1);
}

TEST_CASE("causes that are not enabled show but do not interrupt", "[sim][interrupt]") {
    Rig rig;
    Vectors vectors(rig);
    rig.start_admin_queues();
    rig.write(dyn_ctl0, intena | no_itr);
    (void)rig.admin(0x0607, Params().u16(3));
    rig.device().set_link(false);
    CHECK(vectors.take(0) == 0);
    rig.write(icr0_ena, adminq);  // latched
    CHECK(vectors.take(0) == 1);
    CHECK(rig.read(icr0) == (adminq | 1));
}

TEST_CASE("a command that wants it interrupts on completion", "[sim][interrupt]") {
    Rig rig;
    Vectors vectors(rig);
    rig.start_admin_queues();
    rig.write(icr0_ena, adminq);
    rig.write(dyn_ctl0, intena | no_itr);
    AdminDescriptorBytes loud;
    loud.opcode = 1;
    CHECK(rig.admin_raw(loud, {}).code() == 0);
    CHECK(vectors.take(0) == 1);
    (void)rig.read(icr0);
    rig.write(dyn_ctl0, intena | no_itr);
    CHECK(rig.admin(0x0001).code() == 0);  // with SI
    CHECK(vectors.take(0) == 0);
}

TEST_CASE("a receive queue interrupts by its vector, once a step", "[sim][interrupt]") {
    Rig rig;
    Vectors vectors(rig);
    start_queue_on_vector_2(rig);
    receive_one(rig);
    CHECK(vectors.take(2) == 0);
    rig.write(dyn_ctln + 4, intena | clearpba | no_itr);  // remembered
    CHECK(vectors.take(2) == 1);
    CHECK((rig.read(dyn_ctln + 4) & intena) == 0);
    receive_one(rig);
    CHECK(vectors.take(2) == 0);
    // INTENA_MSK leaves it as it is.
    rig.write(dyn_ctln + 4, intena_msk | intena | no_itr);
    CHECK(vectors.take(2) == 0);
    rig.write(dyn_ctln + 4, intena | no_itr);
    CHECK(vectors.take(2) == 1);
    // Without automatic masking each write-back interrupts.
    rig.write(glint_ctl, 4);
    rig.write(dyn_ctln + 4, intena | no_itr);
    rig.script().send(plain_frame(60));
    rig.script().send(plain_frame(60));
    rig.step();
    CHECK(vectors.take(2) == 1);
    receive_one(rig);
    CHECK(vectors.take(2) == 1);
    CHECK((rig.read(dyn_ctln + 4) & intena) == 1);
    rig.expect_no_complaints();
}

TEST_CASE("intervals hold interrupts apart", "[sim][interrupt]") {
    Rig rig;
    Vectors vectors(rig);
    start_queue_on_vector_2(rig);
    rig.write(rqctl, 2 | list_end | cause_ena);  // ITR 0
    rig.write(glint_ctl, 4);
    // 100 us, by the field of the control register.
    rig.write(dyn_ctln + 4, intena | 0u << 3 | 50u << 5);
    CHECK(rig.read(0x30000 + 4) == 50);
    receive_one(rig);
    CHECK(vectors.take(2) == 1);
    receive_one(rig);
    rig.step(8);
    CHECK(vectors.take(2) == 0);
    rig.step(2);
    CHECK(vectors.take(2) == 1);
    rig.step(20);
    CHECK(vectors.take(2) == 0);
    rig.expect_no_complaints();
}

TEST_CASE("a software interrupt goes to its vector", "[sim][interrupt]") {
    Rig rig;
    Vectors vectors(rig);
    rig.write(dyn_ctln, intena | swint_trig | no_itr | 1u << 24);
    CHECK(vectors.take(1) == 1);
    CHECK((rig.read(dyn_ctln) & swint_trig) == 0);
    rig.write(dyn_ctl0, intena | swint_trig | no_itr);
    CHECK(vectors.take(0) == 1);
    CHECK(rig.read(icr0) == (0x80000000u | 1));
}

TEST_CASE("a queue on vector 0 shows in the cause register", "[sim][interrupt]") {
    Rig rig;
    Vectors vectors(rig);
    (void)rig.start_one_queue();
    rig.write(0x38500, 0);
    rig.write(rqctl, 0 | no_itr << 8 | 2u << 13 | list_end | cause_ena);
    rig.write(dyn_ctl0, intena | no_itr);
    receive_one(rig);
    CHECK(vectors.take(0) == 1);
    CHECK(rig.read(icr0) == (1u << 3 | 1));
}

TEST_CASE("a queue that its vector's list does not name is noticed", "[sim][interrupt][strict]") {
    Rig rig;
    (void)rig.start_one_queue();
    rig.write(lnklstn, 5);  // vector 1: RX 5, TX 5, no more
    rig.write(rqctl + 4 * 5, 1 | 5u << 16 | 1u << 27);
    rig.write(0x3C000 + 4 * 5, 1 | list_end);
    rig.write(rqctl, 1 | list_end | cause_ena);
    receive_one(rig);
    rig.expect_complaint(
        "receive queue 0 is to interrupt by vector 1 but is not on that vector's list");
    rig.write(0x3C000 + 4 * 5, 1 | 0u << 16);  // RX 0 behind it
    receive_one(rig);
    rig.expect_no_complaints();
    // A list in a circle.
    rig.write(0x3C000 + 4 * 5, 1 | 5u << 16);
    receive_one(rig);
    CHECK(rig.device().complaint_count() == 1);
    rig.device().clear_complaints();
    rig.write(rqctl, 200 | list_end | cause_ena);
    receive_one(rig);
    rig.expect_complaint("receive queue 0 is to interrupt by vector 200; the function has 129");
}

TEST_CASE("a global reset is announced", "[sim][interrupt][reset]") {
    Rig rig;
    Vectors vectors(rig);
    rig.write(icr0_ena, 1u << 20);
    rig.write(dyn_ctl0, intena | no_itr);
    rig.write(0xB8190, 1);
    CHECK(vectors.take(0) == 1);
}

}  // namespace sluice::i40e::sim::tests
