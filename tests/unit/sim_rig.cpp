// SPDX-License-Identifier: BSD-3-Clause

#include "tests/unit/sim_rig.hpp"

#include <atomic>

#include "core/base/byte_order.hpp"
#include "core/net/checksum.hpp"

namespace sluice::i40e::sim::tests {

namespace {

constexpr unsigned flag_dd = 0x0001;
constexpr unsigned flag_lb = 0x0200;
constexpr unsigned flag_rd = 0x0400;
constexpr unsigned flag_buf = 0x1000;
constexpr unsigned flag_si = 0x2000;

template <class T>
T load(const std::byte* from) {
    return load_unaligned<T>(from);
}

void put_bits(std::byte* context, unsigned lsb, unsigned width, std::uint64_t value) {
    for (unsigned i = 0; i < width; ++i) {
        const unsigned bit = lsb + i;
        const auto mask = static_cast<std::byte>(1u << (bit % 8));
        if (((value >> i) & 1) != 0)
            context[bit / 8] |= mask;
        else
            context[bit / 8] &= ~mask;
    }
}

}  // namespace

Bytes bytes_of(std::initializer_list<unsigned> values) {
    Bytes bytes;
    for (const unsigned value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

std::uint16_t AdminDescriptorBytes::param16(std::size_t at) const {
    return static_cast<std::uint16_t>(params[at] | params[at + 1] << 8);
}
std::uint32_t AdminDescriptorBytes::param32(std::size_t at) const {
    return param16(at) | static_cast<std::uint32_t>(param16(at + 2)) << 16;
}
std::uint16_t AdminReply::data16(std::size_t at) const {
    return load<le16>(buffer.data() + at).value();
}
std::uint32_t AdminReply::data32(std::size_t at) const {
    return load<le32>(buffer.data() + at).value();
}

Params& Params::put(std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
        bytes_[at_++] = static_cast<std::uint8_t>(value >> (8 * i));
    return *this;
}

std::uint64_t RxRing::word(unsigned descriptor, unsigned number) const {
    auto* const at =
        reinterpret_cast<std::uint64_t*>(memory + descriptor * descriptor_bytes) + number;
    return std::atomic_ref(*at).load(std::memory_order_acquire);
}
void RxRing::set_word(unsigned descriptor, unsigned number, std::uint64_t value) const {
    auto* const at =
        reinterpret_cast<std::uint64_t*>(memory + descriptor * descriptor_bytes) + number;
    std::atomic_ref(*at).store(value, std::memory_order_relaxed);
}

Rig::Rig(DeviceOptions options, Wire wire)
    : storage_(memory_bytes + 4096), device_(std::move(options), std::move(wire)) {
    const auto address = reinterpret_cast<std::uintptr_t>(storage_.data());
    memory_ = storage_.data() + (4096 - address % 4096) % 4096;
    device_.attach(bus_);
    bus_.add(iova_base, {memory_, memory_bytes});
}

std::uint32_t Rig::read(std::uint64_t offset) {
    std::array<std::byte, 4> value;
    device_.read(vfio::Region::bar0, offset, value);
    return load<le32>(value.data()).value();
}
std::uint64_t Rig::read64(std::uint64_t offset) {
    std::array<std::byte, 8> value;
    device_.read(vfio::Region::bar0, offset, value);
    return load<le64>(value.data()).value();
}
void Rig::write(std::uint64_t offset, std::uint32_t value) {
    const le32 word(value);
    device_.write(vfio::Region::bar0, offset, std::as_bytes(std::span(&word, 1)));
}
void Rig::ring(std::uint64_t offset, std::uint32_t tail) {
    const std::uint64_t page = offset & ~std::uint64_t{0x1fff};
    const auto window = device_.memory(vfio::Region::bar0, {page, 0x2000});
    auto& word = *reinterpret_cast<std::uint32_t*>(window.data() + (offset - page));
    std::atomic_ref(word).store(tail, std::memory_order_release);
}

void Rig::step(unsigned steps) {
    for (unsigned i = 0; i < steps; ++i) {
        now_ += std::chrono::microseconds(10);
        device_.step(now_);
    }
}

Rig::Piece Rig::allocate(std::size_t bytes, std::size_t alignment) {
    used_ = (used_ + alignment - 1) / alignment * alignment;
    const Piece piece{iova_base + used_, memory_ + used_};
    used_ += bytes;
    REQUIRE(used_ <= memory_bytes);
    return piece;
}

void Rig::start_admin_queues() {
    send_ring_ = allocate(admin_length * 32);
    receive_ring_ = allocate(admin_length * 32);
    send_buffer_ = allocate(4096);
    receive_buffers_ = allocate(std::size_t{admin_length} * 4096);
    for (unsigned i = 0; i < admin_length; ++i) {
        AdminDescriptorBytes posted;
        posted.flags = flag_buf | flag_lb;
        posted.data_length = 4096;
        const std::uint64_t address = receive_buffers_.iova + i * 4096u;
        posted.params = Params().u32(0).u32(0).u32(address >> 32).u32(address & 0xffffffff).bytes();
        store_unaligned(receive_ring_.memory + i * 32, posted);
    }
    const auto start = [&](std::uint64_t length_at, const Piece& ring) {
        write(length_at + 0x100, 0);                   // head
        write(length_at + 0x200, 0);                   // tail
        write(length_at, admin_length | 0x80000000u);  // length, enabled
        write(length_at - 0x200, static_cast<std::uint32_t>(ring.iova));
        write(length_at - 0x100, static_cast<std::uint32_t>(ring.iova >> 32));
    };
    start(0x80200, send_ring_);
    start(0x80280, receive_ring_);
    write(0x80480, admin_length - 1);
    send_tail_ = events_taken_ = 0;
}

AdminReply Rig::admin_raw(AdminDescriptorBytes descriptor, const Bytes& buffer) {
    const unsigned at = send_tail_;
    if (!buffer.empty()) {
        std::memcpy(send_buffer_.memory, buffer.data(), buffer.size());
        const auto high = static_cast<std::uint32_t>(send_buffer_.iova >> 32);
        const auto low = static_cast<std::uint32_t>(send_buffer_.iova);
        for (unsigned i = 0; i < 4; ++i) {
            descriptor.params[8 + i] = static_cast<std::uint8_t>(high >> (8 * i));
            descriptor.params[12 + i] = static_cast<std::uint8_t>(low >> (8 * i));
        }
    }
    descriptor.cookie_high = 0xC0010000u + at;
    descriptor.cookie_low = 0x12345678;
    store_unaligned(send_ring_.memory + at * 32, descriptor);
    send_tail_ = (send_tail_ + 1) % admin_length;
    write(0x80400, send_tail_);
    for (unsigned i = 0; i < 10 && read(0x80300) != send_tail_; ++i) step();
    REQUIRE(read(0x80300) == send_tail_);
    AdminReply reply{.descriptor = load<AdminDescriptorBytes>(send_ring_.memory + at * 32),
                     .buffer = Bytes(buffer.size())};
    if (!buffer.empty()) std::memcpy(reply.buffer.data(), send_buffer_.memory, buffer.size());
    CHECK(reply.descriptor.cookie_high == descriptor.cookie_high);
    CHECK(reply.descriptor.cookie_low == descriptor.cookie_low);
    CHECK((reply.descriptor.flags & 3u) == 3);  // DD, CMP
    CHECK(((reply.descriptor.flags & 4u) != 0) == (reply.code() != 0));
    return reply;
}

AdminReply Rig::admin(unsigned opcode, const Params& params) {
    AdminDescriptorBytes descriptor;
    descriptor.flags = flag_si;
    descriptor.opcode = static_cast<std::uint16_t>(opcode);
    descriptor.params = params.bytes();
    return admin_raw(descriptor, {});
}

AdminReply Rig::admin(unsigned opcode, const Params& params, const Bytes& buffer,
                      bool device_reads) {
    AdminDescriptorBytes descriptor;
    descriptor.flags = static_cast<std::uint16_t>(
        flag_si | flag_buf | (buffer.size() > 512 ? flag_lb : 0u) | (device_reads ? flag_rd : 0u));
    descriptor.opcode = static_cast<std::uint16_t>(opcode);
    descriptor.data_length = static_cast<std::uint16_t>(buffer.size());
    descriptor.params = params.bytes();
    return admin_raw(descriptor, buffer);
}

std::optional<AdminReply> Rig::take_event() {
    if (read(0x80380) == events_taken_) return {};
    std::byte* const at = receive_ring_.memory + events_taken_ * 32;
    AdminReply event{.descriptor = load<AdminDescriptorBytes>(at), .buffer = {}};
    AdminDescriptorBytes posted;
    posted.flags = flag_buf | flag_lb;
    posted.data_length = 4096;
    const std::uint64_t address = receive_buffers_.iova + events_taken_ * 4096u;
    posted.params = Params().u32(0).u32(0).u32(address >> 32).u32(address & 0xffffffff).bytes();
    store_unaligned(at, posted);
    write(0x80480, events_taken_);
    events_taken_ = (events_taken_ + 1) % admin_length;
    CHECK((event.descriptor.flags & flag_dd) != 0);
    return event;
}

void Rig::lay_out_contexts() {
    const unsigned queues = device_.options().queue_pairs;
    const Piece segment = allocate(std::size_t{queues} * (128 + 32));
    const unsigned tx_bytes = (queues * 128 + 511) / 512 * 512;
    tx_contexts = segment;
    rx_contexts = {segment.iova + tx_bytes, segment.memory + tx_bytes};
    write(0xC6200, 0);
    write(0xC6300, queues);
    write(0xC6400, tx_bytes / 512);
    write(0xC6500, queues);
    write(0xC0200, static_cast<std::uint32_t>(segment.iova >> 32));
    write(0xC0100, static_cast<std::uint32_t>(segment.iova) | 512u << 2 | 3u);
    write(0xC0000, 0x80000000u);
}

void Rig::find_main_vsi() {
    const auto config = admin(0x0200, Params(), Bytes(512), false);
    REQUIRE(config.code() == 0);
    REQUIRE(config.data16(0) == 1);
    main_seid = config.data16(16 + 2);
    const auto record = admin(0x0212, Params().u16(main_seid), Bytes(128), false);
    REQUIRE(record.code() == 0);
    vsi_number = record.descriptor.param16(2);
    qs_handle = record.data16(96);
    stat_index = record.data16(112);
}

void Rig::map_queues(unsigned first, unsigned log2_count, unsigned port_vlan_flags) {
    Bytes record(128);
    store_unaligned(record.data(), le16(0x0044));  // VLAN and queue map are valid
    record[12] = static_cast<std::byte>(port_vlan_flags);
    store_unaligned(record.data() + 30, le16(static_cast<std::uint16_t>(first)));
    store_unaligned(record.data() + 62, le16(static_cast<std::uint16_t>(log2_count << 9)));
    REQUIRE(admin(0x0211, Params().u16(main_seid), record, true).code() == 0);
}

RxRing Rig::make_rx_ring(unsigned queue, const RxOptions& options) {
    const std::size_t ring_bytes = std::size_t{options.length} * options.descriptor_bytes;
    const Piece ring_memory = allocate(ring_bytes, 128);
    const Piece buffers = allocate(std::size_t{options.length} * options.buffer_bytes, 128);
    const RxRing ring{.iova = ring_memory.iova,
                      .memory = ring_memory.memory,
                      .length = options.length,
                      .descriptor_bytes = options.descriptor_bytes,
                      .buffers_iova = buffers.iova,
                      .buffers = buffers.memory,
                      .buffer_bytes = options.buffer_bytes};
    for (unsigned i = 0; i < options.posted; ++i)
        ring.set_word(i, 0, buffers.iova + std::uint64_t{i} * options.buffer_bytes);
    write_rx_context(queue, ring, options);
    this->ring(0x128000 + 4 * queue, options.posted);
    return ring;
}

void Rig::write_rx_context(unsigned queue, const RxRing& ring, const RxOptions& options) {
    std::byte* const context = rx_contexts.memory + std::size_t{queue} * 32;
    std::memset(context, 0, 32);
    put_bits(context, 32, 57, ring.iova / 128);
    put_bits(context, 89, 13, ring.length);
    put_bits(context, 102, 7, options.buffer_bytes / 128);
    put_bits(context, 116, 1, options.descriptor_bytes == 32 ? 1 : 0);
    put_bits(context, 117, 1, options.strips_fcs ? 1 : 0);
    put_bits(context, 119, 1, options.first_tag_in_l2tag1 ? 1 : 0);
    put_bits(context, 174, 14, options.rxmax);
    put_bits(context, 198, 3, 1);
    put_bits(context, 201, 1, 1);
}

bool Rig::enable_rx(unsigned queue) {
    write(0x120000 + 4 * queue, 1);
    step();
    return (read(0x120000 + 4 * queue) & 4u) != 0;
}

void Rig::add_filter(const net::MacAddress& mac, unsigned vlan, unsigned flags) {
    Bytes element(16);
    store_unaligned(element.data(), mac);
    store_unaligned(element.data() + 6, le16(static_cast<std::uint16_t>(vlan)));
    store_unaligned(element.data() + 8, le16(static_cast<std::uint16_t>(flags)));
    const auto reply = admin(0x0250, Params().u16(1).u16(0x8000 | main_seid), element, true);
    REQUIRE(reply.code() == 0);
    REQUIRE(reply.buffer[12] == std::byte{1});
}

void Rig::set_promiscuous(unsigned flags, unsigned valid) {
    REQUIRE(admin(0x0254, Params().u16(flags).u16(valid).u16(main_seid)).code() == 0);
}

RxRing Rig::start_one_queue(const RxOptions& options) {
    start_admin_queues();
    lay_out_contexts();
    find_main_vsi();
    map_queues(0, 0);
    const RxRing ring = make_rx_ring(0, options);
    REQUIRE(enable_rx(0));
    return ring;
}

void Rig::expect_complaint(const std::string& text) {
    CHECK(device_.complaint_count() == 1);
    REQUIRE(device_.complaints().size() == 1);
    CHECK(device_.complaints().front() == text);
    device_.clear_complaints();
}

void Rig::expect_no_complaints() {
    for (const std::string& text : device_.complaints()) UNSCOPED_INFO(text);
    CHECK(device_.complaint_count() == 0);
}

net::MacAddress port_mac() { return DeviceOptions{}.mac; }

Bytes plain_frame(std::size_t bytes, const net::MacAddress& to) {
    Bytes frame(bytes);
    for (std::size_t i = 0; i < bytes; ++i) frame[i] = static_cast<std::byte>(i);
    if (bytes >= 14) {
        store_unaligned(frame.data(), to);
        store_unaligned(frame.data() + 6, rig_peer);
        store_unaligned(frame.data() + 12, be16(0x88b5));  // IEEE's for local experiments
    }
    return frame;
}

Bytes udp_frame(const UdpOptions& options) {
    Bytes frame(options.bytes);
    store_unaligned(frame.data(), options.to);
    store_unaligned(frame.data() + 6, rig_peer);
    std::size_t at = 12;
    if (options.tag) {
        store_unaligned(frame.data() + at, be16(0x8100));
        store_unaligned(frame.data() + at + 2, be16(static_cast<std::uint16_t>(*options.tag)));
        at += 4;
    }
    store_unaligned(frame.data() + at, be16(0x0800));
    const std::size_t ip = at + 2;
    const std::size_t udp = ip + 20;
    const auto put = [&](std::size_t offset, unsigned value) {
        store_unaligned(frame.data() + offset, be16(static_cast<std::uint16_t>(value)));
    };
    frame[ip] = std::byte{0x45};
    put(ip + 2, static_cast<unsigned>(frame.size() - ip));
    frame[ip + 8] = std::byte{64};
    frame[ip + 9] = std::byte{17};
    for (unsigned i = 0; i < 4; ++i) {
        frame[ip + 12 + i] = static_cast<std::byte>(options.source[i]);
        frame[ip + 16 + i] = static_cast<std::byte>(options.destination[i]);
    }
    put(udp, options.source_port);
    put(udp + 2, options.destination_port);
    put(udp + 4, static_cast<unsigned>(frame.size() - udp));
    for (std::size_t i = udp + 8; i < frame.size(); ++i) frame[i] = static_cast<std::byte>(i);
    const std::span view(frame);
    store_unaligned(frame.data() + ip + 10, net::finish(net::add_bytes(0, view.subspan(ip, 20))));
    const auto pseudo = net::pseudo_header_sum(view.subspan(ip + 12, 8), 17,
                                               static_cast<std::uint32_t>(frame.size() - udp));
    store_unaligned(frame.data() + udp + 6, net::finish(net::add_bytes(pseudo, view.subspan(udp))));
    return frame;
}

}  // namespace sluice::i40e::sim::tests
