"""Write the binary table of every edition beside its data, prove it, or check that the committed ones are current.

python tools/generate_tables.py                 write all tables, and prove them
python tools/generate_tables.py rfc3986 ...     only these editions
python tools/generate_tables.py --check         write nothing; exit 1 if a committed table is stale or a claim fails

The proof decides every claim of `uriverse.grammar.proof` about the table, decoded again from its bytes. A claim that
does not hold is printed with a shortest text that refutes it, and the exit code is 1.
"""

from __future__ import annotations

import sys
from pathlib import Path

import generate_prepared_tables
from uriverse.editions.loading import load
from uriverse.editions.registry import EDITION_IDS
from uriverse.errors import GrammarError
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.proof import claims
from uriverse.grammar.table_file import read_tables, write_tables
from uriverse.grammar.tables import build_tables

ROOT = Path(__file__).resolve().parent.parent

# The two sides of a claim, by the first word of its subject.
SIDES = {
    "rule": "The rule of the grammar and its automaton in the table",
    "readings": "The [[reading]] rows of the edition's .toml and the start rule",
    "authority": "The [[authority]] rows of the edition's .toml and the rule",
}


def main(arguments: list[str]) -> int:
    """Write or check, prove, and return the exit code."""
    check = "--check" in arguments
    note = "  (stale)" if check else "  (written)"
    chosen = [name for name in arguments if name != "--check"] or list(EDITION_IDS)
    # Editions are loaded from the prepared tables.
    is_wrong = generate_prepared_tables.main(["--check"] if check else []) == 1
    is_written = False
    total = 0
    for edition_id in chosen:
        try:
            compiled = compile_edition(load(edition_id))
            data = write_tables(build_tables(compiled))
        except GrammarError as error:
            print(f"{edition_id:14} {error}")
            is_wrong = True
            continue
        target = ROOT / "src" / "uriverse" / "editions" / f"{edition_id}.tables"
        is_stale = not target.exists() or target.read_bytes() != data
        decided = list(claims(compiled, read_tables(data)))
        failed = [claim for claim in decided if not claim.holds]
        print(f"{edition_id:14} {len(data):7,} bytes, {len(decided)} claims{note if is_stale else ''}")
        for claim in failed:
            sides = SIDES[claim.subject.partition(" ")[0]]
            print(f"{'':14} does not hold: {claim.subject}. {sides} do not both accept {claim.counterexample!r}")
        if is_stale and not check:
            target.write_bytes(data)
            is_written = True
        is_wrong = is_wrong or bool(failed) or (is_stale and check)
        total += len(data)
    print(f"{'together':14} {total:7,} bytes")
    if is_written:
        print("The binary holds the tables: install again (`maturin develop`).")
    return 1 if is_wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
