"""Write the binary table of every edition beside its data, or check that the committed ones are current.

python tools/generate_tables.py            write them
python tools/generate_tables.py --check    exit 1 where a committed table is stale
"""

from __future__ import annotations

import sys
from pathlib import Path

from uriverse.editions.registry import EDITION_IDS, load
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.tables import build_tables, write_tables

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str]) -> int:
    """Write or check; gives the exit code."""
    stale = []
    total = 0
    for edition_id in EDITION_IDS:
        target = ROOT / "src" / "uriverse" / "editions" / f"{edition_id}.tables"
        data = write_tables(build_tables(compile_edition(load(edition_id))))
        total += len(data)
        if not target.exists() or target.read_bytes() != data:
            stale.append(target.name)
            if "--check" not in arguments:
                target.write_bytes(data)
        print(f"{edition_id:14} {len(data):7,} bytes{'  (stale)' if target.name in stale else ''}")
    print(f"{'together':14} {total:7,} bytes")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
