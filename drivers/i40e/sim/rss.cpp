// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/rss.hpp"

#include <cstring>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::sim {

namespace {

using namespace hw;

struct DefaultSet {
    PacketClass packet_class;
    std::uint64_t fields;
};
constexpr std::uint64_t ports = input_set::l4_source | input_set::l4_destination;
constexpr std::uint64_t ipv4 = input_set::ipv4_source | input_set::ipv4_destination;
constexpr std::uint64_t ipv6 = input_set::ipv6_source | input_set::ipv6_destination;
constexpr DefaultSet default_sets[] = {
    {PacketClass::nonf_ipv4_udp, ipv4 | ports},
    {PacketClass::nonf_ipv4_tcp, ipv4 | ports},
    {PacketClass::nonf_ipv4_sctp, ipv4 | ports | input_set::sctp_verification_tag},
    {PacketClass::nonf_ipv4_other, ipv4},
    {PacketClass::frag_ipv4, ipv4},
    {PacketClass::nonf_ipv6_udp, ipv6 | ports},
    {PacketClass::nonf_ipv6_tcp, ipv6 | ports},
    {PacketClass::nonf_ipv6_sctp, ipv6 | ports | input_set::sctp_verification_tag},
    {PacketClass::nonf_ipv6_other, ipv6},
    {PacketClass::frag_ipv6, ipv6},
    {PacketClass::l2_payload, input_set::last_ethertype},
};

// Appends to the hash's input; what would not fit any more is left out.
class Gatherer {
public:
    Gatherer(std::span<const std::byte> frame, std::span<std::byte> into)
        : frame_(frame), into_(into) {}

    void add(bool wanted, std::size_t at, std::size_t bytes) noexcept {
        if (!wanted || at + bytes > frame_.size() || used_ + bytes > into_.size()) return;
        std::memcpy(into_.data() + used_, frame_.data() + at, bytes);
        used_ += bytes;
    }
    void add_word(bool wanted, be16 value) noexcept {
        if (!wanted || used_ + sizeof value > into_.size()) return;
        store_unaligned(into_.data() + used_, value);
        used_ += sizeof value;
    }
    [[nodiscard]] std::size_t used() const noexcept { return used_; }

private:
    std::span<const std::byte> frame_;
    std::span<std::byte> into_;
    std::size_t used_ = 0;
};

}  // namespace

void Rss::define_power_on() {
    for (const DefaultSet& set : default_sets) {
        const auto number = static_cast<std::uint32_t>(set.packet_class);
        registers_.set_power_on(regs::GLQF_HASH_INSET(0, number),
                                {static_cast<std::uint32_t>(set.fields)});
        registers_.set_power_on(regs::GLQF_HASH_INSET(1, number),
                                {static_cast<std::uint32_t>(set.fields >> 32)});
    }
}

void Rss::rebuild() noexcept {
    stale_ = false;
    enabled_ = std::uint64_t{registers_.get(regs::PFQF_HENA(1)).raw} << 32 |
               registers_.get(regs::PFQF_HENA(0)).raw;
    for (std::uint32_t i = 0; i < input_sets_.size(); ++i)
        input_sets_[i] = std::uint64_t{registers_.get(regs::GLQF_HASH_INSET(1, i)).raw} << 32 |
                         registers_.get(regs::GLQF_HASH_INSET(0, i)).raw;
    std::array<std::byte, net::ToeplitzTable::key_bytes> key;
    static_assert(net::ToeplitzTable::key_bytes == rss_key_bytes);
    for (std::uint32_t i = 0; i < rss_key_bytes / 4; ++i)
        store_unaligned(key.data() + i * 4, le32(registers_.get(regs::PFQF_HKEY(i)).raw));
    toeplitz_.set_key(key);
    for (std::uint32_t i = 0; i < table_.size() / 4; ++i)
        store_unaligned(reinterpret_cast<std::byte*>(table_.data()) + i * 4,
                        le32(registers_.get(regs::PFQF_HLUT(i)).raw & 0x3f3f3f3f));
    const bool large = registers_.get(regs::PFQF_CTL_0())[PfqfCtl0::hashlutsize];
    table_mask_ = (large ? rss_table_large : rss_table_small) - 1;
}

std::size_t Rss::gather(std::span<const std::byte> frame, const Classified& classified,
                        std::uint64_t set, std::array<std::byte, most_input>& into) const noexcept {
    const net::Parsed& parsed = classified.parsed;
    const auto has = [set](std::uint64_t field) { return (set & field) != 0; };
    const bool v4 = parsed.l3 == net::L3::ipv4;
    const bool v6 = parsed.l3 == net::L3::ipv6;
    const std::size_t ip = parsed.l3_offset;
    Gatherer input(frame, into);
    input.add(has(input_set::destination_mac), 0, 6);
    input.add(has(input_set::source_mac), 6, 6);
    input.add_word(parsed.tags != 0 && has(input_set::inner_vlan), be16(parsed.outer_tag));
    input.add(v4 && has(input_set::ipv4_source), ip + 12, 4);
    input.add(v6 && has(input_set::ipv6_source), ip + 8, 16);
    input.add(v4 && has(input_set::ipv4_destination), ip + 16, 4);
    input.add(v6 && has(input_set::ipv6_destination), ip + 24, 16);
    const bool has_ports =
        parsed.l4 == net::L4::udp || parsed.l4 == net::L4::tcp || parsed.l4 == net::L4::sctp;
    input.add(has_ports && has(input_set::l4_source), parsed.l4_offset, 2);
    input.add(has_ports && has(input_set::l4_destination), parsed.l4_offset + 2u, 2);
    input.add(parsed.l4 == net::L4::sctp && has(input_set::sctp_verification_tag),
              parsed.l4_offset + 4u, 4);
    input.add_word(has(input_set::last_ethertype),
                   be16(static_cast<std::uint16_t>(parsed.ether_type)));
    return input.used();
}

std::optional<std::uint32_t> Rss::hash(std::span<const std::byte> frame,
                                       const Classified& classified) noexcept {
    if (stale_) rebuild();
    if ((enabled_ & bit(classified.packet_class)) == 0) return {};
    std::array<std::byte, most_input> input;
    const auto number = static_cast<std::size_t>(classified.packet_class);
    const std::size_t bytes = gather(frame, classified, input_sets_[number], input);
    return toeplitz_.hash(std::span(input).first(bytes));
}

}  // namespace sluice::i40e::sim
