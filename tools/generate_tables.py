"""Generate the binary table of every edition beside its data, and prove the new ones.

The proof decides every claim of `uriverse.grammar.proof` about the table, decoded again from its bytes. A claim that
does not hold is a problem, with a shortest text that refutes it, and the table is not written.
`tests/test_theorem.py` decides the claims of all committed tables.
"""

from __future__ import annotations

from generated import ROOT, Output, Outputs
from uriverse.editions.loading import load
from uriverse.editions.registry import EDITION_IDS
from uriverse.errors import GrammarError
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.proof import Claim, claims
from uriverse.grammar.table_file import read_tables, write_tables
from uriverse.grammar.tables import build_tables

EDITIONS = "src/uriverse/editions"
OWNS = f"{EDITIONS}/*.tables"
# The two sides of a claim, by the first word of its subject.
SIDES = {
    "rule": "The rule of the grammar and its automaton in the table",
    "readings": "The [[reading]] rows of the edition's .toml and the start rule",
    "authority": "The [[authority]] rows of the edition's .toml and the rule",
}


def outputs() -> Outputs:
    """Yield the table of each edition, or the claims that do not hold."""
    for edition in EDITION_IDS:
        try:
            compiled = compile_edition(load(edition))
            data = write_tables(build_tables(compiled))
        except GrammarError as error:
            yield f"{edition}: {error}"
            continue
        output = Output(ROOT / EDITIONS / f"{edition}.tables", data)
        decided = () if output.current else claims(compiled, read_tables(data))
        if not (problems := [_said(claim) for claim in decided if not claim.holds]):
            yield output
        yield from (f"{edition}: {problem}" for problem in problems)


def _said(claim: Claim) -> str:
    sides = SIDES[claim.subject.partition(" ")[0]]
    return f"does not hold: {claim.subject}. {sides} do not both accept {claim.counterexample!r}"
