# SPDX-License-Identifier: BSD-3-Clause
"""What the style checks share: the files of the tree, C++ without its comments, and TAP lines."""

import pathlib
import re
import unittest

TOP_FOLDERS = (".ci", "apps", "core", "drivers", "mempool", "rings", "tests", "tools")
CPP_SUFFIXES = (".cpp", ".hpp", ".h")

# A quote after a hexadecimal digit separates digits.
_COMMENT_OR_LITERAL = re.compile(
    r"""//[^\n]*
        |/\*.*?\*/
        |R"(?P<raw>[^(\s]*)\(.*?\)(?P=raw)"
        |"(?:\\.|[^"\\\n])*"
        |(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'""", re.DOTALL | re.VERBOSE)


def files(root):
    """Every file of the root and the folders above, as sorted relative paths."""
    root = pathlib.Path(root)
    found = [path for path in root.iterdir() if path.is_file() and path.name != ".git"]
    for folder in TOP_FOLDERS:
        found += [path for path in (root / folder).rglob("*") if path.is_file()]
    return sorted(path.relative_to(root) for path in found if "__pycache__" not in path.parts)


def is_cpp(path):
    return path.suffix in CPP_SUFFIXES


def is_code(path):
    """Sources, scripts, build files and lists; not documentation, data or the licence itself."""
    if path.parts[:2] == ("tests", "data") or path.name == "LICENSE":
        return False
    return path.suffix in CPP_SUFFIXES + (".py", ".sh", ".build", "") or path.name == (
        "meson_options.txt")


def without_comments(text, keep_literals=True):
    """C++ with comments blanked out, line numbers kept; literals too unless they are kept."""

    def blank(match):
        piece = match.group()
        if keep_literals and piece[0] != "/":
            return piece
        return re.sub(r"[^\n]", " ", piece)

    return _COMMENT_OR_LITERAL.sub(blank, text)


def report(cases):
    """Prints (name, problems) pairs as TAP and returns the exit status."""
    print(f"1..{len(cases)}")
    failed = False
    for number, (name, problems) in enumerate(cases, 1):
        print(f"{'not ok' if problems else 'ok'} {number} - {name}")
        for problem in problems:
            print(f"# {problem}")
        failed = failed or bool(problems)
    return int(failed)


class _TapResult(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.number = 0

    def _line(self, test, ok, note=""):
        self.number += 1
        name = test.id().split(".")[-1].removeprefix("test_").replace("_", " ")
        print(f"{'ok' if ok else 'not ok'} {self.number} - {name}{note}")

    def addSuccess(self, test):
        super().addSuccess(test)
        self._line(test, True)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._line(test, True, f" # SKIP {reason}")

    def _failed(self, test, error):
        self._line(test, False)
        for line in self._exc_info_to_string(error, test).splitlines():
            print(f"# {line}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._failed(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self._failed(test, err)


def run_unit_tests(case_class):
    """Runs a unittest.TestCase, a TAP line a test, and returns the exit status."""
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case_class)
    print(f"1..{suite.countTestCases()}")
    return 0 if suite.run(_TapResult()).wasSuccessful() else 1
