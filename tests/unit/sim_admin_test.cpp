// SPDX-License-Identifier: BSD-3-Clause

// The rules of the admin queues, whatever the command.

#include <optional>

#include "core/base/byte_order.hpp"
#include "tests/unit/sim_rig.hpp"

namespace sluice::i40e::sim::tests {

namespace {

constexpr unsigned lb = 0x0200, rd = 0x0400, buf = 0x1000, si = 0x2000;
constexpr unsigned einval = 14, esrch = 3, enoent = 2, enomem = 9, bad_addr = 20, ebusy = 12;

AdminDescriptorBytes command(unsigned opcode, unsigned flags, unsigned length = 0) {
    AdminDescriptorBytes descriptor;
    descriptor.opcode = static_cast<std::uint16_t>(opcode);
    descriptor.flags = static_cast<std::uint16_t>(flags);
    descriptor.data_length = static_cast<std::uint16_t>(length);
    return descriptor;
}

}  // namespace

TEST_CASE("the base of an admin queue may come after its enable", "[sim][admin]") {
    // start_admin_queues() writes length and enable first, as both drivers do.
    Rig rig;
    rig.start_admin_queues();
    CHECK(rig.read(0x80000) != 0);
    CHECK(rig.admin(0x0001).code() == 0);
    rig.expect_no_complaints();
}

TEST_CASE("a completion keeps flags, opcode and cookies and adds DD and CMP", "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    const auto reply = rig.admin(0x0001);
    CHECK(reply.descriptor.flags == (si | 3u));
    CHECK(reply.descriptor.opcode == 0x0001);
    CHECK(reply.descriptor.return_value == 0);
    // api 1.15
    CHECK(reply.descriptor.param16(12) == 1);
    CHECK(reply.descriptor.param16(14) == 0x0F);
    CHECK(reply.descriptor.param16(8) == 8);
}

TEST_CASE("commands that firmware does not know are answered with ESRCH", "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    for (const unsigned opcode :
         {0x0104u, 0x0252u, 0x025Cu, 0x0260u, 0x0270u, 0x0301u, 0x0406u, 0x0410u, 0x041Du, 0x0500u,
          0x0614u, 0x0622u, 0x0702u, 0x0902u, 0x0B02u, 0x7777u}) {
        const auto reply = rig.admin(opcode);
        CHECK(reply.code() == esrch);
        CHECK((reply.descriptor.flags & 7u) == 7);
    }
    rig.expect_no_complaints();
}

TEST_CASE("the flags of a command with a buffer are checked", "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    CHECK(rig.admin_raw(command(0x0107, si), {}).code() == einval);
    rig.expect_complaint("admin command 0x0107 (mac_address_read): needs a buffer (BUF)");
    CHECK(rig.admin_raw(command(0x000A, si | buf, 1024), Bytes(1024)).code() == einval);
    rig.expect_complaint(
        "admin command 0x000a (list_function_capabilities): a buffer of 1024 bytes "
        "with LB clear");
    CHECK(rig.admin_raw(command(0x0107, si | buf | lb, 24), Bytes(24)).code() == einval);
    rig.expect_complaint(
        "admin command 0x0107 (mac_address_read): a buffer of 24 bytes with LB set");
    CHECK(rig.admin_raw(command(0x0250, si | buf, 16), Bytes(16)).code() == einval);
    rig.expect_complaint(
        "admin command 0x0250 (add_macvlan): its buffer holds data for firmware, "
        "but RD is clear");
    CHECK(rig.admin_raw(command(0x0001, si | buf, 16), Bytes(16)).code() == einval);
    rig.expect_complaint(
        "admin command 0x0001 (get_version): has a buffer, which this command does "
        "not use");
    CHECK(rig.admin_raw(command(0x0107, si | buf | lb, 4097), Bytes(16)).code() == einval);
    rig.expect_complaint(
        "admin command 0x0107 (mac_address_read): a buffer of 4097 bytes; it has 1 "
        "to 4096");
    CHECK(rig.admin_raw(command(0x0001, si | 1), {}).code() == einval);
    rig.expect_complaint(
        "admin command 0x0001 (get_version): submitted with flags 0x2001, some of "
        "which only the device sets");
}

TEST_CASE("a buffer outside every mapping is a fault", "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    auto descriptor = command(0x0107, si | buf, 24);
    descriptor.params = Params().u32(0).u32(0).u32(0x9).u32(0x1000).bytes();
    CHECK(rig.admin_raw(descriptor, {}).code() == bad_addr);
    rig.expect_complaint(
        "admin command 0x0107 (mac_address_read): buffer access of 24 bytes at "
        "0x900001000 lies outside every mapping");
}

TEST_CASE("an admin ring that makes no sense is complained about once and does nothing",
          "[sim][admin]") {
    Rig rig;
    rig.write(0x80200, 32 | 0x80000000u);
    rig.write(0x80000, 0x1000);
    rig.write(0x80400, 1);
    rig.step(5);
    CHECK(rig.read(0x80300) == 0);
    rig.expect_complaint(
        "the admin send queue has its ring of 32 descriptors at 0x1000, outside every mapping");
    rig.write(0x80000, 0x1010);
    rig.step();
    CHECK(rig.device().complaint_count() == 0);
    rig.write(0x80400, 0);
    rig.step();
    rig.write(0x80400, 40);
    rig.step();
    CHECK(rig.read(0x80300) == 0);
}

TEST_CASE("the NVM semaphore is granted, refused while held, and expires", "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    const auto ask = [&] { return rig.admin(0x0008, Params().u16(1).u16(1).u32(3000)); };
    const auto granted = ask();
    CHECK(granted.code() == 0);
    CHECK(granted.descriptor.param32(4) == 3000);
    const auto refused = ask();
    CHECK(refused.code() == ebusy);
    CHECK(refused.descriptor.param32(4) <= 3000);
    CHECK(refused.descriptor.param32(4) > 2990);
    CHECK(rig.admin(0x0009, Params().u16(1).u16(1)).code() == 0);
    CHECK(rig.admin(0x0009, Params().u16(1).u16(1)).code() == 0);
    CHECK(ask().code() == 0);
    for (int i = 0; i < 300'100; i += 100) rig.step(100);
    CHECK(ask().code() == 0);
    CHECK(rig.admin(0x0008, Params().u16(2).u16(1)).code() == einval);
}

TEST_CASE("capabilities say how large the buffer must be", "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    const auto small = rig.admin(0x000A, Params(), Bytes(64), false);
    CHECK(small.code() == enomem);
    const std::size_t wanted = small.descriptor.data_length;
    CHECK(wanted % 32 == 0);
    const auto reply = rig.admin(0x000A, Params(), Bytes(4096), false);
    CHECK(reply.code() == 0);
    CHECK(reply.descriptor.data_length == wanted);
    CHECK(reply.descriptor.param32(4) == wanted / 32);
    struct Record {
        std::uint32_t number, logical, physical;
    };
    const auto find = [&](unsigned id) -> std::optional<Record> {
        for (std::size_t at = 0; at < wanted; at += 32)
            if (reply.data16(at) == id)
                return Record{reply.data32(at + 4), reply.data32(at + 8), reply.data32(at + 12)};
        return {};
    };
    CHECK(find(0x03)->number == 0);  // one function a port
    CHECK(find(0x05)->number == 1);
    CHECK(find(0x17)->number >= 2);
    CHECK((find(0x18)->logical & 1) == 1);
    CHECK(find(0x40)->number == 512);
    CHECK(find(0x40)->logical == 6);
    CHECK(find(0x41)->number == 128);
    CHECK(find(0x42)->number == 128);
    CHECK(find(0x42)->physical == 0);
    CHECK(find(0x43)->number == 129);
    CHECK(find(0x45).has_value());
    CHECK_FALSE(find(0x12).has_value());
}

TEST_CASE("MAC addresses are read and written", "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    const auto reply = rig.admin(0x0107, Params(), Bytes(24), false);
    CHECK(reply.code() == 0);
    CHECK(reply.descriptor.param16(0) == 0x50);
    CHECK(reply.descriptor.data_length == 24);
    CHECK(net::MacAddress::at(reply.buffer.data()) == port_mac());
    CHECK(net::MacAddress::at(reply.buffer.data() + 12) == port_mac());
    // 02:11:22:33:44:55, first two bytes as a big-endian number.
    CHECK(rig.admin(0x0108, Params().u16(0x4000).u16(0x0211).u32(0x22334455)).code() == 0);
    const auto changed = rig.admin(0x0107, Params(), Bytes(24), false);
    CHECK(net::MacAddress::at(changed.buffer.data()) ==
          net::MacAddress{{0x02, 0x11, 0x22, 0x33, 0x44, 0x55}});
    CHECK(rig.admin(0x0108, Params().u16(0x4000).u16(0xFFFF).u32(0xFFFFFFFF)).code() == einval);
}

TEST_CASE("registers are reached through the admin queue, with their side effects",
          "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    CHECK(rig.admin(0x0207, Params().u32(0).u32(0x245900).u32(0).u32(0x80000000)).code() == 0);
    CHECK(rig.read(0x245900) == 0x80000000u);
    const auto read = rig.admin(0x0206, Params().u32(0).u32(0x245900));
    CHECK(read.code() == 0);
    CHECK(read.descriptor.param32(12) == 0x80000000u);
    CHECK(rig.admin(0x0206, Params().u32(0).u32(0x4)).code() == einval);
    for (const unsigned address : {0x26C7A0u, 0x26CE00u, 0x26CE08u, 0x269FBCu}) {
        CHECK(rig.admin(0xFF04, Params().u32(0).u32(address).u32(0).u32(0x11)).code() == 0);
        const auto back = rig.admin(0xFF03, Params().u32(0).u32(address));
        CHECK(back.descriptor.param32(8) == 0);
        CHECK(back.descriptor.param32(12) == 0x11);
    }
    // Ports 1 to 3 are disabled.
    for (unsigned port = 0; port < 4; ++port)
        CHECK(rig.admin(0xFF03, Params().u32(0).u32(0xB8120 + 4 * port)).descriptor.param32(12) ==
              (port == 0 ? 0 : 1));
    rig.expect_no_complaints();
}

TEST_CASE("NVM words come through the admin queue too", "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    const auto read = [&](unsigned module, unsigned offset, unsigned length) {
        return rig.admin(0x0701, Params().u8(1).u8(module).u16(length).u32(offset), Bytes(length),
                         false);
    };
    CHECK(read(0, 0, 4).code() == 1);  // EPERM: without the semaphore
    CHECK(rig.admin(0x0008, Params().u16(1).u16(1)).code() == 0);
    CHECK(read(0, 0, 4).data16(0) == 0x0040);
    CHECK(read(0, 4094, 4).code() == einval);
    CHECK(read(0x48, 0, 4).code() == einval);
}

TEST_CASE("LLDP's agent runs until it is stopped", "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    CHECK(rig.admin(0x0A00, Params(), Bytes(1500), false).code() == enoent);
    CHECK(rig.admin(0x0A05, Params().u8(1)).code() == 0);
    CHECK(rig.admin(0x0A00, Params(), Bytes(1500), false).code() == 1);
    CHECK(rig.admin(0x0A06, Params().u8(1)).code() == 0);
    CHECK(rig.admin(0x0A00, Params(), Bytes(1500), false).code() == enoent);
    CHECK(rig.admin(0x0A07, Params(), Bytes(32), false).code() == enoent);
    CHECK(rig.admin(0x0A08, Params().u8(0).u8(0).u16(32), Bytes(32), true).code() == 0);
}

TEST_CASE("UDP ports of tunnels are kept and given back", "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    const auto add = rig.admin(0x0B00, Params().u16(4789));
    CHECK(add.code() == 0);
    const unsigned index = add.descriptor.params[2];
    CHECK(rig.admin(0x0B00, Params().u16(4789)).code() == 13);  // EEXIST
    CHECK(rig.admin(0x0B01, Params().u16(0).u8(index)).code() == 0);
    CHECK(rig.admin(0x0B01, Params().u16(0).u8(index)).code() == enoent);
}

TEST_CASE("one link event for each time it was asked for", "[sim][link]") {
    Rig rig;
    rig.start_admin_queues();
    rig.device().set_link(false);
    CHECK_FALSE(rig.take_event().has_value());  // nobody asked

    const auto status = rig.admin(0x0607, Params().u16(3));
    CHECK(status.descriptor.param16(0) == 1);
    CHECK((status.descriptor.params[4] & 1) == 0);
    rig.device().set_link(true);
    const auto event = rig.take_event();
    REQUIRE(event.has_value());
    CHECK(event->descriptor.opcode == 0x0607);
    CHECK((event->descriptor.params[4] & 1) == 1);
    rig.device().set_link(false);
    CHECK_FALSE(rig.take_event().has_value());
    CHECK(rig.read(0x1E2420) == 0);

    CHECK(rig.admin(0x0613, Params().skip(8).u16(0x0002)).code() == 0);  // masked
    CHECK(rig.admin(0x0607, Params().u16(3)).code() == 0);
    rig.device().set_link(true);
    CHECK_FALSE(rig.take_event().has_value());
    rig.expect_no_complaints();
}

TEST_CASE("an event without a posted buffer is lost and says so", "[sim][admin]") {
    Rig rig;
    rig.start_admin_queues();
    rig.write(0x80480, 0);  // nothing posted
    (void)rig.admin(0x0607, Params().u16(3));
    rig.device().set_link(false);
    CHECK((rig.read(0x80280) & 1u << 29) != 0);
    CHECK(rig.read(0x80380) == 0);
    rig.expect_no_complaints();
}

TEST_CASE("link status and PHY abilities of 40 Gb/s optics", "[sim][link]") {
    Rig rig;
    rig.start_admin_queues();
    const auto status = rig.admin(0x0607, Params().u16(0));
    const auto& p = status.descriptor.params;
    CHECK(status.descriptor.param16(0) == 0);
    CHECK(p[2] == 0x19);
    CHECK(p[3] == 0x10);
    CHECK(p[4] == 0xE1);
    CHECK(p[5] == 0x81);
    CHECK(status.descriptor.param16(8) == 9728);
    CHECK(p[10] == 0x04);
    CHECK(status.descriptor.param32(11) == 1u << 25);
    for (const unsigned report : {0u, 2u}) {
        const auto abilities = rig.admin(0x0600, Params().u32(report), Bytes(0x218), false);
        CHECK(abilities.code() == 0);
        CHECK(abilities.data32(0) == 1u << 0x19);
        CHECK(abilities.buffer[4] == std::byte{0x10});
        CHECK((abilities.buffer[5] & std::byte{0x28}) == std::byte{0x28});
    }
    CHECK(rig.admin(0x0600, Params(), Bytes(0x200), false).code() == enomem);
}

TEST_CASE("the driver switches the link off and on", "[sim][link]") {
    Rig rig;
    rig.start_admin_queues();
    CHECK(rig.admin(0x0601, Params().u32(0).u8(0).u8(0)).code() == 0);
    CHECK(rig.read(0x1E2420) == 0);
    CHECK(rig.admin(0x0600, Params(), Bytes(0x218), false).data32(0) == 0);
    CHECK(rig.admin(0x0600, Params().u32(2), Bytes(0x218), false).data32(0) == 1u << 0x19);
    CHECK(rig.admin(0x0601, Params().u32(1u << 0x19).u8(0x10).u8(0x28)).code() == 0);
    CHECK(rig.read(0x1E2420) == 0x58000080u);
    CHECK(rig.admin(0x0605, Params().u8(2)).code() == 0);
    CHECK(rig.read(0x1E2420) == 0);
    CHECK(rig.admin(0x0605, Params().u8(6)).code() == 0);
    CHECK(rig.read(0x1E2420) == 0x58000080u);
    CHECK(rig.admin(0x0618, Params().u16(0)).code() == 0);
    CHECK(rig.admin(0x0618, Params().u16(1)).code() != 0);
}

}  // namespace sluice::i40e::sim::tests
