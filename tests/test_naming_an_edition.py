"""An edition is named by a literal, by any str, by an Edition or by None: one answer, and a wrong name is told."""

from __future__ import annotations

from typing import Any

import pytest

import uriverse as uv
from uriverse import columns as uc

TEXTS = (
    *("http://u@h:80/a?b#c", "http://[::1]/", "a b", "mailto:a?b", "http://h/\u00fc", "http://h/%zz", "", "//h"),
    "\ud800",
)
REFERENCES = ("../g?x#y", "", "#s", "?y", "//h/x", "a:b", "g;x=1", "a b", "\u00fc")


class Word(str):
    """A str of a class of one's own."""


class Unreadable:
    """Raises when an attribute is asked for."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)


def spellings(name: Any) -> list[Any]:
    """The ways in which a built-in edition is named: interned, made at run time, of another class, as a value."""
    return [name, "".join(list(name)), Word(name), uv.EDITIONS[name]]


def answer(call: Any, *arguments: Any, **keywords: Any) -> Any:
    try:
        return call(*arguments, **keywords)
    except uv.URIError as error:
        return type(error), error.args, getattr(error, "at", None), getattr(error, "rule", None)


def plain(found: Any) -> Any:
    """An answer without the edition's spelling, which an object keeps as it was given."""
    return (type(found), found.text, found.kind, found.host) if isinstance(found, uv.URIReference) else found


@pytest.mark.parametrize("name", uv.EDITIONS)
def test_every_spelling_gives_the_same_answers(name: Any) -> None:
    """The quick way takes the first two, the long way the third; `rule=None` goes the long way too."""
    for text in TEXTS:
        for call in (uv.parse, uv.is_valid):
            found = [plain(answer(call, text, edition=spelling)) for spelling in spellings(name)]
            assert found == [found[0]] * 4
        assert answer(uv.is_valid, text, edition=name) == answer(uv.is_valid, text, edition=name, rule=None)
        if uv.is_valid(text, edition=name):
            assert uv.parse(text, edition="".join(list(name))).edition == name


@pytest.mark.parametrize("name", uv.EDITIONS)
@pytest.mark.parametrize("base", ["http://a/b/c/d;p?q", "http://a", "mailto:a", "a/b", "http://a/\u00fc"])
def test_the_function_resolves_as_the_method(name: Any, base: str) -> None:
    """Texts and references as the base, by every edition; `strict=True`, which is the default, goes the long way."""
    if not uv.is_valid(base, edition=name):
        return
    parsed = answer(uv.parse, base, edition=name)
    for reference in REFERENCES:
        slow = plain(answer(uv.resolve, reference, base, edition=name, strict=True))
        assert [plain(answer(uv.resolve, reference, base, edition=spelling)) for spelling in spellings(name)] == [
            slow
        ] * 4
        if isinstance(parsed, uv.URI):
            assert plain(answer(uv.resolve, reference, parsed)) == plain(answer(parsed.resolve, reference))


def test_none_is_the_default() -> None:
    assert uv.parse("http://h/", edition=None).edition == "rfc3986"
    assert uv.is_valid("http://[::1]/", edition=None) and not uv.is_valid("a b", edition=None)


def test_an_own_edition_is_named_before_and_after_its_tables_are_loaded() -> None:
    """The first call loads them."""
    own = uv.Edition.from_grammar('a = "a:" 1*DIGIT', start="a", based_on="rfc3986")
    for _ in range(2):
        assert uv.is_valid("a:1", edition=own) and not uv.is_valid("a:b", edition=own)
        assert uv.parse("a:1", edition=own).edition is own


@pytest.mark.parametrize(
    ("text", "id", "reason"),
    [("a = ALPHA", "rfc2396", "the id of a built-in edition"), ("a = (", "own", "an element is missing")],
)
def test_an_error_of_an_own_grammar_names_its_file(text: str, id: str, reason: str) -> None:
    with pytest.raises(uv.GrammarError, match=reason) as caught:
        uv.Edition.from_grammar(text, start="a", id=id, file="own.abnf")
    assert caught.value.file == "own.abnf"


@pytest.mark.parametrize("wrong", [7, b"rfc3986", object(), ["rfc3986"]])
def test_a_wrong_type_names_the_argument(wrong: Any) -> None:
    for call in (uv.parse, uv.is_valid):
        with pytest.raises(TypeError, match="edition"):
            call("a", edition=wrong)


def test_what_raises_when_it_is_asked_raises() -> None:
    """The quick way hides no error of another's."""
    with pytest.raises(RuntimeError):
        uv.parse("a", edition=Unreadable())  # type: ignore[arg-type]
    with pytest.raises(uv.UnknownEditionError):
        uv.parse("a", edition="rfc3896")  # type: ignore[arg-type]


REST = '[ "?" query ] [ "#" fragment ]'
OWN = (
    ("rfc3986", f'web = ( "http" / "https" / "gopher" ) "://" host [ ":" port ] path-abempty {REST}'),
    ("rfc3987", 'web = "http://" ihost [ ":" port ] ipath-abempty [ "?" iquery ]'),
    ("rfc2396", 'web = scheme "://" host [ ":" port ] [ abs-path ] [ "?" query ]'),
    ("rfc3986", 'web = "https://" name *( "." name ) [ ":" 1*4DIGIT ] path-abempty\nname = 1*( ALPHA / DIGIT / "-" )'),
    (
        "rfc3986",
        'web = "http://" label *( "." label ) "/" *pchar\nlabel = let [ *61( let / "-" ) let ]\nlet = ALPHA / DIGIT',
    ),
    ("rfc3986", 'web = "http://" authority path-abempty / "https://" host "/private/" *pchar / "ftp:" path-rootless'),
)
SCHEMES = ("http", "https", "HTTP", "httpx", "ftp", "gopher", "x")
HOSTS = (
    "h",
    "a-b.example",
    "a--b.c",
    "a-.b",
    "1.b2",
    "b.2",
    62 * "a",
    63 * "a" + ".b",
    64 * "a",
    "1.2.3.4",
    "h%41",
    "",
    "u@h",
    "[::1]",
    "a_b",
    "h:80",
    "h:",
    "h:65536",
)
RESTS = ("", "/", "/a/b", "/private/x", "/%41", "/%4", "/a b", "?q", "/a?b/%20", "/a#f", "/a?b#f?", "#")


@pytest.mark.parametrize(("base", "grammar"), OWN)
def test_an_own_grammar_accepts_what_its_start_rule_accepts(base: Any, grammar: str) -> None:
    """Where the rule takes whatever follows a scheme, the engine does not run it; with `rule=` it does."""
    own = uv.Edition.from_grammar(grammar, start="web", based_on=base)
    texts = [f"{scheme}://{host}{rest}" for scheme in SCHEMES for host in HOSTS for rest in RESTS]
    texts += ["//h/a", "/a", "", "http:", "http:/h", "ftp:a/b", "http:h/a"]
    told = [uv.is_valid(text, rule="web", edition=own) for text in texts]
    assert any(told)
    assert not all(told)
    assert [uv.is_valid(text, edition=own) for text in texts] == told
    column = uc.Column(texts)
    assert uc.is_valid(column, edition=own).to_pylist() == told
    parsed = uc.parse(column, want=["valid", "host"], edition=own).to_pylist()
    assert [row["valid"] for row in parsed] == told
    assert [row["host"] for row in parsed if row["valid"]] == [
        uv.parse(text, edition=own).host for text, valid in zip(texts, told, strict=True) if valid
    ]
