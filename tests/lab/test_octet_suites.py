"""Suites over the octets of UTF-8 find a wrong transition on any octet, also within a character.

RFC 3987's grammar goes beyond US-ASCII, so the engine runs its rules octet by octet. Each mutant here has one
transition changed. It is either caught by the suite over octets, or it accepts the same texts as the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from test_own_grammar import IRI_ROLES

import uriverse as uv
from support.mutants import redirected, with_automaton
from support.paths import ROOT
from uriverse.grammar.algebra import equivalent, everything, intersection
from uriverse.grammar.compilation import compiled_whole
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.minimization import minimize
from uriverse.grammar.table_file import read_tables, write_tables
from uriverse.grammar.tables import Tables
from uriverse.grammar.utf8 import lowered
from uriverse.lab.octets import ILL_FORMED, WELL_FORMED, over_octets
from uriverse.lab.suites import Case, Suite

RULES = ("ucschar", "iprivate", "iunreserved", "ireg-name", "iquery", "isegment-nz-nc")


@cache
def iri() -> uv.Edition:
    """RFC 3987's grammar as an edition."""
    text = (ROOT / "tests" / "lab" / "iri.abnf").read_text("utf-8")
    return uv.Edition.from_grammar(text, start="IRI-reference", roles=IRI_ROLES, id="iri", file="iri.abnf")


@cache
def cases(rule: str, octets: bool) -> list[Case]:
    """The suite of a rule."""
    return list(uv.lab.suite(iri(), rule=rule, octets=octets))


def mutants(tables: Tables, rule: str, count: int) -> Iterator[tuple[Automaton, uv.Edition]]:
    """The automaton of a rule with one transition changed, and an edition that the engine runs with it."""
    index = tables.rules[rule]
    assert isinstance(index, int)
    random = Random(rule)
    for _ in range(count):
        *_, mutated = redirected(tables.automata[index], random)
        yield mutated, replace(iri(), compiled=write_tables(with_automaton(tables, index, mutated)))


def is_caught(suite: list[Case], edition: uv.Edition) -> bool:
    """Whether the engine, run with the mutant, gives a wrong answer."""
    return any(uv.is_valid(case.text, rule=case.rule, edition=edition) is not case.accepted for case in suite)


@pytest.mark.parametrize("rule", RULES)
def test_every_mutant_of_a_transition_is_caught(rule: str) -> None:
    """Sixty mutants of each rule. What the suite does not catch differs in octets that are not UTF-8 alone."""
    compiled = compiled_whole(iri())
    tables = read_tables(iri().tables)
    well_formed = lowered(everything(compiled.alphabet), tables.alphabet)
    right = tables.automaton(rule)
    found: Counter[str] = Counter()
    for mutated, edition in mutants(tables, rule, 60):
        if is_caught(cases(rule, octets=True), edition):
            found["caught"] += 1
            continue
        wrong = intersection(minimize(mutated), well_formed)
        assert equivalent(intersection(right, well_formed), wrong)
        found["equal for texts"] += 1
    assert found["caught"] >= 0.5 * found.total(), found


def test_suites_over_characters_are_not_enough() -> None:
    """The gap that the suites over octets close: mutants within a character survive the other suites."""
    tables = read_tables(iri().tables)
    survivors = [
        edition for _, edition in mutants(tables, "iquery", 60) if not is_caught(cases("iquery", False), edition)
    ]
    assert any(is_caught(cases("iquery", octets=True), edition) for edition in survivors)


@pytest.mark.parametrize("rule", [*RULES, "IRI-reference"])
def test_the_engine_answers_the_suite(rule: str) -> None:
    """The engine is right about every case, and each case is the rule's own answer, given once."""
    automaton = compiled_whole(iri()).automaton(rule)
    texts = [case.text for case in cases(rule, octets=True)]
    assert len(set(texts)) == len(texts) == uv.lab.suite(iri(), rule=rule, octets=True).size
    assert len(texts) <= uv.lab.suite(iri(), rule=rule, octets=True).most
    for case in cases(rule, octets=True):
        assert case.accepted is automaton.accepts(case.text)
        assert uv.is_valid(case.text, rule=rule, edition=iri()) is case.accepted


def test_the_places_are_those_of_utf_8() -> None:
    """Every sequence of up to three octets ends at place 0 exactly when Python decodes it."""
    steps: list[list[int]] = []
    for place in WELL_FORMED:
        row = [ILL_FORMED] * 256
        for low, high, after in place:
            row[low : high + 1] = [after] * (high - low + 1)
        steps.append(row)
    edges = sorted({edge for place in WELL_FORMED for low, high, _ in place for edge in (low, high, low - 1, high + 1)})
    octets = [octet for octet in edges if 0 <= octet <= 255]

    def decodes(text: bytes) -> bool:
        try:
            text.decode()
        except UnicodeDecodeError:
            return False
        return True

    def check(text: bytes, place: int) -> None:
        assert (place == 0) is decodes(text), text
        if len(text) < 4 and place != ILL_FORMED:
            for octet in octets:
                check(text + bytes([octet]), steps[place][octet])

    check(b"", 0)


def test_a_rule_within_us_ascii_has_the_same_suite() -> None:
    """Octets and characters are the same there, but for what stands for all characters beyond it."""
    plain = uv.lab.suite("rfc3986", rule="dec-octet")
    octets = uv.lab.suite("rfc3986", rule="dec-octet", octets=True)
    assert {case.text for case in plain if case.text.isascii()} <= {case.text for case in octets}
    assert isinstance(octets, Suite)
    assert over_octets(compiled_whole(uv.EDITIONS["rfc3986"]).automaton("DIGIT")).automaton.kinds[0] == 0
