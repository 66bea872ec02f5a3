// SPDX-License-Identifier: BSD-3-Clause

// `sluice list`: the family's NICs on this machine, who holds each and whether it can be used.

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/output.hpp"
#include "apps/subcommands.hpp"
#include "core/pci/sysfs.hpp"
#include "drivers/i40e/port/nic.hpp"

namespace sluice::apps {

namespace {

struct Options {
    bool json = false;
    std::string sysfs = "/sys";
};

nlohmann::ordered_json to_json(const i40e::Nic& nic) {
    const pci::FunctionInfo& function = nic.function;
    const std::string why_not = obstacle(nic);
    nlohmann::ordered_json out{{"address", to_string(function.address)},
                               {"model", nic.model},
                               {"driver", nullptr},
                               {"iommu_group", nullptr},
                               {"numa_node", function.numa_node},
                               {"usable", why_not.empty()},
                               {"why_not", nullptr}};
    if (function.driver) out["driver"] = *function.driver;
    if (function.iommu_group) out["iommu_group"] = *function.iommu_group;
    if (!why_not.empty()) out["why_not"] = why_not;
    return out;
}

std::string to_text(const std::vector<i40e::Nic>& nics) {
    if (nics.empty())
        return "No Intel 700-series NIC on this machine. None is needed to try Sluice: the port "
               "sim:a is a simulated one.\n";
    std::string text = fmt::format("{:<14}{:<28}{:<18}{:>6}{:>6}\n", "ADDRESS", "MODEL", "DRIVER",
                                   "GROUP", "NODE");
    for (const i40e::Nic& nic : nics) {
        const pci::FunctionInfo& function = nic.function;
        text += fmt::format("{:<14}{:<28}{:<18}{:>6}{:>6}\n", to_string(function.address),
                            nic.model, function.driver.value_or("-"),
                            function.iommu_group ? std::to_string(*function.iommu_group) : "-",
                            function.numa_node >= 0 ? std::to_string(function.numa_node) : "-");
        const std::string why_not = obstacle(nic);
        text += why_not.empty() ? "    usable\n" : fmt::format("    not usable: {}\n", why_not);
    }
    return text;
}

void run(const Options& options) {
    const auto nics = i40e::find_nics(pci::Sysfs(options.sysfs));
    if (!options.json) return print(to_text(nics));
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const i40e::Nic& nic : nics) list.push_back(to_json(nic));
    print_json({{"app", "list"}, {"nics", std::move(list)}});
}

}  // namespace

void add_list(CLI::App& program) {
    CLI::App* command = program.add_subcommand("list", "NICs of the family on this machine");
    const auto options = std::make_shared<Options>();
    command->add_flag("--json", options->json, "print one JSON object");
    command->add_option("--sysfs", options->sysfs, "another root than /sys")->group("");
    command->footer("Example:\n  sluice list --json");
    command->callback([options] { run(*options); });
}

}  // namespace sluice::apps
