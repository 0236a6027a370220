"""Establishing a base: the layers of RFC 3986, section 5.1, their precedence, and what cannot be a base."""

from __future__ import annotations

from dataclasses import asdict

import pytest

import uriverse as uv
from support.automata import OF_REFERENCES
from uriverse.documents import Base, Limits, establish


def test_the_innermost_layer_wins() -> None:
    """RFC 3986, section 5.1: embedded, then the entity, then the retrieval, then the default."""
    layers = {"default": "http://d/", "retrieval": "http://r/", "entities": ["http://e/"], "embedded": "http://b/"}
    for rule, expected in (("embedded", "http://b/"), ("entity", "http://e/"), ("retrieval", "http://r/")):
        base = establish(**layers)  # type: ignore[arg-type]
        assert (str(base.uri), base.rule) == (expected, rule)
        layers.pop({"entity": "entities"}.get(rule, rule))
    base = establish(**layers)  # type: ignore[arg-type]
    assert (str(base.uri), base.rule, base.clause) == ("http://d/", "default", "5.1.4")


def test_nothing_gives_no_base() -> None:
    """Without any layer there is no base, and no rule that chose it."""
    assert establish() == Base()
    assert establish().clause is None


def test_each_layer_is_read_against_the_one_around_it() -> None:
    """A relative Content-Location finds its base in what it is nested in, and BASE finds its own there."""
    base = establish(retrieval="http://a/x/y", entities=["../m/", "part/1"], embedded="sub/")
    assert str(base.uri) == "http://a/m/part/sub/"
    assert base.rule == "embedded"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("mailto:a@b", "hierarchy"),
        ("javascript:void(0)", "hierarchy"),
        ("data:text/html,x", "hierarchy"),
        ("urn:isbn:1", "hierarchy"),
        ("about:blank", "hierarchy"),
        ("http://h/a b", "at 10"),
        ("http://[x/", "at 8"),
    ],
)
@pytest.mark.parametrize("edition", ["rfc2396", "rfc2732", "rfc2396bis-00", "rfc3986"])
def test_what_cannot_be_a_base_is_reported_and_skipped(text: str, reason: str, edition: uv.EditionId) -> None:
    """A refused text leaves the layer around it in force."""
    base = establish(retrieval="http://a/", embedded=text, edition=edition)
    if reason == "hierarchy" and edition == "rfc3986":
        # RFC 3986, section 5.1: a base "must conform to the <absolute-URI> syntax rule"; 5.2.3 merges any path.
        assert (str(base.uri), base.rule, base.refused) == (text, "embedded", ())
        return
    assert (str(base.uri), base.rule) == ("http://a/", "retrieval")
    (refused,) = base.refused
    assert (refused.text, refused.rule) == (text, "embedded")
    assert reason in refused.reason or edition != "rfc3986"


def test_a_relative_text_without_a_base_around_it_is_refused() -> None:
    """The outermost base must be absolute by itself."""
    base = establish(embedded="sub/")
    assert base.uri is None
    assert base.refused[0].reason == "it is relative, and no base encloses it"


@pytest.mark.parametrize("edition", OF_REFERENCES)
def test_a_hierarchical_uri_is_a_base_in_every_edition_of_references(edition: uv.EditionId) -> None:
    """What every edition accepts serves every edition."""
    for text in ("http://a/b/c", "file:///a/b", "ftp://h/x"):
        assert str(establish(retrieval=text, edition=edition).uri) == text


def test_a_fragment_is_stripped() -> None:
    """RFC 3986, section 5.1: the base is without any fragment; RFC 1808's base keeps it."""
    assert str(establish(retrieval="http://a/b#c").uri) == "http://a/b"
    assert str(establish(retrieval="http://a/b#c", edition="rfc2396").uri) == "http://a/b"
    assert str(establish(retrieval="http://a/b#c", edition="rfc1808").uri) == "http://a/b#c"


def test_an_empty_text_keeps_the_base() -> None:
    """An embedded base of "" means the document where the edition says so, and changes nothing."""
    base = establish(retrieval="http://a/b", embedded="", edition="rfc2396")
    assert (str(base.uri), base.rule) == ("http://a/b", "retrieval")


@pytest.mark.parametrize("edition", ["rfc3986", "whatwg"])
def test_as_many_bases_as_the_limit(edition: uv.EditionId) -> None:
    """The last one that counts is the one before the limit; what is offered after it is refused, with the reason."""
    base = Base(edition=edition, limits=Limits(bases=3))
    for number, text in enumerate(("http://h/", "a/", "b/", "c/"), 1):
        base = base.inner(text, "embedded")
        assert [each.reason for each in base.refused] == ["more than 3 bases are nested"] * (number > 3)
    assert base.text == "http://h/a/b/"


def test_the_limits_by_default() -> None:
    """A caller that names none relies on these: what is read with one release is read with the next."""
    assert asdict(Limits()) == {
        "octets": 128 << 20,
        "references": 10_000_000,
        "output": 64 << 20,
        "growth": 64,
        "base": 64 << 10,
        "bases": 1000,
        "documents": 50,
        "parts": 100_000,
        "head": 64 << 10,
        "expansion": 4,
        "defaults": 1000,
        "namespace": 1000,
        "steps": 4,
        "compression": 1000,
    }


@pytest.mark.parametrize("edition", ["url-syntax-03", "url-syntax-04"])
def test_the_field_that_the_drafts_print_is_a_rule(edition: uv.EditionId) -> None:
    """Section 5.1.1: Content-Base = "Content-Base" ":" absoluteURL; literals of these notations have no case."""
    accepted = ["Content-Base:http://h/", "content-base:http://h/a?b", "Content-Base:mailto:a@b"]
    refused = ["Content-Base:", "Content-Base:a b", "Content-Location:http://h/", "http://h/"]
    assert [uv.is_valid(text, rule="Content-Base", edition=edition) for text in (*accepted, *refused)] == (
        [True] * len(accepted) + [False] * len(refused)
    )
