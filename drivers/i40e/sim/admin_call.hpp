// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One admin command on its way through firmware.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/base/byte_order.hpp"
#include "drivers/i40e/hw/admin_queue.hpp"

namespace sluice::i40e::sim {

struct AdminCall {
    // As the driver wrote it. Whatever is left in params goes back, so the address of an indirect
    // command's buffer stays unless it is written over.
    hw::AdminDescriptor descriptor;
    // A copy of the driver's buffer, empty for a direct command. All of it goes back.
    std::span<std::byte> buffer;
    // datalen of the completion.
    std::uint16_t returned_bytes = 0;
    std::chrono::nanoseconds now{0};

    template <hw::AdminParams Params>
    [[nodiscard]] Params params() const noexcept {
        return descriptor.params_as<Params>();
    }
    template <hw::AdminParams Params>
    void reply(const Params& params) noexcept {
        descriptor.set_params(params);
    }

    // What stands in the buffer; the caller has made sure that it is large enough.
    template <class Data>
    [[nodiscard]] Data data(std::size_t at = 0) const noexcept {
        return load_unaligned<Data>(buffer.data() + at);
    }
    template <class Data>
    void set_data(const Data& data, std::size_t at = 0) noexcept {
        store_unaligned(buffer.data() + at, data);
    }
    template <class Data>
    [[nodiscard]] bool holds(std::size_t count = 1, std::size_t at = 0) const noexcept {
        return at <= buffer.size() && count <= (buffer.size() - at) / sizeof(Data);
    }
};

}  // namespace sluice::i40e::sim
