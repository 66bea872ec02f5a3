# SPDX-License-Identifier: BSD-3-Clause
"""What `sluice` says to command lines, good and bad."""

import os
import subprocess

from harness import BINARY, Skip, case, main, sluice


@case("help says what there is and ends with status 0")
def _(_folder):
    run = sluice("--help")
    assert run.status == 0 and run.err == "", run
    for part in ("list", "rxdrop", "Exit status"):
        assert part in run.out, run


@case("each subcommand's help has an example")
def _(_folder):
    for name in ("list", "rxdrop"):
        run = sluice(name, "--help")
        assert run.status == 0 and run.err == "", run
        assert f"Example:\n  sluice {name}" in run.out, run


@case("the version is printed")
def _(_folder):
    run = sluice("--version")
    assert run.status == 0 and run.out.startswith("sluice "), run


@case("no subcommand is bad usage, answered with their names")
def _(_folder):
    sluice().refused(2, "list", "see sluice --help")


@case("an unknown subcommand is bad usage, with what was meant or where help is")
def _(_folder):
    sluice("lits").refused(2, "no subcommand 'lits'", "did you mean list?")
    run = sluice("frobnicate").refused(2, "no subcommand 'frobnicate'", "see sluice --help")
    assert "did you mean" not in run.err, run


@case("an unknown option is bad usage, with what was meant or where help is")
def _(_folder):
    sluice("list", "--jsn").refused(2, "no option '--jsn'", "did you mean --json?",
                                    "see sluice list --help")
    sluice("list", "--frobnicate=1").refused(2, "'--frobnicate'", "see sluice list --help")
    sluice("list", "-z").refused(2, "'-z'", "see sluice list --help")
    sluice("--frobnicate").refused(2, "'--frobnicate'", "see sluice --help")
    sluice("--frobnicate", "list").refused(2, "'--frobnicate'", "see sluice")


@case("an argument where none is taken is bad usage")
def _(_folder):
    sluice("list", "eth0").refused(2, "'eth0'", "see sluice list --help")
    sluice("list", "list").refused(2, "see sluice list --help")


@case("a result that cannot be written is a failure")
def _(_folder):
    if not os.path.exists("/dev/full"):
        raise Skip("no /dev/full")
    with open("/dev/full", "w", encoding="ascii") as full:
        run = subprocess.run([BINARY, "list"], stdout=full, stderr=subprocess.PIPE, text=True,
                             check=False)
    assert run.returncode == 1, run
    assert run.stderr == ("sluice: cannot write the result to stdout: "
                          "No space left on device\n"), run


main()
