# SPDX-License-Identifier: BSD-3-Clause
"""What drivers/i40e/hw says, as data.

C++20 cannot enumerate the members of a struct or an enum, so their names are read from the headers'
text; their values are those that the compiler gives a generated program.
"""

import pathlib
import re
import subprocess

# Structs in these files are memory that the device reads or writes.
_STRUCT_FILES = ("admin_", "vsi_properties", "rx_descriptor", "tx_descriptor")
# Layouts in these belong to registers, whose fields the register list tells.
_REGISTER_FILES = ("register",)
# Numbers of our own choice; what they say about packets is compared as a whole.
_OWN_ENUMS = ("IpVersion", "TunnelKind", "InnerProtocol", "PayloadLayer")

_BLOCK = re.compile(
    r"namespace (?P<namespace>[\w:]+) \{"
    r"|(?P<template>template <[^>]*>\s*)?struct (?:alignas\(\d+\) )?(?P<struct>\w+) \{"
    r"|enum class (?P<enum>\w+) : [\w:]+ \{"
    r"|inline constexpr (?:unsigned|std::uint\d+_t) (?P<constant>\w+) ="
    r"|using (?P<alias>\w+) = (?P<aliased>\w+)<Opcode::\w+>;")
_FIELD = re.compile(r"static constexpr (?:Flag|Bits|Field|Number|Switch)<[^;{]*>\s+(\w+)\{\};")
_STRUCT_CONSTANT = re.compile(r"static constexpr std::uint\d+_t (\w+) =")
_REGISTER = re.compile(
    r"inline constexpr (?:SingleRegister|RegisterArray|RegisterTable)<\w+> (\w+)\{")
_MEMBER = re.compile(
    r"^ {4}(?:le16|le32|le64|std::uint\d+_t|Octets<\d+>|MacOctets|std::array<[^;]+>|[A-Z]\w+)"
    r" (\w+)(?: = \w+|\{\})?;", re.M)


class Names:
    """Names found in the headers; the values are looked up by the compiler."""

    def __init__(self):
        self.values = []  # (scope, name, expression)
        self.layouts = []  # (layout, field)
        self.structs = []  # (struct, type to look at)
        self.members = []  # (struct, member)
        self.registers = []


def _body_end(text, start):
    depth = 1
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise ValueError("a block does not end")


def _read_struct(names, name, body, is_template, header):
    if "using raw =" in body and not header.startswith(_REGISTER_FILES):
        names.layouts += [(name, field) for field in _FIELD.findall(body)]
    elif header.startswith(_STRUCT_FILES):
        names.structs.append([name, None if is_template else name])
        names.members += [(name, member) for member in _MEMBER.findall(body)]
    # A template's constants are looked up in the type that stands for it.
    names.values += [(name, constant, f"@{name}::{constant}")
                     for constant in _STRUCT_CONSTANT.findall(body)]


def _read(names, text, scope, header):
    at = 0
    while match := _BLOCK.search(text, at):
        at = match.end()
        if match["constant"]:
            group = scope.rsplit("::", 1)[-1] if scope else "limits"
            names.values.append((group, match["constant"],
                                 "::".join(filter(None, (scope, match["constant"])))))
            continue
        if match["alias"]:
            for struct in names.structs:
                if struct[0] == match["aliased"] and struct[1] is None:
                    struct[1] = match["alias"]
            continue
        end = _body_end(text, match.end())
        body = text[match.end():end]
        if match["namespace"]:
            inner = match["namespace"].removeprefix("sluice::i40e::hw").strip(":")
            if inner not in ("detail", "regs"):
                _read(names, body, inner, header)
        elif match["struct"]:
            _read_struct(names, match["struct"], body, bool(match["template"]), header)
        elif match["enum"] not in _OWN_ENUMS:
            for enumerator in re.findall(r"(\w+)(?: = [\w']+)?,?", body):
                if not enumerator[0].isdigit():
                    names.values.append((match["enum"], enumerator,
                                         f"{match['enum']}::{enumerator}"))
        at = end


def read_names(folder):
    names = Names()
    for header in sorted(pathlib.Path(folder).glob("*.hpp")):
        text = re.sub(r"//[^\n]*", "", header.read_text())
        text = re.sub(r"(?<=[^;{}>]) *\n\s+", " ", text.replace("\n    ", "\n\x00   "))
        text = text.replace("\x00", " ")
        names.registers += _REGISTER.findall(text)
        _read(names, text, "", header.name)
    return names


_PROGRAM = """\
#include <cstddef>
#include <cstdio>
{includes}
using namespace sluice;
using namespace sluice::i40e::hw;

int main() {{
    for (const RegisterInfo& r : regs::all) {{
        std::printf("register %.*s %u %u %u %u %u %u %d\\n", int(r.name.size()), r.name.data(),
                    r.base, r.width_bytes, r.count, r.stride, r.minor_count, r.minor_stride,
                    int(r.reset));
        for (const FieldInfo& f : r.fields)
            std::printf("field %.*s %.*s %u %u\\n", int(r.name.size()), r.name.data(),
                        int(f.name.size()), f.name.data(), f.lsb, f.width);
    }}
    for (const PacketType& t : packet_types)
        std::printf("ptype %zu %d %d %d %d %d %d %d %d\\n", std::size_t(&t - packet_types.data()),
                    t.known, int(t.outer), t.outer_fragment, int(t.tunnel), int(t.inner),
                    t.inner_fragment, int(t.protocol), int(t.payload));
{lines}
}}
"""


def _program(folder, names):
    types = {name: known for name, known in names.structs if known}
    lines = []
    for scope, name, expression in names.values:
        if expression.startswith("@"):
            struct = expression[1:].split("::")[0]
            expression = f"{types.get(struct, struct)}::{name}"
        lines.append(f'std::printf("value {scope} {name} %llu\\n", '
                     f"static_cast<unsigned long long>({expression}));")
    for layout, field in names.layouts:
        lines.append(f'std::printf("layout {layout} {field} %u %u\\n", {layout}::{field}.lsb, '
                     f"{layout}::{field}.width);")
    for struct, known in names.structs:
        if known:
            lines.append(f'std::printf("size {struct} %zu\\n", sizeof({known}));')
    for struct, member in names.members:
        if known := types.get(struct):
            lines.append(f'std::printf("member {struct} {member} %zu %zu\\n", '
                         f"offsetof({known}, {member}), sizeof({known}::{member}));")
    headers = sorted(pathlib.Path(folder).glob("*.hpp"))
    includes = "\n".join(f'#include "drivers/i40e/hw/{header.name}"' for header in headers)
    return _PROGRAM.format(includes=includes, lines="\n".join("    " + line for line in lines))


def _check_complete(names, facts):
    """What the text said and what the compiler said must be the whole of it."""
    listed = [name for name, *_ in facts["register"]]
    if sorted(listed) != sorted(names.registers):
        raise RuntimeError("not in regs::all: " + " ".join(set(names.registers) - set(listed)))
    read = {}
    for struct, _, _, size in facts["member"]:
        read[struct] = read.get(struct, 0) + size
    for struct, known in names.structs:
        if known is None:
            raise RuntimeError(f"no alias of {struct} tells its size")
    for struct, size in facts["size"]:
        if read.get(struct) != size:
            raise RuntimeError(f"{struct} has {size} bytes, its members that were read "
                               f"{read.get(struct)}")


def collect(compiler, root, build):
    """Lists of the words of each line that the generated program prints, by the first word."""
    folder = pathlib.Path(root) / "drivers/i40e/hw"
    source, program = build / "our_facts.cpp", build / "our_facts"
    names = read_names(folder)
    source.write_text(_program(folder, names))
    subprocess.run([*compiler, "-std=c++20", "-I", root, source,
                    pathlib.Path(root) / "core/base/check.cpp", "-o", program], check=True)
    facts = {}
    output = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
    for line in output.splitlines():
        kind, *rest = line.split(" ")
        facts.setdefault(kind, []).append([int(word) if word.isdigit() else word for word in rest])
    _check_complete(names, facts)
    return facts
