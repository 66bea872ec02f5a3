// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Reads a capture file (pcap or pcapng) packet by packet, any number of times over. The whole file
// is walked once when it is opened, so that a file cut short, or of another kind of network, is
// refused before the first packet is used.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

struct pcap;

namespace sluice::net {

struct CapturedPacket {
    std::span<const std::byte> bytes;  // as captured; valid until the reader is used again
    std::uint32_t original_bytes;      // on the network; more than captured where a limit was set
    std::chrono::nanoseconds time;     // since 1970
};

class PcapReader {
public:
    // Throws Error: no such file, not a capture, cut short (says after how many packets), or not
    // of Ethernet. Only regular files: others can't be read twice.
    explicit PcapReader(std::string path);

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    [[nodiscard]] std::uint64_t packet_count() const noexcept { return packet_count_; }
    // Packets of which the capture kept only the beginning.
    [[nodiscard]] std::uint64_t clipped_count() const noexcept { return clipped_count_; }

    // Nothing at the end, and when the file turned unreadable since it was opened.
    [[nodiscard]] std::optional<CapturedPacket> next() noexcept;

    // Back to the first packet. Nothing is left to read when the file has gone.
    void rewind() noexcept;

private:
    struct Close {
        void operator()(pcap* handle) const noexcept;
    };
    using Handle = std::unique_ptr<pcap, Close>;

    [[nodiscard]] static Handle open(const std::string& path);
    void walk();

    std::string path_;
    Handle handle_;
    std::uint64_t packet_count_ = 0;
    std::uint64_t clipped_count_ = 0;
};

}  // namespace sluice::net
