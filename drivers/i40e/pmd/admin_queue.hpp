// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The two admin queues: commands to the firmware (ATQ) and events from it (ARQ).
//
//   execute(command)            ATQ: one descriptor, 16 bytes of parameters both ways
//   execute(command, buffer)    ATQ: the same, and a buffer both ways
//   drain_events(on_event)      ARQ: what firmware sent unasked
//
// One command is outstanding at a time and every wait has an end. The queue owns its memory and
// its mapping for the device; one thread at a time uses it. Sequences and rules: facts, section 3
// (XL710 datasheet, admin queue initialisation, shutdown and command completion).

#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/check.hpp"
#include "drivers/i40e/hw/admin_commands_general.hpp"
#include "drivers/i40e/hw/admin_queue.hpp"
#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/pmd/dma_region.hpp"
#include "drivers/i40e/pmd/hardware.hpp"

namespace sluice::i40e::pmd {

// What the device does with a command's buffer before it answers. It may write it in any case.
enum class BufferUse : std::uint8_t { filled_by_device, read_by_device };

// The parameters of a completion: the command's own struct where it names no other.
template <class Command>
struct CompletionOf {
    using type = Command;
};
template <class Command>
    requires requires { typename Command::completion; }
struct CompletionOf<Command> {
    using type = typename Command::completion;
};

template <class Command>
struct AdminReply {
    hw::ReturnCode code;
    typename CompletionOf<Command>::type params;
    std::uint16_t buffer_bytes;  // the completion's datalen

    [[nodiscard]] bool ok() const noexcept { return code == hw::ReturnCode::ok; }
};

class AdminQueue {
public:
    static constexpr unsigned entries = 32;
    static constexpr unsigned buffer_bytes = hw::admin_buffer_max_bytes;
    static constexpr std::chrono::milliseconds command_limit{250};

    // Takes and maps memory; the device hears of it in start(). Throws Error as DmaRegion.
    explicit AdminQueue(Hardware& hardware);
    ~AdminQueue() { stop(); }
    AdminQueue(const AdminQueue&) = delete;
    AdminQueue& operator=(const AdminQueue&) = delete;

    // Enables both queues and asks for the firmware's version, which is the first command by
    // convention: after a reset firmware may need a few seconds to answer it. Throws Error: no
    // answer, or an admin API this driver does not speak.
    void start();
    // Tells firmware, then disables both queues; afterwards the device does not touch their memory.
    // No effect on queues that are not running.
    void stop() noexcept;

    // True between start() and stop(), until a command got no answer: then each further one fails
    // at once.
    [[nodiscard]] bool is_alive() const noexcept { return alive_; }
    // What firmware said of itself; valid after start().
    [[nodiscard]] const hw::GetVersion& version() const noexcept { return version_; }
    [[nodiscard]] bool has_api(unsigned minor) const noexcept {
        return version_.api_minor >= minor;
    }

    // Executes a command; the reply's code tells whether firmware did it. The buffer, of at most
    // buffer_bytes, is sent and afterwards holds what the device left in it. Throws Error when
    // there is no answer within command_limit, or not one to this command.
    template <hw::AdminCommand Command>
    [[nodiscard]] AdminReply<Command> try_execute(const Command& command,
                                                  std::span<std::byte> buffer = {},
                                                  BufferUse use = BufferUse::filled_by_device) {
        const auto params = std::bit_cast<std::array<std::byte, 16>>(command);
        const hw::AdminDescriptor done = run(Command::opcode, params, buffer, use);
        return {hw::return_code(done.retval),
                done.params_as<typename CompletionOf<Command>::type>(), done.datalen};
    }

    // The same for commands that must succeed: throws Error naming the command and what firmware
    // answered.
    template <hw::AdminCommand Command>
    AdminReply<Command> execute(const Command& command, std::span<std::byte> buffer = {},
                                BufferUse use = BufferUse::filled_by_device) {
        AdminReply<Command> reply = try_execute(command, buffer, use);
        if (!reply.ok()) refuse(Command::opcode, reply.code);
        return reply;
    }

    // Hands every event that has arrived to on_event(const hw::AdminDescriptor&,
    // std::span<const std::byte> message) and posts its buffer again; at most one ring of them.
    // Returns their number.
    template <class OnEvent>
    unsigned drain_events(OnEvent on_event) {
        unsigned count = 0;
        while (count < entries) {
            const Event event = next_event();
            if (event.descriptor == nullptr) break;
            on_event(*event.descriptor, event.message);
            finish_event();
            ++count;
        }
        return count;
    }

private:
    struct Event {
        const hw::AdminDescriptor* descriptor;  // null: there is none
        std::span<const std::byte> message;
    };

    void enable();
    void disable();
    void read_version();
    [[nodiscard]] hw::AdminDescriptor run(hw::Opcode opcode,
                                          const std::array<std::byte, 16>& params,
                                          std::span<std::byte> buffer, BufferUse use);
    [[noreturn]] void give_up(hw::Opcode opcode);
    [[noreturn]] static void refuse(hw::Opcode opcode, hw::ReturnCode code);
    [[nodiscard]] Event next_event();
    void finish_event();
    void post_event_buffer(unsigned index);

    [[nodiscard]] hw::AdminDescriptor* command_ring() const noexcept;
    [[nodiscard]] hw::AdminDescriptor* event_ring() const noexcept;
    [[nodiscard]] std::span<std::byte> event_buffer(unsigned index) const noexcept;

    Hardware& hardware_;
    DmaRegion memory_;
    unsigned next_command_ = 0;
    unsigned next_event_ = 0;
    std::uint32_t cookie_ = 0;
    bool alive_ = false;
    hw::GetVersion version_{};
};

}  // namespace sluice::i40e::pmd
