#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every C++ file is as clang-format 19 leaves it. Other versions decide otherwise here and there,
so they are not asked.

usage: format.py ROOT
"""

import pathlib
import re
import shutil
import subprocess
import sys

import tree

VERSION = 19


def formatter():
    """The clang-format of the wanted version, or None."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        if path := shutil.which(name):
            said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if re.search(rf"version {VERSION}\.", said):
                return path
    return None


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    program = formatter()
    if program is None:
        print(f"1..1\nok 1 - every C++ file is formatted # SKIP no clang-format {VERSION}")
        return 0
    root = pathlib.Path(arguments[0])
    sources = [str(path) for path in tree.files(root) if tree.is_cpp(path)]
    outcome = subprocess.run([program, "--dry-run", "--Werror", *sources], cwd=root,
                             capture_output=True, text=True)
    found = [line for line in outcome.stderr.splitlines() if ": error: " in line]
    if outcome.returncode and not found:
        found = outcome.stderr.splitlines()
    return tree.report([("every C++ file is formatted", found)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
