// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One function of the NIC, brought up: the control path of the driver.
//
//   Device device(function, options);                      bring-up, to the point where queues can
//   be auto& translation = device.map_umem(umem);             the device may use the UMEM RxRing
//   ring = device.make_rx_ring(queue, ...);         memory of a queue; RxQueue walks it
//   device.start();                                        queues on, MAC and PHY configured
//   ...                                                    data threads poll their RxQueues
//   device.stop();                                         queues off: take back their buffers
//   device.close();                                        or its end: the function is reset
//
// Owns everything of the function that the device may touch: registers, admin queues, contexts,
// rings, mappings. The function outlives it. RxQueues end before it; they may give their buffers
// back after stop() or close(). UMEMs outlive its close(). One thread at a time; the data path does
// not come here.

#include <array>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "drivers/i40e/pmd/admin_queue.hpp"
#include "drivers/i40e/pmd/capabilities.hpp"
#include "drivers/i40e/pmd/dma_region.hpp"
#include "drivers/i40e/pmd/hardware.hpp"
#include "drivers/i40e/pmd/host_contexts.hpp"
#include "drivers/i40e/pmd/link.hpp"
#include "drivers/i40e/pmd/queue_id.hpp"
#include "drivers/i40e/pmd/reset.hpp"
#include "drivers/i40e/pmd/rx_control.hpp"
#include "drivers/i40e/pmd/rx_ring.hpp"
#include "drivers/i40e/pmd/statistics.hpp"
#include "drivers/i40e/pmd/vsi.hpp"
#include "mempool/umem.hpp"

namespace sluice::i40e::pmd {

struct DeviceOptions {
    // An entry of the RSS table has 6 bits.
    static constexpr unsigned max_rx_queues = 64;
    static constexpr unsigned min_mtu = 68;
    // A frame of 9728 bytes without Ethernet header, one VLAN tag and FCS.
    static constexpr unsigned max_mtu = 9706;

    unsigned rx_queues = 1;  // 1 to max_rx_queues; RSS spreads packets over them
    unsigned mtu = 1500;     // min_mtu to max_mtu
    bool promiscuous = false;
    bool vlan_strip = false;  // tags of received frames go to the metadata
};

// Throws Error naming the option and what is possible. Touches no hardware.
void check_device_options(const DeviceOptions& options);

class Device {
public:
    // Brings the function up, whatever state it was in. Throws Error that names the step which
    // failed; the function is then reset and all memory released, and another try may be made.
    Device(vfio::Function& function, const DeviceOptions& options);
    ~Device() { close(); }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    // Lets the device read and write a UMEM, until close(); once for each, whatever how often it is
    // asked. The translation stays where it is. Throws Error as Function::map_dma.
    const vfio::Translation& map_umem(const mempool::Umem& umem);

    // Memory and context of a receive queue, before start(); each queue below rx_queues once. The
    // ring is used by one RxQueue. Throws Error as check_rx_options and DmaRegion.
    [[nodiscard]] RxRing make_rx_ring(QueueId queue, const RxQueueOptions& options,
                                      const mempool::UmemGeometry& geometry);

    // Enables the queues that have a ring, then MAC and PHY; does not wait for the link. Throws
    // Error where a queue does not start within a second; all are then stopped.
    void start();

    // Disables all queues; afterwards the device has none of their buffers. False when a queue did
    // not stop: the function was then reset and closed, and only a new Device can use it.
    bool stop() noexcept;

    // Stops, gives filters and memory back and resets the function. No effect the second time.
    void close() noexcept;

    [[nodiscard]] bool is_open() const noexcept { return is_open_; }

    // All of these throw Error when firmware does not answer, or the device is closed.
    [[nodiscard]] LinkState link();
    [[nodiscard]] PortStatistics statistics();
    void set_promiscuous(bool wanted);

    [[nodiscard]] const hw::MacOctets& mac_address() const noexcept { return mac_address_; }
    [[nodiscard]] const DeviceOptions& options() const noexcept { return options_; }
    [[nodiscard]] const Identity& identity() const noexcept { return identity_; }
    [[nodiscard]] const Capabilities& capabilities() const noexcept { return capabilities_; }
    [[nodiscard]] const hw::GetVersion& firmware() const noexcept { return firmware_; }

private:
    struct Step {
        std::string_view name;
        void (Device::*run)();
    };
    static const std::array<Step, 15> bring_up;

    struct RxSlot {
        DmaRegion memory;
        Word<hw::RxQueueContext> context;
    };

    void become_bus_master();
    void check_firmware_state();
    void quiesce_function();
    void reset();
    void identify();
    void start_admin_queues();
    void leave_pxe_mode();
    void tune();
    void learn_capabilities();
    void give_queue_contexts();
    void learn_mac_address();
    void set_up_vsi();
    void spread_over_queues();
    void set_up_filters();
    void start_counting();

    template <class Work>
    decltype(auto) doing(std::string_view what, Work work);
    void enable_rx(QueueId queue);
    [[nodiscard]] bool disable_queues() noexcept;
    void give_back_switch() noexcept;
    void require_open() const;

    DeviceOptions options_;
    Hardware hardware_;
    bool is_open_ = true;
    bool reaches_memory_ = false;        // the device may read or write ours
    bool is_mac_configured_up_ = false;  // the MAC was configured while the link was up

    Identity identity_;
    Capabilities capabilities_;
    hw::GetVersion firmware_{};
    hw::MacOctets mac_address_{};

    // What the device reaches; let go in close(), after the function's reset.
    std::deque<std::pair<const mempool::Umem*, DmaMapping>> umems_;
    std::vector<std::optional<RxSlot>> rx_;
    std::optional<AdminQueue> admin_;
    std::optional<RxControl> rx_control_;
    std::optional<HostContexts> contexts_;
    std::optional<Vsi> vsi_;
    std::optional<HardwareCounters> counters_;
    std::vector<QueueId> enabled_;
};

}  // namespace sluice::i40e::pmd
