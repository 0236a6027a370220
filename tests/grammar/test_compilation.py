"""From a grammar to automata: what is compiled, what is refused, and how large it may grow."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

import pytest

from support.small_languages import rule
from uriverse.editions.registry import EDITION_IDS, EDITIONS
from uriverse.errors import GrammarError, UnknownRule
from uriverse.grammar.algebra import equivalent, includes
from uriverse.grammar.compilation import compile_edition, compile_grammar
from uriverse.grammar.minimization import minimize
from uriverse.grammar.notation import Notation, read_grammar

BASE = EDITIONS["rfc3986"]


@pytest.mark.parametrize(
    ("grammar", "line", "name", "reason"),
    [
        ('a = "(" a ")" / "x"', 1, "a", "recursive (a -> a)"),
        ('a = b "x"\nb = c\nc = a / "y"', 1, "a", "recursive (a -> b -> c -> a)"),
        ('a = "x"\nb = *B', 2, "b", "recursive (b -> b)"),
        ('a = *""', 1, "a", "repeats nothing without end"),
        ('x = "y"\na = "b" / 1*( "" "" )', 2, "a", "repeats nothing without end"),
        ('a = *( "" / [ "" ] )', 1, "a", "repeats nothing without end"),
        ('a = *empty\nempty = ""', 1, "a", "repeats nothing without end"),
        ("a = *b\nb = c c\nc = 0DIGIT", 1, "a", "repeats nothing without end"),
        ('a = 5000( "x" / 3000"y" )', 1, "a", "more than 10000 states"),
        ('a = 10001"x"', 1, "a", "more than 10000 states"),
        ('x = 9999"y"\na = 9999x', 2, "a", "more than 10000 states"),
        ('a = *( "x" / "y" ) "x" 14( "x" / "y" )', 1, "a", "more than 10000 states"),
    ],
)
def test_refuses(grammar: str, line: int, name: str, reason: str) -> None:
    """The error names the rule and its line, at once."""
    began = process_time()
    with pytest.raises(GrammarError) as caught:
        compile_grammar(read_grammar(grammar, Notation(), file="it.abnf"))
    assert (caught.value.file, caught.value.line, caught.value.rule) == ("it.abnf", line, name)
    assert reason in caught.value.reason
    assert process_time() - began < 10


def test_what_is_optional_may_be_repeated() -> None:
    """Only what can be nothing else is refused: `*[ "a" ]` is `*"a"`."""
    assert equivalent(rule('*[ "a" ]'), rule('*"a"'))
    assert equivalent(rule('*( *"a" [ "b" ] )'), rule('*( "a" / "b" )'))


def test_a_limit_of_states_can_be_lowered() -> None:
    """It holds for every single automaton."""
    grammar = read_grammar("it = 30ALPHA", Notation())
    assert len(compile_grammar(grammar, max_states=31)["it"]) == 31
    with pytest.raises(GrammarError, match="more than 30 states"):
        compile_grammar(grammar, max_states=30)


@pytest.mark.parametrize("edition_id", EDITION_IDS)
def test_every_rule_of_an_edition_is_minimal(edition_id: str) -> None:
    """All rules of the grammar, in its order, then the expressions of the readings, over one alphabet."""
    compiled = compile_edition(EDITIONS[edition_id])
    assert list(compiled.automata)[: len(compiled.grammar.rules)] == list(compiled.grammar.rules)
    for name, automaton in compiled.automata.items():
        assert automaton.alphabet == compiled.alphabet, name
        assert minimize(automaton) == automaton, name
        assert not automaton.is_empty, name


def test_only_what_is_asked_for_is_compiled() -> None:
    """One rule and what it refers to, the same automata as with all of them."""
    part = compile_edition(BASE, rules=["dec-octet"])
    assert set(part.automata) == {"dec-octet", "DIGIT"}
    assert part.automaton("dec-octet") == compile_edition(BASE).automaton("DEC-OCTET")


def test_unknown_rules_come_with_the_nearest() -> None:
    """As everywhere in the API."""
    with pytest.raises(UnknownRule) as caught:
        compile_edition(BASE, rules=["authorty"])
    assert "authority" in caught.value.nearest


def test_rules_can_be_amended() -> None:
    """One stands in place of the grammar's own, wherever it is used; another is new."""
    changed = compile_edition(BASE, amended={"port": "1*5DIGIT", "pair": "host port"})
    assert not changed.automaton().accepts("http://h:/")
    assert changed.automaton().accepts("http://h:80/")
    assert changed.automaton("pair").accepts("h80")
    assert includes(compile_edition(BASE).automaton(), changed.automaton())


def test_a_start_rule_or_a_slot_that_is_not_there() -> None:
    """An edition's table and its grammar belong together."""
    with pytest.raises(GrammarError, match="no start rule 'nothing'"):
        compile_edition(replace(BASE, start="nothing"))
    with pytest.raises(GrammarError, match="'scheme' needs a rule"):
        compile_edition(replace(BASE, grammar='URI-reference = "x"'))


def test_an_expression_for_single_characters() -> None:
    """Sets of the table: alternatives of literals, ranges and rules; anything longer is refused."""
    compiled = compile_edition(BASE)
    ranges = (("-", "-"), ("0", "9"), ("A", "A"), ("a", "a"))
    assert compiled.characters('DIGIT / "-" / "a"').ranges == tuple((ord(low), ord(high)) for low, high in ranges)
    for longer in ("1*DIGIT", '"ab"', "pct-encoded", '[ "a" ]'):
        with pytest.raises(GrammarError, match="more or less than one character"):
            compiled.characters(longer)
