"""ABNF: RFC 5234 with the case-sensitive strings of RFC 7405, and what no grammar may say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.small_languages import rule
from uriverse.errors import GrammarError
from uriverse.grammar.notation import MAX_NESTING, Notation, read_expression, read_grammar
from uriverse.grammar.recursion import without_recursion

ABNF = Notation("abnf")


@pytest.mark.parametrize(
    ("text", "accepted", "refused"),
    [
        ('"a" / "b"', ["a", "B"], ["ab"]),
        ('%i"ab"', ["ab", "AB", "aB"], ["a"]),
        ('%s"aB"', ["aB"], ["ab", "AB"]),
        ("%x41", ["A"], ["a"]),
        ("%d65.66", ["AB"], ["ab", "A"]),
        ("%b1000001-1000010", ["A", "B"], ["C"]),
        ("%x61.62.63", ["abc"], ["ABC"]),
        ("%X61 %D98", ["ab"], ["AB"]),
        ("%xE9", ["é"], ["É", "e"]),
        ("%x10FFFF", ["\U0010ffff"], [""]),
        ("%x0000041", ["A"], []),
        ('*( "a" / "b" ) [ "c" ]', ["", "abac", "c"], ["ca"]),
        ('2*3"a"', ["aa", "aaa"], ["a", "aaaa"]),
        ("3DIGIT", ["123"], ["12"]),
        ("0DIGIT", [""], ["1"]),
        ('0*0"a"', [""], ["a"]),
        ('*["a"]', ["", "aa"], ["b"]),
        ('1*[ "a" ]', ["", "aa"], ["b"]),
        ('""', [""], ["a"]),
        ("ALPHA DIGIT HEXDIG", ["a1f", "Z9F"], ["1aa", "a1g"]),
        ("DQUOTE CRLF WSP", ['"\r\n '], ['"\n ']),
        ("VCHAR / CTL / SP", ["~", "\x7f", " "], ["\x80"]),
        ("LWSP", ["", " ", "\r\n\t"], ["\r\n"]),
        ('it = "a" ; a comment\n   / "b"\n', ["a", "b"], [""]),
    ],
)
def test_reads(text: str, accepted: list[str], refused: list[str]) -> None:
    """One right-hand side, by what it accepts and what it does not."""
    automaton = rule(text)
    assert [word for word in accepted if not automaton.accepts(word)] == []
    assert [word for word in refused if automaton.accepts(word)] == []


def test_an_incremental_alternative_adds_to_its_rule() -> None:
    """RFC 5234, section 3.3: "the rule `=/` adds to"; the name is found whatever its case, and the order stays."""
    automaton = rule('it = "a"\nother = "x"\nIT =/ "b" / "c"\nit =/ other')
    assert [word for word in "abcxd" if automaton.accepts(word)] == ["a", "b", "c", "x"]


def test_very_many_additions_make_no_deep_tree() -> None:
    """A rule built up line by line is one list of alternatives."""
    automaton = rule("\n".join(['it = "a0"', *(f'it =/ "a{number}"' for number in range(1, 3000))]))
    assert automaton.accepts("A2999")
    assert not automaton.accepts("a3000")


def test_core_rules_are_there_when_they_are_used() -> None:
    """RFC 5234, Appendix B.1, with what they need themselves; a grammar's own rule of that name wins."""
    assert set(read_grammar("it = CRLF", ABNF).rules) == {"it", "CRLF", "CR", "LF"}
    assert set(read_grammar('it = alpha\nAlpha = "x"', ABNF).rules) == {"it", "Alpha"}
    assert not rule('it = digit\ndigit = "x"').accepts("1")


def test_the_draft_mixes_bars_into_abnf() -> None:
    """RFC 2396bis-00 writes `alphanum | "-"` in two rules; other grammars may not."""
    assert rule('"a" | "b" / "c"', Notation("abnf", bars=True)).accepts("b")
    with pytest.raises(GrammarError):
        rule('"a" | "b"')


def test_a_name_in_angle_brackets_after_a_repetition_is_the_rule() -> None:
    """RFC 3986, Appendix A: `path-empty = 0<pchar>`."""
    assert rule("path-empty = 0<pchar>\npchar = ALPHA").accepts("")
    assert rule("it = 2<pchar>\npchar = ALPHA").accepts("ab")


@pytest.mark.parametrize(
    ("text", "line", "rule", "reason"),
    [
        ('a = "x"\nb = c', 2, "b", "'c', which no rule defines"),
        ('a = "x"\n\nA = "y"', 3, "A", "twice, first at line 1"),
        ('b =/ "y"', 1, "b", "not defined yet"),
        ('my_rule = "x"', 1, "my_rule", "not a rule name"),
        ("a = my_rule", 1, "a", "not a rule name"),
        ("a = <anything>", 1, "a", "prose"),
        ("a = %xG", 1, "a", "not valid in this notation"),
        ("a = %b2", 1, "a", "digit that its base does not have"),
        ("a = %dA", 1, "a", "digit that its base does not have"),
        ("a = %x42-41", 1, "a", "ends before it begins"),
        ("a = %x110000", 1, "a", "beyond the last code point"),
        (f"a = %x{'1' * 5000}", 1, "a", "beyond the last code point"),
        (f"a = %d{'1' * 5000}", 1, "a", "beyond the last code point"),
        ('a = 3*2"x"', 1, "a", "at least 3 and at most 2"),
        ('a = 100001"x"', 1, "a", "more than 100000"),
        (f'a = {"9" * 5000}"x"', 1, "a", "more than 100000"),
        ("a = 3*", 1, "a", "nothing follows"),
        ('a = 2 / "x"', 1, "a", "nothing follows"),
        ('a = "x" /', 1, "a", "missing"),
        ('a = ["x"', 1, "a", "missing"),
        ("a = ()", 1, "a", "missing"),
        ('a = "x"\n=', 2, "a", "should begin"),
        ("a = 'x'", 1, "a", "not valid in this notation"),
        (f"a = {'(' * 200}", 1, "a", "nested deeper"),
    ],
)
def test_refuses(text: str, line: int, rule: str | None, reason: str) -> None:
    """What is no grammar is told with its file, its line and its rule."""
    with pytest.raises(GrammarError) as caught:
        without_recursion(read_grammar(text, ABNF, file="it.abnf"))
    assert (caught.value.file, caught.value.line, caught.value.rule) == ("it.abnf", line, rule)
    assert reason in caught.value.detail


def test_nesting_may_be_as_deep_as_it_may() -> None:
    """One level less than the limit is read and compiled; nobody's grammar comes near."""
    depth = MAX_NESTING - 1
    assert rule(f"{'[ ' * depth}ALPHA{' ]' * depth}").accepts("a")


def test_an_expression_ends_where_it_ends() -> None:
    """What follows the right-hand side is no part of it."""
    with pytest.raises(GrammarError, match="follows the end"):
        read_expression('"a" ) "b"', ABNF)


@given(st.text(alphabet='ab=/|()[]<>"%xd.-*0129 ;\n', max_size=40))
def test_any_text_is_a_grammar_or_a_grammar_error(text: str) -> None:
    """Nothing else ever comes out of the readers."""
    for notation in (ABNF, Notation("bnf"), Notation("abnf", bars=True)):
        try:
            without_recursion(read_grammar(text, notation)).order()
        except GrammarError as error:
            assert error.line is None or 1 <= error.line <= text.count("\n") + 1
