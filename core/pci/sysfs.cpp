// SPDX-License-Identifier: BSD-3-Clause

#include "core/pci/sysfs.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>
#include <system_error>

namespace sluice::pci {

namespace {

namespace fs = std::filesystem;

// An attribute of sysfs is one page at most (Linux Documentation/filesystems/sysfs.rst).
constexpr std::size_t longest_attribute = 4096;

std::string read_text(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string text(longest_attribute, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    return text;
}

// A number that is the whole text, "0x" in front where it is hexadecimal, and at most `most`.
template <class Number>
std::optional<Number> number(std::string_view text, Number most) {
    const bool is_hex = text.starts_with("0x");
    if (is_hex) text.remove_prefix(2);
    Number value{};
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, is_hex ? 16 : 10);
    if (error != std::errc{} || end != text.data() + text.size() || value > most)
        return std::nullopt;
    return value;
}

template <class Number>
std::optional<Number> read_number(const fs::path& file) {
    using Wide = std::conditional_t<std::is_signed_v<Number>, std::int64_t, std::uint64_t>;
    const auto value = number<Wide>(read_text(file), std::numeric_limits<Number>::max());
    if (!value || *value < Wide{std::numeric_limits<Number>::min()}) return std::nullopt;
    return static_cast<Number>(*value);
}

// The last part of where a link points: "driver" -> "../../bus/pci/drivers/i40e" -> "i40e".
std::optional<std::string> link_name(const fs::path& link) {
    std::error_code failure;
    const fs::path target = fs::read_symlink(link, failure);
    if (failure || target.filename().empty()) return std::nullopt;
    return target.filename().string();
}

// A line "start end flags" per resource, in hexadecimal; all zero where there is none.
void read_resources(const fs::path& file, std::array<std::uint64_t, 7>& bytes) {
    std::istringstream lines(read_text(file));
    std::string start;
    std::string end;
    std::string flags;
    for (std::uint64_t& size : bytes) {
        if (!(lines >> start >> end >> flags)) return;
        constexpr auto most = std::numeric_limits<std::uint64_t>::max();
        const auto first = number<std::uint64_t>(start, most);
        const auto last = number<std::uint64_t>(end, most);
        if (first && last && *last > *first) size = *last - *first + 1;
    }
}

std::optional<FunctionInfo> read_function(const fs::path& folder, const Address& address) {
    const auto vendor = read_number<std::uint16_t>(folder / "vendor");
    const auto device = read_number<std::uint16_t>(folder / "device");
    if (!vendor || !device) return std::nullopt;
    FunctionInfo info;
    info.address = address;
    info.id = {*vendor, *device};
    info.subsystem = {read_number<std::uint16_t>(folder / "subsystem_vendor").value_or(0),
                      read_number<std::uint16_t>(folder / "subsystem_device").value_or(0)};
    info.revision = read_number<std::uint8_t>(folder / "revision").value_or(0);
    info.class_code = read_number<std::uint32_t>(folder / "class").value_or(0) & 0xFFFFFF;
    info.numa_node = std::max(read_number<int>(folder / "numa_node").value_or(-1), -1);
    info.driver = link_name(folder / "driver");
    if (const auto group = link_name(folder / "iommu_group"))
        info.iommu_group = number<unsigned>(*group, std::numeric_limits<unsigned>::max());
    read_resources(folder / "resource", info.bytes);
    return info;
}

}  // namespace

fs::path Sysfs::folder(const Address& address) const { return devices() / to_string(address); }

std::optional<FunctionInfo> Sysfs::function(const Address& address) const {
    return read_function(folder(address), address);
}

std::vector<FunctionInfo> Sysfs::functions(const std::function<bool(DeviceId)>& wanted) const {
    std::vector<FunctionInfo> found;
    std::error_code failure;
    for (fs::directory_iterator entry(devices(), failure), end; !failure && entry != end;
         entry.increment(failure)) {
        const auto address = find_address(entry->path().filename().string());
        if (!address) continue;
        auto info = read_function(entry->path(), *address);
        if (info && wanted(info->id)) found.push_back(std::move(*info));
    }
    std::sort(found.begin(), found.end(),
              [](const auto& a, const auto& b) { return a.address < b.address; });
    return found;
}

}  // namespace sluice::pci
