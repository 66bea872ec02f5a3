// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The simulated device and the least of a driver, for its unit tests: raw register accesses and
// memory laid out by hand. Offsets and bit positions are written here as numbers, so that a mistake
// in the hw headers, which the device uses, shows.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "core/net/mac_address.hpp"
#include "core/vfio/device_bus.hpp"
#include "drivers/i40e/sim/device.hpp"
#include "tests/support/catch.hpp"

namespace sluice::i40e::sim::tests {

using Bytes = std::vector<std::byte>;

[[nodiscard]] Bytes bytes_of(std::initializer_list<unsigned> values);

// An admin command, and what came back.
struct AdminDescriptorBytes {
    std::uint16_t flags = 0;
    std::uint16_t opcode = 0;
    std::uint16_t data_length = 0;
    std::uint16_t return_value = 0;
    std::uint32_t cookie_high = 0;
    std::uint32_t cookie_low = 0;
    std::array<std::uint8_t, 16> params{};

    [[nodiscard]] std::uint16_t param16(std::size_t at) const;
    [[nodiscard]] std::uint32_t param32(std::size_t at) const;
};
static_assert(sizeof(AdminDescriptorBytes) == 32);

struct AdminReply {
    AdminDescriptorBytes descriptor;
    Bytes buffer;
    [[nodiscard]] unsigned code() const { return descriptor.return_value & 0xffu; }
    [[nodiscard]] std::uint16_t data16(std::size_t at) const;
    [[nodiscard]] std::uint32_t data32(std::size_t at) const;
};

// Little-endian parameters, in order.
class Params {
public:
    Params& u8(unsigned value) { return put(value, 1); }
    Params& u16(unsigned value) { return put(value, 2); }
    Params& u32(std::uint64_t value) { return put(value, 4); }
    Params& skip(std::size_t bytes) {
        at_ += bytes;
        return *this;
    }
    [[nodiscard]] const std::array<std::uint8_t, 16>& bytes() const { return bytes_; }

private:
    Params& put(std::uint64_t value, std::size_t bytes);
    std::array<std::uint8_t, 16> bytes_{};
    std::size_t at_ = 0;
};

struct RxRing {
    std::uint64_t iova = 0;
    std::byte* memory = nullptr;
    unsigned length = 0;
    unsigned descriptor_bytes = 0;
    std::uint64_t buffers_iova = 0;
    std::byte* buffers = nullptr;
    unsigned buffer_bytes = 0;

    [[nodiscard]] std::uint64_t word(unsigned descriptor, unsigned number) const;
    void set_word(unsigned descriptor, unsigned number, std::uint64_t value) const;
    [[nodiscard]] std::span<const std::byte> buffer(unsigned descriptor) const {
        return {buffers + std::size_t{descriptor} * buffer_bytes, buffer_bytes};
    }
};

struct RxOptions {
    unsigned length = 64;
    unsigned descriptor_bytes = 16;
    unsigned buffer_bytes = 2048;
    unsigned rxmax = 9728;
    unsigned posted = 63;  // descriptors with buffers, and the tail
    bool strips_fcs = true;
    bool first_tag_in_l2tag1 = true;
};

class Rig {
public:
    static constexpr std::uint64_t iova_base = 0x5'4000'0000;
    static constexpr std::size_t memory_bytes = 8 << 20;
    static constexpr unsigned admin_length = 32;

    explicit Rig(DeviceOptions options = {}, Wire wire = ScriptWire{});

    [[nodiscard]] Device& device() { return device_; }
    [[nodiscard]] ScriptWire& script() { return std::get<ScriptWire>(device_.wire()); }
    [[nodiscard]] vfio::DeviceBus& bus() { return bus_; }

    [[nodiscard]] std::uint32_t read(std::uint64_t offset);
    [[nodiscard]] std::uint64_t read64(std::uint64_t offset);
    void write(std::uint64_t offset, std::uint32_t value);
    // A mapped doorbell.
    void ring(std::uint64_t offset, std::uint32_t tail);

    // Lets the device work, each step 10 us later.
    void step(unsigned steps = 1);
    [[nodiscard]] std::chrono::nanoseconds now() const { return now_; }

    // Memory that the device can reach; never given back. `alignment` is a power of two.
    struct Piece {
        std::uint64_t iova;
        std::byte* memory;
    };
    [[nodiscard]] Piece allocate(std::size_t bytes, std::size_t alignment = 4096);

    // Bring-up, a piece at a time; each needs those before.
    void start_admin_queues();
    [[nodiscard]] AdminReply admin(unsigned opcode, const Params& params = {});
    // With a buffer; flags as the drivers set them: BUF, LB from 513 bytes on, RD when asked for.
    [[nodiscard]] AdminReply admin(unsigned opcode, const Params& params, const Bytes& buffer,
                                   bool device_reads);
    // Exactly these flags.
    [[nodiscard]] AdminReply admin_raw(AdminDescriptorBytes descriptor, const Bytes& buffer);
    // The next event of the receive queue, if there is one.
    [[nodiscard]] std::optional<AdminReply> take_event();
    void lay_out_contexts();  // registers and segment 0
    void find_main_vsi();
    void map_queues(unsigned first, unsigned log2_count, unsigned port_vlan_flags = 0x1B);
    [[nodiscard]] RxRing make_rx_ring(unsigned queue, const RxOptions& options = {});
    void write_rx_context(unsigned queue, const RxRing& ring, const RxOptions& options);
    [[nodiscard]] bool enable_rx(unsigned queue);
    void add_filter(const net::MacAddress& mac, unsigned vlan, unsigned flags);
    void set_promiscuous(unsigned flags, unsigned valid);
    // All of the above with one queue and the port's own address, tags left in frames.
    [[nodiscard]] RxRing start_one_queue(const RxOptions& options = {});

    unsigned main_seid = 0;
    unsigned vsi_number = 0;
    unsigned stat_index = 0;
    unsigned qs_handle = 0;
    Piece rx_contexts{};
    Piece tx_contexts{};

    // The only complaint there is; fails the test when there is none, or another.
    void expect_complaint(const std::string& text);
    void expect_no_complaints();

private:
    Bytes storage_;
    std::byte* memory_;
    std::size_t used_ = 0;
    vfio::DeviceBus bus_;
    Device device_;
    std::chrono::nanoseconds now_{0};
    Piece send_ring_{}, receive_ring_{}, send_buffer_{}, receive_buffers_{};
    unsigned send_tail_ = 0;
    unsigned events_taken_ = 0;
};

// Frames.
inline constexpr net::MacAddress rig_peer{{0x02, 0, 0, 0, 0, 0x42}};
[[nodiscard]] net::MacAddress port_mac();
// Ethernet with a payload that counts; `bytes` without FCS.
[[nodiscard]] Bytes plain_frame(std::size_t bytes, const net::MacAddress& to = port_mac());
struct UdpOptions {
    std::size_t bytes = 60;
    std::array<unsigned, 4> source{10, 0, 0, 1};
    std::array<unsigned, 4> destination{10, 0, 0, 2};
    unsigned source_port = 1000;
    unsigned destination_port = 2000;
    std::optional<unsigned> tag = std::nullopt;
    net::MacAddress to = port_mac();
};
[[nodiscard]] Bytes udp_frame(const UdpOptions& options = {});

}  // namespace sluice::i40e::sim::tests
