// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/rx_control.hpp"

namespace sluice::i40e::pmd {

using namespace std::chrono_literals;
using namespace hw;

namespace {

constexpr unsigned first_api = 5;  // 1.5
constexpr unsigned attempts = 5;
constexpr auto pause_between = 1ms;

// Repeats a command while firmware asks for patience.
template <class Command>
AdminReply<Command> execute_patiently(Hardware& hardware, AdminQueue& admin,
                                      const Command& command) {
    auto reply = admin.try_execute(command);
    for (unsigned attempt = 1; attempt < attempts && reply.code == ReturnCode::eagain; ++attempt) {
        hardware.function.pause(pause_between);
        reply = admin.try_execute(command);
    }
    return reply;
}

}  // namespace

bool RxControl::read_through_firmware(std::uint32_t offset, std::uint32_t& value) {
    if (!admin_.has_api(first_api)) return false;
    RxCtlRegRead command;
    command.address = offset;
    const auto reply = execute_patiently(hardware_, admin_, command);
    value = reply.params.value;
    return reply.ok();
}

bool RxControl::write_through_firmware(std::uint32_t offset, std::uint32_t value) {
    if (!admin_.has_api(first_api)) return false;
    RxCtlRegWrite command;
    command.address = offset;
    command.value = value;
    return execute_patiently(hardware_, admin_, command).ok();
}

}  // namespace sluice::i40e::pmd
