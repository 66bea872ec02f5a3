// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Capture files written byte by byte, for tests of those who read them.

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

namespace sluice::tests {

// A file with these contents, gone with the object.
class ScratchFile {
public:
    explicit ScratchFile(const std::string& contents) {
        std::string name = (std::filesystem::temp_directory_path() / "sluice-test-XXXXXX").string();
        const int fd = ::mkstemp(name.data());
        if (fd >= 0) ::close(fd);
        path_ = name;
        std::ofstream(path_, std::ios::binary) << contents;
    }
    ~ScratchFile() { std::filesystem::remove(path_); }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

template <class Number>
std::string little_endian(Number number) {
    std::string bytes;
    for (std::size_t i = 0; i < sizeof number; ++i)
        bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i));
    return bytes;
}

inline constexpr std::uint32_t link_ethernet = 1;

// Microsecond pcap, version 2.4.
inline std::string pcap_header(std::uint32_t link = link_ethernet) {
    return little_endian(std::uint32_t{0xa1b2c3d4}) + little_endian(std::uint16_t{2}) +
           little_endian(std::uint16_t{4}) + little_endian(std::uint64_t{0}) +
           little_endian(std::uint32_t{262144}) + little_endian(link);
}
inline std::string pcap_packet(std::string_view bytes, std::uint32_t original_bytes) {
    return little_endian(std::uint32_t{5}) + little_endian(std::uint32_t{7}) +
           little_endian(static_cast<std::uint32_t>(bytes.size())) + little_endian(original_bytes) +
           std::string(bytes);
}

// A section header block and one Ethernet interface.
inline std::string pcapng_header() {
    return little_endian(std::uint32_t{0x0a0d0d0a}) + little_endian(std::uint32_t{28}) +
           little_endian(std::uint32_t{0x1a2b3c4d}) + little_endian(std::uint16_t{1}) +
           little_endian(std::uint16_t{0}) + little_endian(~std::uint64_t{0}) +
           little_endian(std::uint32_t{28}) +
           // Interface description.
           little_endian(std::uint32_t{1}) + little_endian(std::uint32_t{20}) +
           little_endian(std::uint16_t{1}) + little_endian(std::uint16_t{0}) +
           little_endian(std::uint32_t{262144}) + little_endian(std::uint32_t{20});
}
// An enhanced packet block; the size is a multiple of 4.
inline std::string pcapng_packet(std::string_view bytes) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    return little_endian(std::uint32_t{6}) + little_endian(32 + size) +
           little_endian(std::uint32_t{0}) + little_endian(std::uint64_t{0}) + little_endian(size) +
           little_endian(size) + std::string(bytes) + little_endian(32 + size);
}

inline std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace sluice::tests
