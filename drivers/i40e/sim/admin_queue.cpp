// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/admin_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::sim {

using namespace hw;

namespace {

constexpr unsigned most_commands_a_step = 8;
// Set by the device; a driver that submits them did not clear its descriptor.
constexpr std::uint16_t device_flags = 0x000F;

std::string name_of(Opcode opcode) {
    const auto name = opcode_name(opcode);
    const auto number = static_cast<unsigned>(opcode);
    return name.empty() ? fmt::format("admin command {:#06x}", number)
                        : fmt::format("admin command {:#06x} ({})", number, name);
}

std::uint64_t address_of(std::uint32_t high, std::uint32_t low) {
    return std::uint64_t{high} << 32 | low;
}

}  // namespace

AdminQueue::AdminQueue(RegisterFile& registers, Dma& dma, Firmware& firmware,
                       Interrupts& interrupts, Complaints& complaints)
    : registers_(registers),
      dma_(dma),
      firmware_(firmware),
      interrupts_(interrupts),
      complaints_(complaints) {
    buffer_.reserve(admin_buffer_max_bytes);
}

AdminQueue::Ring AdminQueue::send_ring() const {
    const auto length = registers_.get(regs::PF_ATQLEN());
    return {.base = address_of(registers_.get(regs::PF_ATQBAH()).raw,
                               registers_.get(regs::PF_ATQBAL()).raw),
            .length = length[AqLen::len],
            .head = registers_.get(regs::PF_ATQH())[AqHead::head],
            .tail = registers_.get(regs::PF_ATQT())[AqTail::tail],
            .enabled = length[AqLen::enable]};
}

AdminQueue::Ring AdminQueue::receive_ring() const {
    const auto length = registers_.get(regs::PF_ARQLEN());
    return {.base = address_of(registers_.get(regs::PF_ARQBAH()).raw,
                               registers_.get(regs::PF_ARQBAL()).raw),
            .length = length[AqLen::len],
            .head = registers_.get(regs::PF_ARQH())[AqHead::head],
            .tail = registers_.get(regs::PF_ARQT())[AqTail::tail],
            .enabled = length[AqLen::enable]};
}

bool AdminQueue::is_sound(const Ring& ring, const char* name, bool& told) {
    std::string fault;
    if (ring.length == 0)
        fault = "has no descriptors";
    else if (ring.base % admin_ring_alignment_bytes != 0)
        fault = fmt::format("has its ring at {:#x}, not a multiple of {}", ring.base,
                            admin_ring_alignment_bytes);
    else if (ring.head >= ring.length || ring.tail >= ring.length)
        fault = fmt::format("has head {} and tail {} in a ring of {} descriptors", ring.head,
                            ring.tail, ring.length);
    else if (dma_.at(ring.base, std::uint64_t{ring.length} * sizeof(AdminDescriptor)) == nullptr)
        fault = fmt::format("has its ring of {} descriptors at {:#x}, outside every mapping",
                            ring.length, ring.base);
    if (!fault.empty() && !told) complaints_.add("the admin {} queue {}", name, fault);
    told = !fault.empty();
    return fault.empty();
}

bool AdminQueue::step(std::chrono::nanoseconds now) {
    bool worked = false;
    for (unsigned i = 0; i < most_commands_a_step; ++i) {
        const Ring ring = send_ring();
        if (!ring.enabled || ring.head == ring.tail) break;
        if (!is_sound(ring, "send", send_told_)) break;
        std::byte* const at =
            dma_.at(ring.base + ring.head * sizeof(AdminDescriptor), sizeof(AdminDescriptor));
        execute(at, now);
        worked = true;
        // The command may have reset the function, and this queue with it.
        if (!send_ring().enabled) break;
        registers_.set(regs::PF_ATQH(),
                       Word<AqHead>{}.with(AqHead::head, (ring.head + 1) % ring.length));
    }
    return worked;
}

void AdminQueue::execute(std::byte* descriptor, std::chrono::nanoseconds now) {
    AdminCall call{.descriptor = load_unaligned<AdminDescriptor>(descriptor),
                   .buffer = {},
                   .returned_bytes = 0,
                   .now = now};
    const Word<AdminFlags> flags{call.descriptor.flags.value()};
    std::byte* host_buffer = nullptr;
    const ReturnCode code = run(call, host_buffer);
    if (host_buffer != nullptr && !call.buffer.empty())
        std::memcpy(host_buffer, call.buffer.data(), call.buffer.size());
    call.descriptor.flags = flags.with(AdminFlags::dd, true)
                                .with(AdminFlags::cmp, true)
                                .with(AdminFlags::err, code != ReturnCode::ok)
                                .raw;
    call.descriptor.retval = static_cast<std::uint16_t>(code);
    call.descriptor.datalen = call.returned_bytes;
    store_unaligned(descriptor, call.descriptor);
    const bool quiet = flags[AdminFlags::si];
    if (!quiet || (flags[AdminFlags::ei] && code != ReturnCode::ok))
        interrupts_.cause(OtherCause::admin_queue);
}

ReturnCode AdminQueue::run(AdminCall& call, std::byte*& host_buffer) {
    const auto opcode = Opcode{call.descriptor.opcode.value()};
    if ((call.descriptor.flags.value() & device_flags) != 0) {
        complaints_.add("{}: submitted with flags {:#06x}, some of which only the device sets",
                        name_of(opcode), call.descriptor.flags.value());
        return ReturnCode::einval;
    }
    const auto shape = Firmware::shape(opcode);
    if (!shape) return ReturnCode::esrch;
    if (const auto code = fetch_buffer(call, *shape, host_buffer); code != ReturnCode::ok)
        return code;
    return firmware_.execute(call);
}

// The flag rules of a command with a buffer, and a copy of it.
ReturnCode AdminQueue::fetch_buffer(AdminCall& call, AdminShape shape, std::byte*& host_buffer) {
    const Word<AdminFlags> flags{call.descriptor.flags.value()};
    const std::size_t bytes = call.descriptor.datalen.value();
    const auto name = [&] { return name_of(Opcode{call.descriptor.opcode.value()}); };
    const auto refuse = [&](std::string_view text) {
        complaints_.add("{}: {}", name(), text);
        return ReturnCode::einval;
    };
    if (shape == AdminShape::direct) {
        if (flags[AdminFlags::buf] || flags[AdminFlags::rd] || bytes != 0)
            return refuse("has a buffer, which this command does not use");
        return ReturnCode::ok;
    }
    if (!flags[AdminFlags::buf]) return refuse("needs a buffer (BUF)");
    if (bytes == 0 || bytes > admin_buffer_max_bytes)
        return refuse(
            fmt::format("a buffer of {} bytes; it has 1 to {}", bytes, admin_buffer_max_bytes));
    if (flags[AdminFlags::lb] != (bytes > admin_large_buffer_bytes))
        return refuse(fmt::format("a buffer of {} bytes with LB {}", bytes,
                                  flags[AdminFlags::lb] ? "set" : "clear"));
    if (shape == AdminShape::reads && !flags[AdminFlags::rd])
        return refuse("its buffer holds data for firmware, but RD is clear");
    const std::uint64_t address = call.params<AdminParamsIndirect>().address();
    host_buffer = dma_.at(address, bytes, name(), "buffer access");
    if (host_buffer == nullptr) return ReturnCode::bad_addr;
    buffer_.assign(host_buffer, host_buffer + bytes);
    call.buffer = buffer_;
    return ReturnCode::ok;
}

void AdminQueue::post_event(AdminDescriptor event, std::span<const std::byte> message) {
    const Ring ring = receive_ring();
    if (!ring.enabled || !is_sound(ring, "receive", receive_told_)) return;
    if (ring.head == ring.tail) {
        registers_.set(regs::PF_ARQLEN(),
                       registers_.get(regs::PF_ARQLEN()).with(AqLen::ovfl, true));
        return;
    }
    std::byte* const at =
        dma_.at(ring.base + ring.head * sizeof(AdminDescriptor), sizeof(AdminDescriptor));
    const auto posted = load_unaligned<AdminDescriptor>(at);
    const Word<AdminFlags> flags{posted.flags.value()};
    const std::size_t room = posted.datalen.value();
    if (!flags[AdminFlags::buf] || flags[AdminFlags::lb] != (room > admin_large_buffer_bytes))
        complaints_.add(
            "admin receive queue: descriptor {} posted with flags {:#06x} for a buffer "
            "of {} bytes",
            ring.head, posted.flags.value(), room);
    const std::size_t bytes = std::min(message.size(), room);
    if (bytes != 0) {
        std::byte* const into = dma_.at(posted.params_as<AdminParamsIndirect>().address(), bytes,
                                        "admin receive queue", "event write");
        if (into == nullptr) return;
        std::memcpy(into, message.data(), bytes);
    }
    event.flags = Word<AdminFlags>{}
                      .with(AdminFlags::dd, true)
                      .with(AdminFlags::cmp, true)
                      .with(AdminFlags::buf, bytes != 0)
                      .raw;
    event.datalen = static_cast<std::uint16_t>(bytes);
    store_unaligned(at, event);
    registers_.set(regs::PF_ARQH(),
                   Word<AqHead>{}.with(AqHead::head, (ring.head + 1) % ring.length));
    interrupts_.cause(OtherCause::admin_queue);
}

}  // namespace sluice::i40e::sim
