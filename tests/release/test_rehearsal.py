"""What a rehearsal judges: whether two builds are the same, and what is wrong with the files of a release."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from support.paths import ROOT
from support.programs import tool

rehearsal = tool("rehearse_release")
files = tool("release_files")
extras = tool("requirements_of")
sbom = tool("wheel_sbom")
LISTS = sbom.LIST.findall((ROOT / "docs/data.md").read_text("utf-8"))
WHEEL = "uriverse-0.1.0-cp311-abi3-linux_x86_64.whl"
PATH = "/cargo/registry/src/index-1/pyo3-0.30.1/src/lib.rs"
ENGINE = f"/rustc/{'a' * 40}/library/core {PATH}"


def dist(folder: Path, binary: str = ENGINE, archive: bytes = b"sources") -> Path:
    """A folder as a build leaves it."""
    folder.mkdir()
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        for name, content in {
            "uriverse/_core.abi3.so": binary.encode(),
            "uriverse/_core.pyi": b"# the stub",
            **{f"uriverse/{file}": (ROOT / "src/uriverse" / file).read_bytes() for *_, file in LISTS},
            "uriverse-0.1.0.dist-info/METADATA": b"Version: 0.1.0\n",
            "uriverse-0.1.0.dist-info/RECORD": b"",
        }.items():
            wheel.writestr(zipfile.ZipInfo(name), content)
    (folder / "uriverse-0.1.0.tar.gz").write_bytes(archive)
    return folder


def bill(wheel: Path) -> dict[str, Any]:
    """The list of what a wheel has."""
    with zipfile.ZipFile(wheel) as members:
        content: dict[str, Any] = json.loads(members.read("uriverse-0.1.0.dist-info/sboms/uriverse.cyclonedx.json"))
    return content


def faults_of_wheel(folder: Path) -> list[str]:
    """What is wrong with the binary and the list of the wheel in a folder."""
    (folder / "uriverse-0.1.0.tar.gz").unlink(missing_ok=True)
    return [fault for fault in files.faults(folder) if re.search("sboms/|path of the machine", fault)]


def test_a_wheel_lists_what_is_linked_on_its_platform(tmp_path: Path) -> None:
    """The crates of `cargo tree`, without those of other platforms, macros and what only builds; std; the lists."""
    folder = dist(tmp_path / "one")
    sbom.add(folder / WHEEL)
    rows = {row["name"]: row for row in bill(folder / WHEEL)["components"]}
    assert {"pyo3", "uriverse-core", "uriverse-scan", "arrow-array", "std", "public suffixes"} <= rows.keys()
    assert {
        "core-foundation-sys",
        "windows-link",
        "cc",
        "heck",
        "proc-macro2",
        "uriverse-python",
    } & rows.keys() == set()
    assert (rows["std"]["version"], rows["pyo3"]["purl"][:15]) == ("a" * 40, "pkg:cargo/pyo3@")
    assert rows["public suffixes"]["licenses"] == [{"license": {"id": "MPL-2.0"}}]
    assert "core-foundation-sys" in {name.partition(" ")[0] for name in sbom.linked("aarch64-apple-darwin")}
    assert faults_of_wheel(folder) == []


def test_every_file_of_a_wheel_has_its_digest_in_record(tmp_path: Path) -> None:
    """Those of pip's own check, for the list too; written twice, it is there once."""
    folder = dist(tmp_path / "one")
    sbom.add(folder / WHEEL)
    once = (folder / WHEEL).read_bytes()
    sbom.add(folder / WHEEL)
    assert (folder / WHEEL).read_bytes() == once
    with zipfile.ZipFile(folder / WHEEL) as wheel:
        *rows, last = wheel.read("uriverse-0.1.0.dist-info/RECORD").decode().splitlines()
        assert last == "uriverse-0.1.0.dist-info/RECORD,,"
        for row in rows:
            name, digest, size = row.split(",")
            own = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).decode().rstrip("=")
            assert (digest, size) == (f"sha256={own}", str(len(wheel.read(name)))), name
        assert len(rows) == len(wheel.namelist()) - 1


@pytest.mark.parametrize(
    ("binary", "fault"),
    [
        (ENGINE + " /home/me/.cargo/registry/src/a/pyo3-0.30.1/src/lib.rs", "has a path of the machine that built it"),
        (ENGINE + " /root/src/crates/core/lib.rs", "has a path of the machine that built it: /root/src/crates"),
        (ENGINE + " /cargo/registry/src/a/windows-link-0.2.1/src/lib.rs", "windows-link 0.2.1, which the binary names"),
    ],
)
def test_a_binary_that_says_too_much_is_refused(tmp_path: Path, binary: str, fault: str) -> None:
    """A path of the builder's home, and a crate that the list lacks."""
    folder = dist(tmp_path / "one", binary)
    sbom.add(folder / WHEEL)
    assert [line for line in faults_of_wheel(folder) if fault in line] != []


def test_a_list_that_is_not_of_this_wheel_is_refused(tmp_path: Path) -> None:
    """None, one with a crate of another platform, and one of other data."""
    folder = dist(tmp_path / "one")
    assert faults_of_wheel(folder) == [f"{WHEEL}: it has 0 lists of what is in it (CycloneDX, in sboms/), not one"]
    sbom.add(folder / WHEEL)
    name = "uriverse-0.1.0.dist-info/sboms/uriverse.cyclonedx.json"
    rows = bill(folder / WHEEL)
    rows["components"] += [{"type": "library", "name": "windows-link", "version": "0.2.1"}]
    next(row for row in rows["components"] if row["type"] == "data")["hashes"][0]["content"] = "0"
    with zipfile.ZipFile(folder / WHEEL) as old:
        members = {file: old.read(file) for file in old.namelist()} | {name: json.dumps(rows).encode()}
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        for file, content in members.items():
            wheel.writestr(file, content)
    unlinked, digest = faults_of_wheel(folder)
    assert unlinked.endswith("windows-link 0.2.1 is not linked") and digest.endswith("has another digest")


def test_what_differs_is_named(tmp_path: Path) -> None:
    """A byte of the binary, a byte of the archive, a file that only one has."""
    one = dist(tmp_path / "one")
    (different,) = rehearsal.differences(one, dist(tmp_path / "two", binary="another engine"))
    assert "uriverse/_core.abi3.so" in different
    assert rehearsal.differences(one, dist(tmp_path / "three", archive=b"other")) == ["differs: uriverse-0.1.0.tar.gz"]
    (one / "uriverse-0.1.0.tar.gz").unlink()
    assert rehearsal.differences(one, dist(tmp_path / "four")) == ["differs: uriverse-0.1.0.tar.gz"]


def test_a_folder_without_files_has_faults(tmp_path: Path) -> None:
    """Nothing to publish is not nothing wrong."""
    assert files.faults(tmp_path) == [f"{tmp_path} has no wheel", f"{tmp_path} has 0 source archives, not one"]


def test_a_wheel_that_lacks_its_metadata_is_refused(tmp_path: Path) -> None:
    """And an archive that cannot be one is not read."""
    folder = dist(tmp_path / "one")
    (folder / "uriverse-0.1.0.tar.gz").unlink()
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        wheel.writestr("uriverse/_core.abi3.so", ENGINE)
    assert f"{WHEEL}: it is not of version {files.version()}: there is no " in files.faults(folder)[1]


def test_the_requirements_of_an_extra_are_those_of_the_extras_that_it_names() -> None:
    """Each once, and nothing of the package itself, which is not built yet."""
    assert extras.requirements_of(["duckdb", "arrow"]) == ["duckdb>=1.3", "pyarrow>=20"]
    listed = extras.requirements_of(["integrations"])
    assert {"pydantic>=2.11", "attrs>=23.2", "cattrs>=24.1"} < set(listed)
    assert not [requirement for requirement in extras.requirements_of(["test"]) if "uriverse" in requirement]
    assert [extras.oldest(each) for each in ("polars>=1.20", "maturin>=1.13,<2")] == ["polars==1.20", "maturin==1.13"]
