// SPDX-License-Identifier: BSD-3-Clause

#include "core/base/log.hpp"

#include "core/base/size_text.hpp"
#include "tests/support/catch.hpp"

using namespace sluice;

TEST_CASE("a log line has its level in front and is one line", "[log]") {
    const log::Capture capture;
    log::error("port {} of {}", 1, 2);
    log::warning("two\nlines");
    log::info("info");
    log::debug("debug");
    CHECK(capture.lines() == std::vector<std::string>{"error: port 1 of 2", "warning: two lines",
                                                      "info: info", "debug: debug"});
}

TEST_CASE("lines above the level are not written", "[log]") {
    const log::Capture capture;
    log::set_level(log::Level::warning);
    log::error("one");
    log::warning("two");
    log::info("three");
    log::debug("four");
    CHECK(capture.lines().size() == 2);
}

TEST_CASE("a capture gives back the level and the lines of the one around it", "[log]") {
    const log::Level before = log::level();
    {
        const log::Capture outer;
        log::set_level(log::Level::error);
        {
            const log::Capture inner;
            CHECK(log::level() == log::Level::debug);
            log::error("inner");
        }
        CHECK(log::level() == log::Level::error);
        log::error("outer");
        CHECK(outer.lines() == std::vector<std::string>{"error: outer"});
    }
    CHECK(log::level() == before);
}

TEST_CASE("a key is seen for the first time once, and again in a capture of its own", "[log]") {
    const log::Capture outer;
    CHECK(log::first_time("a"));
    CHECK_FALSE(log::first_time("a"));
    CHECK(log::first_time("b"));
    const log::Capture inner;
    CHECK(log::first_time("a"));
}

TEST_CASE("levels have names, and other words are no levels", "[log]") {
    for (const auto level :
         {log::Level::error, log::Level::warning, log::Level::info, log::Level::debug})
        CHECK(log::parse_level(log::to_string(level)) == level);
    for (const char* word : {"", "warn", "WARNING", "debug ", "0"})
        CHECK_FALSE(log::parse_level(word));
}

TEST_CASE("bytes are written in the largest unit that they reach", "[size_text]") {
    CHECK(size_text(0) == "0 bytes");
    CHECK(size_text(1023) == "1023 bytes");
    CHECK(size_text(1024) == "1 KiB");
    CHECK(size_text(1536) == "1.5 KiB");
    CHECK(size_text((std::uint64_t{2} << 20) - 1) == "1.9 MiB");
    CHECK(size_text(std::uint64_t{24} << 30) == "24 GiB");
    CHECK(size_text(~std::uint64_t{0}) == "15.9 EiB");
}
