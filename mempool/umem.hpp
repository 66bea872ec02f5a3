// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A UMEM: the memory that packets are received into and sent from, cut into chunks of one size, and
// the account of its chunks. It owns the memory, the frame table and the ledger; sockets, pools and
// queues refer to it, so it stays where it was made.

#include <cstddef>
#include <cstdint>

#include "mempool/frame_table.hpp"
#include "mempool/hugepages.hpp"
#include "mempool/ledger.hpp"
#include "mempool/umem_geometry.hpp"

namespace sluice::mempool {

class Umem {
public:
    // Throws Error: see UmemGeometry and Memory::allocate.
    explicit Umem(const UmemOptions& options, const MemoryOptions& memory = {.purpose = "UMEM"},
                  const MachineMemory& machine = MachineMemory::read())
        : geometry_(options),
          memory_(Memory::allocate(geometry_.bytes(), memory, machine)),
          table_(geometry_.chunk_count()),
          ledger_(geometry_.chunk_count()) {}
    Umem(const Umem&) = delete;
    Umem& operator=(const Umem&) = delete;

    [[nodiscard]] const UmemGeometry& geometry() const noexcept { return geometry_; }
    [[nodiscard]] const Memory& memory() const noexcept { return memory_; }
    [[nodiscard]] FrameTable& table() noexcept { return table_; }
    [[nodiscard]] Ledger& ledger() noexcept { return ledger_; }
    [[nodiscard]] const Ledger& ledger() const noexcept { return ledger_; }

    [[nodiscard]] std::uint32_t chunk_count() const noexcept { return geometry_.chunk_count(); }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return geometry_.bytes(); }
    // The bytes at an address, which must be inside the UMEM.
    [[nodiscard]] std::byte* data(std::uint64_t address) const noexcept {
        return memory_.address() + address;
    }

private:
    UmemGeometry geometry_;
    Memory memory_;
    FrameTable table_;
    Ledger ledger_;
};

}  // namespace sluice::mempool
