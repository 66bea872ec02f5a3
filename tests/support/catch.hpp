// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Catch2, version 2 or 3, and what our tests add to it.

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <string_view>

namespace sluice::tests {

// Call and return from the test case: this machine lacks what the case needs. tools/tally counts
// the line this prints as skipped, not passed.
void skip(std::string_view reason);

}  // namespace sluice::tests
