#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tools/tally counts what the programs of a test log say, and never takes a failure for a pass.

usage: tally_test.py TALLY
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import tree

CRASHED = {"returncode": -11, "result": "FAIL"}
TIMED_OUT = {"returncode": -15, "result": "TIMEOUT"}
FAILED = {"returncode": 1, "result": "FAIL"}
SKIPPED = {"returncode": 77, "result": "SKIP"}


def program(stdout, returncode=0, result="OK"):
    return {"name": "x", "stdout": stdout, "returncode": returncode, "result": result}


class TallyTest(unittest.TestCase):
    tally = "tools/tally"

    def run_tally(self, *builds):
        """The exit status and lines for builds that are lists of programs, or None: no log."""
        with tempfile.TemporaryDirectory() as folder:
            arguments = []
            for number, programs in enumerate(builds):
                logs = pathlib.Path(folder) / str(number) / "meson-logs"
                logs.mkdir(parents=True)
                if programs is not None:
                    (logs / "testlog.json").write_text(
                        "".join(json.dumps(entry) + "\n" for entry in programs))
                arguments.append(f"b{number}={logs.parent}")
            outcome = subprocess.run([self.tally, *arguments], capture_output=True, text=True)
            return outcome.returncode, outcome.stdout.splitlines()

    def assert_counts(self, entry, passed, failed=0, skipped=0):
        status, lines = self.run_tally([entry])
        self.assertEqual(lines[-1], f"{passed} passed, {failed} failed, {skipped} skipped")
        self.assertEqual(status, 1 if failed else 0)

    def test_catch2_all_passed(self):
        self.assert_counts(program("=\nAll tests passed (34 assertions in 12 test cases)\n"), 12)
        self.assert_counts(program("All tests passed (1 assertion in 1 test case)\n"), 1)

    def test_catch2_some_failed(self):
        text = "===\ntest cases: 12 | 11 passed | 1 failed\nassertions: 34 | 33 passed | 1 failed\n"
        self.assert_counts(program(text, **FAILED), 11, 1)
        self.assert_counts(program("test cases: 2 | 2 failed\n", **FAILED), 0, 2)

    def test_catch2_failed_as_expected_is_no_failure(self):
        text = "test cases:  5 |  3 passed | 2 failed as expected\nassertions: - none -\n"
        self.assert_counts(program(text), 5)

    def test_catch2_version_3_counts_skipped_cases(self):
        text = "test cases: 12 | 10 passed | 1 failed | 1 skipped\n"
        self.assert_counts(program(text, **FAILED), 10, 1, 1)
        self.assert_counts(program("test cases: 1 | 1 skipped\n", **SKIPPED), 0, 0, 1)

    def test_a_case_that_says_it_skipped_is_not_passed(self):
        text = ("SKIPPED: no hugepages\nSKIPPED: no NUMA\n"
                "All tests passed (9 assertions in 5 test cases)\n")
        self.assert_counts(program(text), 3, 0, 2)

    def test_a_failure_at_exit_after_a_green_summary_is_a_failure(self):
        text = "All tests passed (34 assertions in 12 test cases)\n"
        self.assert_counts(program(text, **FAILED), 12, 1)
        self.assert_counts(program(text, **CRASHED), 12, 1)
        self.assert_counts(program(text, **TIMED_OUT), 12, 1)

    def test_a_crash_or_time_limit_without_a_summary_is_one_failure(self):
        self.assert_counts(program("", **CRASHED), 0, 1)
        self.assert_counts(program("half a line", **TIMED_OUT), 0, 1)
        self.assert_counts(program("", returncode=None, result="ERROR"), 0, 1)

    def test_a_program_in_which_no_test_ran_is_a_failure(self):
        self.assert_counts(program("No tests ran\n"), 0, 1)

    def test_tap_lines_are_cases(self):
        text = "1..4\nok 1 - a\nnot ok 2 - b\n# ok, but\nok 3 - c # SKIP no tap\nok 4\nokay\n"
        self.assert_counts(program(text, **FAILED), 2, 1, 1)

    def test_a_tap_plan_that_was_not_kept_is_a_failure(self):
        self.assert_counts(program("1..3\nok 1 - a\nok 2 - b\n"), 2, 1)
        self.assert_counts(program("1..3\n", **FAILED), 0, 1)

    def test_a_tap_program_that_fails_after_its_cases_passed_is_a_failure(self):
        self.assert_counts(program("1..1\nok 1 - a\n", **FAILED), 1, 1)

    def test_a_program_without_cases_counts_by_its_status(self):
        self.assert_counts(program("done"), 1)
        self.assert_counts(program("", **FAILED), 0, 1)
        self.assert_counts(program("", **SKIPPED), 0, 0, 1)

    def test_builds_add_up_and_each_has_its_line(self):
        status, lines = self.run_tally([program("ok 1\nok 2\n"), program("")], [program("ok 1\n")])
        self.assertEqual(lines, ["in build b0: 3 passed, 0 failed, 0 skipped",
                                 "in build b1: 1 passed, 0 failed, 0 skipped",
                                 "4 passed, 0 failed, 0 skipped"])
        self.assertEqual(status, 0)

    def test_what_was_skipped_is_told_with_its_reason(self):
        _, lines = self.run_tally([program("SKIPPED: no NUMA\nSKIPPED: no NUMA\n"
                                           "All tests passed (1 assertion in 3 test cases)\n"),
                                   program("ok 1 - a # SKIP no tap\n")])
        self.assertEqual(lines[:-2], ["skipped in x: no NUMA", "skipped in x: no tap"])
        self.assertEqual(lines[-1], "1 passed, 0 failed, 3 skipped")

    def test_a_build_without_a_test_log_is_a_failure(self):
        status, lines = self.run_tally([program("ok 1\n")], None)
        self.assertEqual(lines[-1], "1 passed, 1 failed, 0 skipped")
        self.assertEqual(status, 1)


if __name__ == "__main__":
    TallyTest.tally = sys.argv[1]
    sys.exit(tree.run_unit_tests(TallyTest))
