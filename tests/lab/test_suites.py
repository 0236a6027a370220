"""The complete suites: what they hold, and that they are complete."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import uriverse as uv
from support.automata import EDITIONS, compiled
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
        cases = list(Suite(automaton, "x", classes=True))
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
            cases = list(Suite(automaton, "x", extra=extra, classes=True))
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
    made = uv.lab.suite(edition, rule=rule, extra=extra, classes=extra > 0)
    cases = list(made)
    assert made.size == len(cases) == len({case.text for case in cases})
    automaton = compiled(edition).automaton(rule)
    assert all(automaton.accepts(case.text) == case.accepted for case in cases)
    assert {case.rule for case in cases} == {rule or uv.EDITIONS[edition].judge}
    assert cases == list(uv.lab.suite(edition, rule=rule, extra=extra, classes=extra > 0))


def test_extra_states_only_add() -> None:
    """A suite for more states has all strings of the smaller one."""
    sizes = []
    before: set[uv.lab.Case] = set()
    for extra in range(3):
        cases = set(uv.lab.suite("rfc3986", rule="scheme", extra=extra, classes=True))
        assert before <= cases
        before = cases
        sizes.append(len(cases))
    assert sizes[0] * 10 < sizes[1] < sizes[2] / 10


def test_every_transition_is_walked() -> None:
    """Each state and each character of US-ASCII, the dead state's among them, is met by some string."""
    automaton = compiled("rfc3986").automaton("IPv4address")
    whole = complete(automaton)
    met = set()
    for case in Suite(automaton, "IPv4address"):
        state = 0
        for letter in case.text:
            met.add((state, letter))
            state = whole.rows[state][automaton.alphabet.classify(ord(letter))]
    assert met >= set(product(range(len(whole)), map(chr, range(128))))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_fault_of_any_printable_character_is_caught(edition: str) -> None:
    """A program that takes a character for a letter, one that refuses it everywhere, one that drops its case."""
    automaton = compiled(edition).automaton()
    columns = dict(zip(automaton.alphabet.representatives, zip(*automaton.transitions, strict=True), strict=True))
    of_character = {
        letter: columns[automaton.alphabet.representatives[automaton.alphabet.classify(ord(letter))]]
        for letter in map(chr, range(0x20, 0x7F))
    }
    faults: dict[str, list[str]] = {}
    for letter, column in of_character.items():
        # What the program takes the character for; a control character is refused everywhere.
        for other in {"g", "\0", letter.swapcase()} - {letter}:
            if of_character.get(other, (DEAD,) * len(automaton)) != column:
                faults.setdefault(letter, []).append(other)
    count = sum(map(len, faults.values()))
    for text, _, accepted in uv.lab.suite(edition):
        for letter in faults.keys() & set(text):
            unseen = [other for other in faults[letter] if automaton.accepts(text.replace(letter, other)) == accepted]
            faults[letter] = unseen
            if not faults[letter]:
                del faults[letter]
    assert not faults
    assert count > 95


def test_classes_alone_do_not_see_a_character() -> None:
    """A program that takes "<" for a letter passes the suite of classes, and not the one of characters."""

    def wrong_answers(classes: bool) -> int:
        cases = uv.lab.suite("rfc1808", classes=classes)
        return sum(uv.is_valid(text.replace("<", "g"), edition="rfc1808") != accepted for text, _, accepted in cases)

    assert wrong_answers(classes=True) == 0
    assert wrong_answers(classes=False) > 0


@pytest.mark.parametrize("edition", ["rfc3986", "rfc1738", "rfc3987"])
def test_a_wrong_transition_on_one_character_is_caught(edition: str) -> None:
    """Fifteen programs, each wrong in one state on one character: each answers some text wrongly."""
    automaton = compiled(edition).automaton()
    random = Random(edition)
    letters = "".join(automaton.alphabet.letters)
    wrong = []
    for _ in range(15):
        state, target = random.choices(range(len(automaton)), k=2)
        letter = random.choice(letters)
        if automaton.transitions[state][automaton.alphabet.classify(ord(letter))] != target:
            wrong.append((state, letter, target))
    assert len(wrong) > 10
    for text, _, accepted in uv.lab.suite(edition):
        wrong = [fault for fault in wrong if fault[1] not in text or run_wrongly(automaton, text, fault) == accepted]
        if not wrong:
            break
    assert not wrong


def run_wrongly(automaton: Automaton, text: str, fault: tuple[int, str, int]) -> bool:
    """Whether an automaton accepts a text with the transition of one state by one character changed."""
    state = 0
    for letter in text:
        state = fault[2] if (state, letter) == fault[:2] else automaton.run(letter, state)
        if state == DEAD:
            return False
    return state in automaton.accepting


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
