# SPDX-License-Identifier: BSD-3-Clause
"""`sluice rxdrop` on simulated ports: every packet is accounted for, every buffer comes back."""

import os
import pathlib
import pty
import signal
import struct
import subprocess
import sys
import time

from harness import BINARY, LIMIT_SECONDS, case, main, sluice, start

CAPTURE = pathlib.Path(sys.argv[2])
LEAST_FRAME_BYTES = 60


def lengths_of(capture):
    """Bytes of each packet of a little-endian pcap file."""
    data = capture.read_bytes()
    assert struct.unpack_from("<I", data)[0] in (0xa1b2c3d4, 0xa1b23c4d), capture
    at, lengths = 24, []
    while at < len(data):
        captured = struct.unpack_from("<I", data, at + 8)[0]
        lengths.append(captured)
        at += 16 + captured
    return lengths


def checked(run):
    """The report of a run that ended well; the account of its packets and buffers balances."""
    report = run.json()
    for line in run.err.splitlines():
        assert line.startswith("sluice: warning: ") and "plain memory" in line, run
    assert report["app"] == "rxdrop", run
    assert report["unaccounted_packets"] == 0 and report["leaked_frames"] == 0, run
    received = sum(port["rx_packets"] for port in report["ports"])
    dropped = sum(sum(port["drops"].values()) for port in report["ports"])
    assert report["offered_packets"] == received + dropped, run
    for port in report["ports"]:
        assert sum(queue["rx_packets"] for queue in port["queues"]) == port["rx_packets"], run
    return report


def rxdrop(*arguments):
    return checked(sluice("rxdrop", "--json", *arguments))


def wait_for(process, holds):
    end = time.monotonic() + LIMIT_SECONDS
    while not holds():
        assert process.poll() is None, "it ended early"
        assert time.monotonic() < end, "it took too long"
        os.sched_yield()


def has_thread(process, name):
    try:
        for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
            if (task / "comm").read_text(encoding="ascii").startswith(name):
                return True
    except OSError:  # it ended meanwhile
        pass
    return False


@case("every packet of a capture of real traffic is received")
def _(_folder):
    lengths = lengths_of(CAPTURE)
    report = rxdrop("-p", f"sim:a,wire=pcap:{CAPTURE}")
    port, = report["ports"]
    assert port["name"] == "sim:a", report
    assert report["offered_packets"] == port["rx_packets"] == len(lengths), report
    assert port["rx_bytes"] == sum(max(length, LEAST_FRAME_BYTES) for length in lengths), report
    assert not any(port["drops"].values()), report


@case("packets longer than the MTU are dropped and counted")
def _(_folder):
    lengths = lengths_of(CAPTURE)
    port, = rxdrop("-p", f"sim:a,wire=pcap:{CAPTURE}", "--mtu", 1500)["ports"]
    assert port["drops"]["too_big"] == sum(length > 1600 for length in lengths), port
    assert port["rx_packets"] == len(lengths) - port["drops"]["too_big"], port


@case("generated packets are all received when the wire waits for the port")
def _(_folder):
    for size, queues, descriptor, ring in ((64, 1, 16, 64), (1500, 4, 32, 1024), (65, 3, 16, 8160),
                                           (9000, 2, 32, 96)):
        report = rxdrop("-p", f"sim:a,wire=gen:size={size}:flows=100:count=20000:pause=on",
                        "--queues", queues, "--descriptor", descriptor, "--ring", ring)
        port, = report["ports"]
        assert port["rx_packets"] == report["offered_packets"] == 20000, report
        assert port["rx_bytes"] == 20000 * (size - 4), report
        assert len(port["queues"]) == queues, report
        assert all(queue["rx_packets"] > 0 for queue in port["queues"]), report


@case("a packet may fill as many buffers as the NIC allows")
def _(_folder):
    report = rxdrop("-p", "sim:a,wire=gen:size=7000:count=500:pause=on", "--chunk", 2048)
    assert report["ports"][0]["rx_packets"] == 500, report


@case("each chunk size, headroom and kind of memory works")
def _(_folder):
    for extra in (("--chunk", 2048), ("--chunk", 4096, "--headroom", 256), ("--memory", "plain")):
        report = rxdrop("-p", "sim:a,wire=gen:count=3000:pause=on", *extra)
        assert report["ports"][0]["rx_packets"] == 3000, report


@case("doorbells that go through the function work as mapped ones do")
def _(_folder):
    report = rxdrop("-p", "sim:a,doorbells=trapped,wire=gen:count=3000:pause=on")
    assert report["ports"][0]["rx_packets"] == 3000, report


@case("several ports are received from at once")
def _(_folder):
    report = rxdrop("-p", "sim:a,wire=gen:count=4000:pause=on", "--queues", 2,
                    "-p", f"sim:b,wire=pcap:{CAPTURE}", "-p", "sim:c,wire=none")
    counts = {port["name"]: port["rx_packets"] for port in report["ports"]}
    assert counts == {"sim:a": 4000, "sim:b": len(lengths_of(CAPTURE)), "sim:c": 0}, report


@case("under overload what is lost is counted")
def _(_folder):
    report = rxdrop("-p", "sim:a,wire=gen:flows=64", "--queues", 4, "--ring", 64,
                    "--seconds", 0.5)
    drops = report["ports"][0]["drops"]
    assert report["ports"][0]["rx_packets"] > 0, report
    assert sum(drops.values()) == drops["no_buffer"], report


@case("a queue without enough buffers loses packets and counts them")
def _(_folder):
    for frames in (1, 5, 40):
        report = rxdrop("-p", "sim:a,wire=gen:size=7000:count=5000", "--chunk", 2048,
                        "--frames", frames)
        assert report["offered_packets"] == 5000, report
    report = rxdrop("-p", "sim:a,wire=gen:count=20000", "--frames", 16)
    port, = report["ports"]
    assert port["rx_packets"] > 0 and port["queues"][0]["fill_ring_empty"] > 0, report
    assert port["rx_packets"] + port["drops"]["no_buffer"] == 20000, report


@case("frames for others are dropped by the NIC without promiscuous mode")
def _(_folder):
    report = rxdrop("-p", f"sim:a,wire=pcap:{CAPTURE}", "--no-promiscuous")
    drops = report["ports"][0]["drops"]
    assert drops["filtered"] > 0 and sum(drops.values()) == drops["filtered"], report


@case("--packets ends a run once so many were received")
def _(_folder):
    report = rxdrop("--packets", 2000)
    assert report["ports"][0]["rx_packets"] >= 2000, report


@case("--seconds ends a run, and the first rule to hold wins")
def _(_folder):
    report = rxdrop("-p", "sim:a,wire=gen:rate=1000", "--seconds", 0.25, "--packets", 10**12)
    assert 0.25 <= report["seconds"] < 10, report
    report = rxdrop("-p", "sim:a,wire=gen:count=10:pause=on", "--seconds", 600)
    assert report["ports"][0]["rx_packets"] == 10 and report["seconds"] < 60, report


@case("SIGINT and SIGTERM end a run, with its report")
def _(_folder):
    for sent in (signal.SIGINT, signal.SIGTERM):
        process = start("rxdrop", "--json")
        wait_for(process, lambda: has_thread(process, "sluice-rx"))
        process.send_signal(sent)
        out, err = process.communicate(timeout=LIMIT_SECONDS)
        assert process.returncode == 0, (sent, out, err)
        assert '"unaccounted_packets":0,"leaked_frames":0' in out, out


@case("queues' threads run where --cpu says")
def _(_folder):
    cpu = min(os.sched_getaffinity(0))
    report = rxdrop("-p", "sim:a,wire=gen:count=1000:pause=on:flows=8", "--queues", 2,
                    "--cpu", cpu)
    assert report["ports"][0]["rx_packets"] == 1000, report


@case("the report has what was promised")
def _(_folder):
    report = rxdrop("-p", "sim:a,wire=gen:count=1000:pause=on")
    port, = report["ports"]
    assert port["tx_packets"] == port["tx_bytes"] == 0, report
    assert report["driver_ticks_per_packet"] > 0 and report["mpps"] > 0, report
    assert port["memory_bytes"] >= port["queues"][0]["memory_bytes"] > 1 << 20, report
    assert {"no_buffer", "filtered", "rule_drop", "rx_error", "runt", "too_big", "link_down",
            "rx_ring_full"} <= port["drops"].keys(), report
    idle = rxdrop("-p", "sim:a,wire=none", "--seconds", 0.05)
    assert idle["driver_ticks_per_packet"] is None and idle["mpps"] == 0, idle


@case("without --json the report is for people")
def _(_folder):
    run = sluice("rxdrop", "-p", "sim:a,wire=gen:count=1000:pause=on")
    assert run.status == 0, run
    for part in ("sim:a: 1000 packets", "unaccounted packets 0, leaked frames 0"):
        assert part in run.out, run


@case("the rate is told once a second, on a terminal only")
def _(_folder):
    terminal, far_end = pty.openpty()
    try:
        finished = subprocess.run([BINARY, "rxdrop", "--seconds", "1.3"], stdout=subprocess.PIPE,
                                  stderr=far_end, timeout=LIMIT_SECONDS, check=True)
        told = os.read(terminal, 4096).decode()
    finally:
        os.close(terminal)
        os.close(far_end)
    assert "Mpps" in told and "sim:a" in finished.stdout.decode(), told
    assert "Mpps" not in sluice("rxdrop", "--seconds", 1.3).err


main()
