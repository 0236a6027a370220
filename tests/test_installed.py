"""What is installed is what stands in the repository: the binary is not older than its sources and tables."""

from __future__ import annotations

import tomllib
from ipaddress import ip_address
from typing import Any

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse import _core
from uriverse.ground.tables import PREPARED, tables
from uriverse.hosts import AddressRegistry

INSTALL = "the installed binary is older than its sources: install again (`maturin develop`)"


def fingerprint() -> str:
    """The exclusive or of the FNV-1a hashes of all files that the binary is built from, as `build.rs` has it."""
    files = list((ROOT / "src/uriverse/editions").glob("*.tables"))
    wasm = ROOT / "crates" / "wasm"  # nothing of the binary is built from it
    files += (path for path in ROOT.glob("crates/*/src/**/*.rs") if wasm not in path.parents)
    files += ROOT.glob("crates/python/docs/**/*.txt")
    combined = 0
    for path in files:
        digest = 0xCBF29CE484222325
        for byte in path.read_bytes():
            digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        combined ^= digest
    return f"{combined:016x}"


def test_the_binary_is_current() -> None:
    """Else every other result is about another program than the one in the repository."""
    assert _core.__sources__ == fingerprint(), INSTALL


@pytest.mark.parametrize("folder", PREPARED)
def test_the_prepared_tables_are_current(folder: str) -> None:
    """What is read at run time is what the TOML files and the registries of addresses say."""
    home = ROOT / "src/uriverse" / folder
    said: dict[str, Any] = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in home.glob("*.toml")}
    if registries := sorted(home.glob("*-addresses.csv"), reverse=True):
        said["addresses"] = AddressRegistry.from_csv(*registries).prepared()
    if folder == "hosts/data":
        addresses = map(ip_address, said["kinds"]["metadata_addresses"])
        said["metadata_numbers"] = [(address.version, int(address)) for address in addresses]
    if folder == "audit":
        # Computed from the others; `tests/tools/test_mains.py` compares them.
        said["numbers"] = tables(folder)["numbers"]
    assert tables(folder) == said, "run python tools/generate.py"


@pytest.mark.parametrize("edition", uv.EDITIONS)
def test_the_binary_knows_every_edition(edition: str) -> None:
    """An edition's table is built into the binary."""
    try:
        assert _core.is_valid("", edition=edition) in {True, False}
    except uv.UnknownEditionError:
        pytest.fail(INSTALL)
