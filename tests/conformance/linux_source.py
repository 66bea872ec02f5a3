# SPDX-License-Identifier: BSD-3-Clause
"""Linux's i40e headers, from the package linux-source-6.1: unpacked into the build folder, never
kept. What they need of the rest of the kernel is stood in for here.
"""

import pathlib
import re
import subprocess

ARCHIVE = pathlib.Path("/usr/src/linux-source-6.1.tar.xz")
_FOLDER = "linux-source-6.1/drivers/net/ethernet/intel/i40e"

# The headers a C program can include once the kernel's own ones are stood in for.
_HEADERS = ("i40e_type.h", "i40e_register.h", "i40e_adminq.h", "i40e_adminq_cmd.h", "i40e_hmc.h",
            "i40e_lan_hmc.h", "i40e_devids.h", "i40e_status.h")
# Files of which only the plain constants are taken: they need too much of the kernel.
_CONSTANTS_FROM = ("i40e.h", "i40e_txrx.h", "i40e_dcb.h", "i40e_main.c")

# In place of i40e_osdep.h, which is all that the headers above include of the kernel.
_STAND_IN = """\
#pragma once
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
typedef uint8_t u8;
typedef uint16_t u16, __le16, __be16;
typedef uint32_t u32, __le32, __be32;
typedef uint64_t u64, __le64;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef u64 dma_addr_t;
#define BIT(n) (1UL << (n))
#define BIT_ULL(n) (1ULL << (n))
#define ETH_ALEN 6
#define __iomem
#define __packed __attribute__((packed))
struct mutex { int unused; };
struct i40e_dma_mem { void *va; dma_addr_t pa; u32 size; };
struct i40e_virt_mem { void *va; u32 size; };
"""


class LinuxSource:
    """The unpacked headers and every name they give to a number or a member."""

    def __init__(self, compiler, build):
        self.compiler = compiler
        self.include = build / "linux"
        self._unpack(build)
        self.prologue = "".join(f'#include "{name}"\n' for name in _HEADERS + ("constants.h",))
        probe = build / "linux_probe.c"
        probe.write_text(self.prologue)
        text = self._preprocess(probe)
        self.names = set(re.findall(r"^#define (\w+)", self._preprocess(probe, "-dM"), re.M))
        for body in re.findall(r"\benum\b[^{;]*\{([^}]*)\}", text):
            self.names |= set(re.findall(r"(?:^|,)\s*(?:#[^\n]*\n\s*)*(\w+)", body))
        self.structs = self._read_structs(text)

    def _unpack(self, build):
        stamp, key = build / "linux.stamp", f"{ARCHIVE.stat().st_mtime_ns} {_FOLDER}"
        source = build / _FOLDER
        if not (stamp.exists() and stamp.read_text() == key):
            subprocess.run(["tar", "-C", build, "-xf", ARCHIVE, "--wildcards",
                            f"{_FOLDER}/i40e*.[ch]"], check=True)
            stamp.write_text(key)
        self.include.mkdir(exist_ok=True)
        for name in _HEADERS:
            (self.include / name).write_text((source / name).read_text())
        (self.include / "i40e_osdep.h").write_text(_STAND_IN)
        self.text = {name: (source / name).read_text() for name in
                     ("i40e_register.h", "i40e_lan_hmc.c", "i40e_common.c", *_CONSTANTS_FROM)}
        defines = []
        for name in _CONSTANTS_FROM:
            for macro, value in re.findall(r"^#define (I40E_\w+)[ \t]+((?:.*\\\n)*.*)$",
                                           self.text[name], re.M):
                defines.append(f"#ifndef {macro}\n#define {macro} {value}\n#endif\n")
        enums = re.findall(r"^enum \w+ \{[^}]*\};$", self.text["i40e_txrx.h"], re.M)
        (self.include / "constants.h").write_text("\n".join(enums) + "\n" + "".join(defines))

    def run(self, *arguments):
        """The compiler on a C file of ours; its exit status, output and messages."""
        command = [*self.compiler, "-x", "c", "-std=gnu11", "-w", "-I", self.include, *arguments]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def _preprocess(self, source, *options):
        result = self.run("-E", *options, source)
        if result.returncode != 0:
            raise RuntimeError("Linux's headers did not preprocess:\n" + result.stderr)
        return result.stdout

    @staticmethod
    def _read_structs(text):
        """Members, of any depth, by struct."""
        structs = {}
        for match in re.finditer(r"\b(?:struct|union) (i40e_\w+) \{", text):
            depth, at = 1, match.end()
            while depth:
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 1
            body = text[match.end():at]
            structs[match[1]] = set(re.findall(r"(\w+)(?:\[[^\]]*\])?;", body))
        return structs

    def register_comments(self):
        """(last index, last inner index, reset) as the comments beside the registers say."""
        comments = {}
        for match in re.finditer(
                r"^#define I40E_(\w+?)(?:\(\w+(?:, *\w+)?\))?\s+\(?0x[^/\n]*"
                r"(?:/\* _i=0\.\.\.(\d+)(?:, _\w+=0\.\.\.(\d+))? \*/ )?/\* Reset: (\w+) \*/",
                self.text["i40e_register.h"], re.M):
            comments[match[1]] = (int(match[2] or 0), int(match[3] or 0), match[4].lower())
        return comments

    def register_indices(self, macro):
        """How many indices a register's macro takes."""
        match = re.search(rf"^#define {macro}\(([^)]*)\)", self.text["i40e_register.h"], re.M)
        return match[1].count(",") + 1 if match else 0

    def queue_contexts(self):
        """(lsb, width) by (table, field) of the queue contexts."""
        return {(table, field): (sum(int(term) for term in re.findall(r"\d+", lsb))
                                 if "*" not in lsb else _lsb_of_far_word(lsb), int(width))
                for table, field, width, lsb in re.findall(
                    r"I40E_HMC_STORE\(i40e_hmc_obj_(\w+), (\w+)\),\s*(\d+),\s*([^}]*?)\s*\}",
                    self.text["i40e_lan_hmc.c"])}

    def packet_types(self):
        """What the words of each row of the packet type table are, by number."""
        return {int(number): tuple(words.split(", ")) for number, words in
                ((number, re.sub(r",\s+", ", ", words)) for number, words in re.findall(
                    r"I40E_PTT\((\d+),\s*([\w, ]+)\)", self.text["i40e_common.c"]))}


def _lsb_of_far_word(text):
    """The sum and product that the table writes: "84 + (7 * 128)"."""
    low, factor, unit = (int(term) for term in re.findall(r"\d+", text))
    return low + factor * unit
