"""What the tests of the lab share: compiled editions, automata that judge fast, and texts moved to other lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import uriverse as uv
from uriverse.editions.files import read_files
from uriverse.grammar.compilation import Compiled, compiled_whole
from uriverse.grammar.dfa import DEAD, Automaton

EDITIONS = tuple(uv.EDITIONS)
# Those whose texts are references; the others have no components, no resolution and no normal form.
OF_REFERENCES = tuple(name for name, edition in uv.EDITIONS.items() if edition.reads_references)


def compiled(edition: str) -> Compiled:
    """An edition's automata."""
    return compiled_whole(uv.EDITIONS[edition])


@cache
def rules_by_automaton(edition: str) -> dict[Automaton, list[str]]:
    """The rules of an edition, those of one language together."""
    found: dict[Automaton, list[str]] = {}
    for rule, automaton in compiled(edition).automata.items():
        found.setdefault(automaton, []).append(rule)
    return found


def judge(automata: Compiled) -> Callable[[str, str], bool]:
    """Whether an expression of the edition accepts a text; each answer is found once."""

    @cache
    def accepts(expression: str, text: str) -> bool:
        return automata.automaton(expression).accepts(text)

    return accepts


def loops_of(automaton: Automaton) -> Callable[[str], Iterator[tuple[int, str]]]:
    """The places of a text at which some character may be repeated without end, with it; none once the text is dead."""
    rows, characters = automaton.transitions, automaton.alphabet.representatives
    repeated = [characters[row.index(state)] if state in row else None for state, row in enumerate(rows)]
    classify = cache(lambda letter: automaton.alphabet.classify(ord(letter)))

    def loops(text: str) -> Iterator[tuple[int, str]]:
        state = 0
        for place, letter in enumerate(text):
            if (again := repeated[state]) is not None:
                yield place, again
            state = rows[state][classify(letter)]
            if state == DEAD:
                return
        if (again := repeated[state]) is not None:
            yield len(text), again

    return loops


@cache
def table(edition: str) -> dict[str, Any]:
    """An edition's own table, as the slow reader takes it."""
    return read_files(edition)[0]
