"""Generate the tables that `uriverse.ground.tables` reads, from the package's TOML files.

When this is imported, the package reads the TOML files themselves, in this process.
"""

from __future__ import annotations

import marshal
import sys
import tomllib
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import uriverse.ground.tables
from generated import ROOT, Output, Outputs
from uriverse.ground.tables import PREPARED

PACKAGE = ROOT / "src" / "uriverse"
OWNS = "src/uriverse/**/prepared.marshal"


def prepared(folder: Path) -> dict[str, Any]:
    """Return the contents of a folder's TOML files, and for the audit what follows from them."""
    follows = {"numbers": numbers()} if folder.name == "audit" else {}
    return read(folder) | follows


def read(folder: Path) -> dict[str, Any]:
    """Return the contents of a folder's TOML files, and the registries of addresses."""
    from uriverse.hosts import AddressRegistry

    said: dict[str, Any] = {file.stem: tomllib.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.toml"))}
    registries = [folder / f"{name}-addresses.csv" for name in ("special", "other")]
    if registries[0].exists():
        said["addresses"] = AddressRegistry.from_csv(*registries).prepared()
        addresses = map(ip_address, said["kinds"]["metadata_addresses"])
        said["metadata_numbers"] = [(address.version, int(address)) for address in addresses]
    return said


uriverse.ground.tables.tables = cache(lambda folder: read(PACKAGE / folder))


def numbers() -> dict[str, Any]:
    """Return the arguments of `Plain.with_numbers`: the findings of ports and of IPv4 addresses."""
    from uriverse.audit.plain import counted_blocks
    from uriverse.audit.ports import LISTS, WELL_KNOWN, finding_of
    from uriverse.audit.word_lists import ports
    from uriverse.schemes import default_port

    found: dict[str, Any] = {"addresses": counted_blocks()}
    for scheme in ("http", "https"):
        default = default_port(scheme)
        listed = {default or 0, *(number for list in LISTS for number in ports(list))}
        # The first port of each range in which all ports have the same finding.
        starts = sorted({1, WELL_KNOWN, *listed, *(number + 1 for number in listed)})
        ids = ((number, finding_of(scheme, number, default)) for number in starts)
        found[scheme] = [(number, id) for number, id in ids if id is not None]
    return found


def shared(value: Any, met: dict[str, Any]) -> Any:
    """Return the value with equal parts as one shared object, which `marshal` writes once."""
    if isinstance(value, dict):
        value = {shared(key, met): shared(each, met) for key, each in value.items()}
    elif isinstance(value, list | tuple):
        value = type(value)(shared(each, met) for each in value)
    elif isinstance(value, str):
        value = sys.intern(value)
    return met.setdefault(repr(value), value)


def outputs() -> Outputs:
    """Yield a file for each folder; other versions of Python may write other octets for the same tables."""
    for name in PREPARED:
        met: dict[str, Any] = {}  # keeps the objects alive, since `dumps` shares only objects with other references
        content = marshal.dumps(shared(prepared(PACKAGE / name), met), 4)
        yield Output(PACKAGE / name / "prepared.marshal", content, marshal.loads)
