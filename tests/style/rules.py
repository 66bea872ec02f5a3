#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The house style that can be checked line by line; docs/contributing.md says why each rule is.

usage: rules.py ROOT
"""

import pathlib
import re
import sys

import tree

MAX_COLUMNS = 100
MAX_LINES = 600

# Only the test framework is driven by macros.
MAY_DEFINE = ("tests/support/", "tests/conformance/")
# The instructions that reach a device are spelled out there.
MAY_USE_VOLATILE = "core/vfio/bar"

# Split, so that this file does not break its own rule.
_LEFT_OPEN = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX)\b")
_LICENCE = re.compile(r"^(//|#) SPDX-License-Identifier: BSD-3-Clause$")
_VOLATILE = re.compile(r"(?<!asm )\bvolatile\b")
_DEFINE = re.compile(r"^\s*#\s*define\b")
_SNAKE_CASE = re.compile(r"^[a-z][a-z0-9_]*\.[a-z]+$")
_SLEEP = {
    "C++": re.compile(r"\b(sleep_for|sleep_until|usleep|(clock_)?nanosleep|sleep)\s*\("),
    "Python": re.compile(r"\btime\.sleep\b|^from time import .*\bsleep\b"),
    "shell": re.compile(r"(^|[;&|]|\bdo|\bthen)\s*sleep\s+[\d.$]"),
}


def language(path, lines):
    if tree.is_cpp(path):
        return "C++"
    if path.suffix == ".py" or (lines and lines[0].startswith("#!") and "python" in lines[0]):
        return "Python"
    return "shell"


def in_folder(path, *prefixes):
    return path.as_posix().startswith(prefixes)


class File:
    """One file, with the two views of it that the rules look at."""

    def __init__(self, root, path):
        self.path = path
        self.text = (root / path).read_text(errors="replace")
        self.lines = self.text.split("\n")
        self.language = language(path, self.lines)
        self.code = self.lines
        if self.language == "C++":
            self.code = tree.without_comments(self.text, keep_literals=False).split("\n")


def licence(file):
    first = 1 if file.lines[0].startswith("#!") else 0
    if len(file.lines) <= first or not _LICENCE.match(file.lines[first]):
        yield first + 1, "the licence line belongs here"


def pragma_once(file):
    if file.path.suffix in (".hpp", ".h"):
        first = next((number for number, line in enumerate(file.code, 1) if line.strip()), 1)
        if file.code[first - 1].strip() != "#pragma once":
            yield first, "a header begins with #pragma once"


def whitespace(file):
    for number, line in enumerate(file.lines, 1):
        if "\t" in line or "\r" in line:
            yield number, "has a tab or carriage return"
        if line != line.rstrip():
            yield number, "ends in blanks"
    if not file.text.endswith("\n") or file.text.endswith("\n\n"):
        yield len(file.lines), "does not end in one newline"


def columns(file):
    for number, line in enumerate(file.lines, 1):
        if len(line) > MAX_COLUMNS:
            yield number, f"has {len(line)} columns; {MAX_COLUMNS} is the limit"


def length(file):
    count = len(file.lines) - 1
    if count > MAX_LINES:
        yield count, f"has {count} lines; {MAX_LINES} is the limit: two things live here"


def left_open(file):
    for number, line in enumerate(file.lines, 1):
        if match := _LEFT_OPEN.search(line):
            yield number, f"says {match.group()}: finish it or file it"


def file_name(file):
    if file.language == "C++" and not _SNAKE_CASE.match(file.path.name):
        yield 1, "a file name is snake_case"


def volatile(file):
    if file.language == "C++" and not in_folder(file.path, MAY_USE_VOLATILE):
        for number, line in enumerate(file.code, 1):
            if _VOLATILE.search(line):
                yield number, "volatile belongs in Bar only; order memory by std::atomic"


def define(file):
    if file.language == "C++" and not in_folder(file.path, *MAY_DEFINE):
        for number, line in enumerate(file.code, 1):
            if _DEFINE.match(line):
                yield number, "no macros: a constant, a function or a template does it"


def sleep(file):
    if in_folder(file.path, "tests/"):
        for number, line in enumerate(file.code, 1):
            if _SLEEP[file.language].search(line):
                yield number, "a test waits for a condition with a deadline, never for time"


RULES = (
    ("every file opens with the licence line", licence),
    ("every header has #pragma once before any code", pragma_once),
    ("no tabs, no blanks at a line's end, one newline at the file's end", whitespace),
    (f"no line has more than {MAX_COLUMNS} columns", columns),
    (f"no file has more than {MAX_LINES} lines", length),
    ("nothing is marked as left open", left_open),
    ("C++ file names are snake_case", file_name),
    ("volatile is used in Bar only", volatile),
    ("no macros but the test framework's", define),
    ("no test sleeps", sleep),
)


def problems(root):
    """Pairs of a rule's name and its list of "file:line: what is wrong"."""
    root = pathlib.Path(root)
    checked = [File(root, path) for path in tree.files(root) if tree.is_code(path)]
    return [(name, [f"{file.path}:{line}: {what}" for file in checked for line, what in rule(file)])
            for name, rule in RULES]


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    return tree.report(problems(arguments[0]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
