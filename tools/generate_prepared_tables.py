"""Write the tables that `uriverse.ground.tables` reads, or check that the committed files are current.

python tools/generate_prepared_tables.py            write them
python tools/generate_prepared_tables.py --check    exit 1 where a committed file is stale
"""

from __future__ import annotations

import marshal
import sys
import tomllib
from pathlib import Path
from typing import Any

from uriverse.ground.tables import PREPARED
from uriverse.hosts import AddressRegistry

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "uriverse"


def prepared(folder: Path) -> bytes:
    """What the TOML files of a folder say, and the registries of addresses."""
    said: dict[str, Any] = {file.stem: tomllib.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.toml"))}
    registries = [folder / f"{name}-addresses.csv" for name in ("special", "other")]
    if registries[0].exists():
        said["addresses"] = AddressRegistry.from_csv(*registries).prepared()
    return marshal.dumps(said, 2)


def main(arguments: list[str]) -> int:
    """Write or check; gives the exit code."""
    stale = [name for name in PREPARED if _current(name) != prepared(PACKAGE / name)]
    for name in stale:
        if "--check" not in arguments:
            (PACKAGE / name / "prepared.marshal").write_bytes(prepared(PACKAGE / name))
        print(f"{name}/prepared.marshal  {'(stale)' if '--check' in arguments else '(written)'}")
    return 1 if stale and "--check" in arguments else 0


def _current(name: str) -> bytes:
    file = PACKAGE / name / "prepared.marshal"
    return file.read_bytes() if file.exists() else b""


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
