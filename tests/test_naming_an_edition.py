"""An edition is named by a literal, by any str, by an Edition or by None: one answer, and a wrong name is told."""

from __future__ import annotations

from typing import Any

import pytest

import uriverse as uv

TEXTS = (
    "http://u@h:80/a?b#c",
    "http://[::1]/",
    "a b",
    "mailto:a?b",
    "http://h/\u00fc",
    "http://h/%zz",
    "",
    "//h",
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
    """Also where it is written out."""
    assert uv.parse("http://h/", edition=None).edition == "rfc3986"
    assert uv.is_valid("http://[::1]/", edition=None) and not uv.is_valid("a b", edition=None)


def test_an_own_edition_is_named_before_and_after_its_tables_are_loaded() -> None:
    """The first call loads them."""
    own = uv.Edition.from_grammar('a = "a:" 1*DIGIT', start="a", based_on="rfc3986")
    for _ in range(2):
        assert uv.is_valid("a:1", edition=own) and not uv.is_valid("a:b", edition=own)
        assert uv.parse("a:1", edition=own).edition is own


@pytest.mark.parametrize("wrong", [7, b"rfc3986", object(), ["rfc3986"]])
def test_a_wrong_type_names_the_argument(wrong: Any) -> None:
    """As everywhere."""
    for call in (uv.parse, uv.is_valid):
        with pytest.raises(TypeError, match="edition"):
            call("a", edition=wrong)


def test_what_raises_when_it_is_asked_raises() -> None:
    """The quick way hides no error of another's."""
    with pytest.raises(RuntimeError):
        uv.parse("a", edition=Unreadable())  # type: ignore[arg-type]
    with pytest.raises(uv.UnknownEdition):
        uv.parse("a", edition="rfc3896")  # type: ignore[arg-type]
