"""From an edition to the minimal automaton of each of its rules.

Rules are compiled in the order of their references, each once; the expressions of the readings' slots are compiled
with them, over the same alphabet, which tells every delimiter of the readings apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from uriverse.editions.registry import AuthorityReading, Edition, Reading, Slot
from uriverse.errors import GrammarError, UnknownRule
from uriverse.grammar.alphabet import Alphabet, build_alphabet
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.folding import folded
from uriverse.grammar.minimization import minimize
from uriverse.grammar.nfa import Nfa, determinise
from uriverse.grammar.notation import Notation, read_expression, read_grammar
from uriverse.grammar.rules import (
    Alternatives,
    Characters,
    Grammar,
    Literal,
    Node,
    Reference,
    Repetition,
    Sequence,
    character_sets,
    references,
)

MAX_STATES: Final = 10_000


@dataclass(frozen=True)
class Compiled:
    """The automata of one edition, all over one alphabet.

    Attributes:
        edition: what was compiled.
        grammar: its rules as trees.
        alphabet: the classes of all automata.
        automata: a minimal automaton for each rule and each slot expression, rules first, in the grammar's order.
    """

    edition: Edition
    grammar: Grammar
    alphabet: Alphabet
    automata: Mapping[str, Automaton]

    def automaton(self, rule: str | None = None) -> Automaton:
        """The automaton of a rule, by default the start rule's.

        Raises:
            UnknownRule: with the nearest names.
        """
        name = self.edition.start if rule is None else rule
        if name in self.automata:
            return self.automata[name]
        return self.automata[self.grammar[name].name]

    @cached_property
    def expressions(self) -> tuple[str, ...]:
        """The slot expressions that are no rule's name."""
        return tuple(name for name in self.automata if name not in self.grammar.rules)

    def characters(self, text: str) -> frozenset[int]:
        """The code points of an expression that stands for one character, such as `unreserved / "/"`.

        Raises:
            GrammarError: where the expression may be longer or shorter than one character.
        """
        node = read_expression(text, notation_of(self.edition), file=self.edition.grammar_file)
        found: set[int] = set()
        pending = [node]
        while pending:
            match pending.pop():
                case Characters(ranges):
                    found.update(point for low, high in ranges for point in range(low, high + 1))
                case Literal(letters) as literal if len(letters) == 1:
                    pending.extend(literal.characters())
                case Alternatives(items):
                    pending.extend(items)
                case Reference(name):
                    pending.append(self.grammar[name].node)
                case _:
                    file = self.edition.grammar_file
                    raise GrammarError("it is more or less than one character", file=file, rule=text)
        return frozenset(found)


def notation_of(edition: Edition) -> Notation:
    """The notation of an edition's grammar."""
    return Notation(edition.notation, edition.bars, tuple(edition.prose.items()))


def slots_of(edition: Edition) -> list[Slot]:
    """All slots of an edition: of its readings, then of its authority's."""
    rows: list[Reading | AuthorityReading] = [*edition.readings, *edition.authority]
    return [slot for row in rows for slot in row.slots]


def expressions_of(edition: Edition) -> list[str]:
    """All expressions in an edition's table that judge a part of a text."""
    found = [slot.accepts for slot in slots_of(edition)] + [host.accepts for host in edition.host_types]
    return list(dict.fromkeys(found))


def compile_edition(edition: Edition, *, max_states: int = MAX_STATES, rules: Iterable[str] | None = None) -> Compiled:
    """Compile every rule of an edition, and every expression of its table.

    Args:
        edition: a built-in edition or a user's own.
        max_states: no single automaton may have more states than this.
        rules: only these rules and what they refer to; all by default.

    Raises:
        GrammarError: naming file, line and rule, where the grammar is not one, is recursive, or grows too large.
    """
    notation = notation_of(edition)
    grammar = read_grammar(edition.grammar, notation, file=edition.grammar_file)
    if edition.start not in grammar:
        raise GrammarError(f"there is no start rule {edition.start!r}", file=edition.grammar_file)
    expressions = {
        text: read_expression(text, notation, file=edition.grammar_file)
        for text in expressions_of(edition)
        if text not in grammar.rules
    }
    for text, node in expressions.items():
        _check_references(text, node, grammar)
    ordered = grammar.order()
    trees: dict[str, Node] = {}

    def tree_of(name: str) -> Node:
        return trees[grammar[name].name]

    for rule in ordered:
        _refuse_endless_nothing(rule.node, rule.name, grammar.file, rule.line)
        trees[rule.name] = folded(rule.node, tree_of)
    judges = {text: folded(node, tree_of) for text, node in expressions.items()}
    alphabet = build_alphabet(_all_sets(edition, trees.values(), judges.values()))
    automata: dict[str, Automaton] = {}

    def automaton_of(name: str) -> Automaton:
        return automata[grammar[name].name]

    wanted = _wanted(grammar, rules)
    for rule in ordered:
        if rule.name in wanted:
            automata[rule.name] = _automaton(
                trees[rule.name], alphabet, automaton_of, max_states, rule.name, grammar.file, rule.line
            )
    in_order = {rule.name: automata[rule.name] for rule in grammar if rule.name in automata}
    if rules is None:
        for text, node in judges.items():
            in_order[text] = _automaton(node, alphabet, automaton_of, max_states, text, grammar.file, None)
    return Compiled(edition, grammar, alphabet, in_order)


def _automaton(
    node: Node,
    alphabet: Alphabet,
    automaton_of: Callable[[str], Automaton],
    max_states: int,
    name: str,
    file: str,
    line: int | None,
) -> Automaton:
    nfa = Nfa(alphabet)
    start = nfa.state()
    accept = nfa.add(node, start, automaton_of)
    automaton = determinise(nfa, start, accept, max_states=max_states)
    if automaton is None:
        raise GrammarError(f"its automaton has more than {max_states} states", file=file, line=line, rule=name)
    return minimize(automaton)


def _refuse_endless_nothing(node: Node, name: str, file: str, line: int | None) -> None:
    """`*""` repeats nothing without end, which no writer of a grammar can have meant."""
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, Repetition):
            if current.maximum is None and _is_nothing(current.item):
                raise GrammarError("it repeats nothing without end", file=file, line=line, rule=name)
            pending.append(current.item)
        elif hasattr(current, "items"):
            pending.extend(current.items)


def _is_nothing(node: Node) -> bool:
    match node:
        case Literal(text):
            return not text
        case Sequence(items):
            return all(_is_nothing(item) for item in items)
        case Repetition(item):
            return _is_nothing(item)
        case _:
            return False


def _check_references(text: str, node: Node, grammar: Grammar) -> None:
    for reference in references(node):
        if reference.name not in grammar:
            unknown = UnknownRule(reference.name, grammar.rules)
            raise GrammarError(f"the slot expression {text!r} needs a rule: {unknown}", file=grammar.file)


def _wanted(grammar: Grammar, rules: Iterable[str] | None) -> set[str]:
    if rules is None:
        return set(grammar.rules)
    wanted: set[str] = set()
    pending = [grammar[name].name for name in rules]
    while pending:
        name = pending.pop()
        if name not in wanted:
            wanted.add(name)
            pending.extend(grammar[reference.name].name for reference in references(grammar[name].node))
    return wanted


def _all_sets(edition: Edition, nodes: Iterable[Node], expressions: Iterable[Node]) -> Iterable[Characters]:
    for node in (*nodes, *expressions):
        yield from character_sets(node)
    for slot in slots_of(edition):
        for delimiters in (slot.open, slot.close, slot.stop, "[]" if slot.bracket else ""):
            yield from (Characters(((ord(mark), ord(mark)),)) for mark in delimiters)
