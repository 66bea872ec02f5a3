// SPDX-License-Identifier: BSD-3-Clause

#include "core/net/pcap.hpp"

#include <fmt/format.h>
#include <pcap/pcap.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include "core/base/error.hpp"

namespace sluice::net {

namespace {

[[noreturn]] void refuse(std::errc code, const std::string& path, std::string_view cause) {
    throw Error(code, fmt::format("{}: {}", path, cause));
}

bool says_truncated(std::string_view text) {
    return text.find("truncated") != std::string_view::npos;
}

}  // namespace

void PcapReader::Close::operator()(pcap* handle) const noexcept { pcap_close(handle); }

PcapReader::Handle PcapReader::open(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found)
        refuse(std::errc::no_such_file_or_directory, path, "no such capture file");
    if (!std::filesystem::is_regular_file(status))
        refuse(std::errc::invalid_argument, path,
               "is not a regular file; a capture is read more than once, so write it to a file");
    std::FILE* file = std::fopen(path.c_str(), "rbe");
    if (file == nullptr) {
        const int cause = errno;
        throw Error(
            std::error_code(cause, std::generic_category()),
            fmt::format("{}: cannot be read: {}", path, std::generic_category().message(cause)));
    }
    char message[PCAP_ERRBUF_SIZE] = "";
    pcap_t* handle =
        pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, message);
    if (handle == nullptr) {
        std::fclose(file);
        if (says_truncated(message))
            refuse(std::errc::invalid_argument, path,
                   "is cut short before its first packet; capture or copy it again");
        refuse(std::errc::invalid_argument, path,
               fmt::format("is not a pcap or pcapng capture ({})", message));
    }
    return Handle(handle);
}

PcapReader::PcapReader(std::string path) : path_(std::move(path)), handle_(open(path_)) {
    const int link = pcap_datalink(handle_.get());
    if (link != DLT_EN10MB) {
        const char* name = pcap_datalink_val_to_name(link);
        refuse(std::errc::invalid_argument, path_,
               fmt::format("was captured on a network of type {}, not on Ethernet",
                           name != nullptr ? std::string(name) : std::to_string(link)));
    }
    walk();
    rewind();
}

void PcapReader::walk() {
    pcap_pkthdr* header = nullptr;
    const u_char* data = nullptr;
    int result = 0;
    while ((result = pcap_next_ex(handle_.get(), &header, &data)) == 1) {
        ++packet_count_;
        if (header->caplen < header->len) ++clipped_count_;
    }
    if (result == PCAP_ERROR_BREAK) return;
    const std::string_view message = pcap_geterr(handle_.get());
    if (says_truncated(message))
        refuse(
            std::errc::invalid_argument, path_,
            fmt::format("is cut short after {} packets; capture or copy it again", packet_count_));
    refuse(std::errc::invalid_argument, path_,
           fmt::format("is damaged after {} packets ({})", packet_count_, message));
}

std::optional<CapturedPacket> PcapReader::next() noexcept {
    pcap_pkthdr* header = nullptr;
    const u_char* data = nullptr;
    if (handle_ == nullptr || pcap_next_ex(handle_.get(), &header, &data) != 1) return {};
    // Opened with nanosecond precision: tv_usec has nanoseconds.
    const auto time =
        std::chrono::seconds(header->ts.tv_sec) + std::chrono::nanoseconds(header->ts.tv_usec);
    return CapturedPacket{std::as_bytes(std::span(data, header->caplen)), header->len, time};
}

void PcapReader::rewind() noexcept {
    try {
        handle_ = open(path_);
    } catch (const std::exception&) {
        handle_.reset();
    }
}

}  // namespace sluice::net
