// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A receive queue of a port, joined to a socket: the driver's RxQueue delivers direct into the
// socket's RX ring and takes empty buffers from its fill ring. Both ends of the rings are here, so
// one thread can drive the queue and be its application (run to completion).
//
//   descriptors ──RxQueue──> RX ring ──> application ──> fill ring ──RxQueue──> descriptors
//
// The size of a descriptor and whether packets may take several buffers are types: the thread looks
// once which queue it has (Port::visit), then runs a loop without a choice in it.

#include <cstdint>
#include <variant>

#include "drivers/i40e/pmd/rx_queue.hpp"
#include "rings/delivery/direct.hpp"
#include "rings/socket.hpp"

namespace sluice::i40e {

// What RxQueue allocates for each descriptor: see its constructor.
inline constexpr std::uint64_t rx_bytes_a_descriptor = 16;

template <pmd::RxDescriptor Descriptor, rings::Sink Sink>
class DirectQueue {
public:
    using Rx = pmd::RxQueue<Descriptor>;

    // The UMEM outlives the queue, and so does what `ring` names.
    DirectQueue(mempool::Umem& umem, const rings::RingSizes& sizes, const pmd::RxRing& ring,
                const vfio::Translation& translation)
        : socket_(umem, sizes),
          sink_(socket_),
          rx_(ring, umem, pmd::LinearAddressing(translation), socket_.driver().fill, counters_),
          memory_bytes_(ring.memory.size() + rx_bytes_a_descriptor * ring.descriptors +
                        socket_.memory().bytes()) {}
    DirectQueue(const DirectQueue&) = delete;
    DirectQueue& operator=(const DirectQueue&) = delete;

    // The driver: up to `budget` packets go to the RX ring, and empty buffers to the device.
    // Returns the packets taken. One thread at a time.
    unsigned poll(unsigned budget) noexcept { return rx_.poll(sink_, budget); }

    // The application's ends of the rings; the thread of poll(), or one other.
    [[nodiscard]] rings::Socket::UserEnds& user() noexcept { return socket_.user(); }

    // Any thread.
    [[nodiscard]] const pmd::RxCounters& counters() const noexcept { return counters_; }

    // Descriptors and rings, without the UMEM.
    [[nodiscard]] std::uint64_t memory_bytes() const noexcept { return memory_bytes_; }

    [[nodiscard]] Rx& rx() noexcept { return rx_; }
    [[nodiscard]] rings::Socket& socket() noexcept { return socket_; }

private:
    rings::Socket socket_;
    Sink sink_;
    pmd::RxCounters counters_;
    Rx rx_;
    std::uint64_t memory_bytes_;
};

using AnyQueue = std::variant<DirectQueue<hw::RxDescriptor16, delivery::Direct>,
                              DirectQueue<hw::RxDescriptor16, delivery::DirectMultiBuffer>,
                              DirectQueue<hw::RxDescriptor32, delivery::Direct>,
                              DirectQueue<hw::RxDescriptor32, delivery::DirectMultiBuffer>>;

}  // namespace sluice::i40e
