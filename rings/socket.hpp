// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A socket ("xsk"): the four AF_XDP rings of one application on one queue, in one memory file, and
// the UMEM their addresses mean. It owns the file and both ends of each ring, and refers to the
// UMEM, which outlives it. Since sinks and queues refer to its ends, it stays where it was made.
//
//                 application's thread          driver's thread
//   fill          user().fill produces     ->   driver().fill consumes
//   RX            user().rx consumes       <-   driver().rx produces
//   TX            user().tx produces       ->   driver().tx consumes
//   completion    user().completion consumes <- driver().completion produces
//
// All of user() belongs to one thread at a time, all of driver() to one; in run-to-completion mode
// they are the same thread. An application in another process, or one written for libxdp, maps the
// file and has its own ends instead of user().

#include <cstdint>

#include "core/os/shared_memory.hpp"
#include "mempool/umem.hpp"
#include "rings/consumer.hpp"
#include "rings/producer.hpp"
#include "rings/ring_layout.hpp"

namespace sluice::rings {

class Socket {
public:
    struct alignas(64) UserEnds {
        Producer<std::uint64_t> fill;
        Consumer<std::uint64_t> completion;
        Consumer<xdp_desc> rx;
        Producer<xdp_desc> tx;
    };
    struct alignas(64) DriverEnds {
        Consumer<std::uint64_t> fill;
        Producer<std::uint64_t> completion;
        Producer<xdp_desc> rx;
        Consumer<xdp_desc> tx;
    };

    // Throws Error: ring sizes that RingLayout refuses, too little memory.
    Socket(mempool::Umem& umem, const RingSizes& sizes,
           std::uint64_t available_bytes = os::available_memory_bytes());
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    [[nodiscard]] UserEnds& user() noexcept { return user_; }
    [[nodiscard]] DriverEnds& driver() noexcept { return driver_; }
    [[nodiscard]] mempool::Umem& umem() const noexcept { return umem_; }

    // Entries in all four rings: frames that are neither in a pool nor in a device. Exact while
    // both threads stand still.
    [[nodiscard]] std::uint64_t frames_in_rings() const noexcept;

    // The memory file and the rings' places in it.
    [[nodiscard]] const os::SharedMemory& memory() const noexcept { return memory_; }
    [[nodiscard]] const RingLayout& layout() const noexcept { return layout_; }

private:
    mempool::Umem& umem_;
    RingSizes sizes_;
    RingLayout layout_;
    os::SharedMemory memory_;
    UserEnds user_;
    DriverEnds driver_;
};

}  // namespace sluice::rings
