"""Compile each rule of an edition to its minimal automaton.

Each rule is compiled once, after the rules that it refers to. Slot expressions of the readings are compiled too. All
automata share one alphabet, in which every delimiter of the readings is a class.
"""

from __future__ import annotations

from _collections_abc import Iterable, Mapping

from uriverse.editions.model import AuthorityReading, Reading, Slot
from uriverse.editions.registry import Edition
from uriverse.errors import GrammarError, UnknownRuleError
from uriverse.grammar.alphabet import Alphabet, build_alphabet
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.effort import MAX_WORK, WorkExceeded, limited
from uriverse.grammar.folding import folded
from uriverse.grammar.minimization import minimize
from uriverse.grammar.nfa import Nfa, determinise
from uriverse.grammar.notation import Notation, read_expression, read_grammar
from uriverse.grammar.recursion import without_recursion
from uriverse.grammar.rules import (
    Alternatives,
    Characters,
    Grammar,
    Literal,
    Node,
    Reference,
    Repetition,
    Rule,
    Sequence,
    character_sets,
    merged,
    references,
    without,
)
from uriverse.ground.caching import cached_property, lru_cache
from uriverse.ground.lean_typing import Final
from uriverse.ground.records import dataclass

MAX_STATES: Final = 10_000
# A rule may have this many times more states before determinisation than after it.
GROWTH: Final = 4


@dataclass(frozen=True)
class Compiled:
    """The automata of one edition, all over one alphabet.

    `automata` has a minimal one for each rule, in the grammar's order, then for each slot expression; if the edition
    has departures, the last is that of `edition.judge`.
    """

    edition: Edition
    grammar: Grammar
    alphabet: Alphabet
    automata: Mapping[str, Automaton]

    def automaton(self, rule: str | None = None) -> Automaton:
        """The automaton of a rule, by default the one that checks whole texts (`Edition.judge`)."""
        name = self.edition.judge if rule is None else rule
        if name in self.automata:
            return self.automata[name]
        return self.automata[self.grammar[name].name]

    @cached_property
    def expressions(self) -> tuple[str, ...]:
        """The slot expressions that are not names of rules."""
        return tuple(name for name in self.automata if name not in self.grammar.rules)

    def characters(self, text: str) -> Characters:
        """The characters of an expression that matches one character, such as `unreserved / "/"`."""
        node = read_expression(text, notation_of(self.edition), file=self.edition.grammar_file)
        intervals: list[tuple[int, int]] = []
        pending = [node]
        while pending:
            match pending.pop():
                case Characters(ranges):
                    intervals += ranges
                case Literal(letters) as literal if len(letters) == 1:
                    pending.extend(literal.characters())
                case Alternatives(items):
                    pending.extend(items)
                case Reference(name):
                    pending.append(self.grammar[name].node)
                case _:
                    file = self.edition.grammar_file
                    raise GrammarError("it is more or less than one character", file=file, rule=text)
        return Characters(merged(intervals))

    @property
    def unreserved(self) -> Characters:
        """The characters whose triplets normalization decodes."""
        return self._unencoded(self.edition.unreserved)

    @property
    def encode_sets(self) -> dict[str, Characters]:
        """For each component of `[encode]`, the characters that need no encoding; reserved ones always do."""
        reserved = {name: row.characters for name, row in self.edition.reserved.items()}
        return {name: self._unencoded(text, reserved.get(name, "")) for name, text in self.edition.encode.items()}

    def _unencoded(self, text: str, reserved: str = "") -> Characters:
        """The characters of an expression, except reserved ones and those that always stay encoded."""
        ranges = self.characters(text).ranges
        for others in filter(None, (self.edition.stays_encoded, reserved)):
            ranges = without(ranges, self.characters(others).ranges)
        return Characters(ranges)


def notation_of(edition: Edition) -> Notation:
    """The notation of an edition's grammar."""
    return Notation(edition.notation, edition.bars, tuple(edition.prose.items()))


def slots_of(edition: Edition) -> list[Slot]:
    """All slots of an edition: of its readings, then of its authority's."""
    rows: list[Reading | AuthorityReading] = [*edition.readings, *edition.authority]
    return [slot for row in rows for slot in row.slots]


def expressions_of(edition: Edition) -> list[str]:
    """All expressions in an edition's table that check a part of a text."""
    expressions = [slot.accepts for slot in slots_of(edition)] + [host.accepts for host in edition.host_types]
    return list(dict.fromkeys(expressions))


def compile_edition(
    edition: Edition,
    *,
    max_states: int = MAX_STATES,
    max_work: int = MAX_WORK,
    rules: Iterable[str] | None = None,
    amended: Mapping[str, str] | None = None,
) -> Compiled:
    """Compile every rule of an edition, and every expression of its table.

    Args:
        edition: a built-in edition or a user's own.
        max_states: the maximum number of states of one automaton.
        max_work: the maximum number of steps for all automata together; see `effort`.
        rules: compile only these rules and those they refer to; by default all.
        amended: rules that replace or extend the grammar's own: name to right-hand side, in the edition's notation.

    Raises:
        GrammarError: with file, line and rule, if the text is not a grammar, is recursive, or grows too large.
        UnknownRuleError: if one of `rules` does not exist.
    """
    notation = notation_of(edition)
    grammar = with_rules(read_grammar(edition.grammar, notation, file=edition.grammar_file), notation, amended or {})
    if edition.start not in grammar:
        raise GrammarError(f"there is no start rule {edition.start!r}", file=edition.grammar_file)
    expressions = {
        text: read_expression(text, notation, file=edition.grammar_file)
        for text in expressions_of(edition)
        if text not in grammar.rules
    }
    for text, node in expressions.items():
        _check_references(text, node, grammar)
    as_read = with_rules(grammar, notation, {row.rule: row.read for row in edition.departures} if rules is None else {})
    with limited(max_work, file=grammar.file):
        trees = _trees(grammar)
        judges = {text: folded(node, lambda name: trees[grammar[name].name]) for text, node in expressions.items()}
        read_trees = trees if as_read is grammar else _trees(as_read)
        alphabet = build_alphabet(_all_sets(edition, (*trees.values(), *read_trees.values()), judges.values()))
        compiler = _Compiler(grammar, alphabet, max_states)
        required = _required_rules(grammar, rules)
        for name, tree in trees.items():
            if name in required:
                compiler.add(name, tree, grammar[name].line)
        in_order = {name: compiler.automata[name] for name in grammar.rules if name in compiler.automata}
        if rules is None:
            for text, node in judges.items():
                in_order[text] = compiler.automaton(node, text, None)
        if as_read is not grammar:
            compiler = _Compiler(as_read, alphabet, max_states)
            required = _required_rules(as_read, [edition.start])
            for name in (name for name in read_trees if name in required):
                compiler.add(name, read_trees[name], as_read[name].line)
            in_order[edition.judge] = compiler.automata[as_read[edition.start].name]
    return Compiled(edition, grammar, alphabet, in_order)


@lru_cache(maxsize=16)
def compiled_whole(edition: Edition, max_work: int = MAX_WORK) -> Compiled:
    """Compile a whole edition. The result is cached, because many suites and strategies use one edition."""
    return compile_edition(edition, max_work=max_work)


def compile_grammar(grammar: Grammar, *, max_states: int = MAX_STATES) -> dict[str, Automaton]:
    """The minimal automaton of each rule of a grammar without an edition, over the grammar's own alphabet."""
    with limited(MAX_WORK, file=grammar.file):
        trees = _trees(grammar)
        alphabet = build_alphabet(characters for tree in trees.values() for characters in character_sets(tree))
        compiler = _Compiler(grammar, alphabet, max_states)
        for name, tree in trees.items():
            compiler.add(name, tree, grammar[name].line)
    return {name: compiler.automata[name] for name in grammar.rules}


def _trees(grammar: Grammar) -> dict[str, Node]:
    """The folded tree of each rule, in topological order."""
    trees: dict[str, Node] = {}
    empty: set[str] = set()
    for rule in without_recursion(grammar).order():
        # Check the rule as written, before recursion was removed: `a = [ a ] / [ a ]` is the empty string.
        _refuse_endless_nothing(grammar[rule.name], empty, grammar)
        if _is_nothing(rule.node, empty, grammar):
            empty.add(rule.name)
        trees[rule.name] = folded(rule.node, lambda name: trees[grammar[name].name])
    return trees


def with_rules(grammar: Grammar, notation: Notation, rules: Mapping[str, str]) -> Grammar:
    """A grammar with some rules replaced or added, each given as its right-hand side."""
    if not rules:
        return grammar
    result = dict(grammar.rules)
    for name, text in rules.items():
        rule = grammar.rules.get(name)
        node = read_expression(text, notation, file=grammar.file)
        result[name] = Rule(name, node, 0 if rule is None else rule.line)
    return Grammar(grammar.file, result)


class _Compiler:
    def __init__(self, grammar: Grammar, alphabet: Alphabet, max_states: int) -> None:
        self.grammar = grammar
        self.alphabet = alphabet
        self.max_states = max_states
        self.automata: dict[str, Automaton] = {}

    def add(self, name: str, tree: Node, line: int | None) -> None:
        self.automata[name] = self.automaton(tree, name, line)

    def automaton(self, tree: Node, name: str, line: int | None) -> Automaton:
        """The minimal automaton of a tree; an error names the rule and the line."""
        try:
            return self._compile(tree)
        except WorkExceeded as error:
            reason = str(error)
        except _TooManyStates as error:
            reason = str(error)
        raise GrammarError(reason, file=self.grammar.file, line=line, rule=name)

    def _compile(self, tree: Node) -> Automaton:
        # Repetitions are unrolled, so a few digits can mean millions of states: estimate before building.
        if self._estimated_states(tree) > GROWTH * self.max_states:
            raise _TooManyStates(f"its automaton would have far more than {self.max_states} states")
        nfa = Nfa(self.alphabet)
        start = nfa.state()
        accept = nfa.add(tree, start, self._rule_automaton)
        automaton = determinise(nfa, start, accept, max_states=self.max_states)
        if automaton is None:
            raise _TooManyStates(f"its automaton has more than {self.max_states} states")
        return minimize(automaton)

    def _rule_automaton(self, name: str) -> Automaton:
        return self.automata[self.grammar[name].name]

    def _estimated_states(self, node: Node) -> int:
        """Roughly the number of states of a tree before determinisation."""
        match node:
            case Reference(name):
                return len(self._rule_automaton(name)) + 1
            case Sequence(items) | Alternatives(items):
                return 1 + sum(self._estimated_states(item) for item in items)
            case Repetition(item, minimum, maximum):
                return 1 + max(minimum, maximum or 0, 1) * (self._estimated_states(item) + 1)
            case Literal(text):
                return len(text)
            case Characters():
                return 1


class _TooManyStates(Exception):
    """One automaton has more than the allowed number of states."""


def _refuse_endless_nothing(rule: Rule, empty: set[str], grammar: Grammar) -> None:
    """Refuse an unlimited repetition of the empty string, such as `*""`, as a mistake."""
    pending = [rule.node]
    while pending:
        current = pending.pop()
        if isinstance(current, Repetition):
            if current.maximum is None and _is_nothing(current.item, empty, grammar):
                reason = "it repeats nothing without end"
                raise GrammarError(reason, file=grammar.file, line=rule.line, rule=rule.name)
            pending.append(current.item)
        elif isinstance(current, Sequence | Alternatives):
            pending.extend(current.items)


def _is_nothing(node: Node, empty: set[str], grammar: Grammar) -> bool:
    """Whether a tree matches only the empty string; `empty` has the earlier rules that do."""
    pending = [node]
    while pending:
        match pending.pop():
            case Literal(text):
                if text:
                    return False
            case Sequence(items) | Alternatives(items):
                pending.extend(items)
            case Repetition(item):
                pending.append(item)
            case Reference(name):
                if grammar[name].name not in empty:
                    return False
            case Characters():
                return False
    return True


def _check_references(text: str, node: Node, grammar: Grammar) -> None:
    for reference in references(node):
        if reference.name not in grammar:
            unknown = UnknownRuleError(reference.name, grammar.rules)
            raise GrammarError(f"the slot expression {text!r} needs a rule: {unknown}", file=grammar.file)


def _required_rules(grammar: Grammar, rules: Iterable[str] | None) -> set[str]:
    if rules is None:
        return set(grammar.rules)
    names: set[str] = set()
    pending = [grammar[name].name for name in rules]
    while pending:
        name = pending.pop()
        if name not in names:
            names.add(name)
            pending.extend(grammar[reference.name].name for reference in references(grammar[name].node))
    return names


def _all_sets(edition: Edition, nodes: Iterable[Node], expressions: Iterable[Node]) -> Iterable[Characters]:
    for node in (*nodes, *expressions):
        yield from character_sets(node)
    for slot in slots_of(edition):
        for delimiters in (slot.open, slot.close, slot.stop, "[]" if slot.bracket else ""):
            yield from (Characters(((ord(mark), ord(mark)),)) for mark in delimiters)
