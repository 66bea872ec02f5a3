// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Typed register access to one BAR. What the back end lets us map is read and written directly,
// each access one instruction; the rest goes through the function. `volatile` is not enough:
// a compiler may fuse a volatile read, change and write into one instruction on memory.

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/register.hpp"
#include "core/vfio/doorbell.hpp"
#include "core/vfio/function.hpp"

namespace sluice::vfio {

class Bar {
public:
    // Maps every mappable range of the region. Throws Error when the region is absent or smaller
    // than `least_bytes`.
    Bar(Function& function, Region region, std::uint64_t least_bytes);

    // Offsets past the region are a bug of the caller and abort.
    template <class Layout>
    [[nodiscard]] Word<Layout> read(Register<Layout> reg) const {
        using Raw = typename Layout::raw;
        if (const std::byte* at = mapped(reg.offset, sizeof(Raw))) return {load<Raw>(at)};
        Word<Layout> word;
        function_.read(region_, reg.offset, std::as_writable_bytes(std::span(&word.raw, 1)));
        return word;
    }

    template <class Layout>
    void write(Register<Layout> reg, Word<Layout> word) {
        using Raw = typename Layout::raw;
        if (std::byte* at = mapped(reg.offset, sizeof(Raw)))
            store<Raw>(at, word.raw);
        else
            function_.write(region_, reg.offset, std::as_bytes(std::span(&word.raw, 1)));
    }

    // A queue's tail register: mapped where the back end allows it.
    template <class Layout>
    [[nodiscard]] Doorbell doorbell(Register<Layout> reg) {
        static_assert(sizeof(typename Layout::raw) == sizeof(std::uint32_t));
        return Doorbell(function_, region_, reg.offset, mapped(reg.offset, sizeof(std::uint32_t)));
    }

    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

private:
    struct Window {
        std::uint64_t offset;
        std::span<std::byte> memory;
    };

    [[nodiscard]] std::byte* mapped(std::uint64_t offset, std::size_t width) const;

    template <class Raw>
    [[nodiscard]] static Raw load(const std::byte* at) noexcept {
        Raw value;
        asm volatile("mov %1, %0"
                     : "=r"(value)
                     : "m"(*reinterpret_cast<const Raw*>(at))
                     : "memory");
        return value;
    }
    template <class Raw>
    static void store(std::byte* at, Raw value) noexcept {
        asm volatile("mov %1, %0" : "=m"(*reinterpret_cast<Raw*>(at)) : "r"(value) : "memory");
    }

    Function& function_;
    Region region_;
    std::uint64_t bytes_;
    std::vector<Window> windows_;
};

}  // namespace sluice::vfio
