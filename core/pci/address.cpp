// SPDX-License-Identifier: BSD-3-Clause

#include "core/pci/address.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/base/error.hpp"

namespace sluice::pci {

namespace {

// Hexadecimal digits and nothing else, `least` to `most` of them.
std::optional<std::uint32_t> hex(std::string_view text, std::size_t least, std::size_t most) {
    if (text.size() < least || text.size() > most) return std::nullopt;
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::optional<Address> find_address(std::string_view text) noexcept {
    const std::size_t dot = text.rfind('.');
    const std::size_t device_colon = text.rfind(':');
    if (dot == std::string_view::npos || device_colon == std::string_view::npos ||
        device_colon > dot)
        return std::nullopt;
    const std::string_view before = text.substr(0, device_colon);
    const std::size_t bus_colon = before.find(':');
    const bool has_domain = bus_colon != std::string_view::npos;

    const auto domain = has_domain ? hex(before.substr(0, bus_colon), 4, 8) : 0u;
    const auto bus = hex(has_domain ? before.substr(bus_colon + 1) : before, 2, 2);
    const auto device = hex(text.substr(device_colon + 1, dot - device_colon - 1), 2, 2);
    const auto function = hex(text.substr(dot + 1), 1, 1);
    if (!domain || !bus || !device || !function || *device > 31 || *function > 7)
        return std::nullopt;
    return Address{*domain, static_cast<std::uint8_t>(*bus), static_cast<std::uint8_t>(*device),
                   static_cast<std::uint8_t>(*function)};
}

Address parse_address(std::string_view text) {
    if (const auto address = find_address(text)) return *address;
    throw UsageError(fmt::format("'{}' is not a PCI address such as 0000:3b:00.0", text));
}

std::string to_string(const Address& address) {
    return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", address.domain, address.bus, address.device,
                       address.function);
}

}  // namespace sluice::pci
