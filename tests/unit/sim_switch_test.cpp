// SPDX-License-Identifier: BSD-3-Clause

// Whose frame it is: filters, VLANs, promiscuity, several VSIs; and the commands that say so.

#include "core/base/byte_order.hpp"
#include "tests/unit/sim_rig.hpp"

namespace sluice::i40e::sim::tests {

namespace {

constexpr unsigned enoent = 2, eexist = 13, einval = 14, enospc = 16, ebusy = 12;
constexpr unsigned perfect = 1, ignore_vlan = 4;
constexpr net::MacAddress other{{0x02, 0x77, 0, 0, 0, 1}};
constexpr net::MacAddress group{{0x01, 0, 0x5e, 0, 0, 1}};

Bytes element(const net::MacAddress& mac, unsigned vlan, unsigned flags) {
    Bytes bytes(16);
    store_unaligned(bytes.data(), mac);
    store_unaligned(bytes.data() + 6, le16(static_cast<std::uint16_t>(vlan)));
    bytes[8] = static_cast<std::byte>(flags);
    bytes[12] = std::byte{0x55};
    return bytes;
}

AdminReply remove(Rig& rig, const net::MacAddress& mac, unsigned vlan, unsigned flags) {
    return rig.admin(0x0251, Params().u16(1).u16(0x8000 | rig.main_seid), element(mac, vlan, flags),
                     true);
}

// Whether a frame reaches queue 0, whose ring has been started.
class Probe {
public:
    Probe(Rig& rig, RxRing ring) : rig_(rig), ring_(ring) {}
    bool arrives(const Bytes& frame) {
        rig_.script().send(frame);
        rig_.step();
        if (ring_.word(next_, 1) == 0) return false;
        ++next_;
        return true;
    }
    bool arrives(const net::MacAddress& to, std::optional<unsigned> tag = std::nullopt) {
        return arrives(udp_frame({.bytes = 64, .tag = tag, .to = to}));
    }

private:
    Rig& rig_;
    RxRing ring_;
    unsigned next_ = 0;
};

}  // namespace

TEST_CASE("after a reset firmware's own filter admits the port's address, any VLAN",
          "[sim][switch]") {
    Rig rig;
    Probe probe(rig, rig.start_one_queue());
    CHECK(probe.arrives(port_mac()));
    CHECK(probe.arrives(port_mac(), 5));
    CHECK_FALSE(probe.arrives(other));
    CHECK_FALSE(probe.arrives(group));
    CHECK_FALSE(probe.arrives(net::broadcast));
    CHECK(remove(rig, port_mac(), 0, 1).code() == enoent);
    const auto removed = remove(rig, port_mac(), 0, 9);
    CHECK(removed.code() == 0);
    CHECK(removed.buffer[12] == std::byte{0});
    CHECK_FALSE(probe.arrives(port_mac()));
}

TEST_CASE("a filter with a VLAN admits that VLAN only, VLAN 0 untagged frames only",
          "[sim][switch]") {
    Rig rig;
    Probe probe(rig, rig.start_one_queue());
    rig.add_filter(other, 0, perfect);
    CHECK(probe.arrives(other));
    CHECK_FALSE(probe.arrives(other, 7));
    CHECK(probe.arrives(other, 0xE000));  // tagged with a priority only
    rig.add_filter(other, 7, perfect);
    CHECK(probe.arrives(other, 0x6007));
    CHECK_FALSE(probe.arrives(other, 8));
    CHECK(remove(rig, other, 7, 1).code() == 0);
    CHECK_FALSE(probe.arrives(other, 7));
    rig.expect_no_complaints();
}

TEST_CASE("promiscuity by kind of address", "[sim][switch]") {
    Rig rig;
    Probe probe(rig, rig.start_one_queue());
    rig.set_promiscuous(1, 1);
    CHECK(probe.arrives(other));
    CHECK(probe.arrives(other, 9));
    CHECK_FALSE(probe.arrives(group));
    rig.set_promiscuous(2, 3);  // unicast off, multicast on
    CHECK_FALSE(probe.arrives(other));
    CHECK(probe.arrives(group));
    CHECK_FALSE(probe.arrives(net::broadcast));
    rig.set_promiscuous(4, 4);
    CHECK(probe.arrives(net::broadcast));
    rig.set_promiscuous(0, 0xF);
    CHECK_FALSE(probe.arrives(net::broadcast));
    rig.set_promiscuous(8, 8);  // the default VSI takes what nobody wants
    CHECK(probe.arrives(other));
    CHECK(probe.arrives(group, 100));
    CHECK(rig.admin(0x0254, Params().u16(1).u16(1).u16(1)).code() == enoent);
    rig.expect_no_complaints();
}

TEST_CASE("filters for VLANs keep promiscuity inside those VLANs", "[sim][switch]") {
    Rig rig;
    Probe probe(rig, rig.start_one_queue());
    rig.set_promiscuous(1, 1);
    rig.add_filter(port_mac(), 7, perfect);
    CHECK(probe.arrives(other, 7));
    CHECK_FALSE(probe.arrives(other, 8));
    CHECK(probe.arrives(other));
    rig.set_promiscuous(0x10, 0x10);
    CHECK(probe.arrives(other, 8));
    // Broadcast of one VLAN.
    CHECK(rig.admin(0x0254, Params().u16(4).u16(4).u16(rig.main_seid).u16(0x8009)).code() == 0);
    CHECK(probe.arrives(net::broadcast, 9));
    CHECK_FALSE(probe.arrives(net::broadcast, 10));
    CHECK(rig.admin(0x0254, Params().u16(0).u16(4).u16(rig.main_seid).u16(0x8009)).code() == 0);
    CHECK_FALSE(probe.arrives(net::broadcast, 9));
}

TEST_CASE("a VSI's VLAN mode and source pruning hold frames back", "[sim][switch]") {
    Rig rig;
    Probe probe(rig, rig.start_one_queue());
    rig.map_queues(0, 0, 0x19);  // tagged only
    CHECK_FALSE(probe.arrives(port_mac()));
    CHECK(probe.arrives(port_mac(), 3));
    rig.map_queues(0, 0, 0x1A);  // untagged only
    CHECK(probe.arrives(port_mac()));
    CHECK_FALSE(probe.arrives(port_mac(), 3));
    rig.map_queues(0, 0, 0x1B);
    Bytes own = udp_frame();
    store_unaligned(own.data() + 6, port_mac());
    CHECK_FALSE(probe.arrives(own));
    Bytes record(128);
    store_unaligned(record.data(), le16(1));
    store_unaligned(record.data() + 2, le16(0x4000));  // LOCAL_LB
    CHECK(rig.admin(0x0211, Params().u16(rig.main_seid), record, true).code() == 0);
    CHECK(probe.arrives(own));
}

TEST_CASE("control packet filters drop received frames of their ethertype", "[sim][switch]") {
    Rig rig;
    Probe probe(rig, rig.start_one_queue());
    const auto filter = [&](unsigned opcode, unsigned flags) {
        return rig.admin(opcode, Params().skip(6).u16(0x88b5).u16(flags).u16(rig.main_seid));
    };
    const auto added = filter(0x025A, 3);
    CHECK(added.code() == 0);
    CHECK(added.descriptor.param16(2) == 1);
    CHECK_FALSE(probe.arrives(plain_frame(60)));
    CHECK(probe.arrives(udp_frame()));
    CHECK(filter(0x025B, 3).code() == 0);
    CHECK(filter(0x025B, 3).code() == enoent);
    CHECK(probe.arrives(plain_frame(60)));
}

TEST_CASE("filter commands answer element by element", "[sim][switch][admin]") {
    Rig rig;
    rig.start_admin_queues();
    rig.find_main_vsi();
    Bytes two = element(other, 0, perfect);
    const Bytes second = element(group, 0, 2);  // hash: not offered
    two.insert(two.end(), second.begin(), second.end());
    const auto params = Params().u16(2).u16(0x8000 | rig.main_seid);
    const auto reply = rig.admin(0x0250, params, two, true);
    CHECK(reply.code() == einval);
    CHECK(reply.buffer[12] == std::byte{1});
    CHECK(reply.buffer[28] == std::byte{0xFF});
    CHECK(reply.descriptor.param16(0) == 2);  // with firmware's own
    CHECK(reply.descriptor.param16(2) == 1022);
    const auto add = [&](const Bytes& bytes) {
        return rig.admin(0x0250, Params().u16(1).u16(0x8000 | rig.main_seid), bytes, true);
    };
    CHECK(add(element(other, 0, perfect)).code() == eexist);
    CHECK(rig.admin(0x0250, Params().u16(1).u16(rig.main_seid), two, true).code() == enoent);
    CHECK(rig.admin(0x0250, Params().u16(3).u16(0x8000 | rig.main_seid), two, true).code() ==
          einval);
    const auto gone = remove(rig, group, 0, 1);
    CHECK(gone.code() == enoent);
    CHECK(gone.buffer[12] == std::byte{0xFF});
    unsigned added = 2;
    while (added < 1024) {
        net::MacAddress mac = other;
        store_unaligned(reinterpret_cast<std::byte*>(mac.bytes.data()) + 3,
                        be16(static_cast<std::uint16_t>(added)));
        REQUIRE(add(element(mac, 0, perfect | ignore_vlan)).code() == 0);
        ++added;
    }
    const auto full = add(element(group, 0, perfect));
    CHECK(full.code() == enospc);
    CHECK(full.buffer[12] == std::byte{0xFF});
    rig.expect_no_complaints();
}

TEST_CASE("further VSIs get queues, counters and copies of their own", "[sim][switch]") {
    Rig rig;
    Probe probe(rig, rig.start_one_queue());
    const auto veb = rig.admin(0x0230, Params().u16(2).u16(rig.main_seid).u16(2).u8(1));
    const unsigned veb_seid = veb.descriptor.param16(8);
    Bytes record(128);
    store_unaligned(record.data(), le16(0x44));
    record[12] = std::byte{0x1B};
    store_unaligned(record.data() + 30, le16(9));
    const auto added = rig.admin(0x0210, Params().u16(veb_seid).u8(1).skip(3).u16(1), record, true);
    REQUIRE(added.code() == 0);
    const unsigned seid = added.descriptor.param16(0);
    const RxRing ring = rig.make_rx_ring(9);
    REQUIRE(rig.enable_rx(9));
    rig.set_promiscuous(4, 4);
    CHECK(rig.admin(0x0254, Params().u16(4).u16(4).u16(seid)).code() == 0);
    CHECK(probe.arrives(net::broadcast));
    CHECK(ring.word(0, 1) ==
          ((0x3 | 0x8 | 2 << 9) | std::uint64_t{24} << 30 | std::uint64_t{64} << 38));
    CHECK(rig.read64(0x3005E0) == 1);
    CHECK(rig.read64(0x36D800 + 8 * rig.stat_index) == 1);
    CHECK(rig.read64(0x36D800 + 8 * added.data16(112)) == 1);
    // A second default VSI takes the place of the first.
    rig.set_promiscuous(8, 8);
    CHECK(rig.admin(0x0254, Params().u16(8).u16(8).u16(seid)).code() == 0);
    CHECK_FALSE(probe.arrives(other));
    CHECK(ring.word(1, 1) != 0);

    const auto all = rig.admin(0x0200, Params(), Bytes(512), false);
    CHECK(all.data16(0) == 2);
    const auto one = rig.admin(0x0200, Params(), Bytes(32), false);
    CHECK(one.data16(0) == 1);
    CHECK(one.data16(2) == 2);
    CHECK(one.descriptor.param16(0) == seid);
    const auto rest = rig.admin(0x0200, Params().u16(seid), Bytes(32), false);
    CHECK(rest.data16(18) == seid);
    CHECK(rest.descriptor.param16(0) == 0);

    CHECK(rig.admin(0x0243, Params().u16(veb_seid)).code() == ebusy);
    CHECK(rig.admin(0x0243, Params().u16(rig.main_seid)).code() == ebusy);
    CHECK(rig.admin(0x0243, Params().u16(seid)).code() == 0);
    CHECK(rig.admin(0x0243, Params().u16(seid)).code() == enoent);
    CHECK(rig.admin(0x0243, Params().u16(veb_seid)).code() == 0);
    rig.expect_no_complaints();
}

TEST_CASE("VSI commands refuse what can't be", "[sim][switch][admin]") {
    Rig rig;
    rig.start_admin_queues();
    rig.find_main_vsi();
    Bytes record(128);
    store_unaligned(record.data(), le16(0x40));
    store_unaligned(record.data() + 30, le16(100));
    store_unaligned(record.data() + 62, le16(5 << 9));  // queues 100 to 131
    CHECK(rig.admin(0x0211, Params().u16(rig.main_seid), record, true).code() == einval);
    CHECK(rig.admin(0x0211, Params().u16(77), record, true).code() == enoent);
    CHECK(rig.admin(0x0211, Params().u16(rig.main_seid), Bytes(64), true).code() == einval);
    CHECK(rig.admin(0x0210, Params().u16(999).u8(1).skip(3).u16(2), Bytes(128), true).code() ==
          enoent);
    CHECK(rig.admin(0x0210, Params().u16(2).u8(1).skip(3).u16(0), Bytes(128), true).code() ==
          einval);  // a VF's
    CHECK(rig.admin(0x0212, Params().u16(77), Bytes(128), false).code() == enoent);
    CHECK(rig.admin(0x0230, Params().u16(2).u16(77).u16(2).u8(1)).code() == enoent);
    for (unsigned i = 1; i < 32; ++i)
        REQUIRE(rig.admin(0x0210, Params().u16(2).u8(1).skip(3).u16(2), Bytes(128), true).code() ==
                0);
    CHECK(rig.admin(0x0210, Params().u16(2).u8(1).skip(3).u16(2), Bytes(128), true).code() ==
          enospc);
    rig.expect_no_complaints();
}

TEST_CASE("traffic classes have queue sets, and the numbers come from the seed", "[sim][switch]") {
    Rig rig({.seed = 1});
    rig.start_admin_queues();
    rig.find_main_vsi();
    Bytes classes(32);
    classes[0] = std::byte{3};
    const auto two = rig.admin(0x0407, Params().u16(rig.main_seid), classes, true);
    CHECK(two.data16(16) == rig.qs_handle);
    CHECK(two.data16(18) != 0xFFFF);
    CHECK(two.data16(18) != two.data16(16));
    CHECK(two.data16(20) == 0xFFFF);
    classes[0] = std::byte{2};
    CHECK(rig.admin(0x0407, Params().u16(rig.main_seid), classes, true).code() == einval);
    bool differs = false;
    for (const std::uint64_t seed : {2u, 3u, 4u}) {
        Rig next({.seed = seed});
        next.start_admin_queues();
        next.find_main_vsi();
        CHECK(next.stat_index >= 4);
        CHECK(next.vsi_number < 384);
        differs = differs || next.main_seid != rig.main_seid;
    }
    CHECK(differs);
}

}  // namespace sluice::i40e::sim::tests
