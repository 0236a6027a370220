"""Write the table of the texts that the URL Standard's parser leaves unchanged, and prove it, or check it.

python tools/generate_whatwg_table.py            write it
python tools/generate_whatwg_table.py --check    write nothing; exit 1 if the committed table is stale or a claim fails
"""

from __future__ import annotations

import sys
from pathlib import Path

from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.proof import claims
from uriverse.grammar.table_file import read_tables, write_tables
from uriverse.grammar.tables import build_tables
from uriverse.whatwg.serialized import source

TARGET = Path(__file__).resolve().parent.parent / "src/uriverse/whatwg/data/whatwg-serialized.tables"


def main(arguments: list[str]) -> int:
    """Write or check the table, prove it, and return the exit code."""
    check = "--check" in arguments
    compiled = compile_edition(source())
    data = write_tables(build_tables(compiled))
    is_stale = not TARGET.exists() or TARGET.read_bytes() != data
    failed = [claim for claim in claims(compiled, read_tables(data)) if not claim.holds]
    print(f"{TARGET.name} {len(data):,} bytes{'  (stale)' if is_stale else ''}")
    for claim in failed:
        print(f"does not hold: {claim.subject}, see {claim.counterexample!r}")
    if is_stale and not check:
        TARGET.write_bytes(data)
        print("The binary holds the table: install again (`maturin develop`).")
    return int(bool(failed) or (is_stale and check))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
