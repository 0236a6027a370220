"""Write the tables of shipped lists and their dates into docs/data.md, or check that they are current.

python tools/generate_data_page.py            write them
python tools/generate_data_page.py --check    exit 1 if the committed page is stale
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from generated_section import write_or_check
from uriverse.ground.shipped_data import SHIPPED

ROOT = Path(__file__).resolve().parent.parent
BEGIN = "<!-- from src/uriverse/ground/shipped_data.py and Cargo.lock -->\n"
# The crate with the tables of UTS #46, and the Unicode version in the README of each of its versions.
UNICODE_CRATE = "icu_normalizer_data"
UNICODE = {"2.4.0": "18.0.0"}


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


def write() -> int:
    """Write or check, and return the exit code."""
    return write_or_check("data.md", BEGIN, tables(), f"{len(SHIPPED)} lists, and Unicode")


def _crate(name: str) -> str:
    """Return the version of a crate in Cargo.lock."""
    packages = tomllib.loads((ROOT / "Cargo.lock").read_text("utf-8"))["package"]
    (found,) = (str(package["version"]) for package in packages if package["name"] == name)
    return found


if __name__ == "__main__":
    raise SystemExit(write())
