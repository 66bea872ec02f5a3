// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A function that answers like a healthy NIC as long as the test does not say otherwise: registers
// are memory, admin commands get canned answers. It knows no frames; for those there is the
// simulated device. Time is the function's own: accesses take a microsecond, pauses what they say.
// Every write is recorded, in order.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/vfio/function.hpp"
#include "drivers/i40e/hw/admin_queue.hpp"
#include "drivers/i40e/hw/registers.hpp"

namespace sluice::tests {

using namespace i40e;

class FakeNic final : public vfio::Function {
public:
    struct Write {
        std::uint32_t offset;
        std::uint32_t value;
    };
    // Changes a command's descriptor, which is OK and echoes the parameters, and its buffer.
    using Answer = std::function<void(hw::AdminDescriptor&, std::span<std::byte>)>;

    FakeNic();

    // The test's: what registers hold, and what happens instead.
    template <class Layout>
    void set(Register<Layout> reg, Word<Layout> word) {
        registers[reg.offset] = static_cast<std::uint32_t>(word.raw);
        if constexpr (sizeof word.raw == 8)
            registers[reg.offset + 4] = static_cast<std::uint32_t>(word.raw >> 32);
    }
    template <class Layout>
    [[nodiscard]] Word<Layout> get(Register<Layout> reg) {
        return {static_cast<typename Layout::raw>(registers[reg.offset])};
    }
    void refuse(hw::Opcode opcode, hw::ReturnCode code);
    [[nodiscard]] unsigned times(hw::Opcode opcode) const;
    [[nodiscard]] std::vector<std::uint32_t> values_written(std::uint32_t offset) const;
    [[nodiscard]] std::span<std::byte> memory_at(std::uint64_t iova, std::uint64_t bytes);
    // An event on the receive queue. Does not arrive while no buffer is posted.
    void send_event(hw::Opcode opcode, std::span<const std::byte> message);

    std::map<std::uint32_t, std::uint32_t> registers;
    std::map<hw::Opcode, Answer> answers;
    std::set<std::uint32_t> stuck;        // registers that keep their value
    std::optional<hw::Opcode> silent_at;  // firmware dies when it sees this one
    unsigned silent_times = ~0u;          // ... so often
    std::vector<hw::Opcode> commands;
    std::vector<Write> writes;
    bool queues_start = true;
    bool queues_stop = true;
    bool reset_ends = true;
    unsigned bus_resets = 0;
    std::chrono::nanoseconds time{0};

    [[nodiscard]] std::size_t mapping_count() const { return mappings_.size(); }

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] vfio::RegionInfo region(vfio::Region region) const override;
    void read(vfio::Region region, std::uint64_t offset, std::span<std::byte> into) override;
    void write(vfio::Region region, std::uint64_t offset, std::span<const std::byte> from) override;
    [[nodiscard]] std::span<std::byte> map(vfio::Region, vfio::PageRange) override { return {}; }
    [[nodiscard]] vfio::Translation map_dma(const vfio::DmaMemory& memory) override;
    void unmap_dma(const vfio::Translation& translation) override;
    [[nodiscard]] unsigned interrupt_count() const override { return 129; }
    void set_interrupt(unsigned, int) override {}
    void reset() override { ++bus_resets; }
    [[nodiscard]] std::chrono::nanoseconds now() override { return time; }
    void pause(std::chrono::nanoseconds duration) override { time += duration; }

    std::uint64_t bar_bytes = 8u << 20;
    std::uint16_t pci_command = 0;
    std::uint16_t pci_device_id = 0x1583;

private:
    void run_admin_queue();
    void execute(hw::AdminDescriptor& descriptor);

    std::string name_ = "fake";
    std::map<std::uint64_t, std::span<std::byte>> mappings_;
    std::uint64_t next_iova_ = 0x1'0765'4000;
};

}  // namespace sluice::tests
