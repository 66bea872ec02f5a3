// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>

#include "tests/unit/sim_rig.hpp"

namespace sluice::i40e::sim::tests {

TEST_CASE("one frame crosses from the wire to host memory", "[sim][receive]") {
    Rig rig;
    const RxRing ring = rig.start_one_queue();
    const Bytes frame = plain_frame(60);
    rig.script().send(frame);
    rig.step();
    CHECK(ring.word(0, 0) == 0);
    // DD, EOF; packet type 1; 60 bytes.
    CHECK(ring.word(0, 1) == (0x3 | std::uint64_t{1} << 30 | std::uint64_t{60} << 38));
    CHECK(ring.word(1, 1) == 0);
    CHECK(std::ranges::equal(ring.buffer(0).first(60), frame));
    CHECK(rig.device().wire_statistics().offered_packets == 1);
    rig.expect_no_complaints();
}

}  // namespace sluice::i40e::sim::tests
