// SPDX-License-Identifier: BSD-3-Clause

#include "core/os/cpu.hpp"
#include "core/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace sluice;

TEST_CASE("a CPU list takes numbers and ranges", "[cpu]") {
    const unsigned first = os::usable_cpus().front();
    CHECK(os::parse_cpu_list(std::to_string(first)) == std::vector<unsigned>{first});
    const std::string range = std::to_string(first) + "-" + std::to_string(first);
    CHECK(os::parse_cpu_list(range + "," + range) == std::vector<unsigned>{first, first});
}

TEST_CASE("a CPU list that is none, or names a CPU this machine lacks, is refused", "[cpu]") {
    for (const char* text : {"", ",", "1,", "a", "1-", "-1", "3-1", "0x1", "1023", "99999999999"})
        CHECK_THROWS_AS(os::parse_cpu_list(text), UsageError);
}
