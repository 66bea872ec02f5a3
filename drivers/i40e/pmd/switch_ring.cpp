// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/switch_ring.hpp"

#include <optional>

#include "core/base/log.hpp"
#include "drivers/i40e/hw/ids.hpp"
#include "drivers/i40e/hw/registers.hpp"

namespace sluice::i40e::pmd {

using namespace hw;

namespace {

void set(AdminQueue& admin, const SingleRegister<Plain32>& reg, std::uint32_t wanted) {
    DebugReadReg read;
    read.address = reg.offset;
    const auto now = admin.try_execute(read);
    if (!now.ok() || now.params.value_low.value() == wanted) return;
    DebugWriteReg write;
    write.address = reg.offset;
    write.value_low = wanted;
    if (admin.try_execute(write).ok())
        log::debug("{} {:#x} -> {:#x}", reg.info.name, now.params.value_low.value(), wanted);
}

std::optional<std::uint32_t> up_threshold(std::uint16_t device_id) {
    switch (static_cast<DeviceId>(device_id)) {
        case DeviceId::sfp_xl710:
        case DeviceId::kx_c:
        case DeviceId::ten_g_base_t:
        case DeviceId::ten_g_base_t4:
            return 0x03030303;
        case DeviceId::kx_b:
        case DeviceId::qsfp_a:
        case DeviceId::qsfp_b:
        case DeviceId::twenty_g_kr2:
        case DeviceId::twenty_g_kr2_a:
        case DeviceId::twenty_five_g_b:
        case DeviceId::twenty_five_g_sfp28:
            return 0x06060606;
        default:
            return std::nullopt;
    }
}

}  // namespace

void tune_switch_ring(AdminQueue& admin, std::uint16_t device_id) {
    const bool is_new = admin.version().fw_major >= 6;
    set(admin, regs::GL_SWR_PRI_JOIN_MAP_0, is_new ? 0x203F0200 : 0x10000200);
    set(admin, regs::GL_SWR_PRI_JOIN_MAP_2, 0x011F0200);
    if (const auto threshold = up_threshold(device_id))
        set(admin, regs::GL_SWR_PM_UP_THR, *threshold);
}

}  // namespace sluice::i40e::pmd
