// SPDX-License-Identifier: BSD-3-Clause

// Ticks that receiving and dropping a packet costs, Sluice beside the bare loop, in lockstep with
// the device (docs/performance.md says how to read it).
//
//   lockstep [--frame WIRE_BYTES] [--rounds N] [--skew BYTES]
//       all variants take turns round by round; a line each:
//       name <tab> median ticks a packet <tab> median, 10th and 90th percentile of the ratio
//   lockstep --only bare|16|32 --stretches N [--frame WIRE_BYTES]
//       one variant untimed, for callgrind; tools/bench runs both

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "tests/bench/rxdrop_lane.hpp"

using namespace sluice;
using namespace sluice::bench;

namespace {

constexpr unsigned warm_up_stretches = 12;  // each frame in rotation at least twice
constexpr unsigned stretches_a_round = 5;
constexpr std::uint32_t fcs_bytes = 4;

struct Options {
    std::uint32_t wire_bytes = 64;
    unsigned rounds = 21;
    std::uint64_t skew_bytes = 0;
    std::string_view only;
    unsigned stretches = 0;
};

// Sorts; `hundredths` of the way from the smallest to the largest.
double percentile(std::vector<double>& values, unsigned hundredths) {
    std::sort(values.begin(), values.end());
    return values[(values.size() - 1) * hundredths / 100];
}

double round_ticks(Lane& lane) {
    std::vector<double> stretches;
    for (unsigned i = 0; i < stretches_a_round; ++i)
        stretches.push_back(static_cast<double>(lane.stretch()) / stretch_packets);
    return percentile(stretches, 50);
}

std::unique_ptr<Lane> make_lane(std::string_view name, const Options& options) {
    const std::uint32_t length = options.wire_bytes - fcs_bytes;
    if (name == "bare") return std::make_unique<BareLane>(length, options.skew_bytes);
    if (name == "16")
        return std::make_unique<SluiceLane<i40e::hw::RxDescriptor16>>(length, options.skew_bytes);
    if (name == "32")
        return std::make_unique<SluiceLane<i40e::hw::RxDescriptor32>>(length, options.skew_bytes);
    return nullptr;
}

int compare(const Options& options) {
    std::vector<std::unique_ptr<Lane>> lanes;
    for (const char* name : {"bare", "16", "32"}) lanes.push_back(make_lane(name, options));
    for (const auto& lane : lanes)
        for (unsigned i = 0; i < warm_up_stretches; ++i) lane->stretch();

    std::vector<std::vector<double>> ticks(lanes.size()), ratios(lanes.size());
    for (unsigned round = 0; round < options.rounds; ++round) {
        for (std::size_t i = 0; i < lanes.size(); ++i) ticks[i].push_back(round_ticks(*lanes[i]));
        for (std::size_t i = 0; i < lanes.size(); ++i)
            ratios[i].push_back(ticks[i].back() / ticks[0].back());
    }
    for (std::size_t i = 0; i < lanes.size(); ++i)
        std::printf("%s\t%.2f\t%.2f\t%.2f\t%.2f\n", lanes[i]->name().c_str(),
                    percentile(ticks[i], 50), percentile(ratios[i], 50), percentile(ratios[i], 10),
                    percentile(ratios[i], 90));
    return 0;
}

int run_only(const Options& options) {
    const std::unique_ptr<Lane> lane = make_lane(options.only, options);
    if (lane == nullptr) return 2;
    for (unsigned i = 0; i < options.stretches; ++i) lane->stretch();
    std::printf("%u packets\n", options.stretches * stretch_packets);
    return 0;
}

template <class Number>
bool parse(std::string_view text, Number& into) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
    return error == std::errc{} && end == text.data() + text.size();
}

bool parse(int argc, char** argv, Options& options) {
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view name = argv[i], value = argv[i + 1];
        const bool known = (name == "--frame" && parse(value, options.wire_bytes)) ||
                           (name == "--rounds" && parse(value, options.rounds)) ||
                           (name == "--skew" && parse(value, options.skew_bytes)) ||
                           (name == "--stretches" && parse(value, options.stretches)) ||
                           (name == "--only" && !(options.only = value).empty());
        if (!known) return false;
    }
    return argc % 2 == 1 && options.wire_bytes >= 64 && options.wire_bytes <= 1518 &&
           options.rounds > 0 && options.skew_bytes % 128 == 0;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    if (!parse(argc, argv, options)) {
        std::fputs(
            "usage: lockstep [--frame 64..1518] [--rounds N] [--skew MULTIPLE_OF_128] "
            "[--only bare|16|32 --stretches N]\n",
            stderr);
        return 2;
    }
    return options.only.empty() ? compare(options) : run_only(options);
}
