"""Random automata and rule trees for the property tests, and the slow way to ask them anything."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from hypothesis import strategies as st

from uriverse.grammar.alphabet import Alphabet, build_alphabet
from uriverse.grammar.compilation import compile_grammar
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.notation import Notation, read_grammar
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
)

LETTERS = "ab:"
LONGEST = 4
WORDS = ["".join(letters) for length in range(LONGEST + 1) for letters in product(LETTERS, repeat=length)]

# One class for each letter, and one for all the rest of Unicode.
ALPHABET = build_alphabet([Characters(((ord(letter), ord(letter)),)) for letter in LETTERS])
# The same letters with "a" and "b" in one class: what has to be refined before it can be compared.
COARSE = build_alphabet([Characters(((ord("a"), ord("b")),)), Characters(((ord(":"), ord(":")),))])


@st.composite
def automata(draw: st.DrawFn, alphabets: tuple[Alphabet, ...] = (ALPHABET, COARSE)) -> Automaton:
    """An automaton of up to five states, trimmed or not, over one of the alphabets; beyond the letters it is dead."""
    alphabet = draw(st.sampled_from(alphabets))
    count = draw(st.integers(1, 5))
    known = {alphabet.classify(ord(letter)) for letter in LETTERS}
    target = st.integers(DEAD, count - 1)
    rows = [tuple(draw(target) if index in known else DEAD for index in range(len(alphabet))) for _ in range(count)]
    return Automaton(alphabet, tuple(rows), frozenset(draw(st.sets(st.integers(0, count - 1)))))


def language(automaton: Automaton) -> set[str]:
    """All strings of up to LONGEST letters that an automaton accepts, tried one by one."""
    return {word for word in WORDS if automaton.accepts(word)}


leaves: st.SearchStrategy[Node] = st.one_of(
    st.sampled_from(LETTERS).map(lambda letter: Literal(letter, case_sensitive=True)),
    st.just(Literal("a:", case_sensitive=True)),
    st.just(Characters(((ord("a"), ord("b")),))),
    st.just(Reference("other")),
)


def _grown(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    some = st.lists(nodes, min_size=1, max_size=3).map(tuple)
    bounds = st.sampled_from([(0, 1), (0, None), (1, None), (2, 2), (0, 2), (1, 3)])
    return st.one_of(
        some.map(Sequence),
        some.map(Alternatives),
        st.builds(lambda node, bound: Repetition(node, *bound), nodes, bounds),
    )


trees: st.SearchStrategy[Node] = st.recursive(leaves, _grown, max_leaves=8)


def words_of(node: Node, longest: int, rule_of: Callable[[str], Node]) -> set[str]:
    """The strings of a tree up to a length, by the meaning of each operator and nothing else."""
    match node:
        case Literal(text):
            return {text} if len(text) <= longest else set()
        case Characters(ranges):
            return {chr(point) for low, high in ranges for point in range(low, high + 1)} if longest else set()
        case Reference(name):
            return words_of(rule_of(name), longest, rule_of)
        case Alternatives(items):
            return set().union(*(words_of(item, longest, rule_of) for item in items))
        case Sequence(items):
            found = {""}
            for item in items:
                found = {
                    left + right
                    for left in found
                    for right in words_of(item, longest, rule_of)
                    if len(left + right) <= longest
                }
            return found
        case Repetition(item, minimum, maximum):
            once = words_of(item, longest, rule_of)
            found, turn = set(), {""}
            times = maximum if maximum is not None else minimum + longest
            for number in range(times + 1):
                if number >= minimum:
                    found |= turn
                turn = {left + right for left in turn for right in once if len(left + right) <= longest}
            return found


def grammar_of(**rules: Node) -> Grammar:
    """A grammar from trees."""
    return Grammar("<test>", {name: Rule(name, node, line) for line, (name, node) in enumerate(rules.items(), 1)})


def rule(text: str, notation: Notation | None = None) -> Automaton:
    """The automaton of the first rule of a small grammar; without a name, of the expression."""
    source = text if "=" in text.split('"')[0] else f"it = {text}"
    grammar = read_grammar(source, notation or Notation())
    return compile_grammar(grammar)[next(iter(grammar.rules))]
