#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The header check sees a header that leans on its includer, and uses the nearest source's flags.

usage: headers_test.py COMPILER [ARGUMENT...]
"""

import json
import pathlib
import shlex
import sys
import tempfile
import unittest

import headers
import tree


class HeadersTest(unittest.TestCase):
    compiler = ["c++"]

    def check(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in tree.TOP_FOLDERS:
                (root / name).mkdir()
            entries = []
            for name, content in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content)
            for name, flag in (("core/base/a.cpp", "-DCORE"), ("rings/a.cpp", "-DRINGS")):
                line = self.compiler + ["-I.", flag, "-MD", "-MQ", "a.o", "-MF", "a.d", "-o", "a.o",
                                        "-c", name]
                entries.append({"directory": folder, "command": shlex.join(line), "file": name})
            (root / "compile_commands.json").write_text(json.dumps(entries))
            return headers.problems(root, root)

    def test_a_header_that_compiles_alone_passes(self):
        self.assertEqual(self.check({"core/base/a.hpp": "#pragma once\nint a();\n"}), (1, []))

    def test_a_header_that_leans_on_its_includer_is_reported(self):
        count, found = self.check({"core/base/a.hpp": "#pragma once\n\nstd::size_t a();\n"})
        self.assertEqual(count, 1)
        self.assertTrue(any("core/base/a.hpp:3:" in line for line in found), found)

    def test_a_header_is_compiled_as_the_nearest_source_is(self):
        wants = "#pragma once\n#ifndef {}\n#error other flags\n#endif\n"
        self.assertEqual(self.check({"core/base/a.hpp": wants.format("CORE"),
                                     "rings/a.hpp": wants.format("RINGS")}), (2, []))


if __name__ == "__main__":
    HeadersTest.compiler = sys.argv[1:] or HeadersTest.compiler
    sys.exit(tree.run_unit_tests(HeadersTest))
