#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Who may include whom: the layers of docs/architecture.md, checked on every #include of the tree.

usage: layers.py ROOT
"""

import pathlib
import re
import sys

import tree

CORE = ("core/base", "core/net", "core/os", "core/pci", "core/vfio")
UP_TO_RINGS = CORE + ("mempool", "rings")
HW, PMD, SIM, PORT = (f"drivers/i40e/{part}" for part in ("hw", "pmd", "sim", "port"))
DRIVER = UP_TO_RINGS + ("rings/delivery", HW, PMD)
LIBRARY = DRIVER + (PORT, "drivers/i40e/xsk")

# A part of the tree, and what it may include besides itself.
MAY_INCLUDE = {
    "core/base": (),
    "core/net": ("core/base",),
    "core/os": ("core/base",),
    "core/pci": ("core/base", "core/os"),
    "core/vfio": ("core/base", "core/os", "core/pci"),
    "mempool": CORE,
    "rings": CORE + ("mempool",),
    "rings/delivery": UP_TO_RINGS,
    HW: CORE,
    SIM: CORE + (HW,),
    PMD: UP_TO_RINGS + (HW,),
    PORT: DRIVER + (SIM,),
    "drivers/i40e/xsk": DRIVER + (PORT,),
    "apps": LIBRARY,
    "tools": LIBRARY + (SIM, "apps"),
    "tests": LIBRARY + (SIM, "apps", "tools"),
}

# For whom the bare list would leave the reader wondering.
REASON = {
    (PMD, SIM): "the driver and the simulated NIC never see each other",
    (SIM, PMD): "the simulated NIC and the driver never see each other",
    ("apps", SIM): "only port, tools and tests include the simulated NIC",
    (PMD, "rings/delivery"): "the driver knows the sink concept, not the sinks",
}

_INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def part_of(path):
    """The part of the tree that a file belongs to: the longest one its folders begin with."""
    if path.parent == pathlib.PurePath("drivers/i40e"):
        return "drivers/i40e/xsk" if path.stem.startswith("xsk") else PORT
    for folder in path.parents:
        if folder.as_posix() in MAY_INCLUDE:
            return folder.as_posix()
    return None


def problems(root):
    """Three lists of "file:line: what is wrong": unknown folders, lost includes, broken layers."""
    root = pathlib.Path(root)
    homeless, lost, broken = [], [], []
    for path in filter(tree.is_cpp, tree.files(root)):
        part = part_of(path)
        if part is None:
            homeless.append(f"{path}:1: stands in no folder that tests/style/layers.py knows")
            continue
        text = tree.without_comments((root / path).read_text())
        for number, line in enumerate(text.splitlines(), 1):
            match = _INCLUDE.match(line)
            if not match:
                continue
            quote, name = match.groups()
            target = pathlib.PurePosixPath(name)
            place = f"{path}:{number}"
            if not {".", ".."}.isdisjoint(name.split("/")):
                lost.append(f"{place}: {name}: includes begin at the root of the tree")
            elif not (root / target).is_file():
                if quote == '"':
                    lost.append(f"{place}: {name} is not in the tree")
            elif quote == "<":
                lost.append(f"{place}: {name}: a file of the tree is included in quotes")
            else:
                other = part_of(target)
                if other != part and other not in MAY_INCLUDE[part]:
                    allowed = ", ".join(MAY_INCLUDE[part]) or "nothing but itself"
                    why = REASON.get((part, other), f"it may include {allowed}")
                    broken.append(f"{place}: {part} may not include {name}: {why}")
    return homeless, lost, broken


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    homeless, lost, broken = problems(arguments[0])
    return tree.report([
        ("every C++ file stands in a folder with a layer", homeless),
        ("every include begins at the root and names a file of the tree", lost),
        ("every file includes only its own layer and lower ones", broken),
    ])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
