// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/wire_generator.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/net/checksum.hpp"

namespace sluice::i40e::sim {

namespace {

constexpr std::size_t ip_at = sizeof(net::EthernetHeader);
constexpr std::size_t ip_checksum_at = ip_at + 10;
constexpr std::size_t source_at = ip_at + 12;
constexpr std::size_t udp_at = ip_at + sizeof(net::Ipv4Header);
constexpr std::size_t udp_checksum_at = udp_at + 6;
constexpr std::size_t payload_at = udp_at + sizeof(net::UdpHeader);
static_assert(payload_at == GeneratorWire::number_at);

constexpr net::MacAddress generator_mac{{0x02, 0x00, 0x00, 0x00, 0x00, 0x99}};
constexpr std::uint32_t first_source = 0xc6120000;  // 198.18.0.0
constexpr std::array<std::uint8_t, 4> destination{198, 19, 0, 1};
constexpr std::uint16_t discard_port = 9;
constexpr std::uint16_t first_port = 10000;
// Odd and prime to 2^16, so that address and port together name 2^16 * 49999 flows.
constexpr unsigned port_count = 49999;

}  // namespace

GeneratorWire::GeneratorWire(GeneratorOptions options) : options_(options), pacer_(options.rate) {
    if (options_.frame_bytes < least_wire_frame_bytes ||
        options_.frame_bytes > most_wire_frame_bytes)
        throw UsageError(
            fmt::format("wire gen: size={} is not between {} and {} bytes, FCS included",
                        options_.frame_bytes, least_wire_frame_bytes, most_wire_frame_bytes));
    if (options_.flows == 0 || options_.flows > most_generator_flows)
        throw UsageError(fmt::format("wire gen: flows={} is not between 1 and {}", options_.flows,
                                     most_generator_flows));
    write_template(options_.destination.value_or(net::MacAddress{}));
    flows_.reserve(options_.flows);
    for (unsigned i = 0; i < options_.flows; ++i) flows_.push_back(make_flow(i));
}

void GeneratorWire::plug_in(const PortEnd& port) {
    pacer_.set_line(port.bits_per_second);
    if (!options_.destination) store_unaligned(bytes_.data(), port.mac);
    ready_ = false;
}

void GeneratorWire::write_template(const net::MacAddress& to) {
    bytes_.resize(options_.frame_bytes - net::fcs_bytes);
    const auto ip_bytes = static_cast<std::uint16_t>(bytes_.size() - ip_at);
    const auto udp_bytes = static_cast<std::uint16_t>(bytes_.size() - udp_at);
    store_unaligned(bytes_.data(),
                    net::EthernetHeader{to, generator_mac,
                                        be16(static_cast<std::uint16_t>(net::EtherType::ipv4))});
    store_unaligned(bytes_.data() + ip_at, net::Ipv4Header{.version_and_words = 0x45,
                                                           .type_of_service = 0,
                                                           .total_bytes = be16(ip_bytes),
                                                           .identification = be16(0),
                                                           .fragment = be16(0x4000),
                                                           .time_to_live = 64,
                                                           .protocol = net::IpProtocol::udp,
                                                           .checksum = be16(0),
                                                           .source = {},
                                                           .destination = destination});
    store_unaligned(bytes_.data() + udp_at, net::UdpHeader{.source = be16(0),
                                                           .destination = be16(discard_port),
                                                           .bytes = be16(udp_bytes),
                                                           .checksum = be16(0)});
    store_unaligned(bytes_.data() + payload_at, be64(0));
    store_unaligned(bytes_.data() + payload_at + 8, be64(~std::uint64_t{0}));
    for (std::size_t at = payload_at + 16; at < bytes_.size(); ++at)
        bytes_[at] = static_cast<std::byte>(at - payload_at - 16);
    frame_ = {bytes_, false, true};
}

GeneratorWire::Flow GeneratorWire::make_flow(unsigned index) const {
    Flow flow{.source = be32(first_source + (index & 0xffff)),
              .ip_checksum = be16(0),
              .source_port = be16(static_cast<std::uint16_t>(first_port + index % port_count)),
              .udp_checksum = be16(0)};
    const std::span frame(bytes_);
    // The template's source address, port and checksums are 0 until the first frame is written.
    const auto source_sum = net::add_bytes(0, std::as_bytes(std::span(&flow.source, 1)));
    const auto ip_sum = net::add_bytes(source_sum, frame.subspan(ip_at, sizeof(net::Ipv4Header)));
    flow.ip_checksum = net::finish(ip_sum);
    auto udp_sum = net::pseudo_header_sum(frame.subspan(source_at, 8),
                                          static_cast<std::uint8_t>(net::IpProtocol::udp),
                                          static_cast<std::uint32_t>(frame.size() - udp_at));
    udp_sum = net::add_bytes(udp_sum + source_sum, frame.subspan(udp_at));
    udp_sum = net::add_word(udp_sum, flow.source_port);
    flow.udp_checksum = net::finish(udp_sum);
    // 0 would say that there is none (RFC 768).
    if (flow.udp_checksum == be16(0)) flow.udp_checksum = be16(0xffff);
    return flow;
}

void GeneratorWire::write_next() noexcept {
    const Flow& flow = flows_[flow_];
    std::byte* const frame = bytes_.data();
    store_unaligned(frame + source_at, flow.source);
    store_unaligned(frame + ip_checksum_at, flow.ip_checksum);
    store_unaligned(frame + udp_at, flow.source_port);
    store_unaligned(frame + udp_checksum_at, flow.udp_checksum);
    store_unaligned(frame + payload_at, be64(number_));
    store_unaligned(frame + payload_at + 8, be64(~number_));
    ready_ = true;
}

void GeneratorWire::pop() noexcept {
    pacer_.sent(bytes_.size());
    ++number_;
    if (++flow_ == flows_.size()) flow_ = 0;
    ready_ = false;
}

}  // namespace sluice::i40e::sim
