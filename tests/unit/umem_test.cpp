// SPDX-License-Identifier: BSD-3-Clause

#include "mempool/umem.hpp"

#include <limits>
#include <set>

#include "core/base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/open_files.hpp"

using namespace sluice;
using mempool::FrameTable;
using mempool::Umem;
using mempool::UmemGeometry;
using mempool::UmemOptions;

namespace {

std::string refusal(const UmemOptions& options) {
    try {
        (void)UmemGeometry(options);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a geometry is a constant where its options are", "[umem]") {
    constexpr UmemGeometry small({.chunk_bytes = 2048, .headroom_bytes = 0, .chunk_count = 100});
    STATIC_REQUIRE(small.bytes() == 204800);
    STATIC_REQUIRE(small.shift() == 11);
    STATIC_REQUIRE(small.colours() == 4);
    STATIC_REQUIRE(small.buffer_bytes() == 1536);
    STATIC_REQUIRE(small.data_offset(0) == 256);
    STATIC_REQUIRE(small.data_offset(3) == 256 + 192);
    STATIC_REQUIRE(small.data_offset(4) == 256);
    STATIC_REQUIRE(small.data_address(5 * 2048) == 5 * 2048 + 256 + 64);
    constexpr UmemGeometry large({.chunk_bytes = 4096, .headroom_bytes = 0, .chunk_count = 1});
    STATIC_REQUIRE(large.colours() == 8);
    STATIC_REQUIRE(large.buffer_bytes() == 3328);
}

TEST_CASE("for every headroom, every chunk's buffer lies inside its chunk", "[umem]") {
    for (const std::uint64_t chunk_bytes : {2048u, 4096u}) {
        const std::uint64_t most = chunk_bytes - 256 - UmemGeometry::min_buffer_bytes;
        for (std::uint64_t headroom = 0; headroom <= most; ++headroom) {
            const UmemGeometry geometry({chunk_bytes, headroom, 64});
            CAPTURE(chunk_bytes, headroom);
            REQUIRE(geometry.headroom() == headroom);
            REQUIRE(geometry.buffer_bytes() % UmemGeometry::buffer_unit == 0);
            REQUIRE(geometry.buffer_bytes() >= UmemGeometry::min_buffer_bytes);
            std::set<std::uint64_t> colours;
            for (std::uint32_t chunk = 0; chunk < 16; ++chunk) {
                const std::uint64_t offset = geometry.data_offset(chunk);
                const std::uint64_t start = geometry.chunk_address(chunk);
                REQUIRE(offset >= 256 + headroom);
                REQUIRE(offset + geometry.buffer_bytes() <= chunk_bytes);
                REQUIRE(geometry.data_address(start) == start + offset);
                REQUIRE(geometry.chunk_start(start + offset) == start);
                REQUIRE(geometry.chunk_number(start + offset) == chunk);
                colours.insert(offset);
            }
            REQUIRE(colours.size() == geometry.colours());
        }
    }
}

TEST_CASE("colours never cost a whole frame its place in one buffer", "[umem]") {
    for (std::uint64_t headroom = 0; headroom <= 256; ++headroom)
        REQUIRE(UmemGeometry({2048, headroom, 1}).buffer_bytes() >= 1536);
    CHECK(UmemGeometry({2048, 64, 1}).colours() == 4);
    CHECK(UmemGeometry({2048, 65, 1}).colours() == 2);
    CHECK(UmemGeometry({2048, 256, 1}).colours() == 1);
    // No whole frame fits: the colours that cost nothing.
    CHECK(UmemGeometry({2048, 300, 1}).colours() == 2);
    CHECK(UmemGeometry({2048, 300, 1}).buffer_bytes() == 1408);
}

TEST_CASE("chunks, headroom and counts that are not possible are refused", "[umem]") {
    for (const std::uint64_t chunk : {0ull, 1ull, 1024ull, 2047ull, 3072ull, 8192ull, 1ull << 63})
        CHECK(refusal({chunk, 0, 1}) == "UMEM: chunks of " + std::to_string(chunk) +
                                            " bytes are not possible; use 2048 or 4096");
    CHECK(refusal({2048, 768, 1}).empty());
    CHECK(refusal({2048, 769, 1}) ==
          "UMEM: a headroom of 769 bytes leaves no room for frames in chunks of 2048; at most 768 "
          "is possible, or use chunks of 4096");
    CHECK(refusal({4096, 2816, 1}).empty());
    constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t headroom : {2817ull, 4096ull, 5000ull, 1ull << 32, huge - 255 + 0ull})
        CHECK_FALSE(refusal({4096, headroom, 1}).empty());
    for (const std::uint64_t count :
         {std::uint64_t{0}, UmemGeometry::max_chunk_count + 1, std::uint64_t{1} << 53, huge})
        CHECK(refusal({2048, 0, count}) ==
              "UMEM: " + std::to_string(count) + " chunks are not possible; use 1 to 2147483648");
    CHECK(UmemGeometry({4096, 0, UmemGeometry::max_chunk_count}).bytes() == std::uint64_t{1} << 43);
}

TEST_CASE("fill addresses count as their chunk and end with the UMEM", "[umem]") {
    constexpr UmemGeometry geometry({2048, 0, 3});
    STATIC_REQUIRE(geometry.is_fill_address(0));
    STATIC_REQUIRE(geometry.is_fill_address(3 * 2048 - 1));
    STATIC_REQUIRE_FALSE(geometry.is_fill_address(3 * 2048));
    STATIC_REQUIRE_FALSE(geometry.is_fill_address(~std::uint64_t{0}));
    STATIC_REQUIRE_FALSE(geometry.is_fill_address(std::uint64_t{1} << 48));
    STATIC_REQUIRE(geometry.chunk_start(3 * 2048 - 1) == 2 * 2048);
}

TEST_CASE("what is transmitted is some bytes of one chunk", "[umem]") {
    constexpr UmemGeometry geometry({2048, 0, 3});
    STATIC_REQUIRE(geometry.is_tx_range(0, 2048));
    STATIC_REQUIRE(geometry.is_tx_range(2 * 2048 + 2047, 1));
    STATIC_REQUIRE_FALSE(geometry.is_tx_range(0, 0));
    STATIC_REQUIRE_FALSE(geometry.is_tx_range(0, 2049));
    STATIC_REQUIRE_FALSE(geometry.is_tx_range(1, 2048));
    STATIC_REQUIRE_FALSE(geometry.is_tx_range(2047, 2));
    STATIC_REQUIRE_FALSE(geometry.is_tx_range(3 * 2048, 1));
    STATIC_REQUIRE_FALSE(geometry.is_tx_range(0, ~std::uint32_t{0}));
    STATIC_REQUIRE_FALSE(geometry.is_tx_range(~std::uint64_t{0}, 1));
    STATIC_REQUIRE_FALSE(geometry.is_tx_range(~std::uint64_t{0} - 2047, ~std::uint32_t{0}));
}

TEST_CASE("a UMEM has memory for all its chunks", "[umem]") {
    const Umem umem({.chunk_bytes = 2048, .headroom_bytes = 0, .chunk_count = 65});
    CHECK(umem.bytes() == 65 * 2048);
    CHECK(umem.chunk_count() == 65);
    CHECK(umem.memory().bytes() >= umem.bytes());
    CHECK(umem.data(0) == umem.memory().address());
    *umem.data(umem.bytes() - 1) = std::byte{1};
}

TEST_CASE("a UMEM that does not fit the machine is refused and leaves nothing behind", "[umem]") {
    const mempool::MachineMemory machine{.hugepages = {}, .available_bytes = 1 << 20};
    const std::size_t files = tests::open_file_count();
    CHECK_THROWS_AS(Umem({2048, 0, 513}, {.purpose = "UMEM"}, machine), Error);
    CHECK_THROWS_AS(Umem({2048, 0, UmemGeometry::max_chunk_count}), Error);
    CHECK_NOTHROW(Umem({2048, 0, 512}, {.pages = mempool::Pages::never}, machine));
    CHECK(tests::open_file_count() == files);
}

TEST_CASE("a chunk has no home until it is given one", "[frame_table]") {
    FrameTable table(8);
    CHECK(table.home(7) == FrameTable::no_home);
    table.set_home(7, 1535);
    CHECK(table.home(7) == 1535);
    CHECK(table.home(6) == FrameTable::no_home);
}

TEST_CASE("the last return of a lent chunk is known as the last", "[frame_table]") {
    FrameTable table(2);
    CHECK(table.give_back(0) == FrameTable::Return::not_lent);
    CHECK(table.lend(0, 3));
    CHECK(table.references(0) == 3);
    CHECK(table.references(1) == 0);
    CHECK(table.give_back(0) == FrameTable::Return::shared);
    CHECK(table.give_back(0) == FrameTable::Return::shared);
    CHECK(table.give_back(0) == FrameTable::Return::last);
    CHECK(table.give_back(0) == FrameTable::Return::not_lent);
    CHECK(table.references(0) == 0);
}

TEST_CASE("more references than can be counted are refused and change nothing", "[frame_table]") {
    FrameTable table(1);
    CHECK(table.lend(0, FrameTable::max_references));
    CHECK_FALSE(table.lend(0));
    CHECK(table.references(0) == FrameTable::max_references);
    CHECK(table.give_back(0) == FrameTable::Return::shared);
    CHECK_FALSE(table.lend(0, 2));
    CHECK(table.lend(0, 1));
}
