// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/queue_settings.hpp"

#include <fmt/format.h>

#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/hw/queue_context.hpp"

namespace sluice::i40e::sim {

using namespace hw;

namespace {

constexpr unsigned function = 0;

// Adds a sentence about one queue's context and remembers that there was one.
class Judge {
public:
    Judge(Complaints& complaints, std::string who)
        : complaints_(complaints), who_(std::move(who)) {}

    template <class... Parts>
    void require(bool holds, fmt::format_string<Parts...> text, Parts&&... parts) {
        if (holds) return;
        complaints_.add("{}: {}", who_, fmt::format(text, std::forward<Parts>(parts)...));
        sound_ = false;
    }
    [[nodiscard]] bool sound() const noexcept { return sound_; }
    [[nodiscard]] const std::string& who() const noexcept { return who_; }

private:
    Complaints& complaints_;
    std::string who_;
    bool sound_ = true;
};

// Where the contexts of one kind lie.
struct Objects {
    std::uint64_t base;
    unsigned count;
    unsigned bytes;
    [[nodiscard]] std::uint64_t end() const { return base + std::uint64_t{count} * bytes; }
};

Objects rx_objects(const RegisterFile& registers) {
    return {std::uint64_t{
                registers.get(regs::GLHMC_LANRXBASE(function))[GlhmcLanrxbase::fpmlanrxbase]} *
                hmc_object_base_unit_bytes,
            registers.get(regs::GLHMC_LANRXCNT(function))[GlhmcLanrxcnt::fpmlanrxcnt],
            sizeof(Word<RxQueueContext>)};
}
Objects tx_objects(const RegisterFile& registers) {
    return {std::uint64_t{
                registers.get(regs::GLHMC_LANTXBASE(function))[GlhmcLantxbase::fpmlantxbase]} *
                hmc_object_base_unit_bytes,
            registers.get(regs::GLHMC_LANTXCNT(function))[GlhmcLantxcnt::fpmlantxcnt],
            sizeof(Word<TxQueueContext>)};
}

void judge_place(Judge& judge, unsigned queue, const Objects& own, const Objects& other) {
    judge.require(queue < own.count, "only {} contexts are laid out in the host memory cache",
                  own.count);
    const bool apart = own.end() <= other.base || other.end() <= own.base;
    judge.require(apart || own.count == 0 || other.count == 0,
                  "contexts at [{:#x}, {:#x}) overlap those of the other direction at "
                  "[{:#x}, {:#x})",
                  own.base, own.end(), other.base, other.end());
}

void judge_ring(Judge& judge, unsigned head, std::uint64_t base, unsigned length) {
    judge.require(head == 0, "its context starts at descriptor {}, not 0", head);
    judge.require(base != 0, "its context has no ring address");
    judge.require(is_ring_size(length),
                  "a ring of {} descriptors; it has {} to {}, a multiple of {}", length, ring_min,
                  ring_max, ring_step);
}

}  // namespace

std::optional<RxSettings> QueueContexts::rx(unsigned queue) {
    Judge judge(complaints_, fmt::format("receive queue {}", queue));
    const Objects objects = rx_objects(registers_);
    judge_place(judge, queue, objects, tx_objects(registers_));
    Word<RxQueueContext> context;
    if (!judge.sound() || !memory_.read(objects.base + std::uint64_t{queue} * objects.bytes,
                                        context.raw, judge.who()))
        return {};
    const bool wide = context[RxQueueContext::dsize] == RxDescriptorSize::bytes32;
    const RxSettings settings{.base = context[RxQueueContext::base] * queue_context_base_unit_bytes,
                              .length = context[RxQueueContext::qlen],
                              .descriptor_bytes = wide ? 32u : 16u,
                              .buffer_bytes = context[RxQueueContext::dbuff] * rx_buffer_unit_bytes,
                              .most_frame_bytes = context[RxQueueContext::rxmax],
                              .strips_fcs = context[RxQueueContext::crcstrip],
                              .first_tag_in_l2tag1 = context[RxQueueContext::l2tsel]};
    judge_ring(judge, context[RxQueueContext::head], settings.base, settings.length);
    judge.require(settings.buffer_bytes >= rx_buffer_min_bytes,
                  "data buffers of {} bytes; they have at least {}", settings.buffer_bytes,
                  rx_buffer_min_bytes);
    judge.require(settings.most_frame_bytes != 0, "RXMAX is 0: no frame would be accepted");
    judge.require(settings.most_frame_bytes <= rx_buffers_per_frame_max * settings.buffer_bytes,
                  "RXMAX {} is more than {} buffers of {} bytes hold", settings.most_frame_bytes,
                  rx_buffers_per_frame_max, settings.buffer_bytes);
    judge.require(context[RxQueueContext::dtype] == HeaderSplit::none,
                  "its context asks for header split, which this model does not do");
    if (!judge.sound()) return {};
    return settings;
}

std::optional<TxSettings> QueueContexts::tx(unsigned queue) {
    Judge judge(complaints_, fmt::format("transmit queue {}", queue));
    const Objects objects = tx_objects(registers_);
    judge_place(judge, queue, objects, rx_objects(registers_));
    Word<TxQueueContext> context;
    if (!judge.sound() || !memory_.read(objects.base + std::uint64_t{queue} * objects.bytes,
                                        context.raw, judge.who()))
        return {};
    const TxSettings settings{.base = context[TxQueueContext::base] * queue_context_base_unit_bytes,
                              .length = context[TxQueueContext::qlen],
                              .writes_head = context[TxQueueContext::head_wb_ena],
                              .head_address = context[TxQueueContext::head_wb_addr],
                              .qs_handle = context[TxQueueContext::rdylist]};
    judge_ring(judge, context[TxQueueContext::head], settings.base, settings.length);
    judge.require(context[TxQueueContext::new_context], "NEW_CONTEXT is not set in its context");
    judge.require(!settings.writes_head || settings.head_address % sizeof(std::uint32_t) == 0,
                  "its head is to be written back at {:#x}, which is not aligned",
                  settings.head_address);
    judge.require(!context[TxQueueContext::rdylist_act], "RDYLIST_ACT is set in its context");
    if (!judge.sound()) return {};
    return settings;
}

}  // namespace sluice::i40e::sim
