"""The theorem about the tables: what the engine is given is what the documents say.

Equal languages have equal minimal automata, so each claim is decided for all texts at once and not by examples.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import uriverse as uv
from support.automata import EDITIONS, compiled
from support.paths import ROOT
from uriverse.grammar.proof import claims, composition_claims
from uriverse.grammar.table_file import read_tables, write_tables
from uriverse.grammar.tables import Tables, build_tables


@cache
def decoded(edition: Any) -> Tables:
    return read_tables(uv.EDITIONS[edition].tables)


@cache
def built(edition: Any) -> Tables:
    return build_tables(compiled(edition))


@pytest.mark.parametrize("edition", EDITIONS)
def test_tables_are_current(edition: Any) -> None:
    """The committed file is, octet for octet, what `tools/generate.py` makes of the grammar."""
    made = write_tables(built(edition))
    assert uv.EDITIONS[edition].tables == made, "run python tools/generate.py"


def test_tables_are_small() -> None:
    """An edition takes less than 20 kB on average."""
    assert sum(len(edition.tables) for edition in uv.EDITIONS.values()) < 20_000 * len(uv.EDITIONS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_decoding_inverts_writing(edition: Any) -> None:
    """What is read from a file is what was written; clauses are not in it."""
    made, again = built(edition), decoded(edition)
    for name in ("id", "digest", "automata", "start", "judged", "split", "host_types", "unreserved", "labels"):
        assert getattr(again, name) == getattr(made, name), name
    for name in ("rules", "encode", "settings", "ports"):
        assert list(getattr(again, name)) == list(getattr(made, name)), name
        assert getattr(again, name) == getattr(made, name), name
    assert write_tables(again) == write_tables(made)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_claim_holds(edition: Any) -> None:
    """Each stored rule is its grammar rule; the readings together are the start rule; the authority's are its rule."""
    tables = decoded(edition)
    found = list(claims(compiled(edition), tables))
    assert [claim for claim in found if not claim.holds] == []
    subjects = [claim.subject for claim in found]
    assert set(subjects) >= {f"rule {rule}" for rule in uv.EDITIONS[edition].rules} | {"readings"}
    assert any(subject.startswith("authority ") for subject in subjects) == bool(tables.authority)


def test_the_docs_say_how_many_claims_there_are() -> None:
    """The number in docs/how-it-is-proved.md is that of the claims decided here for one edition."""
    number = sum(1 for _ in claims(compiled("rfc3986"), decoded("rfc3986")))
    said = re.search(r"For RFC 3986 these are (\d+) claims", (ROOT / "docs" / "how-it-is-proved.md").read_text("utf-8"))
    assert said is not None and int(said[1]) == number, f"write that these are {number} claims"


@pytest.mark.parametrize("edition", EDITIONS)
def test_equal_rules_are_stored_once(edition: Any) -> None:
    """No two automata of a file accept the same language: equal ones are equal values."""
    automata = decoded(edition).automata
    assert len(set(automata)) == len(automata)


def test_a_wrong_rule_has_a_shortest_witness() -> None:
    """The proof can fail: with `segment-nz-nc` for `segment-nz`, `a:` is lost and more; the claims say which."""
    tables = decoded("rfc3986")
    wrong = replace(tables, rules={**tables.rules, "segment-nz": tables.rules["segment-nz-nc"]})
    broken = {claim.subject: claim.counterexample for claim in claims(compiled("rfc3986"), wrong) if not claim.holds}
    assert broken["rule segment-nz"] == ":"


def test_a_wrong_slot_has_a_shortest_witness() -> None:
    """A path that does not stop at "?" loses every query."""
    tables = decoded("rfc3986")
    slots = [replace(slot, stop="#") if slot.component == "path" else slot for slot in tables.readings[-1].slots]
    readings = (*tables.readings[:-1], replace(tables.readings[-1], slots=tuple(slots)))
    broken = {claim.subject: claim.counterexample for claim in composition_claims(replace(tables, readings=readings))}
    assert broken["readings"] == "?"
    assert uv.is_valid("?")
