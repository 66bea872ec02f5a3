// SPDX-License-Identifier: BSD-3-Clause

#include "rings/socket.hpp"

namespace sluice::rings {

namespace {

struct Rings {
    Ring<std::uint64_t> fill;
    Ring<std::uint64_t> completion;
    Ring<xdp_desc> rx;
    Ring<xdp_desc> tx;

    Rings(std::byte* address, const RingLayout& layout, const RingSizes& sizes)
        : fill(Ring<std::uint64_t>::at(address + layout.fill,
                                       static_cast<std::uint32_t>(sizes.fill))),
          completion(Ring<std::uint64_t>::at(address + layout.completion,
                                             static_cast<std::uint32_t>(sizes.completion))),
          rx(Ring<xdp_desc>::at(address + layout.rx, static_cast<std::uint32_t>(sizes.rx))),
          tx(Ring<xdp_desc>::at(address + layout.tx, static_cast<std::uint32_t>(sizes.tx))) {}

    [[nodiscard]] Socket::UserEnds user_ends() const {
        return {.fill = Producer(fill),
                .completion = Consumer(completion),
                .rx = Consumer(rx),
                .tx = Producer(tx)};
    }
    [[nodiscard]] Socket::DriverEnds driver_ends() const {
        return {.fill = Consumer(fill),
                .completion = Producer(completion),
                .rx = Producer(rx),
                .tx = Consumer(tx)};
    }
};

}  // namespace

Socket::Socket(mempool::Umem& umem, const RingSizes& sizes, std::uint64_t available_bytes)
    : umem_(umem),
      sizes_(sizes),
      layout_(RingLayout::of(sizes)),
      memory_(os::SharedMemory::create("set of rings", layout_.bytes, available_bytes)),
      user_(Rings(memory_.address(), layout_, sizes_).user_ends()),
      driver_(Rings(memory_.address(), layout_, sizes_).driver_ends()) {}

std::uint64_t Socket::frames_in_rings() const noexcept {
    return std::uint64_t{driver_.fill.count()} + driver_.completion.count() + driver_.rx.count() +
           driver_.tx.count();
}

}  // namespace sluice::rings
