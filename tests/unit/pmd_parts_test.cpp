// SPDX-License-Identifier: BSD-3-Clause

#include "core/base/error.hpp"
#include "drivers/i40e/pmd/rss.hpp"
#include "drivers/i40e/pmd/rx_ring.hpp"
#include "drivers/i40e/pmd/statistics.hpp"
#include "drivers/i40e/pmd/vsi.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_nic.hpp"

using namespace sluice;
using namespace sluice::tests;
using namespace sluice::i40e::pmd;
using namespace sluice::i40e::hw;
using Catch::Matchers::Contains;

namespace {

mempool::UmemGeometry chunks(std::uint64_t bytes, std::uint64_t headroom = 0) {
    return mempool::UmemGeometry(
        {.chunk_bytes = bytes, .headroom_bytes = headroom, .chunk_count = 64});
}

}  // namespace

TEST_CASE("ring sizes the NIC refuses are refused with the nearest it takes", "[pmd]") {
    const auto geometry = chunks(2048);
    for (const unsigned good : {64u, 96u, 1024u, 8160u})
        CHECK_NOTHROW(check_rx_options({.descriptors = good}, geometry, 1500));
    const auto refused = [&](unsigned bad, const char* text) {
        CHECK_THROWS_WITH(check_rx_options({.descriptors = bad}, geometry, 1500), Contains(text));
    };
    refused(0,
            "ring of 0 descriptors is not possible: the NIC takes 64 to 8160 in steps of 32; "
            "the nearest is 64");
    refused(63, "nearest is 64");
    refused(100, "nearest are 96 and 128");
    refused(8161, "nearest is 8160");
    refused(8192, "nearest is 8160");
    refused(~0u, "nearest is 8160");
}

TEST_CASE("an MTU that five buffers cannot hold is refused with what would do", "[pmd]") {
    CHECK_NOTHROW(check_rx_options({}, chunks(4096), 9706));
    CHECK_NOTHROW(check_rx_options({}, chunks(2048), 5 * 1536 - 26));
    CHECK_THROWS_WITH(check_rx_options({}, chunks(2048), 9000),
                      Contains("an MTU of 9000 is not possible with chunks of 2048 bytes") &&
                          Contains("use chunks of 4096 bytes"));
    CHECK_THROWS_WITH(check_rx_options({}, chunks(2048, 512), 7000),
                      Contains("use less headroom than 512 bytes"));
    CHECK_THROWS_WITH(check_rx_options({}, chunks(4096, 2500), 9000),
                      Contains("use less headroom than 2500 bytes"));
}

TEST_CASE("the longest frame of an MTU has room for two tags and ends where the MAC does",
          "[pmd]") {
    CHECK(max_frame_bytes(1500) == 1526);
    CHECK(max_frame_bytes(9702) == 9728);
    CHECK(max_frame_bytes(9706) == 9728);
}

TEST_CASE("a receive queue's context has these bytes", "[pmd]") {
    const auto context =
        rx_queue_context({.descriptors = 512, .descriptor_size = RxDescriptorSize::bytes32},
                         0x1'2345'6780, 1536, 1526);
    std::array<unsigned, 32> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::to_integer<unsigned>(context.raw[i]);
    // base 0x2468ACF at 32; qlen 512 at 89; dbuff 12 at 102; dsize 116, crcstrip 117, l2tsel 119;
    // rxmax 1526 at 174; lrxqthresh 1 at 198; prefena 201.
    const std::array<unsigned, 32> expected{
        0, 0, 0, 0, 0xCF, 0x8A, 0x46, 0x02, 0,    0,    0, 0, 0x04, 0x03, 0xB0, 0,
        0, 0, 0, 0, 0,    0x80, 0x7D, 0x01, 0x40, 0x02, 0, 0, 0,    0,    0,    0};
    CHECK(bytes == expected);
}

TEST_CASE("the longest frame is bounded by five buffers", "[pmd]") {
    const auto context = rx_queue_context({}, 0, 1024, 9728);
    CHECK(context[RxQueueContext::rxmax] == 5120);
}

TEST_CASE("a counter of few bits is widened over its wraps", "[pmd][statistics]") {
    WideCounter counter(32);
    counter.start(0xFFFF'FFF0);
    counter.update(0xFFFF'FFFF);
    CHECK(counter.total() == 15);
    counter.update(5);
    CHECK(counter.total() == 21);
    counter.update(5);
    CHECK(counter.total() == 21);
    WideCounter wide(48);
    wide.start(0xFFFF'FFFF'FFFF);
    wide.update(0);
    CHECK(wide.total() == 1);
}

TEST_CASE("hardware counters give packets, bytes without FCS and drops by reason",
          "[pmd][statistics]") {
    FakeNic nic;
    Hardware hardware(nic);
    const auto set48 = [&](auto reg, std::uint64_t value) { nic.set(reg, Word<Counter48>{value}); };
    const auto set32 = [&](auto reg, std::uint32_t value) { nic.set(reg, Word<Plain32>{value}); };
    // What a former owner left.
    set48(regs::GLPRT_UPRCL(1), 0xFFFF'FFFF'FFFE);
    set48(regs::GLPRT_GORCL(1), 500);
    set48(regs::GLV_UPRCL(17), 1000);
    set48(regs::GLV_GORCL(17), 700);
    set32(regs::GLV_RDPC(17), 0xFFFF'FFFF);
    HardwareCounters counters(hardware, 1, 17);
    CHECK(counters.sample().port_rx_packets == 0);

    set48(regs::GLPRT_UPRCL(1), 8);  // 10 more
    set48(regs::GLPRT_MPRCL(1), 3);
    set48(regs::GLPRT_BPRCL(1), 2);
    set48(regs::GLPRT_GORCL(1), 500 + 15 * 64);
    set48(regs::GLV_UPRCL(17), 1007);
    set48(regs::GLV_BPRCL(17), 2);
    set48(regs::GLV_GORCL(17), 700 + 9 * 64);
    set32(regs::GLV_RDPC(17), 3);
    set32(regs::GLPRT_RDPC(1), 1);
    set32(regs::GLPRT_CRCERRS(1), 1);
    set32(regs::GLPRT_ILLERRC(1), 2);
    set32(regs::GLPRT_RLEC(1), 3);
    set32(regs::GLPRT_RFC(1), 4);
    set32(regs::GLPRT_RJC(1), 5);
    set32(regs::GLPRT_RUC(1), 6);
    set32(regs::GLPRT_ROC(1), 7);
    const PortStatistics sample = counters.sample();
    CHECK(sample.port_rx_packets == 15);
    CHECK(sample.port_rx_bytes == 15 * 60);
    CHECK(sample.vsi_rx_packets == 9);
    CHECK(sample.vsi_rx_bytes == 9 * 60);
    CHECK(sample.drops(DropReason::filtered) == 6);
    CHECK(sample.drops(DropReason::no_buffer) == 5);
    CHECK(sample.drops(DropReason::rx_error) == 15);
    CHECK(sample.drops(DropReason::runt) == 6);
    CHECK(sample.drops(DropReason::too_big) == 7);
    CHECK(sample.drops(DropReason::tap_full) == 0);
}

TEST_CASE("RSS spreads round robin over the queues, with the verification suite's key", "[pmd]") {
    FakeNic nic;
    Hardware hardware(nic);
    AdminQueue admin(hardware);
    admin.start();
    std::map<std::uint32_t, std::uint32_t> by_firmware;
    nic.answers[Opcode::rx_ctl_reg_write] = {[&](AdminDescriptor& descriptor, auto) {
        const auto command = descriptor.params_as<RxCtlRegWrite>();
        by_firmware[command.address] = command.value;
    }};
    RxControl rx_control(hardware, admin);
    configure_rss(hardware, rx_control, {.queues = 3, .table_entries = 512});
    CHECK(by_firmware[regs::PFQF_CTL_0.offset] == 0x000D0000);
    CHECK(by_firmware[regs::PFQF_HENA(0).offset] == 0x80000000);
    CHECK(by_firmware[regs::PFQF_HENA(1).offset] == 0x80007A1E);
    CHECK(nic.get(regs::PFQF_HKEY(0)).raw == 0xDA565A6D);
    CHECK(nic.get(regs::PFQF_HKEY(9)).raw == 0xFA01ACBE);
    CHECK(nic.get(regs::PFQF_HLUT(0)).raw == 0x00020100);
    CHECK(nic.get(regs::PFQF_HLUT(1)).raw == 0x01000201);
    CHECK(nic.get(regs::PFQF_HLUT(127)).raw == 0x01000201);
    disable_rss(rx_control);
    CHECK(by_firmware[regs::PFQF_HENA(1).offset] == 0);
}

TEST_CASE("a VSI's queue map has room for a power of two", "[pmd]") {
    CHECK(mapped_queues(1) == 1);
    CHECK(mapped_queues(3) == 4);
    CHECK(mapped_queues(64) == 64);
}
