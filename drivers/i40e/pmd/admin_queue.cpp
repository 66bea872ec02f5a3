// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/admin_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>

#include "core/base/error.hpp"
#include "core/base/log.hpp"

namespace sluice::i40e::pmd {

using namespace std::chrono_literals;
using namespace hw;

namespace {

// The region: both rings on pages of their own, the buffer of the one command, those of the events.
constexpr std::uint64_t command_ring_at = 0;
constexpr std::uint64_t event_ring_at = admin_ring_alignment_bytes;
constexpr std::uint64_t command_buffer_at = event_ring_at + admin_ring_alignment_bytes;
constexpr std::uint64_t event_buffers_at = command_buffer_at + AdminQueue::buffer_bytes;
constexpr std::uint64_t region_bytes =
    event_buffers_at + std::uint64_t{AdminQueue::entries} * AdminQueue::buffer_bytes;
static_assert(AdminQueue::entries * sizeof(AdminDescriptor) <= admin_ring_alignment_bytes);

// How often the first command is tried, and the pause between: as Linux and DPDK (facts, 3.3).
constexpr unsigned version_attempts = 10;
constexpr auto version_pause = 100ms;

Word<Plain32> low_half(std::uint64_t value) { return {static_cast<std::uint32_t>(value)}; }
Word<Plain32> high_half(std::uint64_t value) { return {static_cast<std::uint32_t>(value >> 32)}; }

Word<AdminFlags> command_flags(std::span<const std::byte> buffer, BufferUse use) {
    return Word<AdminFlags>{}
        .with(AdminFlags::si, true)
        .with(AdminFlags::buf, !buffer.empty())
        .with(AdminFlags::rd, !buffer.empty() && use == BufferUse::read_by_device)
        .with(AdminFlags::lb, buffer.size() > admin_large_buffer_bytes);
}

std::string name_of(Opcode opcode) {
    return fmt::format("{} ({:#06x})", opcode_name(opcode), static_cast<unsigned>(opcode));
}

}  // namespace

AdminQueue::AdminQueue(Hardware& hardware)
    : hardware_(hardware), memory_(hardware.function, region_bytes, "admin queue") {}

AdminDescriptor* AdminQueue::command_ring() const noexcept {
    return reinterpret_cast<AdminDescriptor*>(memory_.bytes().data() + command_ring_at);
}
AdminDescriptor* AdminQueue::event_ring() const noexcept {
    return reinterpret_cast<AdminDescriptor*>(memory_.bytes().data() + event_ring_at);
}
std::span<std::byte> AdminQueue::event_buffer(unsigned index) const noexcept {
    return memory_.bytes().subspan(event_buffers_at + std::uint64_t{index} * buffer_bytes,
                                   buffer_bytes);
}

void AdminQueue::start() {
    for (unsigned attempt = 1;; ++attempt) {
        enable();
        try {
            read_version();
            break;
        } catch (const Error& error) {
            disable();
            if (error.code() != std::errc::timed_out || attempt == version_attempts) throw;
        }
        hardware_.function.pause(version_pause);
    }
    if (version_.api_major.value() != fw_api_version_major) {
        const unsigned major = version_.api_major, minor = version_.api_minor;
        stop();
        throw Error(
            std::errc::not_supported,
            fmt::format("the firmware speaks admin API {}.{} where this driver speaks {}.x; "
                        "install NVM for the 700 series",
                        major, minor, fw_api_version_major));
    }
}

void AdminQueue::read_version() {
    version_ = execute(GetVersion{}).params;
    log::debug("firmware {}.{} build {}, admin API {}.{}", version_.fw_major.value(),
               version_.fw_minor.value(), version_.fw_build.value(), version_.api_major.value(),
               version_.api_minor.value());
}

// Facts, 3.1: head, tail, length with ENABLE, base low, base high, in this order for both queues.
// Nothing is fetched before the tail moves, so the base may come after ENABLE.
void AdminQueue::enable() {
    disable();
    vfio::Bar& bar = hardware_.bar;
    const auto length = Word<AqLen>{}.with(AqLen::len, entries).with(AqLen::enable, true);
    next_command_ = next_event_ = 0;
    std::ranges::fill(memory_.bytes().first(command_buffer_at), std::byte{0});

    const std::uint64_t commands = memory_.iova(command_ring_at);
    bar.write(regs::PF_ATQH, Word<AqHead>{});
    bar.write(regs::PF_ATQT, Word<AqTail>{});
    bar.write(regs::PF_ATQLEN, length);
    bar.write(regs::PF_ATQBAL, low_half(commands));
    bar.write(regs::PF_ATQBAH, high_half(commands));

    const std::uint64_t events = memory_.iova(event_ring_at);
    for (unsigned index = 0; index < entries; ++index) post_event_buffer(index);
    bar.write(regs::PF_ARQH, Word<AqHead>{});
    bar.write(regs::PF_ARQT, Word<AqTail>{});
    bar.write(regs::PF_ARQLEN, length);
    bar.write(regs::PF_ARQBAL, low_half(events));
    bar.write(regs::PF_ARQBAH, high_half(events));
    bar.write(regs::PF_ARQT, Word<AqTail>{}.with(AqTail::tail, entries - 1));

    if (bar.read(regs::PF_ATQBAL) != low_half(commands) ||
        bar.read(regs::PF_ARQBAL) != low_half(events))
        throw Error(std::errc::io_error,
                    "the admin queue's address did not stay in PF_ATQBAL or PF_ARQBAL; is the "
                    "device held in reset or owned by another driver?");
    alive_ = true;
}

void AdminQueue::disable() {
    alive_ = false;
    vfio::Bar& bar = hardware_.bar;
    bar.write(regs::PF_ATQH, Word<AqHead>{});
    bar.write(regs::PF_ATQT, Word<AqTail>{});
    bar.write(regs::PF_ATQLEN, Word<AqLen>{});
    bar.write(regs::PF_ATQBAL, Word<Plain32>{});
    bar.write(regs::PF_ATQBAH, Word<Plain32>{});
    bar.write(regs::PF_ARQH, Word<AqHead>{});
    bar.write(regs::PF_ARQT, Word<AqTail>{});
    bar.write(regs::PF_ARQLEN, Word<AqLen>{});
    bar.write(regs::PF_ARQBAL, Word<Plain32>{});
    bar.write(regs::PF_ARQBAH, Word<Plain32>{});
    hardware_.flush();
}

void AdminQueue::stop() noexcept {
    try {
        if (alive_) {
            QueueShutdown command;
            command.driver_unloading = QueueShutdown::unloading;
            (void)try_execute(command);
        }
    } catch (const std::exception&) {
        // Firmware that does not answer loses its queues like any other.
    }
    try {
        if (hardware_.bar.read(regs::PF_ATQLEN)[AqLen::enable] ||
            hardware_.bar.read(regs::PF_ARQLEN)[AqLen::enable])
            disable();
    } catch (const std::exception& error) {
        log::warning("{}: the admin queue could not be disabled: {}", hardware_.function.name(),
                     error.what());
    }
    alive_ = false;
}

// Facts, 3.3: a command is complete when ATQH is the index after it; DD is not looked at.
AdminDescriptor AdminQueue::run(Opcode opcode, const std::array<std::byte, 16>& params,
                                std::span<std::byte> buffer, BufferUse use) {
    check(buffer.size() <= buffer_bytes, "buffer of an admin command");
    if (!alive_)
        throw Error(std::errc::not_connected,
                    fmt::format("admin command {}: the admin queue is not running, or its firmware "
                                "stopped answering",
                                name_of(opcode)));

    AdminDescriptor descriptor{};
    descriptor.flags = command_flags(buffer, use).raw;
    descriptor.opcode = static_cast<std::uint16_t>(opcode);
    descriptor.datalen = static_cast<std::uint16_t>(buffer.size());
    descriptor.cookie_low = ++cookie_;
    descriptor.params = params;
    const auto sent = memory_.bytes().subspan(command_buffer_at, buffer.size());
    if (!buffer.empty()) {
        auto indirect = descriptor.params_as<AdminParamsIndirect>();
        const std::uint64_t address = memory_.iova(command_buffer_at);
        indirect.addr_high = static_cast<std::uint32_t>(address >> 32);
        indirect.addr_low = static_cast<std::uint32_t>(address);
        descriptor.set_params(indirect);
        std::ranges::copy(buffer, sent.begin());
    }

    AdminDescriptor& slot = command_ring()[next_command_];
    slot = descriptor;
    next_command_ = (next_command_ + 1) % entries;
    hardware_.bar.write(regs::PF_ATQT, Word<AqTail>{}.with(AqTail::tail, next_command_));
    const bool answered = hardware_.wait(
        command_limit,
        [&] { return hardware_.bar.read(regs::PF_ATQH)[AqHead::head] == next_command_; }, 50us);
    if (!answered) give_up(opcode);

    AdminDescriptor done;
    std::memcpy(&done, &slot, sizeof done);
    if (done.opcode.value() != descriptor.opcode.value() ||
        done.cookie_low.value() != descriptor.cookie_low.value()) {
        alive_ = false;
        throw Error(std::errc::protocol_error,
                    fmt::format("admin command {}: firmware answered another command ({:#06x})",
                                name_of(opcode), done.opcode.value()));
    }
    std::ranges::copy(sent, buffer.begin());
    return done;
}

void AdminQueue::give_up(Opcode opcode) {
    alive_ = false;
    const auto length = hardware_.bar.read(regs::PF_ATQLEN);
    throw Error(std::errc::timed_out,
                fmt::format("admin command {}: no answer within {} ms{}", name_of(opcode),
                            command_limit.count(),
                            length[AqLen::crit]      ? "; firmware reports a critical error"
                            : !length[AqLen::enable] ? "; the device has been reset"
                                                     : ""));
}

void AdminQueue::refuse(Opcode opcode, ReturnCode code) {
    throw Error(std::errc::io_error,
                fmt::format("firmware refused admin command {}: {}", name_of(opcode), text(code)));
}

// Facts, 3.5: the driver offers whole buffers; the device writes its message and moves ARQH.
void AdminQueue::post_event_buffer(unsigned index) {
    const std::uint64_t address =
        memory_.iova(event_buffers_at + std::uint64_t{index} * buffer_bytes);
    AdminDescriptor descriptor{};
    descriptor.flags =
        Word<AdminFlags>{}.with(AdminFlags::buf, true).with(AdminFlags::lb, true).raw;
    descriptor.datalen = static_cast<std::uint16_t>(buffer_bytes);
    AdminParamsIndirect params{};
    params.addr_high = static_cast<std::uint32_t>(address >> 32);
    params.addr_low = static_cast<std::uint32_t>(address);
    descriptor.set_params(params);
    event_ring()[index] = descriptor;
}

AdminQueue::Event AdminQueue::next_event() {
    if (!alive_) return {};
    const unsigned head = hardware_.bar.read(regs::PF_ARQH)[AqHead::head];
    if (head == next_event_ || head >= entries) return {};
    const AdminDescriptor& descriptor = event_ring()[next_event_];
    const std::size_t length = std::min<std::size_t>(descriptor.datalen, buffer_bytes);
    return {&descriptor, event_buffer(next_event_).first(length)};
}

void AdminQueue::finish_event() {
    post_event_buffer(next_event_);
    hardware_.bar.write(regs::PF_ARQT, Word<AqTail>{}.with(AqTail::tail, next_event_));
    next_event_ = (next_event_ + 1) % entries;
}

}  // namespace sluice::i40e::pmd
