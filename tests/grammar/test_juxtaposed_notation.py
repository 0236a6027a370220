"""The notation of RFC 1630: elements side by side, without "=" and without quotation marks."""

from __future__ import annotations

import pytest

from uriverse.errors import GrammarError
from uriverse.grammar.algebra import equivalent
from uriverse.grammar.compilation import compile_grammar
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.notation import Notation, read_grammar

JUXTAPOSED = Notation("juxtaposed")


def rule(text: str) -> Automaton:
    """The automaton of the first rule."""
    return next(iter(compile_grammar(read_grammar(text, JUXTAPOSED)).values()))


def abnf(text: str) -> Automaton:
    return compile_grammar(read_grammar(text, Notation()))["a"]


@pytest.mark.parametrize(
    ("side_by_side", "same"),
    [
        ("a  u r l : name\nname  x | y", 'a = %s"url:" ( %s"x" / %s"y" )'),
        ("a  x [ + y ]", 'a = %s"x" [ "+" %s"y" ]'),
        ("a  void | x", 'a = [ %s"x" ]'),
        ('a  space | vline | % | "', 'a = " " / "|" / "%" / %x22'),
        # Brackets between bars are characters.
        ("a  { | } | vline | [ | ] | ^", 'a = "{" / "}" / "|" / "[" / "]" / "^"'),
        ("a  = | ; | #", 'a = "=" / ";" / "#"'),
        ("a  x |\n   y\n\n  | z", 'a = %s"x" / %s"y" / %s"z"'),
        ("; a comment\nword  x [ word ]", 'a = 1*%s"x"'),
        ("a  x nothing\nnothing", 'a = %s"x"'),
    ],
)
def test_what_stands_side_by_side(side_by_side: str, same: str) -> None:
    assert equivalent(rule(side_by_side), abnf(same))


@pytest.mark.parametrize(
    ("text", "line", "name", "reason"),
    [
        ("a  x\na  y", 2, "a", "defined twice"),
        ("a  [ x", 1, "a", '"]" is missing'),
        ("a  x ]", 1, "a", "closes no option"),
        ("a " + "[ " * 200 + "x", 1, "a", "nested deeper"),
        ("a  other", 1, "a", "no rule defines"),
        ("", 1, None, "it has no rules"),
        ("word  ( word )", 1, "word", "recursive"),
    ],
)
def test_refuses(text: str, line: int, name: str | None, reason: str) -> None:
    """The error names the file, the line and the rule."""
    with pytest.raises(GrammarError) as caught:
        compile_grammar(read_grammar(text, JUXTAPOSED, file="it.txt"))
    assert (caught.value.file, caught.value.line, caught.value.rule) == ("it.txt", line, name)
    assert reason in caught.value.detail
