#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tools/explain_run says what happened, and is content only when packets arrived and none was lost.

usage: explain_run_test.py EXPLAIN_RUN
"""

import json
import subprocess
import sys
import unittest

import tree

RUN = {
    "app": "rxdrop", "seconds": 3.0, "mpps": 2.5, "offered_packets": 7500123,
    "unaccounted_packets": 0, "leaked_frames": 0,
    "ports": [{"name": "sim:a", "rx_packets": 7500000, "rx_bytes": 450000000, "tx_packets": 0,
               "tx_bytes": 0, "drops": {"no_buffer": 123, "runt": 0}}],
}


class ExplainRunTest(unittest.TestCase):
    program = "tools/explain_run"

    def explain(self, text):
        outcome = subprocess.run([self.program], input=text, capture_output=True, text=True)
        return outcome.returncode, outcome.stdout

    def test_a_good_run_is_told_in_figures(self):
        status, said = self.explain(json.dumps(RUN))
        self.assertEqual(status, 0)
        for words in ("offered 7,500,123 packets", "received 7,500,000 of them",
                      "2.50 million a second", "reason: no_buffer 123.", "unaccounted 0, leaked 0"):
            self.assertIn(words, said)

    def test_drops_of_all_ports_add_up(self):
        _, said = self.explain(json.dumps({**RUN, "ports": RUN["ports"] * 2}))
        self.assertIn("no_buffer 246", said)

    def test_a_lost_packet_or_buffer_or_an_empty_run_is_a_failure(self):
        for change in ({"unaccounted_packets": 1}, {"leaked_frames": 1},
                       {"ports": [{**RUN["ports"][0], "rx_packets": 0}]}):
            status, said = self.explain(json.dumps({**RUN, **change}))
            self.assertEqual(status, 1)
            self.assertIn("Something is wrong", said)

    def test_an_unreadable_report_is_a_failure(self):
        for text in ("", "{}", "[1]", "error: no"):
            status, said = self.explain(text)
            self.assertEqual(status, 1)
            self.assertIn("without a report that can be read", said)


if __name__ == "__main__":
    ExplainRunTest.program = sys.argv[1]
    sys.exit(tree.run_unit_tests(ExplainRunTest))
