// SPDX-License-Identifier: BSD-3-Clause

#include "rings/ring_layout.hpp"

#include <sys/mman.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <limits>

#include "core/base/error.hpp"
#include "core/os/file_descriptor.hpp"
#include "mempool/umem_geometry.hpp"
#include "tests/support/catch.hpp"

using namespace sluice;
using rings::Ring;
using rings::RingLayout;
using rings::RingSizes;

namespace {

// An AF_XDP socket of the kernel, the witness for layout and limits.
class KernelSocket {
public:
    KernelSocket() : file_(::socket(AF_XDP, SOCK_RAW | SOCK_CLOEXEC, 0)) {}
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(file_); }

    [[nodiscard]] xdp_mmap_offsets offsets() const {
        xdp_mmap_offsets offsets{};
        socklen_t bytes = sizeof offsets;
        REQUIRE(::getsockopt(file_.get(), SOL_XDP, XDP_MMAP_OFFSETS, &offsets, &bytes) == 0);
        REQUIRE(bytes == sizeof offsets);
        return offsets;
    }
    // 0 or an error number.
    [[nodiscard]] int make_rx_ring(std::uint32_t entries) const {
        return set(XDP_RX_RING, &entries, sizeof entries);
    }
    [[nodiscard]] int register_umem(const xdp_umem_reg& umem) const {
        return set(XDP_UMEM_REG, &umem, sizeof umem);
    }

private:
    [[nodiscard]] int set(int option, const void* value, socklen_t bytes) const {
        return ::setsockopt(file_.get(), SOL_XDP, option, value, bytes) == 0 ? 0 : errno;
    }
    os::FileDescriptor file_;
};

bool no_kernel_witness() {
    const bool missing = !KernelSocket();
    if (missing) tests::skip("the kernel gives no AF_XDP socket");
    return missing;
}

std::string refusal(const RingSizes& sizes) {
    try {
        (void)RingLayout::of(sizes);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

void check_offsets(const xdp_ring_offset& kernel) {
    CHECK(rings::ring_offsets.producer == kernel.producer);
    CHECK(rings::ring_offsets.consumer == kernel.consumer);
    CHECK(rings::ring_offsets.desc == kernel.desc);
    CHECK(rings::ring_offsets.flags == kernel.flags);
}

}  // namespace

TEST_CASE("the words of a ring stand where the kernel's AF_XDP has them", "[ring_layout]") {
    if (no_kernel_witness()) return;
    const xdp_mmap_offsets kernel = KernelSocket().offsets();
    check_offsets(kernel.fr);
    check_offsets(kernel.cr);
    check_offsets(kernel.rx);
    check_offsets(kernel.tx);
}

TEST_CASE("ring sizes are refused as the kernel refuses them", "[ring_layout]") {
    if (no_kernel_witness()) return;
    for (const std::uint32_t entries : {0u, 1u, 2u, 3u, 4u, 63u, 64u, 1000u, 1024u, 1u << 16,
                                        (1u << 16) + 1, 0x80000001u, 0xffffffffu}) {
        CAPTURE(entries);
        CHECK(refusal({.rx = entries}).empty() == (KernelSocket().make_rx_ring(entries) == 0));
    }
}

// The kernel takes any headroom that leaves a byte; Sluice wants room for a buffer of the device.
TEST_CASE("chunk sizes and addresses of a UMEM that the kernel refuses are refused here",
          "[ring_layout][umem]") {
    if (no_kernel_witness()) return;
    constexpr std::uint64_t bytes = 64 * 4096;
    void* area = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(area != MAP_FAILED);
    const auto takes = [&](std::uint32_t chunk, std::uint32_t headroom) {
        xdp_umem_reg umem{};
        umem.addr = reinterpret_cast<std::uintptr_t>(area);
        umem.len = bytes;
        umem.chunk_size = chunk;
        umem.headroom = headroom;
        const int error = KernelSocket().register_umem(umem);
        REQUIRE((error == 0 || error == EINVAL));
        return error == 0;
    };
    const auto sluice_takes = [](std::uint32_t chunk, std::uint32_t headroom) {
        try {
            return mempool::UmemGeometry({chunk, headroom, 64}).bytes() != 0;
        } catch (const Error&) {
            return false;
        }
    };
    for (const std::uint32_t chunk : {0u, 1024u, 2047u, 2048u, 3072u, 4096u, 8192u}) {
        CAPTURE(chunk);
        CHECK(takes(chunk, 0) == sluice_takes(chunk, 0));
    }
    for (const std::uint32_t headroom : {0u, 64u, 256u, 768u, 1792u, 2048u, 0xffffffffu}) {
        CAPTURE(headroom);
        if (sluice_takes(2048, headroom)) CHECK(takes(2048, headroom));
        if (!takes(2048, headroom)) CHECK_FALSE(sluice_takes(2048, headroom));
    }
    ::munmap(area, bytes);
}

TEST_CASE("ring sizes that are not possible are refused with the ring's name", "[ring_layout]") {
    CHECK(refusal({.rx = 1000}) == "RX ring: 1000 entries are not a power of two; use 512 or 1024");
    CHECK(refusal({.fill = 0}) ==
          "fill ring: 0 entries are not possible; use a power of two up to 2147483648");
    CHECK_FALSE(refusal({.completion = std::uint64_t{1} << 32}).empty());
    CHECK_FALSE(refusal({.tx = std::uint64_t{1} << 63}).empty());
    CHECK_FALSE(refusal({.tx = std::numeric_limits<std::uint64_t>::max()}).empty());
    CHECK(refusal({.fill = 1, .completion = 1, .rx = 1, .tx = 1}).empty());
    CHECK(refusal({.rx = rings::max_ring_entries}).empty());
}

TEST_CASE("the rings of a file lie apart, each from a page of its own", "[ring_layout]") {
    for (const RingSizes& sizes : {RingSizes{}, RingSizes{1, 1, 1, 1}, RingSizes{64, 4096, 1, 512},
                                   RingSizes{1u << 31, 1u << 31, 1u << 31, 1u << 31}}) {
        const RingLayout layout = RingLayout::of(sizes);
        CHECK(layout.fill == 0);
        CHECK(layout.completion >= layout.fill + Ring<std::uint64_t>::bytes(sizes.fill));
        CHECK(layout.rx >= layout.completion + Ring<std::uint64_t>::bytes(sizes.completion));
        CHECK(layout.tx >= layout.rx + Ring<xdp_desc>::bytes(sizes.rx));
        CHECK(layout.bytes >= layout.tx + Ring<xdp_desc>::bytes(sizes.tx));
        for (const std::uint64_t at : {layout.completion, layout.rx, layout.tx, layout.bytes})
            CHECK(at % 4096 == 0);
    }
    CHECK(RingLayout::of({2048, 2048, 2048, 2048}).bytes == 2 * (20480 + 36864));
}

TEST_CASE("options of a descriptor that the kernel does not know are unknown here", "[xdp_abi]") {
    STATIC_REQUIRE_FALSE(rings::has_unknown_options(0));
    STATIC_REQUIRE_FALSE(rings::has_unknown_options(rings::packet_continues));
    STATIC_REQUIRE_FALSE(rings::has_unknown_options(3));
    STATIC_REQUIRE(rings::has_unknown_options(4));
    STATIC_REQUIRE(rings::has_unknown_options(0x80000001));
}
