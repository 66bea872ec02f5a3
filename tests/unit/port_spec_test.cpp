// SPDX-License-Identifier: BSD-3-Clause

#include "drivers/i40e/port/spec.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/os/cpu.hpp"
#include "tests/support/catch.hpp"

using namespace sluice;
using namespace sluice::i40e;
using Catch::Contains;

TEST_CASE("a port is named by PCI address, socket or simulated name", "[port][spec]") {
    const PortSpec nic = parse_port_spec("3b:00.1");
    CHECK(nic.name == "0000:3b:00.1");
    CHECK(std::get<pci::Address>(nic.device) == pci::Address{0, 0x3b, 0, 1});

    const PortSpec socket = parse_port_spec("vfio-user:/run/a,b:c.sock");
    CHECK(socket.name == "vfio-user:/run/a,b:c.sock");
    CHECK(std::get<VfioUserSpec>(socket.device).path == "/run/a,b:c.sock");

    const PortSpec sim = parse_port_spec("sim:a");
    CHECK(sim.name == "sim:a");
    CHECK_FALSE(std::get<SimSpec>(sim.device).wire);
    CHECK(std::get<SimSpec>(sim.device).seed == 1);
    CHECK_FALSE(std::get<SimSpec>(sim.device).cpu);
    CHECK(std::get<SimSpec>(sim.device).map_doorbells);
}

TEST_CASE("a simulated port takes options in any order", "[port][spec]") {
    const std::string cpu = std::to_string(os::usable_cpus().front());
    const PortSpec spec = parse_port_spec("sim:left-1,doorbells=trapped,cpu=" + cpu +
                                          ",wire=gen:size=64:flows=2,seed=18446744073709551615");
    CHECK(spec.name == "sim:left-1");
    const auto& sim = std::get<SimSpec>(spec.device);
    CHECK(sim.wire == "gen:size=64:flows=2");
    CHECK(sim.seed == 18446744073709551615u);
    CHECK(sim.cpu == os::usable_cpus().front());
    CHECK_FALSE(sim.map_doorbells);
}

TEST_CASE("an escaped comma does not end a wire, and stays escaped", "[port][spec]") {
    const PortSpec spec = parse_port_spec(R"(sim:a,wire=pcap:/tmp/a\,b\:c=d.pcap:loop,seed=7)");
    CHECK(std::get<SimSpec>(spec.device).wire == R"(pcap:/tmp/a\,b\:c=d.pcap:loop)");
    CHECK(std::get<SimSpec>(spec.device).seed == 7);
    const PortSpec backslash = parse_port_spec(R"(sim:a,wire=pcap:x\\,seed=8)");
    CHECK(std::get<SimSpec>(backslash.device).wire == R"(pcap:x\\)");
    CHECK(std::get<SimSpec>(parse_port_spec(R"(sim:a,wire=x\)").device).wire == R"(x\)");
}

TEST_CASE("text that names no port is answered with what does", "[port][spec]") {
    for (const char* text : {"", "eth0", "a", "SIM:a", "pcap:x", "0000:3b:00", "0000:3b:00.8"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_port_spec(text), UsageError);
        CHECK_THROWS_WITH(parse_port_spec(text), Contains("sim:NAME") && Contains("0000:3b:00.0") &&
                                                     Contains("vfio-user:PATH") &&
                                                     Contains(fmt::format("'{}'", text)));
    }
    CHECK_THROWS_WITH(parse_port_spec("vfio-user:"), Contains("vfio-user:/run/nic0.sock"));
}

TEST_CASE("a simulated port with a bad name or option is refused", "[port][spec]") {
    for (const char* text : {"sim:", "sim:,wire=gen", "sim:a b", "sim:a/b", "sim:a=b", "sim:a:b",
                             "sim:abcdefghijklmnopqrstuvwxyz0123456"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_port_spec(text), UsageError);
        CHECK_THROWS_WITH(parse_port_spec(text), Contains("a name such as sim:a"));
    }
    CHECK_THROWS_WITH(parse_port_spec("sim:a,wires=gen"),
                      "sim:a has no option 'wires'; the options are wire, seed, cpu and doorbells");
    CHECK_THROWS_WITH(parse_port_spec("sim:a,wire"), Contains("'wire' needs a value"));
    CHECK_THROWS_WITH(parse_port_spec("sim:a,wire="), Contains("'wire' needs a value"));
    CHECK_THROWS_WITH(parse_port_spec("sim:a,"), Contains("'' needs a value"));
    CHECK_THROWS_WITH(parse_port_spec("sim:a,wire=pcap:a,b.pcap"), Contains("\\,"));
    CHECK_THROWS_WITH(parse_port_spec("sim:a,seed=1,seed=2"), Contains("'seed' is given twice"));
    CHECK_THROWS_WITH(parse_port_spec("sim:a,seed=-1"), Contains("seed=-1 is not a whole number"));
    CHECK_THROWS_WITH(parse_port_spec("sim:a,seed=18446744073709551616"), Contains("seed="));
    CHECK_THROWS_WITH(parse_port_spec("sim:a,doorbells=off"), Contains("neither mapped nor"));
    CHECK_THROWS_AS(parse_port_spec("sim:a,cpu=x"), UsageError);
}

TEST_CASE("a port named twice is refused, however it was written", "[port][spec]") {
    const std::vector<std::string> good{"sim:a", "sim:b", "3b:00.0", "3b:00.1"};
    CHECK(parse_port_specs(good).size() == 4);
    const std::vector<std::string> sims{"sim:a,wire=gen", "sim:b", "sim:a"};
    CHECK_THROWS_WITH(parse_port_specs(sims), Contains("sim:a is named twice"));
    const std::vector<std::string> nics{"3b:00.0", "0000:3b:00.0"};
    CHECK_THROWS_WITH(parse_port_specs(nics), Contains("0000:3b:00.0 is named twice"));
}
