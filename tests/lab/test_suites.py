"""The complete suites: what they hold, and that they are complete."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import uriverse as uv
from support.automata import compiled
from uriverse.grammar.alphabet import Alphabet
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.minimization import minimize
from uriverse.lab.identifiers import complete, identifiers
from uriverse.lab.suites import Suite

LETTERS = Alphabet((((97, 97),), ((0, 96), (98, 0x10FFFF))))


def machine(rows: tuple[tuple[int, ...], ...], accepting: frozenset[int]) -> Automaton:
    return minimize(Automaton(LETTERS, rows, accepting))


def machines(states: int) -> list[Automaton]:
    """Every language of two letters that some automaton of so many states decides, the dead one counted."""
    found = {}
    for targets in product(range(states), repeat=2 * states):
        rows = tuple((targets[2 * state], targets[2 * state + 1]) for state in range(states))
        for bits in range(1 << states):
            automaton = machine(rows, frozenset(state for state in range(states) if bits >> state & 1))
            found[automaton] = None
    return list(found)


def test_no_machine_of_as_many_states_passes_by_mistake() -> None:
    """Of all languages that machines of three states decide, each suite lets its own pass and no other."""
    everyone = machines(3)
    assert len(everyone) > 900
    for automaton in everyone[:: len(everyone) // 60]:
        size = len(complete(automaton))
        cases = list(Suite(automaton, "x"))
        passing = [
            other
            for other in everyone
            if len(complete(other)) <= size and all(other.accepts(case.text) == case.accepted for case in cases)
        ]
        assert passing == [automaton]


def test_no_machine_of_one_more_state_passes_the_larger_suite() -> None:
    """With one state to spare, machines of one state more are found out too; and the smaller suite would not do."""
    smaller, everyone = machines(2), machines(3)
    fooled = 0
    for automaton in smaller:
        spare = 3 - len(complete(automaton))
        for extra in (0, spare):
            cases = list(Suite(automaton, "x", extra=extra))
            passing = [other for other in everyone if all(other.accepts(case.text) == case.accepted for case in cases)]
            assert automaton in passing
            if extra == spare:
                assert passing == [automaton]
            fooled += len(passing) - 1
    assert fooled > 0


@pytest.mark.parametrize(
    ("edition", "rule", "extra"),
    [
        ("rfc3986", None, 0),
        ("rfc3986", "IPv6address", 0),
        ("rfc3986", "dec-octet", 1),
        ("rfc1738", "hostport", 0),
        ("rfc2396", None, 1),
        ("rfc1808", "URL", 1),
        ("rfc2732", "hex", 2),
    ],
)
def test_size_and_answers(edition: str, rule: str | None, extra: int) -> None:
    """The size is said beforehand, no string comes twice, the answers are the automaton's, the order is fixed."""
    made = uv.lab.suite(edition, rule=rule, extra=extra)
    cases = list(made)
    assert made.size == len(cases) == len({case.text for case in cases})
    automaton = compiled(edition).automaton(rule)
    assert all(automaton.accepts(case.text) == case.accepted for case in cases)
    assert {case.rule for case in cases} == {rule or uv.EDITIONS[edition].judge}
    assert cases == list(uv.lab.suite(edition, rule=rule, extra=extra))


def test_extra_states_only_add() -> None:
    """A suite for more states has all strings of the smaller one."""
    sizes = []
    before: set[uv.lab.Case] = set()
    for extra in range(3):
        cases = set(uv.lab.suite("rfc3986", rule="scheme", extra=extra))
        assert before <= cases
        before = cases
        sizes.append(len(cases))
    assert sizes[0] * 10 < sizes[1] < sizes[2] / 10


def test_every_transition_is_walked() -> None:
    """Each state and each class, the dead state's among them, is met by some string."""
    automaton = compiled("rfc3986").automaton("IPv4address")
    whole = complete(automaton)
    met = set()
    for case in Suite(automaton, "IPv4address"):
        state = 0
        for letter in case.text:
            index = automaton.alphabet.classify(ord(letter))
            met.add((state, index))
            state = whole.rows[state][index]
    assert met == set(product(range(len(whole)), range(len(automaton.alphabet))))


@pytest.mark.parametrize("language", ["nothing", "everything", "the empty string"])
def test_the_smallest_languages(language: str) -> None:
    """Automata of one state, with and without a dead one beside it."""
    automaton = {
        "nothing": Automaton(LETTERS, ((DEAD, DEAD),), frozenset()),
        "everything": Automaton(LETTERS, ((0, 0),), frozenset({0})),
        "the empty string": Automaton(LETTERS, ((DEAD, DEAD),), frozenset({0})),
    }[language]
    made = Suite(automaton, language, extra=1)
    cases = list(made)
    assert made.size == len(cases) >= 7
    assert all(case.accepted == automaton.accepts(case.text) for case in cases)


def test_other_characters_may_stand_for_the_classes() -> None:
    """The same suite in other letters of the same classes."""
    automaton = compiled("rfc3986").automaton("scheme")
    random = Random(1)
    others = [
        chr(random.choice(list(automaton.alphabet.characters(index))[:26])) for index in range(len(automaton.alphabet))
    ]
    plain, other = Suite(automaton, "scheme"), Suite(automaton, "scheme", characters=others)
    assert plain.size == other.size
    assert [case.accepted for case in plain] == [case.accepted for case in other]
    assert [case.text for case in plain] != [case.text for case in other]
    assert all(automaton.accepts(case.text) == case.accepted for case in other)


def test_what_cannot_be() -> None:
    """An unknown rule or edition, a negative number of states, an automaton that is not minimal."""
    with pytest.raises(uv.UnknownRuleError, match="IPv6address"):
        uv.lab.suite("rfc3986", rule="IPv6adress")
    with pytest.raises(uv.UnknownEditionError):
        uv.lab.suite("rfc1")
    with pytest.raises(ValueError, match="negative"):
        uv.lab.suite("rfc2396", extra=-1)
    with pytest.raises(ValueError, match="minimal"):
        identifiers(complete(Automaton(LETTERS, ((1, 1), (0, 0)), frozenset({0, 1}))))
