#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Proves that the witness finds a wrong fact of each kind, and what it does without Linux's source.

usage: hw_witness_test.py ROOT BUILD COMPILER...
"""

import contextlib
import io
import pathlib
import re
import shutil
import sys

import hw_witness
import linux_source

HW = "drivers/i40e/hw/"

# File, what stands there, what is written in its place, and the facts that are wrong then.
MISTAKES = (
    ("registers_global.hpp", '"PFGEN_CTRL", 0x92400', '"PFGEN_CTRL", 0x92404', ["PFGEN_CTRL"]),
    ("registers_queues.hpp", '"QTX_CTL", 0x104000, 4, 1536', '"QTX_CTL", 0x104000, 4, 1535',
     ["QTX_CTL"]),
    ("registers_interrupts.hpp", '"PFINT_ITRN", 0x30000, 2048', '"PFINT_ITRN", 0x30000, 4096',
     ["PFINT_ITRN"]),
    ("registers_interrupts.hpp", '"PFINT_RATEN", 0x35800, 4, 512, rw, pfr',
     '"PFINT_RATEN", 0x35800, 4, 512, rw, corer', ["PFINT_RATEN"]),
    ("registers_hmc.hpp", "Bits<GlhmcLantxbase, 0, 24>", "Bits<GlhmcLantxbase, 0, 23>",
     ["GLHMC_LANTXBASE.fpmlantxbase"]),
    ("admin_opcodes.hpp", "add_vsi = 0x0210", "add_vsi = 0x0213", ["Opcode::add_vsi"]),
    ("admin_commands_switch.hpp", "    le16 vlan_tag{};\n    le16 flags{};\n",
     "    le16 flags{};\n    le16 vlan_tag{};\n",
     ["AddMacvlanElement::vlan_tag", "AddMacvlanElement::flags"]),
    ("rx_descriptor.hpp", "Flag<RxWriteBack1, 22> ipe", "Flag<RxWriteBack1, 27> ipe",
     ["RxWriteBack1::ipe"]),
    ("queue_context.hpp", "Number<174, 14> rxmax", "Number<173, 14> rxmax",
     ["RxQueueContext::rxmax"]),
    ("packet_types.hpp", "{1, 3, 6, 7, 10}", "{1, 3, 6, 7, 9}",
     ["packet type 9", "packet type 10"]),
    ("limits.hpp", "ring_max = 8160", "ring_max = 8192", ["limits::ring_max"]),
)


def run(*arguments):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = hw_witness.main([str(argument) for argument in arguments])
    return status, output.getvalue()


def finds_mistakes(root, build, compiler):
    tree = build / "mistakes"
    shutil.rmtree(tree, ignore_errors=True)
    for folder in (HW, "core/base"):
        shutil.copytree(root / folder, tree / folder)
    expected = []
    for name, old, new, facts in MISTAKES:
        header = tree / HW / name
        text = header.read_text()
        if text.count(old) != 1:
            raise RuntimeError(f"{name} does not say once: {old}")
        header.write_text(text.replace(old, new))
        expected += facts
    status, output = run(tree, build, *compiler)
    found = re.findall(r"^# (.*?) differs from Linux's", output, re.M)
    return status == 1 and sorted(found) == sorted(expected), f"{sorted(found)}"


def skips_without_source(root, build, compiler):
    archive = linux_source.ARCHIVE
    linux_source.ARCHIVE = build / "no_archive"
    try:
        status, output = run(root, build, *compiler)
    finally:
        linux_source.ARCHIVE = archive
    return status == 77 and "install the package linux-source-6.1" in output, output


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    root, build, *compiler = arguments
    root, build = pathlib.Path(root), pathlib.Path(build)
    build.mkdir(parents=True, exist_ok=True)
    cases = [("without Linux's source the witness skips and says what to install",
              skips_without_source)]
    if linux_source.ARCHIVE.exists():
        cases.append(("a wrong fact of each kind fails by name, and no other", finds_mistakes))
    failed = False
    for name, case in cases:
        good, seen = case(root, build, compiler)
        failed |= not good
        print(f"{'ok' if good else 'not ok'} - {name}" + ("" if good else f"\n# seen: {seen}"))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
