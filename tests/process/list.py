# SPDX-License-Identifier: BSD-3-Clause
"""`sluice list` over trees of sysfs."""

from harness import FakeSysfs, case, main, sluice


def nics_of(sysfs):
    result = sluice("list", "--json", "--sysfs", sysfs.root).json()
    assert result["app"] == "list", result
    return result["nics"]


@case("a machine without such a NIC is no failure, and hears of the simulated port")
def _(folder):
    sysfs = FakeSysfs(folder)
    sysfs.add("0000:00:02.0", device="0x1234")
    run = sluice("list", "--sysfs", sysfs.root)
    assert run.status == 0 and run.err == "", run
    assert run.out.count("\n") == 1 and "sim:a" in run.out, run
    assert nics_of(sysfs) == []


@case("a machine without PCI, or without sysfs, has no NIC")
def _(folder):
    for root in (folder, folder / "nowhere"):
        run = sluice("list", "--sysfs", root)
        assert run.status == 0 and "sim:a" in run.out, run


@case("this machine is listed without a failure")
def _(_folder):
    assert isinstance(sluice("list", "--json").json()["nics"], list)


@case("each NIC has address, model, driver, IOMMU group and NUMA node")
def _(folder):
    sysfs = FakeSysfs(folder)
    sysfs.add("0000:3b:00.1", driver="i40e", group=42, numa_node="1")
    sysfs.add("0000:3b:00.0", device="0x1572", numa_node="-1")
    first, second = nics_of(sysfs)
    assert first["address"] == "0000:3b:00.0" and second["address"] == "0000:3b:00.1"
    assert "X710" in first["model"] and "XL710" in second["model"]
    assert first["driver"] is None and second["driver"] == "i40e"
    assert first["iommu_group"] is None and second["iommu_group"] == 42
    assert first["numa_node"] == -1 and second["numa_node"] == 1
    run = sluice("list", "--sysfs", sysfs.root)
    assert run.status == 0, run
    for part in ("0000:3b:00.0", "0000:3b:00.1", "i40e", "42"):
        assert part in run.out, run


@case("a NIC that cannot be used says why and what to do")
def _(folder):
    sysfs = FakeSysfs(folder)
    sysfs.add("0000:3b:00.0", driver="i40e")
    sysfs.add("0000:3b:00.1")
    sysfs.add("0000:3b:00.2", driver="vfio-pci", group=7)
    sysfs.add("0000:3b:00.3", driver="uio_pci_generic")
    kernel, unbound, vfio, uio = nics_of(sysfs)
    assert not any(nic["usable"] for nic in (kernel, unbound, vfio, uio))
    assert "/sys/bus/pci/drivers/i40e/unbind" in kernel["why_not"], kernel
    assert "no driver" in unbound["why_not"], unbound
    assert "bound to vfio-pci" in vfio["why_not"], vfio
    assert "bound to uio_pci_generic" in uio["why_not"], uio
    for nic in (kernel, unbound, vfio, uio):
        assert "simulated ports only" in nic["why_not"] and "sim:a" in nic["why_not"], nic


@case("garbled files of sysfs do no harm")
def _(folder):
    sysfs = FakeSysfs(folder)
    place = sysfs.add("0000:3b:00.0", numa_node="many", revision="", **{"class": "\x7f"})
    (place / "driver").mkdir()
    (place / "iommu_group").write_bytes(b"\xff\xfe")
    sysfs.add("0000:3b:00.1", vendor="")
    (sysfs.devices / "nonsense").write_text("x", encoding="ascii")
    assert [nic["address"] for nic in nics_of(sysfs)] == ["0000:3b:00.0"]


main()
