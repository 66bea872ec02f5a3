#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares what drivers/i40e/hw says of the hardware with what Linux's i40e headers say.

usage: hw_witness.py ROOT BUILD COMPILER...

The driver and the simulated device share these facts, so no test of one against the other can find
a wrong one. Every fact of ours that Linux also states becomes a static assertion, compiled with
Linux's own headers; one that differs fails by name. Facts without a witness are listed.
"""

import pathlib
import re
import sys

import linux_names
import linux_source
import our_facts

EXIT_SKIPPED = 77
WANTED_WITNESSES = 280
RESETS = ("vfr", "pfr", "corer", "globr", "empr", "pcir", "por")

# The words of Linux's packet type table, as our enums number them.
_VERSIONS = {"NONE": 0, "IPV4": 1, "IPV6": 2}
_TUNNELS = {"NONE": 0, "IP_IP": 1, "IP_GRENAT": 2, "IP_GRENAT_MAC": 3, "IP_GRENAT_MAC_VLAN": 4}
_PROTOCOLS = {"NONE": 0, "UDP": 1, "TCP": 2, "SCTP": 3, "ICMP": 4, "TS": 5}
_LAYERS = {"NONE": 0, "PAY2": 1, "PAY3": 2, "PAY4": 3}


class Witness:
    """Assertions found for our facts, and the facts for which none was."""

    def __init__(self, linux):
        self.linux = linux
        self.assertions = []  # (group, fact, C condition)
        self.places = []  # facts of which the place is compared and the width is not
        self.without = []  # (group, fact)

    def knows(self, expression):
        return all(name in self.linux.names
                   for name in re.findall(r"\b(?:I40E_|i40e_aqc_opc_)\w+", expression))

    def add(self, group, fact, conditions):
        if conditions:
            self.assertions.append((group, fact, " && ".join(f"({c})" for c in conditions)))
        else:
            self.without.append((group, fact))

    def add_field(self, group, fact, lsb, width, rules):
        conditions, has_width = [], False
        for kind, *rule in rules:
            if kind == "member":
                struct, path, first = rule
                conditions.append(f"(offsetof({struct}, {path}) - {first}) * 8 == {lsb}")
                conditions.append(f"sizeof((({struct} *)0)->{path}) * 8 == {width}")
                has_width = True
            elif self.knows(rule[0]):
                has_width |= kind == "mask"
                told = f"{lsb}" if kind == "shift" else f"{((1 << width) - 1) << lsb:#x}ULL"
                conditions.append(f"({rule[0]}) == {told}")
        if conditions and not has_width:
            self.places.append(fact)
        self.add(group, fact, conditions)

    def registers(self, ours):
        comments = self.linux.register_comments()
        for name, base, width, count, stride, minors, minor_stride, reset in ours["register"]:
            macro, last, minor_last = "I40E_" + name, count - 1, minors - 1
            indices = self.linux.register_indices(macro)
            places = [f"{macro} == {base:#x}"]
            if indices:
                corners = {(0, 0), (min(1, last), min(1, minor_last)), (last, minor_last)}
                places = [f"{macro}({', '.join(map(str, (i, j)[:indices]))}) == "
                          f"{base + i * stride + j * minor_stride:#x}" for i, j in sorted(corners)]
            high = macro[:-1] + "H"
            if width == 8 and self.knows(high):
                first = ", ".join(["0"] * indices)
                places.append(f"{high}({first}) == {base + 4:#x}")
            self.add("register offsets", name, places if self.knows(macro) else [])
            told = comments.get(name)
            if count > 1:
                ends = [f"{of_linux} == {of_ours}" for of_linux, of_ours in
                        zip(told[:2] if told else (), (last, minor_last)) if of_linux]
                if self.knows(macro + "_MAX_INDEX"):
                    ends.append(f"{macro}_MAX_INDEX == {last}")
                self.add("register index ranges", name, ends)
            self.add("register reset scopes", name,
                     [f"{RESETS.index(told[2])} == {reset}"] if told else [])
        for register, field, lsb, width in ours["field"]:
            if (lsb, width) not in ((0, 32), (0, 48), (0, 64)):  # a whole register is no field
                self.add_field("register fields", f"{register}.{field}", lsb, width,
                               linux_names.register_field_rules(register, field))

    def numbers(self, ours):
        for scope, name, value in ours["value"]:
            self.add("numbers", f"{scope}::{name}",
                     [f"({rule}) == {value}ULL" for rule in linux_names.value_rules(scope, name)
                      if self.knows(rule)])

    def layouts(self, ours):
        contexts = self.linux.queue_contexts()
        for layout, field, lsb, width in ours["layout"]:
            fact = f"{layout}::{field}"
            if layout in linux_names.QUEUE_CONTEXTS:
                told = contexts.get((linux_names.QUEUE_CONTEXTS[layout], field))
                self.add("queue context fields", fact,
                         [f"{told[0]} == {lsb}", f"{told[1]} == {width}"] if told else [])
            else:
                self.add_field("descriptor and command fields", fact, lsb, width,
                               linux_names.field_rules(layout, field))

    def structs(self, ours):
        theirs = {}
        for struct, size in ours["size"]:
            theirs[struct] = next((name for name in linux_names.struct_candidates(struct)
                                   if name.split()[1] in self.linux.structs), None)
            self.add("struct sizes", struct,
                     [f"sizeof({theirs[struct]}) == {size}"] if theirs[struct] else [])
        for struct, member, offset, size in ours["member"]:
            if "reserved" in member:
                continue
            known = theirs[struct]
            name = next((candidate for candidate in linux_names.member_candidates(struct, member)
                         if known and candidate.split(".")[-1] in
                         self.linux.structs[known.split()[1]]), None)
            self.add("struct members", f"{struct}::{member}",
                     [f"offsetof({known}, {name}) == {offset}",
                      f"sizeof((({known} *)0)->{name}) == {size}"] if name else [])

    def packet_types(self, ours):
        theirs = self.linux.packet_types()
        for number, *values in ours["ptype"]:
            expected = [0] * 8
            if number in theirs:
                ip, version, fragment, tunnel, end, end_fragment, protocol, layer = theirs[number]
                expected = [1, _VERSIONS[version] if ip == "IP" else 0, int(fragment == "FRG"),
                            _TUNNELS[tunnel], _VERSIONS[end], int(end_fragment == "FRG"),
                            _PROTOCOLS[protocol], _LAYERS[layer]]
            self.add("packet types", f"packet type {number}",
                     [f"{of_linux} == {of_ours}" for of_linux, of_ours in zip(expected, values)])

    def differing(self, build):
        """Indices of the assertions that fail, by the compiler's word."""
        source = build / "hw_witness.c"
        lines = [f'_Static_assert({condition}, "{fact}");'
                 for _, fact, condition in self.assertions]
        first = self.linux.prologue.count("\n") + 1
        source.write_text(self.linux.prologue + "\n".join(lines) + "\n")
        result = self.linux.run("-fsyntax-only", source)
        failed = set()
        for line in result.stderr.splitlines():
            if "error:" not in line:
                continue
            match = re.match(r".*hw_witness\.c:(\d+):\d+: error: (.*)", line)
            if not match or "static assertion failed" not in match[2]:
                raise RuntimeError(f"Linux's headers did not compile: {line}")
            failed.add(int(match[1]) - first)
        if result.returncode != 0 and not failed:
            raise RuntimeError(f"the compiler failed: {result.stderr}")
        return failed


def report(witness, failed):
    """TAP, a line a group of facts; the rest as comments."""
    groups = list(dict.fromkeys(group for group, *_ in witness.assertions))
    for group in groups:
        alone = [fact for of, fact in witness.without if of == group]
        if alone:
            print(f"# {len(alone)} {group} without a witness:\n#   " + "\n#   ".join(alone))
    print(f"# {len(witness.places)} fields of which Linux tells the place but not the width:\n#   ",
          end="")
    print("\n#   ".join(witness.places))
    for group in groups:
        facts = [at for at, (of, *_) in enumerate(witness.assertions) if of == group]
        wrong = [at for at in facts if at in failed]
        for at in wrong:
            print("# {1} differs from Linux's: {2} does not hold".format(*witness.assertions[at]))
        print(f"{'not ok' if wrong else 'ok'} - {len(facts)} {group} agree with Linux's headers")
    count = len(witness.assertions)
    enough = count >= WANTED_WITNESSES
    print(f"{'ok' if enough else 'not ok'} - at least {WANTED_WITNESSES} facts have a witness")
    print(f"# {count} facts have a witness in Linux's headers, {len(witness.without)} have none")
    print(f"1..{len(groups) + 1}")
    return int(bool(failed) or not enough)


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    root, build, *compiler = arguments
    if not linux_source.ARCHIVE.exists():
        print(f"SKIPPED: no {linux_source.ARCHIVE}; install the package linux-source-6.1")
        return EXIT_SKIPPED
    build = pathlib.Path(build)
    build.mkdir(parents=True, exist_ok=True)
    ours = our_facts.collect(compiler, root, build)
    witness = Witness(linux_source.LinuxSource(compiler, build))
    witness.registers(ours)
    witness.numbers(ours)
    witness.layouts(ours)
    witness.structs(ours)
    witness.packet_types(ours)
    return report(witness, witness.differing(build))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
