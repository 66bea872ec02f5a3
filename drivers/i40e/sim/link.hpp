// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The port's link: up when the cable is, the driver has not switched the port off and the PHY has
// something to offer. Reported by admin command 0x0607, its event, and PRTMAC_LINKSTA.

#include <cstdint>

#include "drivers/i40e/hw/admin_commands_link.hpp"
#include "drivers/i40e/sim/register_file.hpp"

namespace sluice::i40e::sim {

class Link {
public:
    Link(bool cable_up, hw::LinkSpeed speed, RegisterFile& registers);

    // The far end. True when the link changed.
    bool set_cable(bool up, hw::LinkSpeed speed) noexcept;
    // Commands 0x0601 and 0x0605. True when the link changed.
    bool configure(const hw::SetPhyConfig& config) noexcept;
    bool restart(bool enable) noexcept;
    // A reset of the MAC and PHY forgets what the driver configured.
    void reset() noexcept;
    // Puts the state where registers show it.
    void publish() noexcept;

    [[nodiscard]] bool up() const noexcept { return cable_up_ && enabled_ && phy_types_ != 0; }
    [[nodiscard]] hw::LinkSpeed speed() const noexcept { return speed_; }
    [[nodiscard]] hw::GetLinkStatus status() const noexcept;
    // `initial`: as the NVM has it, whatever was configured since.
    [[nodiscard]] hw::PhyAbilitiesData abilities(bool initial) const noexcept;

    // The longest frame that is accepted, FCS included (command 0x0603).
    std::uint16_t most_frame_bytes;
    // Command 0x0607: whether the next change is to be told; command 0x0613: what is not.
    bool events_wanted = false;
    std::uint16_t event_mask = 0;

private:
    [[nodiscard]] std::uint64_t own_phy_type() const noexcept;

    RegisterFile& registers_;
    bool cable_up_;
    hw::LinkSpeed speed_;
    bool enabled_ = true;
    std::uint64_t phy_types_;  // bitmap of hw::PhyType, as configured
    std::uint8_t pause_ = 0;   // PhyAbilities, the two pause bits
};

}  // namespace sluice::i40e::sim
