// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The in-process back end: a function whose device is a model in this process.
//
// Stepped, everything happens in the caller's thread and in simulated time: step() lets the model
// work, pause() does so while time passes, and each trapped access takes a microsecond. Threaded,
// a thread of the loopback steps the model in real time, yielding when there is nothing to do.
// Every DMA mapping gets a random base from the seed, never the virtual address, so code that
// confuses the two fails.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include "core/vfio/device_model.hpp"
#include "core/vfio/function.hpp"

namespace sluice::vfio {

enum class Stepping { by_caller, by_thread };

struct LoopbackOptions {
    Stepping stepping = Stepping::by_caller;
    std::uint64_t seed = 1;
    bool map_doorbells = true;                   // false: every access is trapped
    std::optional<unsigned> cpu = std::nullopt;  // where the device's thread runs
};

class Loopback final : public Function {
public:
    Loopback(std::string name, std::unique_ptr<DeviceModel> model, LoopbackOptions options = {});
    ~Loopback() override;
    Loopback(const Loopback&) = delete;
    Loopback& operator=(const Loopback&) = delete;

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] RegionInfo region(Region region) const override;
    void read(Region region, std::uint64_t offset, std::span<std::byte> into) override;
    void write(Region region, std::uint64_t offset, std::span<const std::byte> from) override;
    [[nodiscard]] std::span<std::byte> map(Region region, PageRange range) override;
    [[nodiscard]] Translation map_dma(const DmaMemory& memory) override;
    void unmap_dma(const Translation& translation) override;
    [[nodiscard]] unsigned interrupt_count() const override;
    void set_interrupt(unsigned vector, int event_fd) override;
    void reset() override;
    [[nodiscard]] std::chrono::nanoseconds now() override;
    void pause(std::chrono::nanoseconds duration) override;

    // Stepped only: one step of the model; true when it had something to do.
    bool step();

    // Calls `work()` while the model is not running; for whoever holds a pointer to the model.
    template <class Work>
    decltype(auto) with_model(Work work) {
        const Access access(*this);
        return work();
    }

private:
    // Exclusive use of the model. Announced first, so that the device's thread, which would
    // otherwise take the mutex again at once, lets the caller in.
    class Access {
    public:
        explicit Access(Loopback& loopback);
        ~Access();
        Access(const Access&) = delete;
        Access& operator=(const Access&) = delete;

    private:
        Loopback& loopback_;
    };

    void run(const std::stop_token& stop);
    void check_access(Region region, std::uint64_t offset, std::size_t bytes) const;

    std::string name_;
    std::unique_ptr<DeviceModel> model_;
    LoopbackOptions options_;
    DeviceBus bus_;
    std::mt19937_64 random_;
    std::chrono::nanoseconds simulated_now_{0};
    mutable std::mutex mutex_;
    std::atomic<unsigned> waiting_{0};
    std::jthread thread_;
};

}  // namespace sluice::vfio
