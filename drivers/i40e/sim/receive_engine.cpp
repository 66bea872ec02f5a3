// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/receive_engine.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>

#include "core/base/byte_order.hpp"
#include "core/net/checksum.hpp"
#include "drivers/i40e/hw/limits.hpp"

namespace sluice::i40e::sim {

using namespace hw;

namespace {

constexpr std::size_t tag_at = 12;  // behind the addresses
constexpr std::size_t tag_bytes = 4;

std::string who(unsigned queue) { return fmt::format("receive queue {}", queue); }

// Descriptors are shared with the driver: every word is one atomic access. The driver's loads of
// the status word are acquire, and pair with the release here.
std::uint64_t load_word(std::uint64_t* word) noexcept {
    return std::bit_cast<le64>(std::atomic_ref(*word).load(std::memory_order_acquire)).value();
}
void store_word(std::uint64_t* word, std::uint64_t value, std::memory_order order) noexcept {
    std::atomic_ref(*word).store(std::bit_cast<std::uint64_t>(le64(value)), order);
}

// What the last descriptor says of the frame, whoever receives it.
Word<RxWriteBack1> status_of(const Classified& classified, bool hashed, Cast cast) noexcept {
    const net::Parsed& parsed = classified.parsed;
    return Word<RxWriteBack1>{}
        .with(RxWriteBack1::l3l4p, classified.checked)
        .with(RxWriteBack1::umbcast, static_cast<CastType>(cast))
        .with(RxWriteBack1::fltstat, hashed ? FilterStatus::rss_hash : FilterStatus::no_data)
        .with(RxWriteBack1::ipv6exadd, parsed.address_extension)
        .with(RxWriteBack1::ipe, classified.ip_error)
        .with(RxWriteBack1::l4e, classified.l4_error)
        .with(RxWriteBack1::pprs, parsed.malformed)
        .with(RxWriteBack1::ptype, classified.packet_type);
}

}  // namespace

// What the write-back of a frame's last descriptor says.
struct ReceiveEngine::Description {
    std::uint64_t qword0 = 0;
    Word<RxWriteBack1> qword1;
    std::uint64_t qword2 = 0;
};

ReceiveEngine::ReceiveEngine(unsigned queues, Parts parts) : parts_(parts), queues_(queues) {
    enabled_.reserve(queues);
}

bool ReceiveEngine::enable(unsigned number) {
    Queue& queue = queues_[number];
    const auto settings = parts_.contexts.rx(number);
    if (!settings) return false;
    queue = Queue{};
    queue.settings = *settings;
    queue.tail = parts_.registers.tail(regs::QRX_TAIL(number));
    if (queue.tail >= settings->length) {
        parts_.complaints.add(
            "QRX_TAIL({}) is {} as the queue starts, past the ring of {} "
            "descriptors",
            number, queue.tail, settings->length);
        return false;
    }
    queue.enabled = true;
    enabled_.push_back(static_cast<std::uint16_t>(number));
    if (find_ring(number)) return true;
    disable(number);
    return false;
}

void ReceiveEngine::disable(unsigned number) noexcept {
    queues_[number].enabled = false;
    std::erase(enabled_, number);
}

void ReceiveEngine::reset() noexcept {
    for (Queue& queue : queues_) queue.enabled = false;
    enabled_.clear();
    paused_ = false;
}

void ReceiveEngine::stop(unsigned number, MaliciousEvent event) {
    // The enable bits stay as they are: the driver finds out by the event, or by silence.
    disable(number);
    parts_.malicious.receive(number, event);
}

bool ReceiveEngine::find_ring(unsigned number) {
    Queue& queue = queues_[number];
    if (queue.ring != nullptr) return true;
    const std::uint64_t bytes =
        std::uint64_t{queue.settings.length} * queue.settings.descriptor_bytes;
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

void ReceiveEngine::refresh_tail(unsigned number) {
    Queue& queue = queues_[number];
    const unsigned tail = parts_.registers.tail(regs::QRX_TAIL(number));
    if (tail == queue.tail) return;
    const unsigned length = queue.settings.length;
    if (tail >= length) {
        parts_.complaints.add("QRX_TAIL({}) written with {}, past the ring of {} descriptors",
                              number, tail, length);
        stop(number, MaliciousEvent::bad_tail);
        return;
    }
    const unsigned posted = (tail + length - queue.tail) % length;
    if (available(queue) + posted >= length) {
        parts_.complaints.add(
            "QRX_TAIL({}) moved from {} to {}, past descriptors the device has "
            "not used yet (its head is {})",
            number, queue.tail, tail, queue.head);
        stop(number, MaliciousEvent::bad_tail);
        return;
    }
    queue.tail = tail;
}

void ReceiveEngine::begin_step() {
    for (std::size_t i = enabled_.size(); i-- > 0;) {
        const unsigned number = enabled_[i];
        queues_[number].ring = nullptr;
        refresh_tail(number);
    }
}

void ReceiveEngine::end_step() {
    for (const std::uint16_t number : enabled_) {
        if (!queues_[number].wrote_back) continue;
        queues_[number].wrote_back = false;
        parts_.interrupts.queue_event(QueueType::rx, number);
    }
}

bool ReceiveEngine::passes_mac(const WireFrame& frame) noexcept {
    const std::size_t wire_bytes = frame.bytes.size() + fcs_bytes;
    if (frame.bad_fcs)
        parts_.statistics.add(regs::GLPRT_CRCERRS(Statistics::port));
    else if (frame.bytes.size() < net::least_frame_bytes)
        parts_.statistics.add(regs::GLPRT_RUC(Statistics::port));
    else if (wire_bytes > parts_.link.most_frame_bytes)
        parts_.statistics.add(regs::GLPRT_ROC(Statistics::port));
    else
        return true;
    return false;
}

std::size_t ReceiveEngine::find_targets(const WireFrame& frame, const Classified& classified,
                                        const std::optional<std::uint32_t>& hash) {
    const net::Parsed& parsed = classified.parsed;
    const SwitchKey key{.destination = net::MacAddress::at(frame.bytes.data()),
                        .source = net::MacAddress::at(frame.bytes.data() + 6),
                        .tagged = parsed.tags != 0,
                        .vlan = static_cast<std::uint16_t>(parsed.outer_tag & net::vlan_id_mask)};
    if (parts_.switching.drops(key.destination, parsed.ether_type, false)) return 0;
    std::size_t count = 0;
    for (const std::uint8_t place : parts_.switching.receivers(key)) {
        const Vsi& vsi = parts_.switching.vsis()[place];
        const bool strips = key.tagged && vsi.tag_mode() != VlanTagMode::keep;
        targets_[count++] = {.vsi = &vsi,
                             .queue = vsi.queue(hash ? parts_.rss.index(*hash) : 0),
                             .strips_tag = strips,
                             .bytes = frame.bytes.size() - (strips ? tag_bytes : 0)};
    }
    return count;
}

bool ReceiveEngine::has_room(const Target& target) {
    // Where no descriptor will ever help, the frame is not worth waiting for.
    if (target.queue >= queues_.size() || !queues_[target.queue].enabled) return true;
    Queue& queue = queues_[target.queue];
    const std::size_t needed = (target.bytes + (queue.settings.strips_fcs ? 0 : fcs_bytes) +
                                queue.settings.buffer_bytes - 1) /
                               queue.settings.buffer_bytes;
    if (available(queue) >= needed || needed >= queue.settings.length) return true;
    refresh_tail(target.queue);
    return !queue.enabled || available(queue) >= needed;
}

bool ReceiveEngine::receive(const WireFrame& frame, bool honours_pause) {
    if (!passes_mac(frame)) return true;
    const Classified classified = classify(frame.bytes, frame.checksums_good);
    const auto hash = parts_.rss.hash(frame.bytes, classified);
    const std::size_t count = find_targets(frame, classified, hash);
    const auto targets = std::span(targets_).first(count);
    if (honours_pause) {
        const bool room = std::ranges::all_of(targets, [&](auto& t) { return has_room(t); });
        if (room == paused_) {
            paused_ = !room;
            parts_.statistics.add(paused_ ? regs::GLPRT_LXOFFTXC(Statistics::port)
                                          : regs::GLPRT_LXONTXC(Statistics::port));
        }
        if (!room) return false;
    }
    const Cast cast = cast_of(net::MacAddress::at(frame.bytes.data()));
    parts_.statistics.port_received(frame.bytes.size(), cast);
    const Description common{.qword0 = std::uint64_t{hash.value_or(0)} << 32,
                             .qword1 = status_of(classified, hash.has_value(), cast),
                             .qword2 = 0};
    for (const Target& target : targets) {
        parts_.statistics.vsi_received(target.vsi->stat_index(), frame.bytes.size(), cast);
        if (target.strips_tag && target.vsi->tag_mode() != VlanTagMode::strip)
            deliver(frame, target, with_tag(common, target, classified.parsed.outer_tag));
        else
            deliver(frame, target, common);
    }
    return true;
}

ReceiveEngine::Description ReceiveEngine::with_tag(Description description, const Target& target,
                                                   std::uint16_t tag) const noexcept {
    const bool first =
        target.queue < queues_.size() && queues_[target.queue].settings.first_tag_in_l2tag1;
    if (first) {
        description.qword0 |= std::uint64_t{tag} << RxWriteBack0::l2tag1.lsb;
        description.qword1 = description.qword1.with(RxWriteBack1::l2tag1p, true);
    } else {
        description.qword2 = Word<RxWriteBack2>{}
                                 .with(RxWriteBack2::l2tag2p, true)
                                 .with(RxWriteBack2::l2tag2_2, tag)
                                 .raw;
    }
    return description;
}

void ReceiveEngine::deliver(const WireFrame& frame, const Target& target,
                            const Description& description) {
    const unsigned stat_index = target.vsi->stat_index();
    if (target.queue >= queues_.size() || !queues_[target.queue].enabled) {
        parts_.statistics.no_descriptor(stat_index);
        return;
    }
    Queue& queue = queues_[target.queue];
    if (frame.bytes.size() + fcs_bytes > queue.settings.most_frame_bytes) {
        parts_.statistics.receive_error();
        return;
    }
    const std::size_t bytes = target.bytes + (queue.settings.strips_fcs ? 0 : fcs_bytes);
    const auto count = static_cast<unsigned>((bytes + queue.settings.buffer_bytes - 1) /
                                             queue.settings.buffer_bytes);
    if (available(queue) < count) refresh_tail(target.queue);
    if (!queue.enabled || available(queue) < count) {
        parts_.statistics.no_descriptor(stat_index);
        return;
    }
    if (!find_ring(target.queue) || !look_up_buffers(target.queue, count)) {
        parts_.statistics.receive_error();
        stop(target.queue, MaliciousEvent::bad_address);
        return;
    }
    copy_payload(frame, target, count);
    write_back(queue, description, bytes, count);
    queue.wrote_back = true;
}

std::uint64_t* ReceiveEngine::word(Queue& queue, unsigned descriptor, unsigned number) noexcept {
    std::byte* const at = queue.ring + std::size_t{descriptor} * queue.settings.descriptor_bytes;
    return reinterpret_cast<std::uint64_t*>(at) + number;
}

bool ReceiveEngine::look_up_buffers(unsigned number, unsigned count) {
    Queue& queue = queues_[number];
    unsigned descriptor = queue.head;
    for (unsigned i = 0; i < count; ++i) {
        const std::uint64_t address = load_word(word(queue, descriptor, 0));
        const std::uint64_t header = load_word(word(queue, descriptor, 1));
        if ((header & 1) != 0) {
            parts_.complaints.add("{}: bit 0 of the header address is set in descriptor {}",
                                  who(number), descriptor);
            return false;
        }
        buffers_[i] = parts_.dma.at(address, queue.settings.buffer_bytes);
        if (buffers_[i] == nullptr) {
            parts_.complaints.add(
                "{}: DMA write of {} bytes at {:#x} (descriptor {}) lies outside "
                "every mapping",
                who(number), queue.settings.buffer_bytes, address, descriptor);
            return false;
        }
        if (++descriptor == queue.settings.length) descriptor = 0;
    }
    return true;
}

void ReceiveEngine::copy_payload(const WireFrame& frame, const Target& target, unsigned count) {
    const Queue& queue = queues_[target.queue];
    const std::size_t capacity = queue.settings.buffer_bytes;
    if (count == 1 && !target.strips_tag && queue.settings.strips_fcs) [[likely]] {
        std::memcpy(buffers_[0], frame.bytes.data(), frame.bytes.size());
        return;
    }
    std::size_t at = 0;  // in memory, over all buffers
    const auto append = [&](std::span<const std::byte> part) {
        while (!part.empty()) {
            const std::size_t offset = at % capacity;
            const std::size_t bytes = std::min(part.size(), capacity - offset);
            std::memcpy(buffers_[at / capacity] + offset, part.data(), bytes);
            part = part.subspan(bytes);
            at += bytes;
        }
    };
    if (target.strips_tag) {
        append(frame.bytes.first(tag_at));
        append(frame.bytes.subspan(tag_at + tag_bytes));
    } else {
        append(frame.bytes);
    }
    if (!queue.settings.strips_fcs) {
        const le32 fcs(net::crc32(frame.bytes));
        append(std::as_bytes(std::span(&fcs, 1)));
    }
}

void ReceiveEngine::write_back(Queue& queue, const Description& description, std::size_t bytes,
                               unsigned count) {
    const bool wide = queue.settings.descriptor_bytes == 32;
    std::size_t left = bytes;
    for (unsigned i = 0; i < count; ++i) {
        const bool last = i + 1 == count;
        const std::size_t here = std::min<std::size_t>(left, queue.settings.buffer_bytes);
        left -= here;
        // What belongs to the frame as a whole stands in its last descriptor only.
        auto status = last ? description.qword1 : Word<RxWriteBack1>{};
        status = status.with(RxWriteBack1::dd, true)
                     .with(RxWriteBack1::eof, last)
                     .with(RxWriteBack1::crcp, last && !queue.settings.strips_fcs)
                     .with(RxWriteBack1::length_pbuf, static_cast<std::uint32_t>(here));
        store_word(word(queue, queue.head, 0), last ? description.qword0 : 0,
                   std::memory_order_relaxed);
        if (wide) {
            store_word(word(queue, queue.head, 2), last ? description.qword2 : 0,
                       std::memory_order_relaxed);
            store_word(word(queue, queue.head, 3), 0, std::memory_order_relaxed);
        }
        store_word(word(queue, queue.head, 1), status.raw, std::memory_order_release);
        if (++queue.head == queue.settings.length) queue.head = 0;
    }
}

}  // namespace sluice::i40e::sim
