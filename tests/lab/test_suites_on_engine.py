"""The interpreter is proved: complete suites of every rule, every octet of each class, blocks of every width.

The tables are right by the theorem (`tests/test_theorem.py`); a program that gives the right answers to a complete
suite of an automaton is that automaton, if it has no more states. What a suite over classes cannot see is met beside
it: that each octet has its class in every state, and that no answer depends on where in a block of octets a text ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

import uriverse as uv
from support.automata import EDITIONS, compiled, rules_by_automaton
from support.suite_texts import BEYOND_ASCII, of_lengths, of_members, of_suite
from uriverse.grammar.dfa import Automaton

QUICK = ("rfc1808", "url-syntax-03", "uri-syntax-02", "rfc2396")


def check(edition: Any, rules: Collection[str], cases: Iterable[tuple[str, bool]]) -> int:
    """Put each text to each rule, and to the parse where the rule judges whole texts; how many questions it were."""
    is_valid, is_start = uv.is_valid, uv.EDITIONS[edition].judge in rules
    count = 0
    for count, (text, accepted) in enumerate(cases, 1):  # noqa: B007 - the number of texts is used after the loop
        # Keywords by name: to unpack a dict of them takes longer than the answer.
        for rule in rules:
            if is_valid(text, rule=rule, edition=edition) is not accepted:
                pytest.fail(f"{text!r} by {rule!r}: the engine says {not accepted}, the automaton {accepted}")
        if is_start and is_valid(text, edition=edition) is not accepted:
            pytest.fail(f"{text!r}, parsed: the engine says {not accepted}, the automaton {accepted}")
    return count * (len(rules) + is_start)


def test_the_octets_beyond_ascii_are_all_met() -> None:
    """Every octet that UTF-8 has, at the first place and at any other."""
    octets = BEYOND_ASCII.encode()
    assert set(octets) == set(range(0x80, 0xF5)) - {0xC0, 0xC1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_rule_takes_a_lone_surrogate(edition: Any) -> None:
    """It is no character, and UTF-8 has no octets for it, even where a document names all beyond US-ASCII."""
    for rule in compiled(edition).automata:
        for text in ("\ud800", "\udfff", "a\udc80", "\udbffa"):
            assert not uv.is_valid(text, rule=rule, edition=edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_suites_of_whole_texts(edition: Any) -> None:
    """The parse, and the rule that judges whole texts."""
    asked = 0
    for case in uv.lab.suite(edition):
        asked += 1
        assert uv.is_valid(case.text, rule=case.rule, edition=edition) == case.accepted, case
        assert uv.is_valid(case.text, edition=edition) == case.accepted, case
    assert asked > 150


@pytest.mark.parametrize("edition", QUICK)
def test_every_rule_of_the_small_editions(edition: Any) -> None:
    """Suites, octets and widths for every rule of four editions."""
    for automaton, rules in rules_by_automaton(edition).items():
        assert check(edition, rules, of_suite(automaton))
        assert check(edition, rules, of_members(automaton))
        assert check(edition, rules, of_lengths(automaton, step=7)) or not loops_anywhere(automaton)


def loops_anywhere(automaton: Automaton) -> bool:
    return any(target == state for state, row in enumerate(automaton.transitions) for target in row)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule(edition: Any) -> None:
    """The complete suite of every rule and every slot's expression."""
    asked = sum(check(edition, rules, of_suite(automaton)) for automaton, rules in rules_by_automaton(edition).items())
    print(f"{edition}: {asked:,} questions")
    assert asked > 6_000


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_octet_in_every_state(edition: Any) -> None:
    """Each transition of each rule by each member of its class."""
    asked = sum(
        check(edition, rules, of_members(automaton)) for automaton, rules in rules_by_automaton(edition).items()
    )
    print(f"{edition}: {asked:,} questions")
    assert asked > 20_000


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_width(edition: Any) -> None:
    """Each string of the suites of whole texts, its ends moved over 1 to 64; RFC 1738's `url` over every 61st too."""
    source = uv.EDITIONS[edition]
    asked = check(edition, [source.judge], of_lengths(compiled(edition).automaton()))
    if source.departures:
        # As printed. A string has one length or two, and thousands of strings have each length.
        asked += check(edition, [source.start], of_lengths(compiled(edition).automaton(source.start), step=61))
    print(f"{edition}: {asked:,} questions")
    assert asked > 10_000
