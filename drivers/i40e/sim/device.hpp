// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A simulated XL710: one PCI function, one 40G port, a wire.
//
//   driver -- registers --> Device::read, write --> the parts below     (trapped, all but
//   doorbells)
//          -- doorbells --> plain memory, looked at in step()
//          -- memory -----> Dma, which knows what is mapped
//
//   step():  resets that fell due, queues switched on or off, admin commands,
//            frames from the wire, frames to the wire, interrupts that were held back
//
// The host serialises all calls (vfio::Loopback::with_model() for those that are not of
// vfio::DeviceModel). Everything happens inside them: the device has no thread of its own, and
// stepped with the same times it does the same things.

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/vfio/device_model.hpp"
#include "drivers/i40e/sim/admin_queue.hpp"
#include "drivers/i40e/sim/complaints.hpp"
#include "drivers/i40e/sim/dma.hpp"
#include "drivers/i40e/sim/firmware.hpp"
#include "drivers/i40e/sim/host_memory_cache.hpp"
#include "drivers/i40e/sim/interrupts.hpp"
#include "drivers/i40e/sim/link.hpp"
#include "drivers/i40e/sim/malicious_driver.hpp"
#include "drivers/i40e/sim/options.hpp"
#include "drivers/i40e/sim/queue_settings.hpp"
#include "drivers/i40e/sim/receive_engine.hpp"
#include "drivers/i40e/sim/register_file.hpp"
#include "drivers/i40e/sim/rss.hpp"
#include "drivers/i40e/sim/shadow_ram.hpp"
#include "drivers/i40e/sim/statistics.hpp"
#include "drivers/i40e/sim/switch_table.hpp"
#include "drivers/i40e/sim/transmit_engine.hpp"
#include "drivers/i40e/sim/wire.hpp"

namespace sluice::i40e::sim {

class Device final : public vfio::DeviceModel {
public:
    // What one step offers and sends at most.
    static constexpr unsigned frames_a_step = 64;
    static constexpr unsigned descriptors_a_step = 256;
    // How long resets take, of simulated time.
    static constexpr std::chrono::microseconds function_reset_time{100};
    static constexpr std::chrono::milliseconds global_reset_time{2};

    // Throws Error for options out of range.
    explicit Device(DeviceOptions options, Wire wire = NullWire{});

    // The far end. A generator or a capture is silent until start_source().
    [[nodiscard]] Wire& wire() noexcept { return wire_; }
    [[nodiscard]] const WireStatistics& wire_statistics() const noexcept {
        return wire_statistics_;
    }
    void start_source() noexcept { source_ = Source::starting; }
    // Nothing is offered from now on, what a test has queued included.
    void stop_source() noexcept { source_ = Source::stopped; }
    // No frame will be offered any more: none is left, or the source was stopped.
    [[nodiscard]] bool source_exhausted() const noexcept;

    // Plugs or pulls the cable.
    void set_link(bool up, hw::LinkSpeed speed = hw::LinkSpeed::g40);

    // What the driver did wrong; see Complaints.
    [[nodiscard]] const std::vector<std::string>& complaints() const noexcept {
        return complaints_.sentences();
    }
    [[nodiscard]] std::uint64_t complaint_count() const noexcept { return complaints_.count(); }
    void clear_complaints() noexcept { complaints_.clear(); }

    [[nodiscard]] const DeviceOptions& options() const noexcept { return options_; }

    // vfio::DeviceModel.
    void attach(vfio::DeviceBus& bus) override { dma_.attach(bus); }
    [[nodiscard]] vfio::RegionInfo region(vfio::Region region) const override;
    [[nodiscard]] unsigned interrupt_count() const override { return options_.msix_vectors; }
    void read(vfio::Region region, std::uint64_t offset, std::span<std::byte> into) override;
    void write(vfio::Region region, std::uint64_t offset, std::span<const std::byte> from) override;
    [[nodiscard]] std::span<std::byte> memory(vfio::Region region, vfio::PageRange range) override;
    bool step(std::chrono::nanoseconds now) override;
    void reset() override;

private:
    enum class Source : std::uint8_t { waiting, starting, running, stopped };
    enum class ResetKind : std::uint8_t { function, core, global, firmware };
    struct PendingReset {
        ResetKind kind;
        std::chrono::nanoseconds until;
    };
    struct QueueSwitch {
        hw::QueueType type;
        unsigned queue;
    };

    // device_registers.cpp: accesses with their side effects, a dword at a time.
    [[nodiscard]] std::uint32_t read_register(const RegisterPlace& place, std::uint32_t offset);
    void write_register(const RegisterPlace& place, std::uint32_t offset, std::uint32_t value);
    [[nodiscard]] bool is_write_allowed(const RegisterPlace& place, std::uint32_t value);
    [[nodiscard]] bool is_index_ours(const RegisterPlace& place);
    void write_queue_enable(hw::QueueType type, unsigned queue, Word<hw::QueueEna> written);
    void write_transmit_announcement(const RegisterPlace& place, Word<hw::GllanTxpreQdis> written);
    void write_shadow_ram_control(Word<hw::GlnvmSrctl> written);
    void write_doorbell(hw::QueueType type, unsigned queue, std::uint32_t value);
    [[nodiscard]] static std::string name_of(const RegisterPlace& place);

    // device_reset.cpp
    void define_power_on();
    void begin_reset(ResetKind kind);
    void apply_reset(ResetScope scope);
    void finish_reset();
    [[nodiscard]] bool is_resetting() const noexcept { return pending_reset_.has_value(); }

    // device.cpp
    bool switch_queues();
    void switch_queue(const QueueSwitch& change);
    bool pull_frames();
    template <class W>
    bool pull_frames_from(W& wire);
    bool push_frames();
    void tell_link_change();

    DeviceOptions options_;
    Complaints complaints_;
    RegisterFile registers_;
    Dma dma_;
    Statistics statistics_;
    Interrupts interrupts_;
    MaliciousDriver malicious_;
    HostMemoryCache host_memory_cache_;
    QueueContexts contexts_;
    ShadowRam shadow_ram_;
    NvmSemaphore semaphore_;
    SwitchTable switching_;
    Rss rss_;
    Link link_;
    ReceiveEngine receive_engine_;
    TransmitEngine transmit_engine_;
    Firmware firmware_;
    AdminQueue admin_queue_;

    Wire wire_;
    WireStatistics wire_statistics_;
    Source source_ = Source::waiting;
    std::chrono::nanoseconds now_{0};
    std::optional<PendingReset> pending_reset_;
    std::vector<QueueSwitch> queue_switches_;  // asked for since the last step
};

}  // namespace sluice::i40e::sim
