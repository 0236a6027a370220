"""Write the tables of the texts that the URL Standard's parser leaves unchanged, and prove them, or check them.

python tools/generate_whatwg_table.py            write them
python tools/generate_whatwg_table.py --check    write nothing; exit 1 if a committed table is stale or a claim fails
"""

from __future__ import annotations

import sys
from pathlib import Path

from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.proof import claims
from uriverse.grammar.table_file import read_tables, write_tables
from uriverse.grammar.tables import build_tables
from uriverse.whatwg.serialized import NAMES, source

FOLDER = Path(__file__).resolve().parent.parent / "src" / "uriverse" / "whatwg" / "data"


def generate(name: str, check: bool) -> bool:
    """Write or check one table, and prove it; return whether all is well."""
    target = FOLDER / f"{name}.tables"
    compiled = compile_edition(source(name))
    data = write_tables(build_tables(compiled))
    is_stale = not target.exists() or target.read_bytes() != data
    failed = [claim for claim in claims(compiled, read_tables(data)) if not claim.holds]
    print(f"{name} {len(data):,} bytes{'  (stale)' if is_stale else ''}")
    for claim in failed:
        print(f"does not hold: {claim.subject}, see {claim.counterexample!r}")
    if is_stale and not check:
        target.write_bytes(data)
        print("The binary holds the table: install again (`maturin develop`).")
    return not failed and not (is_stale and check)


def main(arguments: list[str]) -> int:
    """Write or check all, and return the exit code."""
    done = [generate(name, "--check" in arguments) for name in NAMES]
    return 0 if all(done) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
