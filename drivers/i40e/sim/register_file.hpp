// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The values behind BAR 0: storage, which register stands where, power-on values and what each
// reset brings back. It knows no side effects; those are the device's.
//
// The pages of the tail doorbells are shared with the driver, which writes them at any moment, so
// every access here is atomic.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/register.hpp"
#include "core/vfio/function.hpp"
#include "drivers/i40e/hw/registers.hpp"

namespace sluice::i40e::sim {

// Which register a dword belongs to.
struct RegisterPlace {
    const RegisterInfo* info = nullptr;  // null: none
    std::uint32_t index = 0;
    std::uint32_t minor = 0;
    std::uint32_t byte = 0;  // of the register; 4 for the upper half of a 64-bit one
};

class RegisterFile {
public:
    static constexpr std::uint64_t bar_bytes = hw::register_bar_bytes;

    RegisterFile();
    ~RegisterFile();
    RegisterFile(const RegisterFile&) = delete;
    RegisterFile& operator=(const RegisterFile&) = delete;

    template <class Layout>
    [[nodiscard]] Word<Layout> get(Register<Layout> reg) const noexcept {
        return {load<typename Layout::raw>(reg.offset, std::memory_order_relaxed)};
    }
    template <class Layout>
    void set(Register<Layout> reg, Word<Layout> word) noexcept {
        store<typename Layout::raw>(reg.offset, word.raw);
    }
    // What the driver wrote before it wrote the doorbell is visible afterwards; pairs with
    // Doorbell::ring().
    [[nodiscard]] std::uint32_t tail(Register<hw::QueueTail> reg) const noexcept {
        return load<std::uint32_t>(reg.offset, std::memory_order_acquire);
    }

    // Dwords by offset, a multiple of 4 inside the stored part (stored_bytes()).
    [[nodiscard]] std::uint32_t dword(std::uint32_t offset) const noexcept {
        return load<std::uint32_t>(offset, std::memory_order_relaxed);
    }
    void set_dword(std::uint32_t offset, std::uint32_t value) noexcept {
        store<std::uint32_t>(offset, value);
    }

    // The register that has a byte in the dword at `offset`, a multiple of 4 inside the BAR.
    [[nodiscard]] static RegisterPlace find(std::uint64_t offset) noexcept;

    // A value other than 0 that the register has after power on, and now.
    template <class Layout>
    void set_power_on(Register<Layout> reg, Word<Layout> word) {
        power_on_.push_back({reg.offset, static_cast<std::uint32_t>(word.raw)});
        set(reg, word);
    }
    // Returns all registers of this scope and narrower ones to their power-on values.
    void reset(ResetScope widest) noexcept;

    [[nodiscard]] std::span<std::byte> window(vfio::PageRange range) noexcept {
        return std::span(memory_, stored_bytes()).subspan(range.offset, range.bytes);
    }
    // Nothing lies behind.
    [[nodiscard]] static std::uint32_t stored_bytes() noexcept;

private:
    struct PowerOn {
        std::uint32_t offset;
        std::uint32_t value;
    };

    template <class Raw>
    [[nodiscard]] Raw load(std::uint32_t offset, std::memory_order order) const noexcept {
        return std::atomic_ref(*reinterpret_cast<Raw*>(memory_ + offset)).load(order);
    }
    template <class Raw>
    void store(std::uint32_t offset, Raw value) noexcept {
        std::atomic_ref(*reinterpret_cast<Raw*>(memory_ + offset))
            .store(value, std::memory_order_relaxed);
    }

    std::byte* memory_;  // stored_bytes(), page aligned, zero where never written
    std::vector<PowerOn> power_on_;
};

}  // namespace sluice::i40e::sim
