#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The style checker sees each rule broken, at its file and line, and leaves a clean tree alone."""

import pathlib
import sys
import tempfile
import unittest

import rules
import tree

SLASHES = "// SPDX-License-Identifier: BSD-3-Clause\n"
HASH = "# SPDX-License-Identifier: BSD-3-Clause\n"
HEADER = SLASHES + "#pragma once\n"
BASH = "#!/usr/bin/env bash\n" + HASH
# Split, as in rules.py: these files are checked too.
OPEN_MARK = "TO" "DO"
CPP_SLEEP = "    std::this_thread::sleep_" "for(1ms);\n"
PYTHON_SLEEP = "time." "sleep(1)\n"


class RulesTest(unittest.TestCase):
    def check(self, path, content):
        """The broken rules, as one list, of a tree with one file."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
            for name in tree.TOP_FOLDERS:
                (pathlib.Path(folder) / name).mkdir(exist_ok=True)
            return [(name, problem) for name, found in rules.problems(folder) for problem in found]

    def assert_broken(self, path, content, rule, line):
        found = self.check(path, content)
        self.assertEqual(len(found), 1, found)
        self.assertIn(rule, found[0][0])
        self.assertTrue(found[0][1].startswith(f"{path}:{line}: "), found)

    def assert_clean(self, path, content):
        self.assertEqual(self.check(path, content), [])

    def test_a_file_without_its_licence_line_is_reported(self):
        self.assert_broken("core/base/a.cpp", "int a;\n", "licence line", 1)
        self.assert_broken("core/base/a.cpp", "\n" + SLASHES, "licence line", 1)
        self.assert_broken("tools/a", "#!/bin/sh\ntrue\n", "licence line", 2)
        self.assert_broken("core/meson.build", "x = 1\n", "licence line", 1)
        self.assert_broken("meson_options.txt", "x = 1\n", "licence line", 1)
        self.assert_clean("tools/a", BASH + "true\n")
        self.assert_clean("core/meson.build", HASH)

    def test_documentation_data_and_the_licence_need_no_licence_line(self):
        for path in ("README.md", "LICENSE", "tests/data/trace", "tests/data/README.md"):
            self.assert_clean(path, "words")

    def test_a_header_without_pragma_once_is_reported(self):
        self.assert_broken("core/base/a.hpp", SLASHES + "\nint a();\n", "#pragma once", 3)
        self.assert_broken("core/base/a.hpp", SLASHES + "// #pragma once\nint a();\n", "once", 3)
        self.assert_broken("core/base/a.hpp", SLASHES + "int a();\n#pragma once\n", "once", 2)
        self.assert_clean("core/base/a.hpp", SLASHES + "\n// What it is.\n#pragma once\n")

    def test_tabs_and_blanks_at_the_end_are_reported(self):
        self.assert_broken("core/base/a.cpp", SLASHES + "\tint a;\n", "no tabs", 2)
        self.assert_broken("core/base/a.cpp", SLASHES + "int a; \n", "no tabs", 2)
        self.assert_broken("core/base/a.cpp", SLASHES + "int a;", "no tabs", 2)
        self.assert_broken("core/base/a.cpp", SLASHES + "int a;\n\n", "no tabs", 4)

    def test_a_line_of_more_than_100_columns_is_reported(self):
        self.assert_clean("core/base/a.cpp", SLASHES + "// " + "é" * 97 + "\n")
        self.assert_broken("core/base/a.cpp", SLASHES + "// " + "a" * 98 + "\n", "columns", 2)
        self.assert_broken("core/meson.build", HASH + "# " + "a" * 99 + "\n", "columns", 2)

    def test_a_file_of_more_than_600_lines_is_reported(self):
        self.assert_clean("core/base/a.cpp", SLASHES + "int a;\n" * 599)
        self.assert_broken("core/base/a.cpp", SLASHES + "int a;\n" * 600, "lines", 601)

    def test_what_is_left_open_is_reported(self):
        self.assert_broken("core/base/a.cpp", SLASHES + f"// {OPEN_MARK}: more\n", "left open", 2)
        self.assert_broken("tools/a", BASH + "# FIX" "ME\n", "left open", 3)
        self.assert_clean("core/base/a.cpp", SLASHES + "// XXV710, XXXL\n")

    def test_a_file_name_in_another_case_is_reported(self):
        self.assert_broken("core/base/FooBar.cpp", SLASHES, "snake_case", 1)
        self.assert_broken("core/base/foo-bar.hpp", HEADER, "snake_case", 1)

    def test_volatile_outside_bar_is_reported(self):
        code = "volatile int a;\n"
        self.assert_broken("core/vfio/doorbell.cpp", SLASHES + code, "volatile", 2)
        self.assert_clean("core/vfio/bar.cpp", SLASHES + code)
        self.assert_clean("core/base/a.cpp", SLASHES + 'asm volatile("pause");\n// volatile\n')
        self.assert_clean("core/base/a.cpp", SLASHES + 'auto a = "volatile";\n')

    def test_a_macro_outside_the_test_framework_is_reported(self):
        code = "#  define A 1\n"
        self.assert_broken("core/base/a.hpp", HEADER + code, "macros", 3)
        self.assert_broken("tests/unit/a.cpp", SLASHES + code, "macros", 2)
        self.assert_clean("tests/support/a.hpp", HEADER + code)
        self.assert_clean("tests/conformance/a.cpp", SLASHES + code)

    def test_a_test_that_sleeps_is_reported(self):
        self.assert_broken("tests/unit/a.cpp", SLASHES + CPP_SLEEP, "sleeps", 2)
        self.assert_broken("tests/process/a.py", HASH + PYTHON_SLEEP, "sleeps", 2)
        self.assert_broken("tests/process/a", BASH + "true; sleep 1\n", "sleeps", 3)
        self.assert_clean("core/os/a.cpp", SLASHES + CPP_SLEEP)
        self.assert_clean("tests/unit/a.cpp", SLASHES + "// no sleep()\n")

    def test_a_digit_separator_does_not_open_a_literal(self):
        self.assert_broken("core/base/a.cpp", SLASHES + "int a = 1'0; volatile int b = 1'0;\n",
                           "volatile", 2)

    def test_a_comment_inside_a_literal_is_none(self):
        self.assert_broken("core/base/a.cpp", SLASHES + 'f("//"); volatile int a;\n', "volatile", 2)
        self.assert_broken("core/base/a.cpp", SLASHES + "f('\"'); volatile int a;\n", "volatile", 2)


if __name__ == "__main__":
    sys.exit(tree.run_unit_tests(RulesTest))
