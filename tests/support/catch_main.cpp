// SPDX-License-Identifier: BSD-3-Clause

// Catch2's main, compiled once for all test programs.

#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_RUNNER
#endif
#include "tests/support/catch.hpp"

#include <iostream>

namespace sluice::tests {

void skip(std::string_view reason) { std::cout << "SKIPPED: " << reason << std::endl; }

}  // namespace sluice::tests

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
