// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A port by name: a NIC function brought up by the driver, with memory, sockets and queues.
//
//   Port port(spec, options);    opens the back end, brings the device up, fills the fill rings
//   port.start();                queues on, waits for the link
//   port.start_source();         simulated ports: traffic begins
//   ...                          a thread a queue: port.visit(n, [](auto& queue) { queue.poll() })
//   port.stop_source();          nothing is offered any more; poll until nothing comes
//   port.stop();                 queues off, every buffer back in the pool
//   port.report()                what became of every packet
//
// Owns all of it. Queues do not move and end with the port. Control functions are for one thread;
// while the queues' threads run they leave the queues alone.

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/vfio/loopback.hpp"
#include "drivers/i40e/pmd/device.hpp"
#include "drivers/i40e/port/queue.hpp"
#include "drivers/i40e/port/report.hpp"
#include "drivers/i40e/port/spec.hpp"
#include "mempool/frame_pool.hpp"
#include "mempool/umem.hpp"

namespace sluice::i40e {

namespace sim {
class Device;
}

struct PortOptions {
    pmd::DeviceOptions device{.promiscuous = true};
    pmd::RxQueueOptions rx{};
    std::uint64_t chunk_bytes = 4096;  // 2048 or 4096, which is libxdp's default
    std::uint64_t headroom_bytes = 0;
    std::uint64_t frames =
        0;  // buffers a queue; 0: a full ring and some in the application's hands
    mempool::Pages pages = mempool::Pages::prefer;
    std::string default_wire = "none";     // of a simulated port that names none
    std::filesystem::path sysfs = "/sys";  // where NICs are looked for
};

// The longest MTU whose frames the buffers of these options can hold and the NIC takes. Throws
// Error for a chunk size or headroom that is not possible.
[[nodiscard]] unsigned largest_mtu(const PortOptions& options);

class Port {
public:
    // RX ring entries: what an application may leave unread before frames are dropped.
    static constexpr std::uint64_t rx_ring_entries = 512;

    // Throws Error, and UsageError where `spec` or an option is at fault. Options are checked
    // before anything is opened; after an exception nothing is left.
    Port(const PortSpec& spec, const PortOptions& options);
    ~Port();
    Port(const Port&) = delete;
    Port& operator=(const Port&) = delete;

    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    // Throws Error when a queue does not start. A link that is not up within some seconds is worth
    // a warning only.
    void start();

    // The simulated far end; false and no effect for real NICs and wires without a source.
    [[nodiscard]] bool has_source() const noexcept;
    void start_source();
    // Afterwards all that was offered is in memory or dropped.
    void stop_source();
    // True when the source has nothing left to offer.
    [[nodiscard]] bool source_exhausted();

    [[nodiscard]] unsigned queue_count() const noexcept {
        return static_cast<unsigned>(queues_.size());
    }
    // Calls `work` with queue `index`, a DirectQueue of one kind or another.
    template <class Work>
    decltype(auto) visit(unsigned index, Work&& work) {
        return std::visit(std::forward<Work>(work), queues_.at(index));
    }

    // Reads the hardware's counters, which must happen every 10 s (some wrap).
    void sample();

    // Once no thread polls. Frames the application has not read are taken from the RX rings.
    // Throws Error when a queue did not stop and the device had to be reset.
    void stop();

    // Exact after stop(); while traffic flows its numbers are not of one instant.
    [[nodiscard]] PortReport report();

private:
    void open_simulated(const SimSpec& spec, const PortOptions& options);
    void add_queue(pmd::QueueId id, const PortOptions& options);
    void fill(AnyQueue& queue, std::uint64_t frames);
    void take_frames_back(AnyQueue& queue);
    [[nodiscard]] QueueReport report_on(AnyQueue& queue) const;

    // In the order of need: each uses those above it.
    std::string name_;
    std::unique_ptr<vfio::Loopback> loopback_;
    sim::Device* sim_ = nullptr;  // the loopback's; touched in Loopback::with_model() only
    std::optional<mempool::Umem> umem_;
    std::optional<mempool::FramePool> pool_;
    std::optional<pmd::Device> device_;
    std::deque<AnyQueue> queues_;
    std::uint64_t frames_per_queue_ = 0;
    pmd::PortStatistics statistics_;
};

}  // namespace sluice::i40e
