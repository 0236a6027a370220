"""Mending: the most likely reference, with each change told; nothing that was right changes."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.automata import OF_REFERENCES
from support.linear import takes_linear_time
from support.strategies import examples, in_each, texts
from twins import mending

PIECES = [*"/?#:@h% \n\\é\udcff", "http:", "ws:", "file:", "//", "[::1]", "[::1%e]", "::1", "%41", "bücher.example"]
wild = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=7).map("".join),
    texts,
    st.text('/.:?#[]@%41a;\\ \t\n<>"é', max_size=12),
    st.text(max_size=8),
)


def changed(text: str, changes: Any) -> str:
    """The text with its changes made."""
    for change in reversed(changes):
        assert text[change.at : change.at + len(change.was)] == change.was
        text = text[: change.at] + change.now + text[change.at + len(change.was) :]
    return text


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (" http://h/a \n", "http://h/a"),
        ("<URL:http://h/a>", "http://h/a"),
        ('"http://h/a"', "http://h/a"),
        ("http://h/a\n  b", "http://h/ab"),
        ("http://h/a\tb", "http://h/ab"),
        ("http:\\\\h\\a?b=\\", "http://h/a?b=%5C"),
        ("x:\\a", "x:%5Ca"),
        ("http:/h/a", "http://h/a"),
        ("https:///h", "https://h"),
        ("HTTP:\\h", "HTTP://h"),
        ("http://h/a b%7e/100%?q=%zz#x#y", "http://h/a%20b%7e/100%25?q=%25zz#x%23y"),
        ("http://h/[a]{b}|c^`", "http://h/%5Ba%5D%7Bb%7D%7Cc%5E%60"),
        ("http://us er:p%@h/", "http://us%20er:p%25@h/"),
        ("http://bücher.example:8/ü", "http://xn--bcher-kva.example:8/%C3%BC"),
        ("http://fe80::1/", "http://[fe80::1]/"),
        ("a b", "a%20b"),
        ("/\udcff", "/%FF"),
    ],
)
def test_the_most_likely_reference(text: str, mended: str) -> None:
    found = uv.mend(text)
    assert str(found.reference) == mended == changed(text, found.changes)
    assert all(change.why and change.rule for change in found.changes)


@pytest.mark.parametrize(
    ("text", "at", "reason"),
    [
        ("http:h", 5, "a path or by a host"),
        ("http:/ /h", 5, "a path or by a host"),
        ("http: h", 5, "a path or by a host"),
        ("http://a@b@c/", 10, "first or the last"),
        ("http://2001:db8::1:80/", 7, "a part of the IPv6 address or a port"),
        ("http://a b/", 8, "no single likely reading"),
        ("http://h:80a/ b", 11, "no single likely reading"),
        ("http://b\u00fccher..x/", 7, "a label is empty (by uts46)"),
        ("  ", 0, "nothing between"),
        ("<>", 0, "nothing between"),
        ("/\ud800", 1, "lone surrogate"),
    ],
)
def test_what_has_no_single_reading_is_refused(text: str, at: int, reason: str) -> None:
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.mend(text)
    assert (caught.value.at, caught.value.text) == (at, text)
    assert caught.value.reason == "no-single-reading" or reason == "no single likely reading"
    assert reason in str(caught.value) or reason == "no single likely reading"


@pytest.mark.parametrize("text", ["http://me:secret@h/", "ftp://me:sec:ret@h/ x"])
def test_a_password_is_not_written_into_the_user(text: str) -> None:
    """RFC 3986, sections 2.2 and 3.2.1: ":" ends a user, and "%3A" is a part of one, so no mask would see a password.

    The generic grammar of RFC 1630 has no ":" after "//".
    """
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.mend(text, edition="rfc1630")
    assert (caught.value.at, caught.value.reason) == (text.index(":", 5), "no-single-reading")
    assert "sec" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("example.com/a", "https://example.com/a"),
        ("//example.com", "https://example.com"),
        ("localhost:8080/x", "https://localhost:8080/x"),
        ("/a", "/a"),
        ("?a", "?a"),
        ("http://h/", "http://h/"),
        ("mailto:a@b", "mailto:a@b"),
        ("bücher.example/a b", "https://xn--bcher-kva.example/a%20b"),
    ],
)
def test_a_missing_scheme_is_put_in_when_asked(text: str, mended: str) -> None:
    found = uv.mend(text, scheme="https")
    assert str(found.reference) == mended == changed(text, found.changes)
    with pytest.raises(ValueError, match="scheme"):
        uv.mend(text, scheme="a b")


@given(wild, st.sampled_from([None, "https", "file", "mailto"]))
@examples(150)
@in_each("edition", OF_REFERENCES)
def test_what_is_mended_is_mended_for_good(edition: Any, text: str, scheme: str | None) -> None:
    """Section 2.4 of RFC 3986 forbids to encode or decode a text twice: a second call must find nothing to mend."""
    try:
        found = uv.mend(text, scheme=scheme, edition=edition)
    except uv.URISyntaxError as error:
        assert 0 <= error.at <= len(text)
    else:
        assert changed(text, found.changes) == str(found.reference)
        assert uv.mend(found.reference, scheme=scheme, edition=edition).changes == ()


@given(wild, st.sampled_from([None, "https", "file", "mailto"]))
@examples(150)
@in_each("edition", OF_REFERENCES)
def test_the_twin_makes_the_same_changes(edition: Any, text: str, scheme: str | None) -> None:
    """Or it refuses the text at the same character, with the same sentence."""

    def answer(mend: Any) -> Any:
        try:
            return mend(text, scheme=scheme, edition=edition)
        except uv.URISyntaxError as error:
            return error.at, error.detail

    mended = answer(uv.mend)
    if isinstance(mended, uv.reference.mending.MendedReference):
        mended = str(mended.reference), list(mended.changes)
    assert mended == answer(mending.mend)


@given(text=wild)
@examples(150)
@in_each("edition", OF_REFERENCES)
def test_a_valid_reference_stays_as_it_is(edition: Any, text: str) -> None:
    """By its edition and by its scheme; and what is mended is valid."""
    try:
        found = uv.mend(text, edition=edition)
    except uv.URISyntaxError:
        assert not uv.is_valid(text, edition=edition) or not uv.schemes.check(text).valid or text.startswith("http:")
        return
    assert uv.is_valid(str(found.reference), edition=edition)
    if uv.is_valid(text, edition=edition) and uv.schemes.check(text).valid:
        assert found.changes == () and str(found.reference) == text


def test_at_most_so_many_changes_are_listed_as_are_wanted() -> None:
    """All of them are made, and the result says how many are not listed."""
    text = "http://h/" + " " * 1_001 + "a"
    mended = uv.mend(text)
    assert (len(mended.changes), mended.more) == (1_000, 1)
    assert str(mended.reference) == "http://h/" + "%20" * 1_001 + "a"
    few = uv.mend(text, max_changes=2)
    assert (few.reference, few.changes, few.more) == (mended.reference, mended.changes[:2], 999)
    assert len(uv.mend(text, max_changes=2**70).changes) == 1_001
    with pytest.raises(TypeError, match="max_changes must be an int, not str"):
        uv.mend(text, max_changes="9")  # type: ignore[arg-type]


def test_mending_is_linear() -> None:
    """A hundred thousand of any character take no more than their share."""

    def mend(text: str, size: int) -> None:
        for whole in (text * size + "a", "http://h/" + text * size + "a"):
            try:
                uv.mend(whole)
            except uv.URISyntaxError as error:
                assert len(error.text) == len(whole)

    for text in (" ", "\t", "\\", "%", "<", '"', "\n", "é", "[", "@", ":"):
        takes_linear_time(partial(mend, text), 100_000)
