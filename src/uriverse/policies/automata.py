"""Automata over the characters of URLs: what the languages of policies and of regular expressions are built of."""

from __future__ import annotations

from _collections_abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter

from uriverse.grammar.alphabet import build_alphabet
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.effort import spend
from uriverse.grammar.minimization import minimize
from uriverse.grammar.nfa import Nfa, determinise
from uriverse.grammar.rules import Alternatives, Characters, Node, Repetition, Sequence, merged
from uriverse.ground.lean_typing import Final

LOWER, DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"
UNRESERVED: Final = f"{LOWER}{LOWER.upper()}{DIGITS}-._~"
# What the Standard and RFC 3986 both leave in a path and a fragment (`crates/whatwg/src/web.rs`).
IN_SEGMENT: Final = f"{UNRESERVED}!$&'()*+,;=:@"
IN_FRAGMENT: Final = f"{IN_SEGMENT}/?"
CHARACTERS: Final = f"{IN_FRAGMENT}%#[]"


def one_of(characters: Iterable[str]) -> Characters:
    """A set of characters."""
    return Characters(merged((ord(character), ord(character)) for character in characters))


# The assertions of a regular expression, as characters that no URL has (`policies.regular`).
ASSERTIONS: Final = "\1\2\3\4"
# One class for each character: all languages of URLs have one alphabet.
ALPHABET: Final = build_alphabet(map(one_of, CHARACTERS + ASSERTIONS))
LOWER_HEX: Final = one_of(f"{DIGITS}abcdef")


def text(literal: str) -> Node:
    """One string."""
    return Sequence(tuple(map(one_of, literal)))


def compiled(node: Node, parts: Mapping[str, Automaton] | None = None) -> Automaton:
    """The minimal automaton of a tree, whose references are names of other automata."""
    nfa = Nfa(ALPHABET)
    start = nfa.state()
    return determinised(nfa, start, nfa.add(node, start, (parts or {}).__getitem__))


def determinised(nfa: Nfa, start: int, accept: int) -> Automaton:
    """The minimal automaton of a nondeterministic one."""
    automaton = determinise(nfa, start, accept)
    assert automaton is not None
    return minimize(automaton)


def finite(words: Iterable[str]) -> Automaton:
    """The minimal automaton of some words: a state for each set of endings."""
    rows: list[tuple[int, ...]] = []
    numbers: dict[tuple[str, ...], int] = {}

    def number(endings: tuple[str, ...]) -> int:
        if endings not in numbers:
            spend(1 + sum(map(len, endings)))
            numbers[endings] = len(rows)
            rows.append(())
            row = [DEAD] * len(ALPHABET)
            for first, group in groupby(filter(None, endings), itemgetter(0)):
                row[ALPHABET.first_classes[first]] = number(tuple(word[1:] for word in group))
            rows[numbers[endings]] = tuple(row)
        return numbers[endings]

    number(tuple(sorted(set(words))))
    accepting = frozenset(state for endings, state in numbers.items() if "" in endings[:1])
    return Automaton(ALPHABET, tuple(rows), accepting)


def chained(first: Automaton, *others: Automaton) -> Automaton:
    """A string of each language, in order. Where a string may end, the next must begin with other characters."""
    for second in others:
        spend(len(first) + len(second))
        size = len(first)
        rows = [tuple(to + size if to != DEAD else DEAD for to in row) for row in second.transitions]
        ends = first.accepting
        own = [tuple(map(max, row, rows[0])) if state in ends else row for state, row in enumerate(first.transitions)]
        accepting = {size + state for state in second.accepting} | (ends if 0 in second.accepting else set())
        first = Automaton(ALPHABET, (*own, *rows), frozenset(accepting))
    return first


def choice(*words: str) -> Node:
    """One of some strings."""
    return Alternatives(tuple(map(text, words)))


def maybe(node: Node) -> Node:
    """It, or nothing."""
    return Repetition(node, 0, 1)


def repeated(node: Node, minimum: int = 0) -> Node:
    """It, any number of times from a minimum."""
    return Repetition(node, minimum, None)


def beginning_with(text: str) -> Automaton:
    """The texts that begin so."""
    return begun({text: compiled(repeated(one_of(CHARACTERS)))})


def without_brackets(automaton: Automaton) -> Automaton:
    """The URLs of a language whose host is no IPv6 address: no other part has a bracket."""
    bracket = ALPHABET.first_classes["["]
    rows = ((*row[:bracket], DEAD, *row[bracket + 1 :]) for row in automaton.transitions)
    return Automaton(ALPHABET, tuple(rows), automaton.accepting)


def begun(rest: Mapping[str, Automaton]) -> Automaton:
    """The strings that begin with one of some words, each with its own language after it."""
    rows: list[list[int]] = [[DEAD] * len(ALPHABET)]
    accepting: set[int] = set()
    for word, automaton in rest.items():
        state = 0
        for character in word[:-1]:
            index = ALPHABET.first_classes[character]
            if rows[state][index] == DEAD:
                rows[state][index] = len(rows)
                rows.append([DEAD] * len(ALPHABET))
            state = rows[state][index]
        size = len(rows)
        rows[state][ALPHABET.first_classes[word[-1]]] = size
        rows += [[target if target == DEAD else target + size for target in row] for row in automaton.transitions]
        accepting.update(size + state for state in automaton.accepting)
    return Automaton(ALPHABET, tuple(map(tuple, rows)), frozenset(accepting))
