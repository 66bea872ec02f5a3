// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/vsi.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/base/byte_order.hpp"
#include "core/base/error.hpp"
#include "drivers/i40e/hw/admin_commands_scheduler.hpp"
#include "drivers/i40e/hw/admin_commands_switch.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::pmd {

using namespace hw;

namespace {

// Firmware answers in parts; more than this many would be more elements than the device has.
constexpr unsigned switch_parts_max = 64;
constexpr std::size_t switch_buffer_bytes = 512;
constexpr std::size_t switch_elements_max =
    (switch_buffer_bytes - sizeof(SwitchConfigHeader)) / sizeof(SwitchConfigElement);

template <class T>
std::span<std::byte> bytes_of(T& object) {
    return std::as_writable_bytes(std::span(&object, 1));
}

}  // namespace

unsigned mapped_queues(unsigned queues) noexcept { return std::bit_ceil(queues); }

Vsi::Vsi(AdminQueue& admin) : admin_(admin) {
    find();
    read_properties();
}

void Vsi::find() {
    std::array<std::byte, switch_buffer_bytes> buffer{};
    GetSwitchConfig command;
    for (unsigned part = 0; part < switch_parts_max; ++part) {
        const auto reply = admin_.execute(command, buffer);
        const auto header = load_unaligned<SwitchConfigHeader>(buffer.data());
        const std::size_t count = std::min<std::size_t>(header.num_reported, switch_elements_max);
        for (std::size_t i = 0; i < count; ++i) {
            const auto element = load_unaligned<SwitchConfigElement>(
                buffer.data() + sizeof header + i * sizeof(SwitchConfigElement));
            if (element.element_type != SwitchElementType::vsi) continue;
            seid_ = element.seid;
            mac_seid_ = element.uplink_seid;
            return;
        }
        if (reply.params.seid.value() == 0) break;
        command.seid = reply.params.seid;
    }
    throw Error(std::errc::io_error,
                "firmware's switch configuration has no VSI for this function; power-cycle the "
                "machine, or restore the NVM's defaults");
}

void Vsi::read_properties() {
    GetVsiParameters command;
    command.uplink_seid = seid_;
    const auto reply = admin_.execute(command, bytes_of(properties_));
    number_ = reply.params.vsi_number;
    if (seid_ == 0 || number_ >= vsi_max || properties_.stat_counter_idx >= vsi_max)
        throw Error(std::errc::io_error,
                    fmt::format("firmware describes the VSI as SEID {}, number {}, statistics {}; "
                                "the driver cannot use it",
                                seid_, number_, properties_.stat_counter_idx.value()));
}

void Vsi::configure_bandwidth() {
    ConfigureVsiTcBw command;
    command.vsi_seid = seid_;
    ConfigureVsiTcBwData data;
    data.tc_valid_bits = 1;
    data.tc_bw_credits[0] = 1;
    admin_.execute(command, bytes_of(data), BufferUse::read_by_device);
    queue_set_ = data.qs_handles[0];
}

void Vsi::configure(unsigned queues, bool vlan_strip) {
    properties_.switch_id = Word<VsiSwitchId>{properties_.switch_id}
                                .with(VsiSwitchId::allow_lb, false)
                                .with(VsiSwitchId::local_lb, true)
                                .raw;
    properties_.port_vlan_flags =
        Word<PortVlanFlags>{}
            .with(PortVlanFlags::mode, PortVlanMode::all)
            .with(PortVlanFlags::emod, vlan_strip ? VlanTagMode::strip_both : VlanTagMode::keep)
            .raw;
    properties_.mapping_flags = VsiProperties::que_map_contig;
    properties_.queue_mapping = {};
    properties_.tc_mapping = {};
    const auto queues_log2 = static_cast<std::uint32_t>(std::countr_zero(mapped_queues(queues)));
    properties_.tc_mapping[0] =
        Word<VsiTcMapping>{}.with(VsiTcMapping::que_number, queues_log2).raw;
    update(vsi_section::switch_valid | vsi_section::vlan_valid | vsi_section::queue_map_valid);
}

void Vsi::update(std::uint16_t sections) {
    properties_.valid_sections = sections;
    UpdateVsiParameters command;
    command.uplink_seid = seid_;
    admin_.execute(command, bytes_of(properties_), BufferUse::read_by_device);
}

}  // namespace sluice::i40e::pmd
