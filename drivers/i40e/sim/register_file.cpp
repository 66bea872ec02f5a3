// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/register_file.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <system_error>

#include "core/base/error.hpp"

namespace sluice::i40e::sim {

namespace {

constexpr std::uint32_t page_bytes = 4096;

consteval std::uint32_t end_of_registers() {
    std::uint32_t end = 0;
    for (const RegisterInfo& info : hw::regs::all) end = std::max(end, info.last_byte() + 1);
    return (end + page_bytes - 1) / page_bytes * page_bytes;
}
constexpr std::uint32_t stored = end_of_registers();

// For each dword the register it belongs to: its place in hw::regs::all plus 1, or 0.
std::vector<std::uint16_t> make_index() {
    std::vector<std::uint16_t> index(stored / 4);
    for (std::size_t at = 0; at < hw::regs::all.size(); ++at) {
        const RegisterInfo& info = hw::regs::all[at];
        for (std::uint32_t i = 0; i < info.count; ++i)
            for (std::uint32_t j = 0; j < info.minor_count; ++j)
                for (std::uint32_t byte = 0; byte < info.width_bytes; byte += 4)
                    index[(info.offset(i, j) + byte) / 4] = static_cast<std::uint16_t>(at + 1);
    }
    return index;
}

// The two indices that lead to `distance` bytes behind the family's base.
RegisterPlace place_of(const RegisterInfo& info, std::uint32_t distance) {
    for (std::uint32_t j = 0; j < info.minor_count; ++j) {
        const std::uint32_t minor_at = j * info.minor_stride;
        if (minor_at > distance) break;
        const std::uint32_t rest = distance - minor_at;
        const std::uint32_t index = info.count > 1 ? rest / info.stride : 0;
        const std::uint32_t byte = rest - index * info.stride;
        if (index < info.count && byte < info.width_bytes) return {&info, index, j, byte};
    }
    return {};
}

}  // namespace

RegisterFile::RegisterFile() {
    void* const memory =
        ::mmap(nullptr, stored, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw Error(std::error_code(errno, std::generic_category()),
                    "no memory for the simulated device's registers");
    memory_ = static_cast<std::byte*>(memory);
}

RegisterFile::~RegisterFile() { ::munmap(memory_, stored); }

std::uint32_t RegisterFile::stored_bytes() noexcept { return stored; }

RegisterPlace RegisterFile::find(std::uint64_t offset) noexcept {
    static const std::vector<std::uint16_t> index = make_index();
    if (offset >= stored) return {};
    const std::uint16_t number = index[offset / 4];
    if (number == 0) return {};
    const RegisterInfo& info = hw::regs::all[number - 1u];
    return place_of(info, static_cast<std::uint32_t>(offset) - info.base);
}

void RegisterFile::reset(ResetScope widest) noexcept {
    for (const RegisterInfo& info : hw::regs::all) {
        if (info.reset > widest) continue;
        for (std::uint32_t i = 0; i < info.count; ++i)
            for (std::uint32_t j = 0; j < info.minor_count; ++j)
                for (std::uint32_t byte = 0; byte < info.width_bytes; byte += 4) {
                    // Reading first keeps untouched pages unbacked.
                    const std::uint32_t at = info.offset(i, j) + byte;
                    if (dword(at) != 0) set_dword(at, 0);
                }
    }
    for (const PowerOn& value : power_on_)
        if (find(value.offset).info->reset <= widest) set_dword(value.offset, value.value);
}

}  // namespace sluice::i40e::sim
