#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every header compiles alone, with the flags of the sources nearest to it.

Each is included by a source of its own in BUILD/headers, compiled as the build does it: with ccache
where there is one, so that only what changed is compiled again.

usage: headers.py ROOT BUILD
"""

import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

import tree

# Options that name a command's input and output; the second kind brings its value along.
_ALONE = ("-c", "-MD")
_WITH_VALUE = ("-o", "-MF", "-MQ")
# Nothing is run, so nothing needs to be fast or debugged.
_CHEAP = ("-O0", "-g0")


def flags_of(command):
    """The compiler and flags of a compile command, without its input and output."""
    arguments = iter(shlex.split(command["command"]))
    kept = []
    for argument in arguments:
        if argument in _WITH_VALUE:
            next(arguments)
        elif argument not in _ALONE and argument != command["file"]:
            kept.append(argument)
    return kept


def nearest(header, commands):
    """The command of the source that shares most leading folders with the header."""
    return max(commands, key=lambda item: len(os.path.commonpath([item[0], header])))[1]


def compile_alone(header, command):
    """What the compiler has to say about a source that includes nothing but the header."""
    folder = pathlib.Path(command["directory"])
    source = pathlib.Path("headers", header.as_posix().replace("/", "__") + ".cpp")
    (folder / "headers").mkdir(exist_ok=True)
    (folder / source).write_text(f'#include "{header.as_posix()}"\n')
    outcome = subprocess.run(
        flags_of(command) + [*_CHEAP, "-c", str(source), "-o", str(source.with_suffix(".o"))],
        cwd=folder, env={**os.environ, "CCACHE_NOHASHDIR": "1"}, capture_output=True, text=True)
    return outcome.stderr.splitlines() if outcome.returncode else []


def problems(root, build):
    """The number of headers, and the compiler's complaints about them."""
    root = pathlib.Path(root).resolve()
    entries = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    commands = []
    for entry in entries:
        source = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        if source.is_relative_to(root):
            commands.append((source, entry))
    headers = [path for path in tree.files(root) if path.suffix in (".hpp", ".h")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda path: compile_alone(path, nearest(root / path, commands)), headers)
        return len(headers), [line for lines in found for line in lines]


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    count, found = problems(*arguments)
    return tree.report([(f"every header compiles alone ({count} headers)", found)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
