# SPDX-License-Identifier: BSD-3-Clause
"""What `sluice rxdrop` refuses: one line with cause and remedy, and nothing left behind."""

import os
import pathlib
import sys

from harness import FakeSysfs, case, main, sluice

CAPTURE = pathlib.Path(sys.argv[2])


def refused(status, parts, *arguments):
    return sluice("rxdrop", *arguments).refused(status, *parts)


@case("an unknown port name is answered with the names there are")
def _(_folder):
    for name in ("eth0", "", "sim", "tap:x"):
        refused(2, (f"'{name}'", "sim:NAME", "0000:3b:00.0", "sluice list"), "-p", name)
    refused(2, ("a name such as sim:a",), "-p", "sim:")
    refused(2, ("'wires'", "wire, seed, cpu and doorbells"), "-p", "sim:a,wires=gen")
    refused(2, ("sim:a is named twice",), "-p", "sim:a", "-p", "sim:a,wire=none")


@case("an unknown wire, or a bad key of one, is answered with those there are")
def _(_folder):
    refused(2, ("'fiber'", "gen, pcap:FILE"), "-p", "sim:a,wire=fiber")
    refused(2, ("'sise'", "size, flows, rate"), "-p", "sim:a,wire=gen:sise=64")
    refused(2, ("size=63", "from 64 to"), "-p", "sim:a,wire=gen:size=63")
    refused(2, ("'lop'", "loop"), "-p", f"sim:a,wire=pcap:{CAPTURE}:lop")


@case("an unknown option, or a value it does not take, is bad usage")
def _(_folder):
    refused(2, ("'--packts'", "--packets"), "--packts", 5)
    refused(2, ("--port needs a value",), "-p")
    for option, value in (("--packets", "0"), ("--packets", "-1"), ("--packets", "many"),
                          ("--seconds", "0"), ("--seconds", "nan"), ("--seconds", "1e300"),
                          ("--queues", "0"), ("--queues", "65"), ("--ring", "1e9"),
                          ("--ring", "99999999999"), ("--frames", "0"),
                          ("--frames", "99999999999999999999")):
        refused(2, (option, f"'{value}'", "see sluice rxdrop --help"), option, value)
    for option, value, known in (("--mode", "magic", "direct"), ("--descriptor", "8", "16"),
                                 ("--log-level", "loud", "debug"), ("--memory", "slow", "huge")):
        refused(2, (option, known), option, value)
    refused(2, ("not a list of CPUs",), "--cpu", "zero")


@case("a capture that is cut short, is none, or is not there is refused")
def _(folder):
    whole = CAPTURE.read_bytes()
    for name, content, parts in (("cut", whole[:-1], ("cut short after 186 packets",)),
                                 ("header", whole[:20], ("cut short",)),
                                 ("empty", b"", ("cut.pcap",)),
                                 ("text", b"not a capture at all\n" * 99, ("not a pcap",))):
        file = folder / f"{name}.pcap"
        file.write_bytes(content)
        parts = (str(file),) + (parts if name != "empty" else ())
        refused(1, parts, "-p", f"sim:a,wire=pcap:{file}")
    refused(1, ("no such capture",), "-p", f"sim:a,wire=pcap:{folder}/nothing")
    refused(1, ("not a regular file",), "-p", f"sim:a,wire=pcap:{folder}")


@case("a ring size that the NIC refuses is answered with the nearest it takes")
def _(_folder):
    refused(1, ("100 descriptors", "nearest are 96 and 128"), "--ring", 100)
    refused(1, ("nearest is 64",), "--ring", 0)
    refused(1, ("nearest is 8160",), "--ring", 8192)


@case("an MTU that five buffers can't hold is answered with the chunk size that would do")
def _(_folder):
    refused(1, ("MTU of 9000", "chunks of 2048", "use chunks of 4096"), "--mtu", 9000,
            "--chunk", 2048)
    refused(1, ("less headroom",), "--mtu", 9000, "--chunk", 4096, "--headroom", 2500)
    refused(1, ("MTU of 10000", "9706"), "--mtu", 10000)


@case("chunk sizes and headrooms that can't be are answered with what can")
def _(_folder):
    refused(1, ("1000", "2048 or 4096"), "--chunk", 1000)
    refused(1, ("headroom of 1000", "768", "4096"), "--chunk", 2048, "--headroom", 1000)


@case("too little memory is refused with what is free")
def _(_folder):
    refused(1, ("wanted", "free"), "--frames", 2**30)
    refused(1, ("wanted", "free"), "--frames", 2**30, "--memory", "plain")
    refused(2, ("most",), "--frames", 2**31, "--queues", 64)


@case("a NIC is refused with who holds it and what to do")
def _(folder):
    sysfs = FakeSysfs(folder)
    sysfs.add("0000:3b:00.0", driver="i40e")
    sysfs.add("0000:3b:00.1", driver="vfio-pci")
    sysfs.add("0000:3b:00.2")
    sysfs.add("0000:00:02.0", device="0x1234")
    for address, parts in (("0000:3b:00.0", ("bound to i40e", "drivers/i40e/unbind", "sim:a")),
                           ("3b:00.1", ("0000:3b:00.1 is bound to vfio-pci", "sim:a")),
                           ("3b:00.2", ("bound to no driver", "sim:a")),
                           ("00:02.0", ("8086:1234", "sluice list")),
                           ("5e:00.0", ("no PCI function 0000:5e:00.0", "sluice list"))):
        refused(1, parts, "-p", address, "--sysfs", sysfs.root)
    refused(1, ("vfio-user:/run/x", "sim:a"), "-p", "vfio-user:/run/x")


@case("a refusal leaves no files, and the next start works")
def _(folder):
    def files():
        places = ("/dev/shm", "/dev/hugepages", "/var/lib/hugetlbfs", folder)
        return {place: sorted(os.listdir(place)) for place in places if os.path.isdir(place)}
    before = files()
    for arguments in (("--frames", 2**30), ("--ring", 100), ("-p", "sim:a", "-p", "5e:00.0"),
                      ("-p", "sim:a,wire=pcap:/nowhere"), ("--queues", 64, "--frames", 2**22)):
        run = sluice("rxdrop", *arguments, cwd=folder)
        assert run.status == 1, run
        run = sluice("rxdrop", "--json", "-p", "sim:a,wire=gen:count=100:pause=on", cwd=folder)
        assert run.json()["ports"][0]["rx_packets"] == 100, run
        assert files() == before, run


main()
