"""The BNF of RFC 822 as the documents of 1994 to 1999 write it, oddities included."""

from __future__ import annotations

import pytest

from support.small_languages import rule
from uriverse.errors import GrammarError
from uriverse.grammar.algebra import equivalent
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.notation import Notation, read_grammar

BNF = Notation("bnf", prose=(("US-ASCII coded character 20 hexadecimal", "%x20"), ("0 to 9", "%x30-39")))


def bnf(text: str) -> Automaton:
    """The first rule of a BNF grammar."""
    return rule(text, BNF)


@pytest.mark.parametrize(
    ("text", "accepted", "refused"),
    [
        ('"a" | "b"', ["a", "B"], ["", "ab"]),
        ('[ "a" ] "b"', ["b", "ab"], ["a", "aab"]),
        ('*"a"', ["", "aaa"], ["b"]),
        ('2*"a"', ["aa", "aaa"], ["a"]),
        ('*2"a"', ["", "aa"], ["aaa"]),
        ('1*3"a"', ["a", "aaa"], ["", "aaaa"]),
        ('2"a"', ["aa"], ["a", "aaa"]),
        ('2( "a" | "b" )', ["ab"], ["a"]),
        # RFC 1738, section 5: "brackets [] are used around optional or repeated elements".
        ('1*[ "a" | "b" ]', ["a", "ab"], [""]),
        ('*[ "a" | "b" ]', ["", "ba"], ["c"]),
        # The same brackets without a repetition before them stay optional.
        ('"a" [ "b" | "c" ]', ["a", "ab", "ac"], ["abc"]),
        # RFC 1738's `gopherurl` leaves a slash unquoted.
        ('"gopher://" "h" [ / [ "1" ] ]', ["gopher://h", "gopher://h/", "GOPHER://H/1"], ["gopher://h1"]),
        # The double quote stands in angle brackets.
        ('"<" | ">" | <">', ["<", '"'], ["<>"]),
        # A backslash in a literal is a backslash (RFC 1738's `national`).
        ('"\\" | "^"', ["\\", "^"], ["\\^"]),
        ("<US-ASCII coded character 20 hexadecimal>", [" "], ["20"]),
        ("<US-ASCII coded\n   character 20   hexadecimal>", [" "], [""]),
        # A number's prose repeats as any element does.
        ("2*<0 to 9>", ["00", "123"], ["1"]),
    ],
)
def test_reads(text: str, accepted: list[str], refused: list[str]) -> None:
    """One right-hand side, by what it accepts and what it does not."""
    automaton = bnf(text)
    assert [word for word in accepted if not automaton.accepts(word)] == []
    assert [word for word in refused if automaton.accepts(word)] == []


def test_a_literal_ignores_case_and_a_listed_alphabet_does_not() -> None:
    """RFC 1738's `scheme` is in lower case, because `lowalpha` lists one case; `hex` lists both and nothing changes."""
    grammar = 'scheme = 1*[ lowalpha | "+" ]\nlowalpha = "a" | "b"\nupalpha = "A" | "B"\nhialpha = "A" | "B"'
    assert bnf(grammar).accepts("ab+")
    assert not bnf(grammar).accepts("AB")
    assert bnf('httpurl = "http://"').accepts("HTTP://")
    assert equivalent(bnf('hex = "A" | "a"'), bnf('hex = "A"'))
    assert not equivalent(bnf('LowAlpha = "a"'), bnf('hex = "a"'))


def test_names_are_the_documents_own() -> None:
    """Underscores, digits and a plus sign (`gopher+_string`) are parts of names."""
    grammar = read_grammar('g = gopher+_string | hex4\ngopher+_string = "x"\nhex4 = "y"', BNF)
    assert list(grammar.rules) == ["g", "gopher+_string", "hex4"]


def test_a_rule_begins_wherever_its_name_stands() -> None:
    """No indentation matters, and a comment runs to the end of its line, whatever it holds."""
    grammar = read_grammar('a = "x"  ; b = "no"\n      | "y"   b\n = "z" c="w" | c2\nc2 = "v" ; the end', BNF)
    assert [(rule.name, rule.line) for rule in grammar] == [("a", 1), ("b", 2), ("c", 3), ("c2", 4)]


def test_names_ignore_case() -> None:
    """`DIGIT` and `digit` are one rule (RFC 2732 beside RFC 2373's rules)."""
    assert bnf('port = *DIGIT\ndigit = "0" | "1"').accepts("01")


@pytest.mark.parametrize(
    ("text", "line", "rule", "reason"),
    [
        ('a = "x"\nb = %x41', 2, "b", "ABNF"),
        ('a = %s"x"', 1, "a", "ABNF"),
        ('a = "x"\na =/ "y"', 2, "a", "not defined yet"),
        ("a = <any octet>", 1, "a", "prose"),
        ('a = "x" |', 1, "a", "missing"),
        ('a = ( "x"', 1, "a", "missing"),
        ('a = "x" )', 1, "a", "should begin"),
        ('a = "x', 1, "a", "not valid in this notation"),
        ('"x" | "y"', 1, None, "should begin"),
        ("", 1, None, "no rule"),
        ("; nothing but a comment", 1, None, "no rule"),
    ],
)
def test_refuses(text: str, line: int, rule: str | None, reason: str) -> None:
    """What is no grammar is told with its line and rule."""
    with pytest.raises(GrammarError) as caught:
        read_grammar(text, BNF, file="it.bnf")
    error = caught.value
    assert (error.file, error.line, error.rule) == ("it.bnf", line, rule)
    assert reason in error.detail
