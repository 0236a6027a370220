"""Generate the tables of shipped lists and their dates in docs/data.md."""

from __future__ import annotations

import tomllib

from generated import ROOT, Outputs, section
from uriverse.ground import unicode_tables
from uriverse.ground.shipped_data import SHIPPED

BEGIN = "<!-- from src/uriverse/ground/shipped_data.py and Cargo.lock -->\n"
# The crate with the tables of UTS #46, and the Unicode version in the README of each of its versions.
UNICODE_CRATE = "icu_normalizer_data"
UNICODE = {"2.4.0": unicode_tables.UNICODE}


def tables() -> str:
    """Return the rows of the lists, then of Unicode."""
    lines = ["| list | of | published by its owner at | file in the package |", "|---|---|---|---|"]
    for data in SHIPPED.values():
        lines.append(f"| `{data.name}`: {data.title} | {data.date()} | {data.published} | `{data.file}` |")
    version = _crate(UNICODE_CRATE)
    lines.append(
        f"| Unicode {UNICODE[version]}: UTS #46, normal forms, properties | {version} "
        f"| the crate `{UNICODE_CRATE}` | the binary |"
    )
    return "\n".join(lines) + "\n"


def outputs() -> Outputs:
    """Yield the page."""
    yield section("docs/data.md", BEGIN, tables())


def _crate(name: str) -> str:
    """Return the version of a crate in Cargo.lock."""
    packages = tomllib.loads((ROOT / "Cargo.lock").read_text("utf-8"))["package"]
    (found,) = (str(package["version"]) for package in packages if package["name"] == name)
    return found
