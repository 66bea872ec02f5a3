// SPDX-License-Identifier: BSD-3-Clause

#include "tests/support/fake_nic.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/base/check.hpp"
#include "drivers/i40e/hw/admin_commands_general.hpp"
#include "drivers/i40e/hw/admin_commands_link.hpp"
#include "drivers/i40e/hw/admin_commands_scheduler.hpp"
#include "drivers/i40e/hw/admin_commands_switch.hpp"

namespace sluice::tests {

using namespace hw;

namespace {

template <class T>
void put(std::span<std::byte> buffer, const T& value, std::size_t at = 0) {
    check(buffer.size() >= at + sizeof value, "buffer of a canned answer");
    std::memcpy(buffer.data() + at, &value, sizeof value);
}
template <class T>
T take(std::span<std::byte> buffer) {
    T value;
    check(buffer.size() >= sizeof value, "buffer of a canned answer");
    std::memcpy(&value, buffer.data(), sizeof value);
    return value;
}

CapabilityRecord capability(CapabilityId id, std::uint32_t number, std::uint32_t logical = 0) {
    CapabilityRecord record;
    record.id = static_cast<std::uint16_t>(id);
    record.number = number;
    record.logical_id = logical;
    return record;
}

void answer_capabilities(AdminDescriptor& descriptor, std::span<std::byte> buffer) {
    const std::array records{capability(CapabilityId::vsi, 384), capability(CapabilityId::rxq, 128),
                             capability(CapabilityId::txq, 128),
                             capability(CapabilityId::msix, 129),
                             capability(CapabilityId::rss, 512, 6)};
    put(buffer, records);
    auto params = descriptor.params_as<ListFunctionCapabilities>();
    params.count = static_cast<std::uint32_t>(records.size());
    descriptor.set_params(params);
    descriptor.datalen = static_cast<std::uint16_t>(sizeof records);
}

void answer_switch(AdminDescriptor& descriptor, std::span<std::byte> buffer) {
    SwitchConfigHeader header;
    header.num_reported = 1;
    header.num_total = 1;
    SwitchConfigElement element;
    element.element_type = SwitchElementType::vsi;
    element.seid = 390;
    element.uplink_seid = 2;
    element.downlink_seid = 16;
    put(buffer, header);
    put(buffer, element, sizeof header);
    auto params = descriptor.params_as<GetSwitchConfig>();
    params.seid = 0;
    descriptor.set_params(params);
}

void answer_vsi(AdminDescriptor& descriptor, std::span<std::byte> buffer) {
    VsiProperties properties;
    properties.qs_handle[0] = 23;
    properties.stat_counter_idx = 17;
    put(buffer, properties);
    VsiCompletion completion{};
    completion.seid = 390;
    completion.vsi_number = 5;
    descriptor.set_params(completion);
}

}  // namespace

FakeNic::FakeNic() {
    using namespace regs;
    set(GLNVM_ULD, Word<GlnvmUld>{0x18});
    set(GLNVM_FLA, Word<GlnvmFla>{}.with(GlnvmFla::locked, true));
    set(GLPCI_CNF2,
        Word<GlpciCnf2>{}.with(GlpciCnf2::msi_x_pf_n, 5).with(GlpciCnf2::msi_x_vf_n, 1));
    set(PFLAN_QALLOC,
        Word<PflanQalloc>{}.with(PflanQalloc::lastq, 127).with(PflanQalloc::valid, true));
    set(GLHMC_LANTXOBJSZ, Word<Plain32>{7});
    set(GLHMC_LANRXOBJSZ, Word<Plain32>{5});
    set(GLHMC_LANQMAX, Word<Plain32>{1536});

    answers[Opcode::get_version] = [](AdminDescriptor& descriptor, auto) {
        GetVersion version;
        version.fw_major = 8;
        version.fw_minor = 3;
        version.api_major = 1;
        version.api_minor = 15;
        descriptor.set_params(version);
    };
    answers[Opcode::list_function_capabilities] = answer_capabilities;
    answers[Opcode::get_switch_config] = answer_switch;
    answers[Opcode::get_vsi_parameters] = answer_vsi;
    answers[Opcode::mac_address_read] = [](AdminDescriptor& descriptor, auto buffer) {
        put(buffer, MacAddressData{.pf_lan_mac = {0x02, 0, 0, 0, 0, 0x2A}});
        auto params = descriptor.params_as<MacAddressRead>();
        params.command_flags = MacAddressRead::lan_addr_valid;
        descriptor.set_params(params);
    };
    answers[Opcode::add_macvlan] = [](AdminDescriptor&, auto buffer) {
        auto element = take<AddMacvlanElement>(buffer);
        element.match_method = MatchMethod::perfect;
        put(buffer, element);
    };
    answers[Opcode::configure_vsi_tc_bw] = [](AdminDescriptor&, auto buffer) {
        auto data = take<ConfigureVsiTcBwData>(buffer);
        data.qs_handles[0] = 23;
        put(buffer, data);
    };
    answers[Opcode::get_phy_abilities] = [](AdminDescriptor&, auto buffer) {
        PhyAbilitiesData data;
        data.phy_type = 1u << 0x19;
        data.link_speed = LinkSpeed::g40;
        put(buffer, data);
    };
}

void FakeNic::refuse(Opcode opcode, ReturnCode code) {
    answers[opcode] = [code](AdminDescriptor& descriptor, auto) {
        descriptor.retval = static_cast<std::uint16_t>(code);
    };
}

unsigned FakeNic::times(Opcode opcode) const {
    return static_cast<unsigned>(std::ranges::count(commands, opcode));
}

std::vector<std::uint32_t> FakeNic::values_written(std::uint32_t offset) const {
    std::vector<std::uint32_t> values;
    for (const Write& write : writes)
        if (write.offset == offset) values.push_back(write.value);
    return values;
}

std::span<std::byte> FakeNic::memory_at(std::uint64_t iova, std::uint64_t bytes) {
    for (const auto& [base, memory] : mappings_)
        if (iova >= base && iova - base + bytes <= memory.size())
            return memory.subspan(iova - base, bytes);
    abort_at("the fake NIC was given memory that is not mapped", std::source_location::current());
}

vfio::RegionInfo FakeNic::region(vfio::Region region) const {
    if (region == vfio::Region::bar0) return {bar_bytes, true, true, {}};
    if (region == vfio::Region::config) return {4096, true, true, {}};
    return {};
}

void FakeNic::read(vfio::Region region, std::uint64_t offset, std::span<std::byte> into) {
    time += std::chrono::microseconds(1);
    if (region == vfio::Region::config) {
        const std::uint16_t value = offset == 2 ? pci_device_id : pci_command;
        std::memcpy(into.data(), &value, into.size());
        return;
    }
    const auto at = static_cast<std::uint32_t>(offset);
    const std::uint64_t value = std::uint64_t{registers[at + 4]} << 32 | registers[at];
    std::memcpy(into.data(), &value, into.size());
}

void FakeNic::write(vfio::Region region, std::uint64_t offset, std::span<const std::byte> from) {
    time += std::chrono::microseconds(1);
    if (region == vfio::Region::config) {
        std::memcpy(&pci_command, from.data(), from.size());
        return;
    }
    const auto at = static_cast<std::uint32_t>(offset);
    std::uint32_t value = 0;
    std::memcpy(&value, from.data(), sizeof value);
    writes.push_back({at, value});
    if (stuck.contains(at)) return;
    const std::uint32_t before = std::exchange(registers[at], value);
    const RegisterInfo& enables = regs::QRX_ENA.info;
    if (at >= enables.base && at <= enables.last_byte()) {
        const bool asked = (value & 1) != 0, ran = (before & 4) != 0;
        const bool runs = asked ? queues_start || ran : !queues_stop && ran;
        registers[at] = (value & 1) | (runs ? 4 : 0);
    }
    if (at == regs::PFGEN_CTRL.offset && reset_ends) registers[at] = 0;
    if (at == regs::PF_ATQT.offset) run_admin_queue();
}

vfio::Translation FakeNic::map_dma(const vfio::DmaMemory& memory) {
    const std::uint64_t iova = next_iova_;
    next_iova_ += std::uint64_t{1} << 32;
    mappings_[iova] = memory.bytes;
    return vfio::Translation::linear(iova, memory.bytes.size());
}

void FakeNic::unmap_dma(const vfio::Translation& translation) {
    check(mappings_.erase(translation.linear_base()) == 1, "unmap of what is not mapped");
}

void FakeNic::run_admin_queue() {
    const unsigned entries = get(regs::PF_ATQLEN)[AqLen::len];
    if (!get(regs::PF_ATQLEN)[AqLen::enable]) return;
    const std::uint64_t base =
        std::uint64_t{registers[regs::PF_ATQBAH.offset]} << 32 | registers[regs::PF_ATQBAL.offset];
    std::uint32_t& head = registers[regs::PF_ATQH.offset];
    while (head != registers[regs::PF_ATQT.offset]) {
        const auto slot = memory_at(base + head * sizeof(AdminDescriptor), sizeof(AdminDescriptor));
        auto descriptor = take<AdminDescriptor>(slot);
        const auto opcode = static_cast<Opcode>(descriptor.opcode.value());
        commands.push_back(opcode);
        if (silent_at == opcode && silent_times != 0) {
            --silent_times;
            return;
        }
        execute(descriptor);
        put(slot, descriptor);
        head = (head + 1) % entries;
    }
}

void FakeNic::execute(AdminDescriptor& descriptor) {
    std::span<std::byte> buffer;
    if (Word<AdminFlags>{descriptor.flags}[AdminFlags::buf])
        buffer =
            memory_at(descriptor.params_as<AdminParamsIndirect>().address(), descriptor.datalen);
    const auto answer = answers.find(static_cast<Opcode>(descriptor.opcode.value()));
    if (answer != answers.end()) answer->second(descriptor, buffer);
    descriptor.flags = static_cast<std::uint16_t>(descriptor.flags | 0x3);  // DD, CMP
}

void FakeNic::send_event(Opcode opcode, std::span<const std::byte> message) {
    const std::uint64_t base =
        std::uint64_t{registers[regs::PF_ARQBAH.offset]} << 32 | registers[regs::PF_ARQBAL.offset];
    std::uint32_t& head = registers[regs::PF_ARQH.offset];
    if (head == registers[regs::PF_ARQT.offset]) return;
    const auto slot = memory_at(base + head * sizeof(AdminDescriptor), sizeof(AdminDescriptor));
    auto descriptor = take<AdminDescriptor>(slot);
    const auto buffer =
        memory_at(descriptor.params_as<AdminParamsIndirect>().address(), descriptor.datalen);
    std::ranges::copy(message, buffer.begin());
    descriptor.opcode = static_cast<std::uint16_t>(opcode);
    descriptor.datalen = static_cast<std::uint16_t>(message.size());
    descriptor.set_params(AdminParamsDirect{});
    put(slot, descriptor);
    head = (head + 1) % get(regs::PF_ARQLEN)[AqLen::len];
}

}  // namespace sluice::tests
