// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/transmit_engine.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::sim {

using namespace hw;

namespace {

constexpr unsigned function = 0;
constexpr std::size_t addresses_bytes = 12;

std::string who(unsigned queue) { return fmt::format("transmit queue {}", queue); }

std::uint64_t load_word(std::uint64_t* word) noexcept {
    return std::bit_cast<le64>(std::atomic_ref(*word).load(std::memory_order_acquire)).value();
}

}  // namespace

TransmitEngine::TransmitEngine(unsigned queues, Parts parts) : parts_(parts), queues_(queues) {
    enabled_.reserve(queues);
    frame_.reserve(std::size_t{tx_buffers_per_frame_max} * tx_buffer_max_bytes);
}

bool TransmitEngine::enable(unsigned number) {
    Queue& queue = queues_[number];
    const auto settings = parts_.contexts.tx(number);
    if (!settings) return false;
    const std::uint64_t complaints_before = parts_.complaints.count();
    const auto require = [&](bool holds, std::string_view text) {
        if (!holds) parts_.complaints.add("{}: {}", who(number), text);
    };
    const auto owner = parts_.registers.get(regs::QTX_CTL(number));
    require(owner[QtxCtl::pfvf_q] == QueueOwner::pf && owner[QtxCtl::pf_indx] == function,
            "QTX_CTL does not say that it belongs to function 0");
    require(parts_.registers.get(regs::QTX_HEAD(number))[QtxHead::head] == 0,
            "QTX_HEAD was not set to 0 before the queue was switched on");
    require(!queue.announced_off,
            "switched on without GLLAN_TXPRE_QDIS.CLEAR_QDIS after it was switched off");
    const unsigned tail = parts_.registers.tail(regs::QTX_TAIL(number));
    require(tail == 0, "QTX_TAIL is not 0 as the queue is switched on");
    const Vsi* const vsi = parts_.switching.find_by_qs_handle(settings->qs_handle);
    if (vsi == nullptr)
        parts_.complaints.add("{}: RDYLIST {} in its context is no queue set of a VSI", who(number),
                              settings->qs_handle);
    if (settings->writes_head)
        (void)parts_.dma.at(settings->head_address, sizeof(std::uint32_t), who(number),
                            "head write-back");
    if (parts_.complaints.count() != complaints_before) return false;
    queue = Queue{};
    queue.settings = *settings;
    queue.vsi_seid = vsi->seid;
    queue.enabled = true;
    enabled_.push_back(static_cast<std::uint16_t>(number));
    if (find_ring(number)) return true;
    std::erase(enabled_, number);
    queue.enabled = false;
    return false;
}

void TransmitEngine::disable(unsigned number) {
    Queue& queue = queues_[number];
    if (queue.enabled && !queue.announced_off)
        parts_.complaints.add("{}: switched off without GLLAN_TXPRE_QDIS.SET_QDIS before",
                              who(number));
    queue.enabled = false;
    std::erase(enabled_, number);
}

void TransmitEngine::reset() noexcept {
    for (Queue& queue : queues_) queue.enabled = queue.announced_off = false;
    enabled_.clear();
}

void TransmitEngine::announce(unsigned absolute, bool off) noexcept {
    // The function's first queue is absolute queue 0.
    if (absolute < queues_.size()) queues_[absolute].announced_off = off;
}

void TransmitEngine::stop(unsigned number, MaliciousEvent event) {
    queues_[number].enabled = false;
    std::erase(enabled_, number);
    parts_.malicious.transmit(number, event);
}

bool TransmitEngine::find_ring(unsigned number) {
    Queue& queue = queues_[number];
    if (queue.ring != nullptr) return true;
    const std::uint64_t bytes = std::uint64_t{queue.settings.length} * sizeof(TxDescriptor);
    std::byte* const ring = parts_.dma.at(queue.settings.base, bytes);
    if (ring == nullptr)
        parts_.complaints.add("{}: its ring, {} bytes at {:#x}, lies outside every mapping",
                              who(number), bytes, queue.settings.base);
    else if (reinterpret_cast<std::uintptr_t>(ring) % alignof(std::uint64_t) != 0)
        parts_.complaints.add("{}: the memory behind its ring is not aligned", who(number));
    else
        queue.ring = ring;
    return queue.ring != nullptr;
}

std::uint64_t* TransmitEngine::word(Queue& queue, unsigned descriptor, unsigned number) noexcept {
    std::byte* const at = queue.ring + std::size_t{descriptor} * sizeof(TxDescriptor);
    return reinterpret_cast<std::uint64_t*>(at) + number;
}

void TransmitEngine::refresh_tail(unsigned number) {
    Queue& queue = queues_[number];
    const unsigned tail = parts_.registers.tail(regs::QTX_TAIL(number));
    if (tail == queue.tail) return;
    const unsigned length = queue.settings.length;
    if (tail >= length) {
        parts_.complaints.add("QTX_TAIL({}) written with {}, past the ring of {} descriptors",
                              number, tail, length);
        queue.tail = tail;  // known, so not complained about again
        stop(number, MaliciousEvent::bad_tail);
        return;
    }
    const unsigned waiting = (queue.tail + length - queue.head) % length;
    const unsigned added = (tail + length - queue.tail) % length;
    if (waiting + added >= length) {
        parts_.complaints.add(
            "QTX_TAIL({}) moved from {} to {}, past descriptors the device has "
            "not sent yet (its head is {})",
            number, queue.tail, tail, queue.head);
        queue.tail = tail;  // known, so not complained about again
        stop(number, MaliciousEvent::bad_tail);
        return;
    }
    queue.tail = tail;
}

bool TransmitEngine::begin_step() {
    bool work = false;
    for (std::size_t i = enabled_.size(); i-- > 0;) {
        const unsigned number = enabled_[i];
        queues_[number].ring = nullptr;
        refresh_tail(number);
        work = work || queues_[number].head != queues_[number].tail;
    }
    // The doorbell pages are plain memory, so a switched-off queue's doorbell is noticed by looking
    // at one of them each step. The complaint comes once: the register is put back.
    idle_checked_ = (idle_checked_ + 1) % static_cast<unsigned>(queues_.size());
    const auto reg = regs::QTX_TAIL(idle_checked_);
    const unsigned tail = parts_.registers.tail(reg);
    if (!queues_[idle_checked_].enabled && tail != 0 && tail != queues_[idle_checked_].tail) {
        parts_.complaints.add("QTX_TAIL({}) written with {} while the queue is switched off",
                              idle_checked_, tail);
        queues_[idle_checked_].tail = tail;
    }
    return work;
}

bool TransmitEngine::add_data(unsigned number, Gathering& gathering, std::uint64_t address,
                              std::uint64_t qword1) {
    const Word<TxData1> data{qword1};
    const unsigned bytes = data[TxData1::tx_buf_sz];
    const unsigned at = gathering.descriptor;
    const auto refuse = [&](std::string_view text) {
        parts_.complaints.add("{}: descriptor {} {}", who(number), at, text);
        return false;
    };
    if (bytes == 0) return refuse("has a buffer of 0 bytes");
    if (++gathering.buffers > tx_buffers_per_frame_max)
        return refuse("is the ninth buffer of a frame; it may have eight");
    if (data[TxData1::iipt] != IpType::none || data[TxData1::l4t] != L4Type::none)
        return refuse("asks for checksums, which the model does not do yet");
    if (data[TxData1::dummy]) return refuse("is a filter's template without a filter program");
    if (!data[TxData1::icrc] && data[TxData1::eop])
        return refuse("does not ask for the FCS: the frame would go out without one");
    const std::byte* const from =
        parts_.dma.at(address, bytes, fmt::format("{} descriptor {}", who(number), at), "DMA read");
    if (from == nullptr) return false;
    const std::size_t before = frame_.size();
    frame_.insert(frame_.end(), from, from + bytes);
    gathering.complete = data[TxData1::eop];
    if (before < addresses_bytes && frame_.size() >= addresses_bytes && data[TxData1::il2tag1]) {
        const std::uint16_t tag = static_cast<std::uint16_t>(data[TxData1::l2tag1]);
        const be16 type(static_cast<std::uint16_t>(net::EtherType::vlan));
        const auto inserted = std::bit_cast<std::array<std::byte, 4>>(std::array{type, be16(tag)});
        frame_.insert(frame_.begin() + addresses_bytes, inserted.begin(), inserted.end());
    }
    return true;
}

bool TransmitEngine::check_context(unsigned number, const Gathering& gathering,
                                   std::uint64_t qword0, std::uint64_t qword1) {
    constexpr std::uint64_t type_only = static_cast<std::uint64_t>(TxDescriptorType::context);
    if (qword0 == 0 && qword1 == type_only) return true;
    parts_.complaints.add("{}: context descriptor {} asks for what the model does not do yet",
                          who(number), gathering.descriptor);
    return false;
}

// Reads the descriptors of one frame into frame_. False when the queue had to be stopped.
bool TransmitEngine::gather(unsigned number, Gathering& gathering) {
    Queue& queue = queues_[number];
    frame_.clear();
    while (!gathering.complete && gathering.descriptor != queue.tail) {
        const std::uint64_t address = load_word(word(queue, gathering.descriptor, 0));
        const std::uint64_t qword1 = load_word(word(queue, gathering.descriptor, 1));
        bool sound = false;
        switch (Word<TxAny1>{qword1}[TxAny1::dtype]) {
            case TxDescriptorType::data:
                sound = add_data(number, gathering, address, qword1);
                break;
            case TxDescriptorType::context:
                sound = check_context(number, gathering, address, qword1);
                break;
            default:
                parts_.complaints.add("{}: descriptor {} has type {:#x}", who(number),
                                      gathering.descriptor, qword1 & 0xf);
        }
        if (!sound) return false;
        if (++gathering.descriptor == queue.settings.length) gathering.descriptor = 0;
    }
    return true;
}

bool TransmitEngine::check_frame(unsigned number) {
    if (frame_.size() >= tx_frame_min_bytes && frame_.size() + fcs_bytes <= frame_max_bytes)
        return true;
    parts_.complaints.add("{}: a frame of {} bytes; it has {} to {} without FCS", who(number),
                          frame_.size(), tx_frame_min_bytes, frame_max_bytes - fcs_bytes);
    return false;
}

std::span<const std::byte> TransmitEngine::next(unsigned& budget) {
    for (std::size_t tried = 0; tried < enabled_.size() && budget > 0; ++tried) {
        turn_ = (turn_ + 1) % enabled_.size();
        const unsigned number = enabled_[turn_];
        Queue& queue = queues_[number];
        if (queue.head == queue.tail || !find_ring(number)) continue;
        Gathering gathering{.descriptor = queue.head};
        const bool sound = gather(number, gathering);
        if (sound && !gathering.complete) continue;  // its end is not handed over yet
        if (!sound || !check_frame(number)) {
            if (const Vsi* vsi = parts_.switching.find_vsi(queue.vsi_seid))
                parts_.statistics.add(regs::GLV_TEPC(vsi->stat_index()));
            stop(number, MaliciousEvent::bad_descriptor);
            return {};
        }
        const unsigned used =
            (gathering.descriptor + queue.settings.length - queue.head) % queue.settings.length;
        budget -= std::min(budget, used);
        frame_.resize(std::max(frame_.size(), net::least_frame_bytes));
        sending_ = number;
        sending_end_ = gathering.descriptor;
        return frame_;
    }
    return {};
}

void TransmitEngine::finished(bool link_up, bool dropped) {
    Queue& queue = queues_[sending_];
    const auto destination = net::MacAddress::at(frame_.data());
    const Vsi* const vsi = parts_.switching.find_vsi(queue.vsi_seid);
    if (vsi != nullptr && !dropped)
        parts_.statistics.vsi_sent(vsi->stat_index(), frame_.size(), cast_of(destination));
    if (dropped) {
        if (vsi != nullptr) parts_.statistics.add(regs::GLV_TEPC(vsi->stat_index()));
    } else if (link_up)
        parts_.statistics.port_sent(frame_.size(), cast_of(destination));
    else
        parts_.statistics.add(regs::GLPRT_TDOLD(Statistics::port));
    complete(queue, sending_end_);
}

void TransmitEngine::complete(Queue& queue, unsigned end) {
    bool report = false;
    while (queue.head != end) {
        std::uint64_t* const status = word(queue, queue.head, 1);
        const std::uint64_t qword1 = load_word(status);
        const bool is_data = Word<TxAny1>{qword1}[TxAny1::dtype] == TxDescriptorType::data;
        if (is_data && Word<TxData1>{qword1}[TxData1::rs]) {
            report = true;
            if (!queue.settings.writes_head) {
                const auto done =
                    Word<TxAny1>{qword1}.with(TxAny1::dtype, TxDescriptorType::desc_done);
                std::atomic_ref(*status).store(std::bit_cast<std::uint64_t>(le64(done.raw)),
                                               std::memory_order_release);
            }
        }
        if (++queue.head == queue.settings.length) queue.head = 0;
    }
    parts_.registers.set(regs::QTX_HEAD(sending_), Word<QtxHead>{}.with(QtxHead::head, queue.head));
    if (queue.settings.writes_head) {
        // Every frame, asked for or not: drivers compare positions only.
        std::byte* const at = parts_.dma.at(queue.settings.head_address, sizeof(le32),
                                            who(sending_), "head write-back");
        if (at == nullptr) {
            stop(sending_, MaliciousEvent::bad_address);
            return;
        }
        std::atomic_ref(*reinterpret_cast<std::uint32_t*>(at))
            .store(std::bit_cast<std::uint32_t>(le32(queue.head)), std::memory_order_release);
        report = true;
    }
    queue.wrote_back = queue.wrote_back || report;
}

void TransmitEngine::end_step() {
    for (const std::uint16_t number : enabled_) {
        if (!queues_[number].wrote_back) continue;
        queues_[number].wrote_back = false;
        parts_.interrupts.queue_event(QueueType::tx, number);
    }
}

}  // namespace sluice::i40e::sim
