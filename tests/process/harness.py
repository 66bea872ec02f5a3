# SPDX-License-Identifier: BSD-3-Clause
"""Runs the real `sluice` and reports in TAP.

A test file decorates functions with @case("a sentence") and ends with main(). A case fails by an
exception, as from assert; it is skipped by raising Skip("why").
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import traceback

BINARY = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else pathlib.Path("sluice")
LIMIT_SECONDS = 60

_cases = []


class Skip(Exception):
    pass


class Run:
    """One finished run: status, stdout and stderr as text."""

    def __init__(self, arguments, finished):
        self.command = "sluice " + " ".join(arguments)
        self.status = finished.returncode
        self.out = finished.stdout
        self.err = finished.stderr

    def __str__(self):
        return f"{self.command}\nstatus {self.status}\nout: {self.out}\nerr: {self.err}"

    def json(self):
        assert self.status == 0, self
        return json.loads(self.out)

    def refused(self, status, *parts):
        """It ended with `status`, printed nothing but one line on stderr, and that has `parts`."""
        assert self.status == status, self
        assert self.out == "", self
        assert self.err.startswith("sluice: ") and self.err.count("\n") == 1, self
        for part in parts:
            assert part in self.err, f"no {part!r} in\n{self}"
        return self


def sluice(*arguments, **options):
    arguments = [str(argument) for argument in arguments]
    finished = subprocess.run([BINARY, *arguments], capture_output=True, text=True,
                              timeout=LIMIT_SECONDS, check=False, **options)
    return Run(arguments, finished)


def start(*arguments, **options):
    """The same, not waited for."""
    return subprocess.Popen([BINARY, *map(str, arguments)], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, **options)


def case(sentence):
    def add(function):
        _cases.append((sentence, function))
        return function
    return add


def main():
    print(f"1..{len(_cases)}")
    failed = 0
    for number, (sentence, function) in enumerate(_cases, 1):
        try:
            with tempfile.TemporaryDirectory(prefix="sluice-") as folder:
                function(pathlib.Path(folder))
            print(f"ok {number} - {sentence}")
        except Skip as why:
            print(f"ok {number} - {sentence} # SKIP {why}")
        except Exception:  # pylint: disable=broad-except
            failed += 1
            print(f"not ok {number} - {sentence}")
            for line in traceback.format_exc().splitlines():
                print(f"# {line}")
        sys.stdout.flush()
    sys.exit(1 if failed else 0)


class FakeSysfs:
    """A /sys with NICs of a test's own, below `folder`."""

    def __init__(self, folder):
        self.root = folder / "sys"
        self.devices = self.root / "bus/pci/devices"
        self.devices.mkdir(parents=True)

    def add(self, address, driver=None, group=None, **attributes):
        place = self.devices / address
        place.mkdir()
        values = {"vendor": "0x8086", "device": "0x1583", "class": "0x020000",
                  "revision": "0x02", "numa_node": "0"} | attributes
        for name, text in values.items():
            (place / name).write_text(text + "\n", encoding="ascii")
        if driver:
            (self.root / "bus/pci/drivers" / driver).mkdir(parents=True, exist_ok=True)
            os.symlink(f"../../../../bus/pci/drivers/{driver}", place / "driver")
        if group is not None:
            os.symlink(f"../../../../kernel/iommu_groups/{group}", place / "iommu_group")
        return place
