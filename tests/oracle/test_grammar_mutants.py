"""Each rule of RFC 3986 with one thing wrong: the oracle's questions find it, and name the rule.

A mutant answers as an implementation would. Two kinds of questions find it: the complete suite, from whose answers the
differences are explained rule by rule, and the characters and repetitions at each place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

import uriverse as uv
from support.automata import compiled
from support.grammar_mutants import GrammarMutant, grammar_mutants, grammar_of, rules_of
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.rules import references
from uriverse_oracle import Learned, study_places
from uriverse_oracle.explaining import changes
from uriverse_oracle.questions import FETCHED
from uriverse_oracle.study import suite_texts

EDITION = "rfc3986"

# The engine names one rule for a place. Some places are read by two, until a later character decides.
NAMED_AS = {
    "URI": {"segment-nz-nc"},  # "a" may be a scheme or a segment
    "scheme": {"segment-nz-nc"},
    "userinfo": {"reg-name", "port"},  # "//a:b" may be userinfo or a host and a port
    "IPv4address": {"reg-name"},  # both read "//1.2.3."
    "segment-nz": {"segment"},  # both read what follows "/a"
    "segment-nz-nc": {"userinfo", "reg-name", "port"},  # without its first character "//a" is a path
    "path-empty": {"segment-nz-nc", "segment-nz"},  # what may stand in its place
    "path-abempty": {"reg-name", "port", "IP-literal"},  # it begins where the authority ends
}

# What the questions do not find. Each takes "<" at one place among those that read alike, and only if a certain text
# follows; a mutant that takes it at all of these places is found.
NOT_FOUND = {("IPv6address", "widened")}


@cache
def expected() -> tuple[bool, ...]:
    automaton = compiled(EDITION).automaton(uv.EDITIONS[EDITION].start)
    return tuple(automaton.accepts(text) for text in suite_texts(EDITION))


@cache
def made_of(rule: str) -> frozenset[str]:
    """A rule and all that it is made of."""
    found = {rule}
    for each in references(grammar_of(EDITION)[rule].node):
        found |= made_of(grammar_of(EDITION)[each.name].name)
    return frozenset(found)


def as_learned(automaton: Automaton) -> Learned:
    """The automaton that the learner finds if it finds this one: over the letters of the suite."""
    letters = "".join(sorted({*"".join(suite_texts(EDITION))}))
    columns = [automaton.alphabet.classify(ord(letter)) for letter in letters]
    rows = [tuple(row[column] % (len(automaton) + 1) for column in columns) for row in automaton.transitions]
    return Learned(letters, (*rows, (len(automaton),) * len(letters)), automaton.accepting)


def named(automaton: Automaton) -> set[str]:
    """The rules that the oracle names for an implementation that has this automaton; none where it finds no fault."""
    texts = zip(suite_texts(EDITION), expected(), strict=True)
    if any(automaton.accepts(text) != accepted for text, accepted in texts):
        return {change.rule for change in changes(as_learned(automaton), EDITION)}

    def ask(asked: Sequence[str]) -> list[bool]:
        return [automaton.accepts(text) for text in asked]

    return {verdict.rule for prefix in ("", FETCHED) for verdict in study_places(ask, EDITION, prefix)}


def check(mutant: GrammarMutant) -> None:
    """It is found, and what is named is the rule, is a part of it, or is made of it."""
    found = named(mutant.automaton)
    if (mutant.rule, mutant.kind) in NOT_FOUND:
        assert not found, mutant
        return
    assert found, mutant
    part = {rule for rule in found if rule in made_of(mutant.rule) or mutant.rule in made_of(rule)}
    assert part or found <= NAMED_AS.get(mutant.rule, set()), (mutant, found)


@pytest.mark.parametrize("rule", rules_of(EDITION)[::4])
def test_a_mutant_of_some_rules_is_found_and_named(rule: str) -> None:
    """Those of every rule are slow."""
    check(next(grammar_mutants(EDITION, rule)))


@pytest.mark.slow
@pytest.mark.parametrize("rule", rules_of(EDITION))
def test_mutants_of_every_kind_are_found_and_named(rule: str) -> None:
    """A class widened, a class narrowed, another repetition, an alternative dropped, as far as the rule has them."""
    mutants = list(grammar_mutants(EDITION, rule))
    assert {"widened"} <= {mutant.kind for mutant in mutants}
    for mutant in mutants:
        check(mutant)


def test_an_implementation_without_fault_has_no_rule_named() -> None:
    assert named(compiled(EDITION).automaton(uv.EDITIONS[EDITION].start)) == set()
