// SPDX-License-Identifier: BSD-3-Clause

#include "apps/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "apps/output.hpp"
#include "core/base/error.hpp"
#include "core/base/size_text.hpp"

namespace sluice::apps {

namespace {

using Json = nlohmann::ordered_json;
using i40e::DropCounts;
using i40e::PortReport;
using i40e::QueueReport;

std::uint64_t count_of(const DropCounts& drops, DropReason reason) {
    return drops[static_cast<std::size_t>(reason)];
}

// Reasons that a receiving port can have are there even when nothing was dropped.
Json to_json(const DropCounts& drops) {
    constexpr std::array always{DropReason::rx_ring_full, DropReason::no_multi_buffer,
                                DropReason::reset};
    Json object = Json::object();
    for (const DropReason reason : all_drop_reasons) {
        const bool is_usual = is_device_drop(reason) ||
                              std::find(always.begin(), always.end(), reason) != always.end();
        if (is_usual || count_of(drops, reason) != 0)
            object[std::string(to_string(reason))] = count_of(drops, reason);
    }
    return object;
}

Json to_json(const QueueReport& queue) {
    return {{"rx_packets", queue.rx_packets},
            {"rx_bytes", queue.rx_bytes},
            {"fill_ring_empty", queue.fill_ring_empty},
            {"memory_bytes", queue.memory_bytes}};
}

Json to_json(const PortReport& port) {
    Json queues = Json::array();
    for (const QueueReport& queue : port.queues) queues.push_back(to_json(queue));
    return {{"name", port.name},
            {"rx_packets", port.rx_packets},
            {"rx_bytes", port.rx_bytes},
            {"tx_packets", 0},
            {"tx_bytes", 0},
            {"drops", to_json(port.drops)},
            {"offered_packets", port.offered_packets},
            {"memory_bytes", port.memory_bytes},
            {"queues", std::move(queues)}};
}

struct Totals {
    std::uint64_t offered = 0;
    std::uint64_t received = 0;
    std::uint64_t unaccounted = 0;
    std::uint64_t leaked = 0;
};

// The application's own count is a third witness, beside the wire's and the driver's.
Totals totals_of(const RunResult& result) {
    Totals totals;
    std::uint64_t delivered = 0;
    for (const PortReport& port : result.ports) {
        totals.offered += port.offered_packets;
        totals.received += port.rx_packets;
        totals.unaccounted += port.unaccounted_packets();
        totals.leaked += port.leaked_frames;
        delivered += port.delivered_packets;
    }
    totals.unaccounted += std::max(delivered, result.packets) - std::min(delivered, result.packets);
    return totals;
}

double mpps(std::uint64_t packets, double seconds) {
    return seconds > 0 ? static_cast<double>(packets) / seconds / 1e6 : 0;
}

double ticks_per_packet(const RunResult& result) {
    return static_cast<double>(result.driver_ticks) / static_cast<double>(result.driver_packets);
}

Json to_json(std::string_view app, const RunResult& result) {
    const Totals totals = totals_of(result);
    Json object{{"app", app},
                {"seconds", result.seconds},
                {"mpps", mpps(totals.received, result.seconds)},
                {"offered_packets", totals.offered},
                {"unaccounted_packets", totals.unaccounted},
                {"leaked_frames", totals.leaked},
                {"driver_ticks_per_packet", nullptr},
                {"ports", Json::array()}};
    if (result.driver_packets != 0) object["driver_ticks_per_packet"] = ticks_per_packet(result);
    for (const PortReport& port : result.ports) object["ports"].push_back(to_json(port));
    return object;
}

std::string to_text(const PortReport& port, double seconds) {
    std::string text =
        fmt::format("{}: {} packets ({} bytes) received in {:.2f} s, {:.3f} Mpps; {} offered\n",
                    port.name, port.rx_packets, port.rx_bytes, seconds,
                    mpps(port.rx_packets, seconds), port.offered_packets);
    for (const DropReason reason : all_drop_reasons)
        if (const std::uint64_t count = count_of(port.drops, reason); count != 0)
            text += fmt::format("  dropped {} ({}): {}\n", count, to_string(reason),
                                explanation(reason));
    text += fmt::format("  memory {}, {} a queue\n", size_text(port.memory_bytes),
                        size_text(port.queues.front().memory_bytes));
    return text;
}

std::string to_text(const RunResult& result) {
    std::string text;
    for (const PortReport& port : result.ports) text += to_text(port, result.seconds);
    if (result.driver_packets != 0)
        text += fmt::format("driver: {:.1f} TSC ticks a packet\n", ticks_per_packet(result));
    const Totals totals = totals_of(result);
    text += fmt::format("unaccounted packets {}, leaked frames {}\n", totals.unaccounted,
                        totals.leaked);
    return text;
}

}  // namespace

void print_result(std::string_view app, const RunResult& result, bool as_json) {
    if (as_json)
        print_json(to_json(app, result));
    else
        print(to_text(result));
    const Totals totals = totals_of(result);
    if (totals.unaccounted != 0 || totals.leaked != 0)
        throw Error(std::errc::state_not_recoverable,
                    fmt::format("{} packets and {} frames are missing from the account; this is a "
                                "bug of sluice, please report the command line",
                                totals.unaccounted, totals.leaked));
}

}  // namespace sluice::apps
