// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/link.hpp"

#include "core/base/log.hpp"
#include "drivers/i40e/hw/admin_commands_link.hpp"

namespace sluice::i40e::pmd {

using namespace std::chrono_literals;
using namespace hw;

namespace {

// Firmware asks for patience while it reads a module (facts, 3.7: 500 times 1 ms).
constexpr unsigned abilities_attempts = 500;

// Pause frames are repeated when half of their time is over; DPDK's value.
constexpr std::uint16_t pause_refresh = 0x7FFF;

std::optional<PhyAbilitiesData> read_abilities(Hardware& hardware, AdminQueue& admin,
                                               bool initial) {
    PhyAbilitiesData data;
    GetPhyAbilities command;
    command.param0 = initial ? GetPhyAbilities::report_initial_values : 0;
    const auto buffer = std::as_writable_bytes(std::span(&data, 1));
    for (unsigned attempt = 0; attempt < abilities_attempts; ++attempt) {
        const auto reply = admin.try_execute(command, buffer);
        if (reply.ok()) return data;
        if (reply.code != ReturnCode::eagain) break;
        hardware.function.pause(1ms);
    }
    return std::nullopt;
}

}  // namespace

LinkState read_link(AdminQueue& admin) {
    const auto reply = admin.execute(GetLinkStatus{});
    const Word<LinkInfo> info{reply.params.link_info};
    LinkState state{.is_up = info[LinkInfo::link_up],
                    .megabits = std::nullopt,
                    .has_module = info[LinkInfo::media_available]};
    if (const std::uint32_t speed = megabits(reply.params.link_speed); state.is_up && speed != 0)
        state.megabits = speed;
    return state;
}

void configure_mac(AdminQueue& admin, unsigned max_frame_bytes) {
    SetMacConfig command;
    command.max_frame_size = static_cast<std::uint16_t>(max_frame_bytes);
    command.params = Word<MacConfigParams>{}.with(MacConfigParams::crc_en, true).raw;
    command.fc_refresh_threshold = pause_refresh;
    admin.execute(command);
}

void choose_link_events(AdminQueue& admin) {
    SetPhyIntMask command;
    command.event_mask = static_cast<std::uint16_t>(
        ~(SetPhyIntMask::link_updown | SetPhyIntMask::media_na | SetPhyIntMask::module_qual_fail));
    // Without it there are more events than wanted.
    (void)admin.try_execute(command);
}

void enable_phy(Hardware& hardware, AdminQueue& admin) {
    const auto current = read_abilities(hardware, admin, false);
    if (!current || (current->phy_type.value() != 0 && current->link_speed != LinkSpeed::unknown))
        return;
    const auto initial = read_abilities(hardware, admin, true);
    if (!initial) return;
    SetPhyConfig command;
    command.phy_type = initial->phy_type;
    command.phy_type_ext = initial->phy_type_ext;
    command.link_speed = initial->link_speed;
    command.abilities = Word<PhyAbilities>{current->abilities}
                            .with(PhyAbilities::link_enabled, true)
                            .with(PhyAbilities::an_enabled, true)
                            .with(PhyAbilities::qualified, true)  // here: restart the link at once
                            .raw;
    command.eee_capability = current->eee_capability;
    command.eeer = current->eeer_val;
    command.low_power_ctrl = current->d3_lpan;
    command.fec_config = static_cast<std::uint8_t>(current->fec_cfg_curr_mod_ext_info & 0x1F);
    if (const auto reply = admin.try_execute(command); !reply.ok()) {
        log::warning("{}: firmware did not switch the PHY on: {}", hardware.function.name(),
                     text(reply.code));
        return;
    }
    SetLinkRestartAn restart;
    restart.command = SetLinkRestartAn::restart_an | SetLinkRestartAn::link_enable;
    (void)admin.try_execute(restart);
}

}  // namespace sluice::i40e::pmd
