"""From a grammar to automata: what is compiled, what is refused, and how large it may grow."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.small_languages import rule
from uriverse.editions.registry import EDITION_IDS, EDITIONS
from uriverse.errors import GrammarError, UnknownRuleError
from uriverse.grammar.algebra import difference, equivalent
from uriverse.grammar.compilation import compile_edition, compile_grammar
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.minimization import minimize
from uriverse.grammar.notation import Notation, read_grammar

BASE = EDITIONS["rfc3986"]


@pytest.mark.parametrize(
    ("grammar", "line", "name", "reason"),
    [
        ('a = "(" a ")" / "x"', 1, "a", "recursive (a -> a)"),
        ('a = b "x"\nb = "(" c\nc = a / "y"', 1, "a", "recursive (a -> b -> c -> a)"),
        ('a = a "x"', 1, "a", "refers to itself in every alternative"),
        ('a = "x" a / a "y" / "z"', 1, "a", "recursive (a -> a)"),
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
    assert reason in caught.value.detail
    assert process_time() - began < 10


@pytest.mark.parametrize(
    ("recursive", "repeated"),
    [
        # RFC 1630: `xalphas = xalpha [ xalphas ]`, `path = void | xpalphas [ / path ]`.
        ('a = "x" [ a ]', 'a = 1*"x"'),
        ('a = "" / "x" [ "/" a ]', 'a = "" / "x" *( "/" "x" ) [ "/" ]'),
        # Left-linear.
        ('a = a "," "x" / "x"', 'a = "x" *( "," "x" )'),
        ('a = [ a ] "x" / "y"', 'a = ( "x" / "y" ) *"x"'),
        # Several rules together.
        ('a = b "x"\nb = c\nc = a / "y"', 'a = "y" "x" *"x"\nb = "y" *"x"\nc = "y" *"x"'),
        ('a = "x" b\nb = "y" [ a ]', 'a = "x" "y" *( "x" "y" )\nb = "y" *( "x" "y" )'),
        ('a = "1" b / "2" a\nb = "3" a / "4" b / "5"', 'a = *( "2" / "1" *"4" "3" ) "1" *"4" "5"\nb = "5"'),
        ('a = a / "x"', 'a = "x"'),
        # What only leads back to the rule adds no text: the least fixed point.
        ("a = [ a ] / [ a ]", 'a = ""'),
        ('a = [ a ] / [ a ] / "z"', 'a = [ "z" ]'),
        ('a = [ a ] b / "z"\nb = ""', 'a = [ "z" ]'),
        ('a = b / b / "z"\nb = a / [ a ]', 'a = [ "z" ]'),
    ],
)
def test_recursion_at_one_end_is_repetition(recursive: str, repeated: str) -> None:
    """A rule that refers to itself only at its end, or only at its beginning, has a regular language."""
    assert equivalent(rule_of(recursive), rule_of(repeated))


def rule_of(grammar: str) -> Automaton:
    return compile_grammar(read_grammar(grammar, Notation()))["a"]


@given(st.lists(st.sampled_from(['"x"', '"y" a', '"x" b', '"z" [ b ]', "[ a ]", '"y"']), min_size=1, max_size=4))
def test_recursion_accepts_what_unfolding_accepts(alternatives: list[str]) -> None:
    """Texts of up to four letters are those that the rules give when they are unfolded as often."""
    rules = {"a": " / ".join([*alternatives, '"z"']), "b": '"x" a / "y"'}
    whole = rule_of("\n".join(f"{name} = {side}" for name, side in rules.items()))
    unfolded = "\n".join(
        f"{name}{depth} = {side}".replace(" a", f" a{depth + 1}").replace(" b", f" b{depth + 1}")
        for depth in range(6)
        for name, side in rules.items()
    )
    deep = compile_grammar(read_grammar(f'{unfolded}\na6 = "z"\nb6 = "y"', Notation()))["a0"]
    for length in range(5):
        for letters in product("xyz", repeat=length):
            text = "".join(letters)
            assert whole.accepts(text) == deep.accepts(text), text


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
    with pytest.raises(UnknownRuleError) as caught:
        compile_edition(BASE, rules=["authorty"])
    assert "authority" in caught.value.nearest


def test_rules_can_be_amended() -> None:
    """One stands in place of the grammar's own, wherever it is used; another is new."""
    changed = compile_edition(BASE, amended={"port": "1*5DIGIT", "pair": "host port"})
    assert not changed.automaton().accepts("http://h:/")
    assert changed.automaton().accepts("http://h:80/")
    assert changed.automaton("pair").accepts("h80")
    assert difference(changed.automaton(), compile_edition(BASE).automaton()).is_empty


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
