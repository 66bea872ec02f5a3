// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/sim/wire_pcap.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"

namespace sluice::i40e::sim {

PcapWire::PcapWire(PcapOptions options)
    : options_(std::move(options)), pacer_(options_.rate), reader_(options_.file) {
    if (options_.loop && reader_.packet_count() == 0)
        throw Error(std::errc::invalid_argument,
                    fmt::format("{}: has no packets to send in a loop", options_.file));
    fetch();
}

void PcapWire::fetch() noexcept {
    auto packet = reader_.next();
    if (!packet && options_.loop) {
        reader_.rewind();
        packet = reader_.next();
    }
    ready_ = packet.has_value();
    if (!ready_) return;
    is_padded_ = packet->bytes.size() < padded_.size();
    if (is_padded_) {
        const auto rest = std::copy(packet->bytes.begin(), packet->bytes.end(), padded_.begin());
        std::fill(rest, padded_.end(), std::byte{0});
    }
    frame_.bytes = packet->bytes;
}

const WireFrame* PcapWire::peek(std::chrono::nanoseconds now) noexcept {
    if (!ready_ || !pacer_.due(now)) return nullptr;
    // Taken here, not when fetched: the wire may have been moved in between.
    if (is_padded_) frame_.bytes = padded_;
    return &frame_;
}

void PcapWire::pop() noexcept {
    pacer_.sent(frame_.bytes.size());
    fetch();
}

}  // namespace sluice::i40e::sim
