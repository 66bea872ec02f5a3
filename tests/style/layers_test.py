#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The layer checker sees each rule broken, at its file and line, and leaves a clean tree alone."""

import pathlib
import sys
import tempfile
import unittest

import layers
import tree

# One header for each part, so that any of them can be included.
HEADERS = ("core/base/a.hpp", "core/net/a.hpp", "core/os/a.hpp", "core/pci/a.hpp",
           "core/vfio/a.hpp", "mempool/a.hpp", "rings/a.hpp", "rings/delivery/a.hpp",
           "drivers/i40e/hw/a.hpp", "drivers/i40e/pmd/a.hpp", "drivers/i40e/sim/a.hpp",
           "drivers/i40e/port/a.hpp", "drivers/i40e/port.hpp", "drivers/i40e/xsk.hpp",
           "apps/a.hpp", "tools/a.hpp", "tests/support/a.hpp")


class LayersTest(unittest.TestCase):
    def check(self, path, *lines):
        """The problems of a tree in which one more file has these lines."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in HEADERS:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text("#pragma once\n")
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text("\n".join(lines) + "\n")
            return layers.problems(root)

    def assert_broken(self, path, target, reason="it may include"):
        _, lost, broken = self.check(path, "// A comment.", f'#include "{target}"')
        self.assertEqual(lost, [])
        self.assertEqual(len(broken), 1, f"{path} includes {target}: {broken}")
        self.assertIn(f"{path}:2: ", broken[0])
        self.assertIn(f"may not include {target}: {reason}", broken[0])

    def assert_allowed(self, path, *targets):
        found = self.check(path, *[f'#include "{target}"' for target in targets])
        self.assertEqual(found, ([], [], []))

    def test_base_includes_only_base(self):
        self.assert_allowed("core/base/b.hpp", "core/base/a.hpp")
        for part in ("net", "os", "pci", "vfio"):
            self.assert_broken("core/base/b.hpp", f"core/{part}/a.hpp", "it may include nothing")

    def test_net_includes_only_base_and_net(self):
        self.assert_allowed("core/net/b.cpp", "core/base/a.hpp", "core/net/a.hpp")
        for part in ("os", "pci", "vfio"):
            self.assert_broken("core/net/b.cpp", f"core/{part}/a.hpp")

    def test_vfio_stands_above_the_rest_of_core_but_not_net(self):
        self.assert_allowed("core/vfio/b.cpp", "core/base/a.hpp", "core/os/a.hpp", "core/pci/a.hpp")
        self.assert_broken("core/vfio/b.cpp", "core/net/a.hpp")
        self.assert_broken("core/pci/b.cpp", "core/vfio/a.hpp")
        self.assert_broken("core/os/b.cpp", "core/pci/a.hpp")

    def test_no_layer_includes_a_higher_one(self):
        self.assert_broken("core/vfio/b.cpp", "mempool/a.hpp")
        self.assert_broken("mempool/b.cpp", "rings/a.hpp")
        self.assert_broken("rings/b.cpp", "rings/delivery/a.hpp")
        self.assert_broken("rings/b.cpp", "drivers/i40e/hw/a.hpp")
        self.assert_broken("rings/delivery/b.cpp", "drivers/i40e/pmd/a.hpp")
        self.assert_broken("drivers/i40e/port/b.cpp", "apps/a.hpp")
        self.assert_broken("apps/b.cpp", "tools/a.hpp")
        self.assert_broken("apps/b.cpp", "tests/support/a.hpp")
        self.assert_broken("tools/b.cpp", "tests/support/a.hpp")

    def test_hw_sees_core_only(self):
        self.assert_allowed("drivers/i40e/hw/b.hpp", "core/base/a.hpp", "drivers/i40e/hw/a.hpp")
        for target in ("mempool/a.hpp", "rings/a.hpp", "drivers/i40e/pmd/a.hpp",
                       "drivers/i40e/sim/a.hpp"):
            self.assert_broken("drivers/i40e/hw/b.hpp", target)

    def test_sim_sees_core_and_hw_only(self):
        self.assert_allowed("drivers/i40e/sim/b.cpp", "core/net/a.hpp", "drivers/i40e/hw/a.hpp")
        for target in ("mempool/a.hpp", "rings/a.hpp", "drivers/i40e/port.hpp"):
            self.assert_broken("drivers/i40e/sim/b.cpp", target)

    def test_pmd_sees_rings_but_not_delivery(self):
        self.assert_allowed("drivers/i40e/pmd/b.cpp", "core/vfio/a.hpp", "mempool/a.hpp",
                            "rings/a.hpp", "drivers/i40e/hw/a.hpp")
        self.assert_broken("drivers/i40e/pmd/b.cpp", "rings/delivery/a.hpp", "the driver knows")

    def test_pmd_and_sim_never_include_each_other(self):
        self.assert_broken("drivers/i40e/pmd/b.cpp", "drivers/i40e/sim/a.hpp", "the driver and")
        self.assert_broken("drivers/i40e/sim/b.cpp", "drivers/i40e/pmd/a.hpp", "the simulated")

    def test_only_port_tools_and_tests_include_sim(self):
        for path in ("drivers/i40e/port/b.cpp", "drivers/i40e/b.cpp", "tools/b.cpp",
                     "tests/unit/b.cpp"):
            self.assert_allowed(path, "drivers/i40e/sim/a.hpp")
        self.assert_broken("apps/b.cpp", "drivers/i40e/sim/a.hpp", "only port")
        self.assert_broken("drivers/i40e/xsk_b.cpp", "drivers/i40e/sim/a.hpp")

    def test_xsk_stands_above_port(self):
        self.assert_allowed("drivers/i40e/xsk_b.cpp", "drivers/i40e/port.hpp",
                            "drivers/i40e/port/a.hpp", "drivers/i40e/xsk.hpp")
        self.assert_broken("drivers/i40e/port/b.cpp", "drivers/i40e/xsk.hpp")

    def test_apps_and_tests_see_what_stands_below_them(self):
        self.assert_allowed("apps/b.cpp", *[name for name in HEADERS[:15] if "/sim/" not in name])
        self.assert_allowed("tests/unit/b.cpp", *HEADERS)

    def test_an_include_that_is_not_in_the_tree_is_reported(self):
        _, lost, _ = self.check("mempool/b.cpp", "", '#include "core/base/gone.hpp"')
        self.assertEqual(lost, ["mempool/b.cpp:2: core/base/gone.hpp is not in the tree"])
        _, lost, _ = self.check("mempool/b.cpp", '#  include "a.hpp"')
        self.assertEqual(lost, ["mempool/b.cpp:1: a.hpp is not in the tree"])

    def test_a_relative_include_is_reported(self):
        for name in ("../core/base/a.hpp", "./a.hpp", "core/../mempool/a.hpp"):
            _, lost, _ = self.check("mempool/b.cpp", f'#include "{name}"')
            self.assertEqual(lost, [f"mempool/b.cpp:1: {name}: includes begin at the root "
                                    "of the tree"])

    def test_angle_brackets_do_not_evade_the_layers(self):
        _, lost, _ = self.check("mempool/b.cpp", "#include <rings/a.hpp>", "#include <vector>")
        self.assertEqual(lost, ["mempool/b.cpp:1: rings/a.hpp: a file of the tree is included "
                                "in quotes"])

    def test_a_folder_without_a_layer_is_reported(self):
        for path in ("core/new/b.hpp", "drivers/other/b.hpp", "drivers/i40e/new/b.cpp"):
            homeless, _, _ = self.check(path, "#pragma once")
            self.assertEqual(len(homeless), 1, path)
            self.assertIn(f"{path}:1: stands in no folder", homeless[0])

    def test_an_include_in_a_comment_does_not_count(self):
        found = self.check("core/base/b.hpp", '// #include "rings/a.hpp"', "/*",
                           '#include "rings/a.hpp"', "*/")
        self.assertEqual(found, ([], [], []))


if __name__ == "__main__":
    sys.exit(tree.run_unit_tests(LayersTest))
