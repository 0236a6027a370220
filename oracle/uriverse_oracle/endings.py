"""The automaton of an edition's whole texts, and the shortest path from each state to acceptance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from uriverse.editions.registry import edition_of
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.dfa import Automaton


@cache
def automaton_of(edition: str) -> Automaton:
    """Return the automaton of an edition's whole texts; cached."""
    return compile_edition(edition_of(edition)).automaton()


def endings(rows: Sequence[Sequence[int]], accepting: Iterable[int], letters: Sequence[str]) -> list[str | None]:
    """Return for each state a shortest text that leads to acceptance, or None.

    >>> endings([[1, 0], [-1, -1], [2, 2]], {1}, "ab")
    ['a', '', None]
    """
    found: list[str | None] = [None] * len(rows)
    before: list[list[tuple[int, int]]] = [[] for _ in rows]
    for state, row in enumerate(rows):
        for place, target in enumerate(row):
            if target >= 0:
                before[target].append((state, place))
    pending = sorted(accepting)
    for state in pending:
        found[state] = ""
    for state in pending:
        for earlier, place in before[state]:
            if found[earlier] is None:
                found[earlier] = letters[place] + (found[state] or "")
                pending.append(earlier)
    return found
