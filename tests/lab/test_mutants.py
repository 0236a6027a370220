"""The proof can fail: tables with one thing wrong are caught, or are shown to be no wrong at all.

A mutant of a rule has another language exactly when its automaton is no longer equal to the rule's. Then the theorem
must say so, and the rule's complete suite, put to the engine as it runs the mutant, must too; otherwise neither may.
A mutant of a slot is caught by the loader, by the theorem about the readings, or by the components of the suite's
accepted texts, as the slow reader has them. One that passes all of these must read every short text, over all marks at
which anything is ever cut, as the edition does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

import uriverse as uv
from automata import EDITIONS, compiled
from mutants import Mutant, mutants
from slow_components import Slow, accepted, engine
from suite_texts import of_members, of_suite
from uriverse.grammar.algebra import equivalent
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.proof import claims, composition_claims
from uriverse.grammar.tables import SetRule, read_tables

# With these every way to cut is met: a letter, a digit, an octet that no rule takes, every mark of every edition.
MARKS = "a0 :/?#@[];"


@cache
def suite_of(automaton: Automaton, *, is_set: bool) -> list[tuple[str, bool]]:
    """The suite of an automaton; of a set, whose single members may be wrong, by every octet too."""
    found = list(of_suite(automaton))
    return found + list(of_members(automaton, all_words=True)) if is_set else found


@cache
def components(edition: str) -> list[tuple[str, dict[str, Any] | None]]:
    """What the slow reader makes of the suite's accepted texts."""
    slow = Slow(edition)
    return [(text, slow(text)) for text in accepted(edition)]


@cache
def short_texts(edition: Any) -> list[tuple[str, dict[str, Any] | None]]:
    """What the engine makes of every short text, under the edition as it is."""
    texts = ("".join(letters) for length in range(5) for letters in product(MARKS, repeat=length))
    return [(text, engine(text, edition)) for text in texts]


def verdict_on_rule(mutant: Mutant) -> str:
    """A rule's mutant: caught by the theorem and by the suite, or equal to the rule in both."""
    name = mutant.rules[0]
    original = read_tables(uv.EDITIONS[mutant.edition].tables)
    changed = not equivalent(original.automaton(name), mutant.tables.automaton(name))
    only_changed = replace(
        compiled(mutant.edition), automata={rule: compiled(mutant.edition).automata[rule] for rule in mutant.rules}
    )
    refuted = [claim.subject for claim in claims(only_changed, mutant.tables) if not claim.holds]
    assert (f"rule {name}" in refuted) == changed, mutant.what
    edition = mutant.as_edition()
    is_set = isinstance(original.rules[name], SetRule)
    disagrees = any(
        uv.is_valid(text, rule=name, edition=edition) is not answer
        for text, answer in suite_of(compiled(mutant.edition).automata[name], is_set=is_set)
    )
    assert disagrees == changed, mutant.what
    return "rule: caught" if changed else "rule: equal"


def verdict_on_slot(mutant: Mutant) -> str:
    """A slot's mutant: what caught it, or that it reads everything as the edition does."""
    edition: Any = mutant.as_edition()
    try:
        uv.parse("", edition=edition) if uv.is_valid("", edition=edition) else None
    except uv.GrammarError:
        return "slot: refused by the loader"
    if any(not claim.holds for claim in composition_claims(mutant.tables)):
        return "slot: caught by the theorem"
    if any(engine(text, edition) != parts for text, parts in components(mutant.edition)):
        return "slot: caught by the components"
    for text, parts in short_texts(mutant.edition):
        assert engine(text, edition) == parts, (text, mutant.what)
    return "slot: equal"


def verdicts(edition: str, count: int, most_states: int = 10_000) -> Iterator[str]:
    for mutant in mutants(edition, count, most_states=most_states):
        yield verdict_on_rule(mutant) if mutant.rules else verdict_on_slot(mutant)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_few_mutants(edition: str) -> None:
    """Five small mutants of each edition."""
    assert len(list(verdicts(edition, 5, most_states=60))) == 5


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_mutants(edition: str) -> None:
    """Sixty mutants of each edition: nearly all are caught, and what is not is no other reader."""
    found = Counter(verdicts(edition, 60))
    print(edition, dict(found))
    assert found.total() == 60
    assert found["rule: caught"] >= 30
    assert found["slot: caught by the theorem"] >= 5
    assert found["rule: equal"] + found["slot: equal"] <= 15
