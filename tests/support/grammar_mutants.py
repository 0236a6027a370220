"""Grammars with one thing wrong: in one rule, one class, one repetition or one alternative is not the document's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import uriverse as uv
from support.automata import compiled
from uriverse.grammar.algebra import equivalent, unified
from uriverse.grammar.compilation import compile_edition, notation_of
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.notation import read_grammar
from uriverse.grammar.rules import (
    Alternatives,
    Characters,
    Grammar,
    Literal,
    Node,
    Reference,
    Repetition,
    Sequence,
    references,
)
from uriverse.grammar.writing import abnf


@dataclass(frozen=True)
class GrammarMutant:
    """A grammar with one rule changed.

    Attributes:
        rule: its name.
        kind: "widened", "narrowed", "repetition" or "alternative".
        right_hand_side: what stands in its place, as ABNF.
        automaton: the start rule's, with this change.
    """

    rule: str
    kind: str
    right_hand_side: str
    automaton: Automaton

    def __str__(self) -> str:
        return f"{self.rule} {self.kind}: {self.right_hand_side}"


@cache
def grammar_of(edition: str) -> Grammar:
    """The rules of an edition."""
    source = uv.EDITIONS[edition]
    return read_grammar(source.grammar, notation_of(source), file=source.grammar_file)


def rules_of(edition: str) -> list[str]:
    """The rules that an edition's start rule is made of, as the grammar has them; core rules are left out."""
    grammar, found = grammar_of(edition), [uv.EDITIONS[edition].start]
    for name in found:
        found += [grammar[each.name].name for each in references(grammar[name].node)]
        found[:] = dict.fromkeys(found)
    return [name for name in grammar.rules if name in found and grammar[name].line]


def grammar_mutants(edition: str, rule: str, *, seed: int | None = None) -> Iterator[GrammarMutant]:
    """One change of each kind to a rule, always the same ones; none that leaves what the edition accepts as it is.

    With a seed they are others than without one, as far as there are others.
    """
    known = set() if seed is None else {mutant.right_hand_side for mutant in grammar_mutants(edition, rule)}
    node = grammar_of(edition)[rule].node
    changed = [(kind, abnf(each)) for kind, each in (*_changes(node), ("widened", _or(node)))]
    Random(f"{edition} {rule}" if seed is None else f"{seed} {edition} {rule}").shuffle(changed)
    start = uv.EDITIONS[edition].start
    ours = compiled(edition).automaton(start)
    found: set[str] = set()
    for kind, text in dict.fromkeys(changed):
        if kind not in found and text not in known:
            automaton = compile_edition(uv.EDITIONS[edition], rules=[start], amended={rule: text}).automaton(start)
            if not equivalent(*unified(ours, automaton)):
                found.add(kind)
                yield GrammarMutant(rule, kind, text, automaton)


def _or(node: Node) -> Node:
    """A node, or a character that no rule of any edition has."""
    return Alternatives((node, Literal("<")))


def _changes(node: Node) -> Iterator[tuple[str, Node]]:
    """A tree with one thing changed, for each thing that can be."""
    match node:
        case Alternatives(items):
            for place in range(len(items)):
                rest = items[:place] + items[place + 1 :]
                yield "alternative", Alternatives(rest) if len(rest) > 1 else rest[0]
                for kind, changed in _changes(items[place]):
                    yield kind, Alternatives((*items[:place], changed, *items[place + 1 :]))
        case Sequence(items):
            for place in range(len(items)):
                for kind, changed in _changes(items[place]):
                    yield kind, Sequence((*items[:place], changed, *items[place + 1 :]))
        case Repetition(item, minimum, maximum):
            if minimum:
                yield "repetition", Repetition(item, minimum - 1, maximum)
            if maximum is None:
                yield "repetition", Repetition(item, minimum, minimum + 4)
                yield "repetition", Repetition(item, minimum + 1, maximum)
            else:
                yield "repetition", Repetition(item, minimum, maximum + 1)
            for kind, changed in _changes(item):
                yield kind, Repetition(changed, minimum, maximum)
        case Literal():
            yield "narrowed", Literal("<")
        case Characters(((low, high), *rest)):
            if low < high:
                yield "narrowed", Characters(((low, high - 1), *rest))
            yield "widened", Characters(((low, high + 1), *rest))
        case Reference():
            yield "widened", _or(node)
