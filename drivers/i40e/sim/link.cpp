// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/link.hpp"

#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::sim {

namespace {

using namespace hw;

// Short-range optics of each speed.
PhyType phy_type_of(LinkSpeed speed) noexcept {
    switch (speed) {
        case LinkSpeed::g1:
            return PhyType::base_1000_sx;
        case LinkSpeed::g10:
            return PhyType::base_10g_sr;
        case LinkSpeed::g25:
            return PhyType::base_25g_sr;
        default:
            return PhyType::base_40g_sr4;
    }
}

LinkstaSpeed linksta_speed(LinkSpeed speed) noexcept {
    switch (speed) {
        case LinkSpeed::g1:
            return LinkstaSpeed::g1;
        case LinkSpeed::g10:
            return LinkstaSpeed::g10;
        default:
            return LinkstaSpeed::g40;
    }
}

constexpr std::uint8_t pause_bits = 0x03;

}  // namespace

Link::Link(bool cable_up, LinkSpeed speed, RegisterFile& registers)
    : most_frame_bytes(frame_max_bytes),
      registers_(registers),
      cable_up_(cable_up),
      speed_(speed),
      phy_types_(own_phy_type()) {
    publish();
}

std::uint64_t Link::own_phy_type() const noexcept {
    return std::uint64_t{1} << static_cast<unsigned>(phy_type_of(speed_));
}

void Link::publish() noexcept {
    const auto state = Word<PrtmacLinksta>{}
                           .with(PrtmacLinksta::link_up, true)
                           .with(PrtmacLinksta::port_up, true)
                           .with(PrtmacLinksta::link_speed, linksta_speed(speed_));
    registers_.set(regs::PRTMAC_LINKSTA(0), up() ? state : Word<PrtmacLinksta>{});
    registers_.set(regs::PRTMAC_MACC(),
                   Word<PrtmacMacc>{}.with(PrtmacMacc::speed_25g, speed_ == LinkSpeed::g25));
}

bool Link::set_cable(bool is_up, LinkSpeed speed) noexcept {
    const bool was_up = up();
    const bool same_speed = speed == speed_;
    cable_up_ = is_up;
    speed_ = speed;
    if (!same_speed && phy_types_ != 0) phy_types_ = own_phy_type();
    publish();
    return was_up != up() || (up() && !same_speed);
}

bool Link::configure(const SetPhyConfig& config) noexcept {
    const bool was_up = up();
    // The extension byte continues the bitmap at type 0x1F.
    const std::uint64_t offered = config.phy_type.value() | std::uint64_t{config.phy_type_ext}
                                                                << 31;
    const bool speed_offered =
        (static_cast<unsigned>(config.link_speed) & static_cast<unsigned>(speed_)) != 0;
    phy_types_ = speed_offered ? offered & own_phy_type() : 0;
    pause_ = config.abilities & pause_bits;
    enabled_ = Word<PhyAbilities>{config.abilities}[PhyAbilities::link_enabled];
    publish();
    return was_up != up();
}

bool Link::restart(bool enable) noexcept {
    const bool was_up = up();
    enabled_ = enable;
    publish();
    return was_up != up();
}

void Link::reset() noexcept {
    enabled_ = true;
    phy_types_ = own_phy_type();
    pause_ = 0;
    most_frame_bytes = frame_max_bytes;
    event_mask = 0;
    publish();
}

GetLinkStatus Link::status() const noexcept {
    GetLinkStatus status{};
    status.command_flags = events_wanted ? GetLinkStatus::lse_is_enabled : std::uint16_t{0};
    status.phy_type = phy_type_of(speed_);
    auto info = Word<LinkInfo>{}.with(LinkInfo::media_available, true);
    auto negotiation = Word<AnInfo>{}.with(AnInfo::qualified_module, true);
    if (up()) {
        status.link_speed = speed_;
        info = info.with(LinkInfo::link_up, true)
                   .with(LinkInfo::link_up_port, true)
                   .with(LinkInfo::signal_detect, true);
        negotiation = negotiation.with(AnInfo::an_completed, true);
    }
    status.link_info = info.raw;
    status.an_info = negotiation.raw;
    status.max_frame_size = most_frame_bytes;
    status.config = Word<LinkConfig>{}.with(LinkConfig::crc_ena, true).raw;
    // From API 1.7 on: the PHY types supported, 40 bits.
    const std::uint64_t types = own_phy_type();
    for (unsigned i = 0; i < status.link_type.size(); ++i)
        status.link_type[i] = static_cast<std::uint8_t>(types >> (8 * i));
    status.link_type_ext = static_cast<std::uint8_t>(types >> 31);
    return status;
}

PhyAbilitiesData Link::abilities(bool initial) const noexcept {
    PhyAbilitiesData data{};
    const std::uint64_t types = initial ? own_phy_type() : phy_types_;
    data.phy_type = static_cast<std::uint32_t>(types);
    data.phy_type_ext = static_cast<std::uint8_t>(types >> 31);
    data.link_speed = types != 0 ? speed_ : LinkSpeed::unknown;
    const auto abilities = Word<PhyAbilities>{static_cast<std::uint8_t>(initial ? 0 : pause_)}
                               .with(PhyAbilities::link_enabled, initial || enabled_)
                               .with(PhyAbilities::an_enabled, true)
                               .with(PhyAbilities::qualified, true);
    data.abilities = abilities.raw;
    data.phy_id = {0x0d, 0x00, 0x15, 0x71};
    data.module_type = {0x0d, 0x00, 0x00};
    return data;
}

}  // namespace sluice::i40e::sim
