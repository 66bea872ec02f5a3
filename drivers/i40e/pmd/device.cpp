// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/pmd/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <exception>

#include "core/base/check.hpp"
#include "core/base/error.hpp"
#include "core/base/log.hpp"
#include "drivers/i40e/hw/limits.hpp"
#include "drivers/i40e/pmd/filters.hpp"
#include "drivers/i40e/pmd/queue_switch.hpp"
#include "drivers/i40e/pmd/rss.hpp"
#include "drivers/i40e/pmd/switch_ring.hpp"

namespace sluice::i40e::pmd {

using namespace std::chrono_literals;
using namespace hw;

namespace {

// Tear-down goes on whatever fails; nobody is left to be told but the log.
template <class Work>
void attempt(const vfio::Function& function, std::string_view what, Work work) noexcept {
    try {
        work();
    } catch (const std::exception& error) {
        log::debug("{}: {}: {}", function.name(), what, error.what());
    }
}

}  // namespace

// The whole of bring-up, in order; "facts" are numbered as there. Queues follow in start().
const std::array<Device::Step, 15> Device::bring_up{{
    // The function may use the bus at all (facts, 13.4.1).
    {"bus mastering", &Device::become_bus_master},
    // Datasheet, initialisation: firmware runs, NVM is loaded, no device reset goes on (13.4.1).
    {"firmware state", &Device::check_firmware_state},
    // What a former owner left running must stop before the reset (2.3, 13.4.2).
    {"quiescing", &Device::quiesce_function},
    // Datasheet, PF software reset flow (2.4, 13.4.2).
    {"function reset", &Device::reset},
    // Which PF, port and queues this is (13.4.3).
    {"identity", &Device::identify},
    // Datasheet, admin queue initialisation; the version is the first command (3.1, 13.4.4).
    {"admin queues", &Device::start_admin_queues},
    // Out of the state for booting, where frames go to the firmware (2.4, 13.4.5).
    {"leaving PXE mode", &Device::leave_pxe_mode},
    // Settings of the silicon that NVM images bring wrong for small frames (11).
    {"tuning", &Device::tune},
    // What firmware assigned to the function, against what the options want (3.8, 13.4.5).
    {"capabilities", &Device::learn_capabilities},
    // Datasheet, HMC initialisation: memory for queue contexts (4, 13.4.6).
    {"queue contexts", &Device::give_queue_contexts},
    // The address in NVM (13.4.7).
    {"MAC address", &Device::learn_mac_address},
    // The function's place on the switch: queue map, VLAN, scheduler (3.7.1, 13.4.7, 13.4.8).
    {"switch and VSI", &Device::set_up_vsi},
    // Datasheet, RSS: hashed classes, key, table (7.1, 7.2, 13.4.9).
    {"RSS", &Device::spread_over_queues},
    // Own address, broadcast, the rest if promiscuous (10.1, 13.4.10).
    {"filters", &Device::set_up_filters},
    // The hardware's counters never stop: where they stand now is zero (9).
    {"statistics", &Device::start_counting},
}};

void check_device_options(const DeviceOptions& options) {
    if (options.rx_queues < 1 || options.rx_queues > DeviceOptions::max_rx_queues)
        throw Error(std::errc::invalid_argument,
                    fmt::format("{} receive queues are not possible: use 1 to {}",
                                options.rx_queues, DeviceOptions::max_rx_queues));
    if (options.mtu < DeviceOptions::min_mtu || options.mtu > DeviceOptions::max_mtu)
        throw Error(std::errc::invalid_argument,
                    fmt::format("an MTU of {} is not possible: use {} to {}", options.mtu,
                                DeviceOptions::min_mtu, DeviceOptions::max_mtu));
}

template <class Work>
decltype(auto) Device::doing(std::string_view what, Work work) {
    try {
        return work();
    } catch (const Error& error) {
        throw Error(error.code(),
                    fmt::format("{}: {}: {}", hardware_.function.name(), what, error.what()));
    }
}

Device::Device(vfio::Function& function, const DeviceOptions& options)
    : options_((check_device_options(options), options)), hardware_(function) {
    rx_.resize(options_.rx_queues);
    try {
        for (const Step& step : bring_up) doing(step.name, [&] { (this->*step.run)(); });
    } catch (...) {
        close();
        throw;
    }
    log::info("{}: PF {} on port {}, firmware {}.{}, admin API {}.{}, {} queue pairs",
              function.name(), identity_.pf, identity_.port, firmware_.fw_major.value(),
              firmware_.fw_minor.value(), firmware_.api_major.value(), firmware_.api_minor.value(),
              capabilities_.rx_queues);
}

void Device::become_bus_master() {
    // PCI local bus specification: command register, memory space and bus master enable.
    constexpr std::uint64_t command_at = 0x04;
    constexpr std::uint16_t memory_space = 0x2, bus_master = 0x4;
    vfio::Function& function = hardware_.function;
    if (function.region(vfio::Region::config).bytes == 0) return;  // the back end sees to it
    std::uint16_t command = 0;
    const auto bytes = std::as_writable_bytes(std::span(&command, 1));
    function.read(vfio::Region::config, command_at, bytes);
    command |= memory_space | bus_master;
    function.write(vfio::Region::config, command_at, bytes);
}

void Device::check_firmware_state() { check_firmware(hardware_); }

void Device::quiesce_function() { quiesce(hardware_); }

void Device::reset() { reset_function(hardware_); }

void Device::identify() {
    identity_ = read_identity(hardware_);
    disable_vector_0(hardware_);
}

void Device::start_admin_queues() {
    admin_.emplace(hardware_);
    reaches_memory_ = true;
    admin_->start();
    firmware_ = admin_->version();
    rx_control_.emplace(hardware_, *admin_);
}

void Device::leave_pxe_mode() {
    ClearPxe command;
    command.rx_cnt = 2;
    // EEXIST when it was left already; what counts is the register.
    (void)admin_->try_execute(command);
    hardware_.bar.write(regs::GLLAN_RCTL_0, Word<GllanRctl0>{}.with(GllanRctl0::pxe_mode, true));
}

void Device::tune() {
    // PCI local bus specification: device id.
    constexpr std::uint64_t device_id_at = 0x02;
    std::uint16_t id = 0;
    vfio::Function& function = hardware_.function;
    if (function.region(vfio::Region::config).bytes != 0)
        function.read(vfio::Region::config, device_id_at,
                      std::as_writable_bytes(std::span(&id, 1)));
    tune_switch_ring(*admin_, id);
}

void Device::learn_capabilities() {
    capabilities_ = read_capabilities(*admin_);
    const unsigned most = std::min({capabilities_.rx_queues, capabilities_.tx_queues,
                                    identity_.queue_count, DeviceOptions::max_rx_queues});
    if (mapped_queues(options_.rx_queues) > most)
        throw Error(std::errc::invalid_argument,
                    fmt::format("{} receive queues are not possible: firmware lets this function "
                                "use {}; use {} or fewer",
                                options_.rx_queues, most, std::bit_floor(most)));
}

void Device::give_queue_contexts() {
    contexts_.emplace(hardware_, identity_.pf, capabilities_.tx_queues, capabilities_.rx_queues);
}

void Device::learn_mac_address() { mac_address_ = read_mac_address(*admin_); }

void Device::set_up_vsi() {
    vsi_.emplace(*admin_);
    vsi_->configure_bandwidth();
    vsi_->configure(options_.rx_queues, options_.vlan_strip);
}

void Device::spread_over_queues() {
    configure_rss(
        hardware_, *rx_control_,
        {.queues = options_.rx_queues,
         .table_entries = capabilities_.rss_table_entries == rss_table_small ? rss_table_small
                                                                             : rss_table_large});
}

void Device::set_up_filters() {
    // Firmware's own filter for the address does not take tagged frames.
    remove_mac_filter(*admin_, *vsi_, mac_address_);
    add_mac_filter(*admin_, *vsi_, mac_address_);
    set_broadcast(*admin_, *vsi_, true);
    pmd::set_promiscuous(*admin_, *vsi_, options_.promiscuous);
}

void Device::start_counting() {
    counters_.emplace(hardware_, identity_.port, vsi_->statistics_index());
}

void Device::require_open() const {
    if (!is_open_)
        throw Error(std::errc::not_connected,
                    fmt::format("{}: the device is closed", hardware_.function.name()));
}

const vfio::Translation& Device::map_umem(const mempool::Umem& umem) {
    require_open();
    for (const auto& [known, mapping] : umems_)
        if (known == &umem) return mapping.translation();
    return doing("mapping a UMEM", [&]() -> const vfio::Translation& {
        return umems_.emplace_back(&umem, DmaMapping(hardware_.function, umem.memory().dma()))
            .second.translation();
    });
}

RxRing Device::make_rx_ring(QueueId queue, const RxQueueOptions& options,
                            const mempool::UmemGeometry& geometry) {
    require_open();
    check(queue.value < rx_.size(), "a receive queue that the device was not opened with");
    check(!rx_[queue.value].has_value() && enabled_.empty(), "ring of a queue that has one");
    return doing(fmt::format("receive queue {}", queue.value), [&] {
        check_rx_options(options, geometry, options_.mtu);
        const std::uint64_t bytes = options.descriptors * descriptor_bytes(options);
        DmaRegion memory(hardware_.function, bytes, "receive ring");
        const auto context = rx_queue_context(options, memory.iova(), geometry.buffer_bytes(),
                                              max_frame_bytes(options_.mtu));
        RxRing ring{queue, memory.bytes().first(bytes), options.descriptors,
                    hardware_.bar.doorbell(regs::QRX_TAIL(queue.value))};
        // A function reset leaves tails as they were.
        hardware_.bar.write(regs::QRX_TAIL(queue.value), Word<QueueTail>{});
        rx_[queue.value].emplace(RxSlot{std::move(memory), context});
        return ring;
    });
}

void Device::start() {
    require_open();
    check(enabled_.empty(), "a device is started once");
    try {
        doing("starting", [&] {
            for (std::uint16_t queue = 0; queue < rx_.size(); ++queue)
                if (rx_[queue]) enable_rx(QueueId{queue});
            configure_mac(*admin_, max_frame_bytes(options_.mtu));
            enable_phy(hardware_, *admin_);
            choose_link_events(*admin_);
            is_mac_configured_up_ = read_link(*admin_).is_up;
        });
    } catch (...) {
        stop();
        throw;
    }
}

void Device::enable_rx(QueueId queue) {
    contexts_->write(queue, rx_[queue.value]->context);
    // Also when it fails: half a start wants a stop.
    enabled_.push_back(queue);
    switch_rx_on(hardware_, queue);
}

bool Device::stop() noexcept {
    if (disable_queues()) return true;
    log::warning("{}: a queue does not stop; the function is reset", hardware_.function.name());
    close();
    return false;
}

// All queues first, then the waiting: as long as one, not as the sum.
bool Device::disable_queues() noexcept {
    if (enabled_.empty()) return true;
    bool stopped = false;
    attempt(hardware_.function, "stopping queues", [&] {
        stopped = switch_off(hardware_, capabilities_.first_tx_queue, enabled_);
        for (const QueueId queue : enabled_)
            hardware_.bar.write(regs::QRX_TAIL(queue.value), Word<QueueTail>{});
    });
    enabled_.clear();
    return stopped;
}

void Device::close() noexcept {
    if (!std::exchange(is_open_, false)) return;
    vfio::Function& function = hardware_.function;
    (void)disable_queues();
    give_back_switch();
    if (contexts_) contexts_->release();
    if (admin_) admin_->stop();
    if (reaches_memory_) {
        // However the steps before went: after a reset the device reaches nothing of ours.
        bool is_reset = false;
        attempt(function, "function reset", [&] {
            reset_function(hardware_);
            is_reset = true;
        });
        if (!is_reset) attempt(function, "bus reset", [&] { function.reset(); });
    }
    contexts_.reset();
    counters_.reset();
    vsi_.reset();
    rx_control_.reset();
    admin_.reset();
    for (std::optional<RxSlot>& slot : rx_)
        if (slot) slot->memory.detach();
    umems_.clear();
}

void Device::give_back_switch() noexcept {
    if (!admin_ || !admin_->is_alive() || !vsi_) return;
    attempt(hardware_.function, "giving back the switch", [&] {
        disable_rss(*rx_control_);
        pmd::set_promiscuous(*admin_, *vsi_, false);
        set_broadcast(*admin_, *vsi_, false);
        remove_mac_filter(*admin_, *vsi_, mac_address_);
    });
}

LinkState Device::link() {
    require_open();
    return doing("link state", [&] {
        const LinkState state = read_link(*admin_);
        // Some devices forget the MAC's configuration when they get it while the link is down
        // (facts, 11: DPDK repeats it too).
        if (state.is_up && !is_mac_configured_up_) {
            configure_mac(*admin_, max_frame_bytes(options_.mtu));
            is_mac_configured_up_ = true;
        }
        return state;
    });
}

PortStatistics Device::statistics() {
    require_open();
    return counters_->sample();
}

void Device::set_promiscuous(bool wanted) {
    require_open();
    doing("promiscuous mode", [&] { pmd::set_promiscuous(*admin_, *vsi_, wanted); });
    options_.promiscuous = wanted;
}

}  // namespace sluice::i40e::pmd
