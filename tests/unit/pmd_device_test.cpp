// SPDX-License-Identifier: BSD-3-Clause

#include "core/base/error.hpp"
#include "core/base/log.hpp"
#include "drivers/i40e/hw/admin_commands_link.hpp"
#include "drivers/i40e/hw/admin_commands_switch.hpp"
#include "drivers/i40e/pmd/device.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_nic.hpp"

using namespace sluice;
using namespace sluice::tests;
using namespace sluice::i40e::hw;
using namespace std::chrono_literals;
using Catch::Matchers::Contains;
using pmd::Device;
using pmd::QueueId;

namespace {

const mempool::UmemGeometry small_chunks({.chunk_bytes = 2048, .chunk_count = 4096});

// What bring-up says when it fails; it must have let everything go.
std::string failure(FakeNic& nic, const pmd::DeviceOptions& options = {}) {
    std::string text;
    try {
        const Device device(nic, options);
        FAIL("the device came up");
    } catch (const Error& error) {
        text = error.what();
    }
    CHECK(nic.mapping_count() == 0);
    return text;
}

}  // namespace

TEST_CASE("a healthy NIC comes up, starts, stops and closes, and again", "[pmd][device]") {
    FakeNic nic;
    for (unsigned round = 0; round < 2; ++round) {
        Device device(nic, {.rx_queues = 3, .promiscuous = true});
        CHECK(nic.pci_command == 6);
        CHECK(device.mac_address() == MacOctets{0x02, 0, 0, 0, 0, 0x2A});
        CHECK(device.firmware().api_minor.value() == 15);
        for (std::uint16_t queue = 0; queue < 3; ++queue)
            CHECK(device.make_rx_ring(QueueId{queue}, {}, small_chunks).descriptors == 1024);
        device.start();
        CHECK(nic.get(regs::QRX_ENA(2))[QueueEna::qena_stat]);
        CHECK_FALSE(nic.get(regs::QRX_ENA(3))[QueueEna::qena_stat]);
        CHECK(device.stop());
        CHECK(nic.get(regs::QRX_ENA(0)).raw == 0);
        device.start();
        device.close();
        CHECK(nic.mapping_count() == 0);
        CHECK(nic.get(regs::PF_ATQLEN).raw == 0);
        CHECK(nic.get(regs::PF_ARQLEN).raw == 0);
        CHECK(nic.commands.back() == Opcode::queue_shutdown);
        device.close();
        CHECK_THROWS_WITH(device.link(), Contains("fake: the device is closed"));
    }
    CHECK(nic.bus_resets == 0);
}

TEST_CASE("options that no NIC can have are refused before hardware is touched", "[pmd][device]") {
    FakeNic nic;
    CHECK_THROWS_WITH(Device(nic, {.rx_queues = 0}), Contains("use 1 to 64"));
    CHECK_THROWS_WITH(Device(nic, {.rx_queues = 65}), Contains("use 1 to 64"));
    CHECK_THROWS_WITH(Device(nic, {.mtu = 67}), Contains("use 68 to 9706"));
    CHECK_THROWS_WITH(Device(nic, {.mtu = 9707}), Contains("use 68 to 9706"));
    CHECK(nic.writes.empty());
    nic.bar_bytes = 0x1000;
    CHECK_THROWS_AS(Device(nic, {}), Error);
    CHECK(nic.writes.empty());
}

TEST_CASE("a NIC that cannot be used says why, and nothing stays behind", "[pmd][device]") {
    FakeNic nic;
    SECTION("firmware in recovery mode") {
        nic.set(regs::GL_FWSTS, Word<GlFwsts>{}.with(GlFwsts::fws1b, 0x30));
        CHECK_THAT(failure(nic), Contains("fake: firmware state: the NIC's firmware is in "
                                          "recovery mode") &&
                                     Contains("0x300000"));
    }
    SECTION("blank NVM") {
        nic.set(regs::GLNVM_FLA, Word<GlnvmFla>{});
        CHECK_THAT(failure(nic), Contains("NVM is blank"));
    }
    SECTION("a device that fell off the bus reads as all ones") {
        nic.set(regs::GL_FWSTS, Word<GlFwsts>{~0u});
        CHECK_THAT(failure(nic), Contains("or the NIC is gone"));
    }
    SECTION("a device reset that does not end") {
        nic.set(regs::GLGEN_RSTAT, Word<GlgenRstat>{}.with(GlgenRstat::devstate, 1));
        nic.set(regs::GLGEN_RSTCTL, Word<GlgenRstctl>{}.with(GlgenRstctl::grstdel, 63));
        CHECK_THAT(failure(nic), Contains("does not come out of reset"));
        CHECK(nic.time >= 16s);
        CHECK(nic.time < 17s);
    }
    SECTION("configuration that is not loaded") {
        nic.set(regs::GLNVM_ULD, Word<GlnvmUld>{});
        CHECK_THAT(failure(nic), Contains("did not load its configuration"));
        CHECK(nic.time < 11s);
    }
    SECTION("a range of queues that cannot be") {
        nic.set(regs::PFLAN_QALLOC, Word<PflanQalloc>{~0u}.with(PflanQalloc::firstq, 3));
        CHECK_THAT(failure(nic), Contains("quiescing: the device claims LAN queues 3 to 2047"));
    }
    SECTION("no queues at all") {
        nic.set(regs::PFLAN_QALLOC, Word<PflanQalloc>{});
        CHECK_THAT(failure(nic), Contains("identity") && Contains("0 LAN queues"));
    }
    SECTION("a function reset that does not end") {
        nic.reset_ends = false;
        CHECK_THAT(failure(nic), Contains("function reset") && Contains("PFSWR stays 1"));
        CHECK(nic.time < 2s);
        CHECK(nic.bus_resets == 0);  // nothing of ours was given to the device yet
    }
    SECTION("an address that does not stay in the admin queue's register") {
        nic.stuck.insert(regs::PF_ATQBAL.offset);
        CHECK_THAT(failure(nic), Contains("admin queues") && Contains("did not stay"));
    }
    SECTION("contexts of another size") {
        nic.set(regs::GLHMC_LANRXOBJSZ, Word<Plain32>{6});
        CHECK_THAT(failure(nic), Contains("queue contexts") && Contains("2^6"));
    }
    SECTION("more queues than contexts") {
        nic.set(regs::GLHMC_LANQMAX, Word<Plain32>{64});
        CHECK_THAT(failure(nic), Contains("has contexts for 64"));
    }
    SECTION("fewer queues than wanted") {
        nic.set(regs::PFLAN_QALLOC,
                Word<PflanQalloc>{}.with(PflanQalloc::lastq, 4).with(PflanQalloc::valid, true));
        CHECK_THAT(failure(nic, {.rx_queues = 6}),
                   Contains("6 receive queues are not possible") && Contains("use 4 or fewer"));
    }
    SECTION("no address") {
        nic.answers[Opcode::mac_address_read] = {[](auto&, auto) {}};
        CHECK_THAT(failure(nic), Contains("MAC address: the NVM has no MAC address"));
    }
    SECTION("no room for the filter") {
        nic.answers[Opcode::add_macvlan] = {[](auto&, auto) {}};
        CHECK_THAT(failure(nic), Contains("filters: the device has no room"));
    }
    SECTION("a VSI that cannot be") {
        nic.answers[Opcode::get_vsi_parameters] = {[](AdminDescriptor& descriptor, auto) {
            VsiCompletion completion{};
            completion.vsi_number = 999;
            descriptor.set_params(completion);
        }};
        CHECK_THAT(failure(nic), Contains("number 999"));
    }
    SECTION("a switch without a VSI") {
        nic.answers[Opcode::get_switch_config] = {[](AdminDescriptor& descriptor, auto) {
            auto params = descriptor.params_as<GetSwitchConfig>();
            params.seid = 7;  // and there is always more to ask for
            descriptor.set_params(params);
        }};
        CHECK_THAT(failure(nic), Contains("has no VSI"));
        CHECK(nic.times(Opcode::get_switch_config) == 64);
    }
    SECTION("another admin API") {
        nic.answers[Opcode::get_version] = {[](AdminDescriptor& descriptor, auto) {
            GetVersion version;
            version.api_major = 2;
            descriptor.set_params(version);
        }};
        CHECK_THAT(failure(nic), Contains("admin API 2.0"));
    }
}

TEST_CASE("an admin command that firmware refuses is named with what that means", "[pmd][device]") {
    FakeNic nic;
    nic.refuse(Opcode::configure_vsi_tc_bw, ReturnCode::einval);
    CHECK_THAT(failure(nic), Contains("fake: switch and VSI: firmware refused admin command "
                                      "configure_vsi_tc_bw (0x0407): EINVAL: invalid argument"));
}

TEST_CASE("commands that may be refused do not stop bring-up", "[pmd][device]") {
    FakeNic nic;
    for (const Opcode opcode :
         {Opcode::clear_pxe_mode, Opcode::remove_macvlan, Opcode::rx_ctl_reg_read,
          Opcode::rx_ctl_reg_write, Opcode::set_phy_int_mask, Opcode::get_phy_abilities})
        nic.refuse(opcode, ReturnCode::esrch);
    Device device(nic, {});
    device.start();
    // The receive registers were then written directly.
    CHECK(nic.get(regs::PFQF_HENA(0)).raw == 0x80000000);
    CHECK(nic.get(regs::PFQF_HENA(1)).raw == 0x80007A1E);
}

TEST_CASE("firmware that never answers costs a bounded time", "[pmd][device]") {
    FakeNic nic;
    SECTION("to the first command") {
        nic.silent_at = Opcode::get_version;
        CHECK_THAT(failure(nic), Contains("admin queues: admin command get_version (0x0001): no "
                                          "answer within 250 ms"));
        CHECK(nic.times(Opcode::get_version) == 10);
        CHECK(nic.time < 5s);
    }
    SECTION("to a later one") {
        nic.silent_at = Opcode::mac_address_read;
        CHECK_THAT(failure(nic), Contains("MAC address: admin command mac_address_read (0x0107): "
                                          "no answer within 250 ms"));
        CHECK(nic.times(Opcode::queue_shutdown) == 0);
        CHECK(nic.time < 2s);
    }
}

TEST_CASE("the first command is repeated while firmware starts", "[pmd][device]") {
    FakeNic nic;
    nic.silent_at = Opcode::get_version;
    nic.silent_times = 3;
    const Device device(nic, {});
    CHECK(nic.times(Opcode::get_version) == 4);
}

TEST_CASE("firmware that asks for patience gets some", "[pmd][device]") {
    FakeNic nic;
    unsigned left = 3;
    nic.answers[Opcode::rx_ctl_reg_write] = {[&](AdminDescriptor& descriptor, auto) {
        if (left == 0) return;
        --left;
        descriptor.retval = static_cast<std::uint16_t>(ReturnCode::eagain);
    }};
    const Device device(nic, {});
    CHECK(left == 0);
    CHECK(nic.values_written(regs::PFQF_CTL_0.offset).empty());
}

TEST_CASE("the switch ring is tuned through firmware, where it is not so already",
          "[pmd][device]") {
    FakeNic nic;
    std::map<std::uint32_t, std::uint32_t> tuned{{regs::GL_SWR_PRI_JOIN_MAP_2.offset, 0x011F0200}};
    nic.answers[Opcode::debug_read_reg] = {[&](AdminDescriptor& descriptor, auto) {
        auto params = descriptor.params_as<DebugReadReg>();
        params.value_low = tuned[params.address];
        descriptor.set_params(params);
    }};
    nic.answers[Opcode::debug_write_reg] = {[&](AdminDescriptor& descriptor, auto) {
        const auto params = descriptor.params_as<DebugWriteReg>();
        tuned[params.address] = params.value_low;
    }};
    {
        const Device device(nic, {});
    }
    CHECK(nic.times(Opcode::debug_write_reg) == 2);
    CHECK(tuned[regs::GL_SWR_PRI_JOIN_MAP_0.offset] == 0x203F0200);
    CHECK(tuned[regs::GL_SWR_PM_UP_THR.offset] == 0x06060606);
    {
        const Device device(nic, {});
    }
    CHECK(nic.times(Opcode::debug_write_reg) == 2);
}

TEST_CASE("an answer to another command is not taken for one", "[pmd][device]") {
    FakeNic nic;
    nic.answers[Opcode::mac_address_read] = {[](AdminDescriptor& descriptor, auto) {
        descriptor.cookie_low = descriptor.cookie_low + 1;
    }};
    CHECK_THAT(failure(nic), Contains("firmware answered another command"));
}

TEST_CASE("a queue that never starts is an error in bounded time, and nothing runs after it",
          "[pmd][device]") {
    FakeNic nic;
    Device device(nic, {.rx_queues = 2});
    (void)device.make_rx_ring(QueueId{0}, {}, small_chunks);
    (void)device.make_rx_ring(QueueId{1}, {}, small_chunks);
    nic.queues_start = false;
    const auto before = nic.time;
    CHECK_THROWS_WITH(device.start(),
                      Contains("fake: starting: receive queue 0 did not start within 1 s"));
    CHECK(nic.time - before < 2s);
    CHECK(nic.get(regs::QRX_ENA(0)).raw == 0);
    nic.queues_start = true;
    device.start();
    CHECK(nic.get(regs::QRX_ENA(1))[QueueEna::qena_stat]);
}

TEST_CASE("a queue that never stops costs the device, not the buffers", "[pmd][device]") {
    const log::Capture capture;
    FakeNic nic;
    Device device(nic, {});
    (void)device.make_rx_ring(QueueId{0}, {}, small_chunks);
    device.start();
    nic.queues_stop = false;
    const auto before = nic.time;
    CHECK_FALSE(device.stop());
    CHECK(nic.time - before < 3s);
    CHECK_FALSE(device.is_open());
    CHECK(nic.mapping_count() == 0);
    CHECK(nic.values_written(regs::PFGEN_CTRL.offset).size() == 2);
}

TEST_CASE("where not even the function's reset ends, the bus resets it", "[pmd][device]") {
    FakeNic nic;
    Device device(nic, {});
    nic.reset_ends = false;
    device.close();
    CHECK(nic.bus_resets == 1);
    CHECK(nic.mapping_count() == 0);
}

TEST_CASE("a stopped queue is announced, waited for and given 50 ms", "[pmd][device]") {
    FakeNic nic;
    Device device(nic, {});
    (void)device.make_rx_ring(QueueId{0}, {}, small_chunks);
    device.start();
    nic.writes.clear();
    const auto before = nic.time;
    CHECK(device.stop());
    CHECK(nic.time - before >= 50ms);
    REQUIRE(nic.writes.size() == 3);
    CHECK(nic.writes[0].offset == regs::GLLAN_TXPRE_QDIS(0).offset);
    CHECK(nic.writes[0].value == 0x40000000);
    CHECK(nic.writes[1].offset == regs::QRX_ENA(0).offset);
    CHECK(nic.writes[2].offset == regs::QRX_TAIL(0).offset);
}

TEST_CASE("events are handed over and their buffers posted again", "[pmd][device]") {
    FakeNic nic;
    pmd::Hardware hardware(nic);
    pmd::AdminQueue admin(hardware);
    admin.start();
    const std::array<std::byte, 3> message{std::byte{1}, std::byte{2}, std::byte{3}};
    unsigned seen = 0;
    for (unsigned i = 0; i < 100; ++i) {
        nic.send_event(Opcode::get_link_status, message);
        nic.send_event(Opcode::lldp_update_mib, message);
        CHECK(admin.drain_events([&](const AdminDescriptor& event, auto bytes) {
            CHECK(event.opcode.value() == (seen % 2 == 0 ? 0x0607 : 0x0A01));
            CHECK(bytes.size() == 3);
            ++seen;
        }) == 2);
    }
    CHECK(seen == 200);
    // As many as there are buffers, and no more than a ring at once.
    for (unsigned i = 0; i < 100; ++i) nic.send_event(Opcode::get_link_status, message);
    CHECK(admin.drain_events([](auto&, auto) {}) == 31);
    CHECK(admin.drain_events([](auto&, auto) {}) == 0);
}

TEST_CASE("large buffers carry the LB flag, sent ones RD", "[pmd][device]") {
    FakeNic nic;
    pmd::Hardware hardware(nic);
    pmd::AdminQueue admin(hardware);
    admin.start();
    std::uint16_t flags = 0;
    nic.answers[Opcode::get_switch_config] = {
        [&](AdminDescriptor& descriptor, auto) { flags = descriptor.flags; }};
    std::array<std::byte, 513> buffer{};
    admin.execute(GetSwitchConfig{});
    CHECK(flags == 0x2000);
    admin.execute(GetSwitchConfig{}, std::span(buffer).first(512));
    CHECK(flags == 0x3000);
    admin.execute(GetSwitchConfig{}, buffer);
    CHECK(flags == 0x3200);
    admin.execute(GetSwitchConfig{}, buffer, pmd::BufferUse::read_by_device);
    CHECK(flags == 0x3600);
}

TEST_CASE("the link's state is what firmware says, and the MAC is configured when it comes up",
          "[pmd][device]") {
    FakeNic nic;
    Device device(nic, {.mtu = 9000});
    device.start();
    CHECK(nic.times(Opcode::set_mac_config) == 1);
    CHECK_FALSE(device.link().is_up);
    GetLinkStatus status;
    status.link_info = 0x41;
    status.link_speed = LinkSpeed::g40;
    std::uint16_t max_frame = 0;
    nic.answers[Opcode::get_link_status] = {
        [&](AdminDescriptor& descriptor, auto) { descriptor.set_params(status); }};
    nic.answers[Opcode::set_mac_config] = {[&](AdminDescriptor& descriptor, auto) {
        max_frame = descriptor.params_as<SetMacConfig>().max_frame_size;
    }};
    CHECK(device.link() == pmd::LinkState{true, 40'000, true});
    CHECK(max_frame == 9026);
    CHECK(nic.times(Opcode::set_mac_config) == 2);
    status.link_speed = LinkSpeed::unknown;
    CHECK(device.link() == pmd::LinkState{true, std::nullopt, true});
    CHECK(nic.times(Opcode::set_mac_config) == 2);
}

TEST_CASE("a PHY that was switched off is switched on again", "[pmd][device]") {
    FakeNic nic;
    SetPhyConfig sent;
    nic.answers[Opcode::get_phy_abilities] = {[](AdminDescriptor& descriptor, auto buffer) {
        PhyAbilitiesData data;
        if (descriptor.params_as<GetPhyAbilities>().param0.value() ==
            GetPhyAbilities::report_initial_values) {
            data.phy_type = 1u << 0x19;
            data.link_speed = LinkSpeed::g40;
        }
        std::memcpy(buffer.data(), &data, sizeof data);
    }};
    nic.answers[Opcode::set_phy_config] = {
        [&](AdminDescriptor& descriptor, auto) { sent = descriptor.params_as<SetPhyConfig>(); }};
    Device device(nic, {});
    device.start();
    CHECK(sent.phy_type.value() == 1u << 0x19);
    CHECK(sent.link_speed == LinkSpeed::g40);
    CHECK(sent.abilities == 0x38);
    CHECK(nic.times(Opcode::set_link_restart_an) == 1);
}

TEST_CASE("a UMEM is mapped once a port", "[pmd][device]") {
    FakeNic nic;
    mempool::Umem umem({.chunk_count = 16}, {.pages = mempool::Pages::never, .purpose = "UMEM"});
    Device device(nic, {});
    const auto before = nic.mapping_count();
    const auto& first = device.map_umem(umem);
    CHECK(&device.map_umem(umem) == &first);
    CHECK(nic.mapping_count() == before + 1);
    CHECK(first.bytes() == umem.memory().bytes());
}
