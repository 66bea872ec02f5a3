// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/hw/packet_classes.hpp"
#include "drivers/i40e/hw/packet_types.hpp"
#include "drivers/i40e/hw/queue_context.hpp"
#include "drivers/i40e/hw/rx_descriptor.hpp"
#include "drivers/i40e/hw/tx_descriptor.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/hw_bytes.hpp"

using namespace sluice;
using namespace sluice::i40e::hw;
using sluice::tests::hex;
using sluice::tests::hex_word;

TEST_CASE("a receive descriptor carries a buffer address in little-endian bytes", "[hw]") {
    RxDescriptor16 narrow;
    narrow.qword[0] = 0x0000'0012'3456'7880;
    CHECK(hex(narrow) == "80 78 56 34 12 00 00 00 00 00 00 00 00 00 00 00");
    RxDescriptor32 wide;
    wide.qword[1] = 0xFEDC'BA98'7654'3210;
    CHECK(hex(wide) ==
          "00 00 00 00 00 00 00 00 10 32 54 76 98 ba dc fe "
          "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
}

TEST_CASE("a receive write-back tells tags, hash, status, errors and lengths", "[hw]") {
    using W0 = RxWriteBack0;
    CHECK(hex_word(Word<W0>{}
                       .with(W0::mirroring_status, 5)
                       .with(W0::l2tag1, 0x2064)
                       .with(W0::rss, 0xCAFE'BABE)) == "05 00 64 20 be ba fe ca");
    using W1 = RxWriteBack1;
    CHECK(hex_word(Word<W1>{}
                       .with(W1::dd, true)
                       .with(W1::eof, true)
                       .with(W1::l2tag1p, true)
                       .with(W1::l3l4p, true)
                       .with(W1::umbcast, CastType::broadcast)
                       .with(W1::fltstat, FilterStatus::rss_hash)
                       .with(W1::ipe, true)
                       .with(W1::l4e, true)
                       .with(W1::pprs, true)
                       .with(W1::ptype, 24)
                       .with(W1::length_pbuf, 1514)
                       .with(W1::length_hbuf, 64)
                       .with(W1::length_sph, true)) == "0f 34 c0 04 86 7a 01 84");
    CHECK(hex_word(Word<W1>{}
                       .with(W1::crcp, true)
                       .with(W1::tsynindx, 2)
                       .with(W1::tsynvalid, true)
                       .with(W1::ext_udp_0, true)
                       .with(W1::flm, true)
                       .with(W1::lpbk, true)
                       .with(W1::ipv6exadd, true)
                       .with(W1::int_udp_0, true)
                       .with(W1::rxe, true)
                       .with(W1::recipe, true)
                       .with(W1::hbo, true)
                       .with(W1::eipe, true)
                       .with(W1::oversize, true)) == "d0 c9 3c 03 00 00 00 00");
    CHECK(Word<W1>{0x0000'0000'07F8'0000}[W1::error] == 0xFF);
    CHECK(Word<W1>{0x0000'0000'07FF'FFFF}[W1::status] == 0x7FFFF);
}

TEST_CASE("the upper half of a 32-byte write-back tells second tags and filter ids", "[hw]") {
    using W2 = RxWriteBack2;
    CHECK(hex_word(Word<W2>{}
                       .with(W2::l2tag2p, true)
                       .with(W2::flexbh, FlexHigh::fd_id)
                       .with(W2::fdlongb, true)
                       .with(W2::l2tag2_1, 0x1234)
                       .with(W2::l2tag2_2, 0x5678)) == "11 02 00 00 34 12 78 56");
    CHECK(hex_word(Word<W2>{}
                       .with(W2::l2tag3p, true)
                       .with(W2::flexbl, FlexLow::bytes)
                       .with(W2::pelongb, true)) == "06 08 00 00 00 00 00 00");
    using W3 = RxWriteBack3;
    CHECK(hex_word(Word<W3>{}.with(W3::flex_bytes_lo, 0x0102'0304).with(W3::fd_id, 0x0A0B'0C0D)) ==
          "04 03 02 01 0d 0c 0b 0a");
}

TEST_CASE("the answer to a filter program is told from a frame", "[hw]") {
    using S1 = RxProgramStatus1;
    const auto status = Word<S1>{}
                            .with(S1::dd, true)
                            .with(S1::progid, RxProgramId::fd_filter_status)
                            .with(S1::fd_tbl_full, true)
                            .with(S1::length, S1::length_value);
    CHECK(hex_word(status) == "05 00 08 00 00 00 00 80");
    CHECK(hex_word(status.with(S1::fd_tbl_full, false).with(S1::no_fd_entry, true)) ==
          "05 00 10 00 00 00 00 80");
    CHECK(hex_word(Word<RxProgramStatus0>{}.with(RxProgramStatus0::fd_id, 0x0102'0304)) ==
          "00 00 00 00 04 03 02 01");
    CHECK(is_program_status(status.raw));
    using W1 = RxWriteBack1;
    const auto split = Word<W1>{}.with(W1::length_sph, true).with(W1::length_hbuf, 64);
    CHECK_FALSE(is_program_status(split.raw));
    CHECK_FALSE(is_program_status(Word<W1>{}.with(W1::length_pbuf, 60).raw));
}

TEST_CASE("a transmit data descriptor carries commands, header lengths and a tag", "[hw]") {
    using D1 = TxData1;
    CHECK(hex_word(Word<D1>{}
                       .with(D1::eop, true)
                       .with(D1::rs, true)
                       .with(D1::icrc, true)
                       .with(D1::il2tag1, true)
                       .with(D1::iipt, IpType::ipv4_checksum)
                       .with(D1::l4t, L4Type::udp)
                       .with(D1::maclen, 7)
                       .with(D1::iplen, 5)
                       .with(D1::l4_fc_len, 2)
                       .with(D1::tx_buf_sz, 1514)
                       .with(D1::l2tag1, 0x2064)) == "f0 36 87 82 a8 17 64 20");
    CHECK(hex_word(Word<D1>{}
                       .with(D1::dtype, TxDescriptorType::desc_done)
                       .with(D1::dummy, true)
                       .with(D1::fcoet, true)
                       .with(D1::tx_buf_sz, 16383)) == "0f 09 00 00 fc ff 00 00");
    TxDescriptor descriptor;
    descriptor.qword = {0x1122'3344'5566'7788, Word<D1>{}.with(D1::cmd, 0x3FF).raw};
    CHECK(hex(descriptor) == "88 77 66 55 44 33 22 11 f0 3f 00 00 00 00 00 00");
    CHECK(Word<TxAny1>{0xF}[TxAny1::dtype] == TxDescriptorType::desc_done);
}

TEST_CASE("a transmit context descriptor carries tunnels, segmentation and timestamps", "[hw]") {
    using C0 = TxContext0;
    CHECK(hex_word(Word<C0>{}
                       .with(C0::ext_ip, IpType::ipv4)
                       .with(C0::ext_iplen, 5)
                       .with(C0::natt, TxTunnelType::gre)
                       .with(C0::eip_noinc, true)
                       .with(C0::natlen, 7)
                       .with(C0::decttl, 9)
                       .with(C0::l4t_cs, true)
                       .with(C0::l2tag2, 0x0BEE)) == "16 7c c8 00 ee 0b 00 00");
    using C1 = TxContext1;
    CHECK(hex_word(Word<C1>{}
                       .with(C1::dtype, TxDescriptorType::context)
                       .with(C1::tso, true)
                       .with(C1::tsyn, true)
                       .with(C1::il2tag2, true)
                       .with(C1::swtch, TxSwitchTarget::vsi)
                       .with(C1::swpe, true)
                       .with(C1::tso_len, 0x3FFFF)
                       .with(C1::mss, 1460)) == "71 07 00 c0 ff ff d0 16");
    CHECK(hex_word(Word<C1>{}.with(C1::il2tag2_il2h, true).with(C1::target_vsi, 0x1FF)) ==
          "80 00 00 00 00 00 fc 07");
}

TEST_CASE("a filter program descriptor carries a class, a destination and a counter", "[hw]") {
    using F0 = TxFilter0;
    CHECK(hex_word(Word<F0>{}
                       .with(F0::qindex, 0x123)
                       .with(F0::flexoff, 5)
                       .with(F0::pctype, 31)
                       .with(F0::dest_vsi, 0x101)) == "23 29 be 80 00 00 00 00");
    using F1 = TxFilter1;
    CHECK(hex_word(Word<F1>{}
                       .with(F1::dtype, TxDescriptorType::filter_prog)
                       .with(F1::pcmd, FilterCommand::add_update)
                       .with(F1::dest, FilterDestination::queue)
                       .with(F1::cnt_ena, true)
                       .with(F1::fd_status, FilterReport::fd_id)
                       .with(F1::atr, true)
                       .with(F1::cntindex, 0x101)
                       .with(F1::fd_id, 0xDEAD'BEEF)) == "98 28 14 10 ef be ad de");
}

TEST_CASE("a receive queue context is 32 bytes as the device reads them", "[hw]") {
    using C = RxQueueContext;
    const auto context = Word<C>{}
                             .with(C::head, 0x1ABC)
                             .with(C::cpuid, 0x5A)
                             .with(C::base, 0x01'2345'6789'ABCD)
                             .with(C::qlen, 512)
                             .with(C::dbuff, 2048 / 128)
                             .with(C::hbuff, 256 / 64)
                             .with(C::dtype, HeaderSplit::at_header)
                             .with(C::dsize, RxDescriptorSize::bytes32)
                             .with(C::crcstrip, true)
                             .with(C::l2tsel, true)
                             .with(C::hsplit_0, 5)
                             .with(C::hsplit_1, 2)
                             .with(C::showiv, true)
                             .with(C::rxmax, 9728)
                             .with(C::tphrdesc_ena, true)
                             .with(C::tphhead_ena, true)
                             .with(C::lrxqthresh, 2)
                             .with(C::prefena, true);
    CHECK(hex(context) ==
          "bc 5a 0b 00 cd ab 89 67 45 23 01 00 04 84 b4 a5 "
          "00 00 00 00 00 00 80 09 92 02 00 00 00 00 00 00");
    CHECK(context[C::rxmax] == 9728);
    CHECK(context[C::dsize] == RxDescriptorSize::bytes32);
    CHECK(hex(Word<C>{}
                  .with(C::base, C::base.max)
                  .with(C::fc_ena, true)
                  .with(C::tphwdesc_ena, true)
                  .with(C::tphdata_ena, true)) ==
          "00 00 00 00 ff ff ff ff ff ff ff 01 00 00 40 00 "
          "00 00 00 00 00 00 00 00 0c 00 00 00 00 00 00 00");
}

TEST_CASE("a transmit queue context is 128 bytes as the device reads them", "[hw]") {
    using C = TxQueueContext;
    const std::string zeros = "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 ";
    CHECK(hex(Word<C>{}
                  .with(C::head, 0x1001)
                  .with(C::new_context, true)
                  .with(C::base, 0x01'2345'6789'ABCD)
                  .with(C::timesync_ena, true)
                  .with(C::fd_ena, true)
                  .with(C::cpuid, 0xA5)
                  .with(C::thead_wb, 0x0FFF)
                  .with(C::head_wb_ena, true)
                  .with(C::qlen, 512)
                  .with(C::tphrdesc_ena, true)
                  .with(C::tphwdesc_ena, true)
                  .with(C::head_wb_addr, 0x1122'3344'5566'7788)
                  .with(C::crc, 0xDEAD'BEEF)
                  .with(C::rdylist, 0x2A5)
                  .with(C::rdylist_act, true)) ==
          "01 10 00 40 cd ab 89 67 45 23 01 0c a5 00 00 00 "
          "ff 0f 00 00 01 44 01 00 88 77 66 55 44 33 22 11 " +
              zeros + zeros + zeros + zeros + zeros +
              "ef be ad de 00 00 00 00 00 00 50 6a 00 00 00 00");
    CHECK(hex(Word<C>{}
                  .with(C::fc_ena, true)
                  .with(C::alt_vlan_ena, true)
                  .with(C::tphrpacket_ena, true)) ==
          "00 00 00 00 00 00 00 00 00 00 00 12 00 00 00 00 "
          "00 00 00 00 00 80 00 00 00 00 00 00 00 00 00 00 " +
              zeros + zeros + zeros + zeros + zeros +
              "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
}

TEST_CASE("a page descriptor of the host memory cache is an address and a valid bit", "[hw]") {
    using P = HmcPageDescriptor;
    CHECK(hex_word(Word<P>{}.with(P::page, 0x1'2345'6000 >> 12).with(P::valid, true)) ==
          "01 60 45 23 01 00 00 00");
}

TEST_CASE("packet types say what the parser saw", "[hw]") {
    CHECK_FALSE(packet_types[0].known);
    CHECK(packet_types[ptype::mac_pay2] == PacketType{.known = true, .payload = PayloadLayer::l2});
    CHECK(packet_types[ptype::arp] == PacketType{.known = true});
    CHECK(packet_types[ptype::ipv4_udp] == PacketType{.known = true,
                                                      .outer = IpVersion::ipv4,
                                                      .protocol = InnerProtocol::udp,
                                                      .payload = PayloadLayer::l4});
    CHECK(packet_types[ptype::ipv6_fragment] == PacketType{.known = true,
                                                           .outer = IpVersion::ipv6,
                                                           .outer_fragment = true,
                                                           .payload = PayloadLayer::l3});
    CHECK(packet_types[36] == PacketType{.known = true,
                                         .outer = IpVersion::ipv4,
                                         .tunnel = TunnelKind::ip_in_ip,
                                         .inner = IpVersion::ipv6,
                                         .inner_fragment = true,
                                         .payload = PayloadLayer::l3});
    CHECK(packet_types[153] == PacketType{.known = true,
                                          .outer = IpVersion::ipv6,
                                          .tunnel = TunnelKind::gre_nat_mac_vlan,
                                          .inner = IpVersion::ipv6,
                                          .protocol = InnerProtocol::icmp,
                                          .payload = PayloadLayer::l4});
    CHECK_FALSE(packet_types[25].known);
    CHECK_FALSE(packet_types[154].known);
}

TEST_CASE("the hashed packet classes are those of an XL710", "[hw]") {
    CHECK(hashed_classes == 0x8000'7A1E'8000'0000);
}
