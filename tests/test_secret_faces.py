"""Every face of the library for texts with secrets of every kind: results, errors, pages of a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.public_functions import PARAMETERS, arguments
from test_secrets import every_class
from uriverse.ground.masking import masked
from uriverse.ground.secret_words import masked_repair

SECRET = "S3CR3T"
# Against a base of the same scheme it is a path (URL Standard, section 4.4): a target on the site has no password.
NO_SLASHES = f"http:u:{SECRET}@h/a"
# Texts that are valid or not, where a secret stands in its place, or is cut, moved or encoded by what parsers do.
TEXTS = (
    f"http://u:{SECRET}@h:x/",
    f"http://u:{SECRET}/x@h/",
    f"http://u:a/{SECRET}?b@h/a b",
    f"http:///u:{SECRET}@h/",
    NO_SLASHES,
    f"//u:{SECRET}@[::1",
    f"http://h/?sig={SECRET}&se=1",
    f"http://h/;jsessionid={SECRET}?a b#token={SECRET}",
    f"?next=http%3A%2F%2Fu%3A{SECRET}%40h&b=[",
    f"https://ghp_{SECRET}@github.com/\u202e",
)
# For calls that put a text into another one, as a component: a password with a "/" is not found there.
EMBEDDED = (f"http://u:{SECRET}@h/ b", f"//u:{SECRET}@h/%zz")
EMBEDDING = ("URI.append", "URI.replace", "uriverse.compose")
EMBEDDING_KINDS = {uv.whatwg.URLSearchParams}
# `test_secrets.py` makes each error with its own arguments; a Glob is a pattern that a program writes.
LEFT_OUT = {kind for kind in every_class() if issubclass(kind, uv.URIError)} | {uv.Glob}
# What is printed of a network or of files is theirs; these have tests of their own.
OUTSIDE = {"uriverse.documents.links", "uriverse.documents.links_from_http"}


def faces(value: object, depth: int = 0) -> Iterator[str]:
    """What shows a value to people: `repr`, a page of a notebook, a text that is no data, and those of its items."""
    if not isinstance(value, str | bytes | list | tuple | dict):
        yield repr(value)
        if type(value).__str__ is object.__str__:
            yield str(value)
    if hasattr(value, "_repr_html_"):
        yield value._repr_html_()
    items = value.cuts if isinstance(value, uv.confusion.Agreement) else value
    if depth < 3 and isinstance(items, list | tuple | uv.lab.Explanation | Iterator):
        for item in islice(items, 40):
            yield from faces(item, depth + 1)


def shown_by(function: Callable[..., object], positional: list[Any], keywords: dict[str, Any]) -> list[str]:
    """The faces of what a call returns or raises."""
    try:
        return [*faces(function(*positional, **keywords))]
    except (uv.URIError, TypeError, ValueError, LookupError, OSError) as error:
        return [str(error), repr(error), repr(error.args)]


@pytest.mark.parametrize(
    ("name", "function", "parameter"),
    [pytest.param(*row, id=f"{row[0]}-{row[2]}") for row in PARAMETERS if row[0] not in OUTSIDE],
)
def test_no_face_shows_a_secret(name: str, function: Callable[..., Any], parameter: str) -> None:
    """Whatever argument a text is given for, rightly or by mistake, alone or in a list."""
    texts = EMBEDDED if name.startswith(EMBEDDING) else (*EMBEDDED, *TEXTS)
    is_target = name.endswith("safe_redirect") and parameter == "target"
    for value in (*(text for text in texts if not (is_target and text == NO_SLASHES)), [texts[0]]):
        positional, keywords = arguments(function, parameter, value)
        assert [face for face in shown_by(function, positional, keywords) if SECRET in face] == [], value


@pytest.mark.parametrize("kind", sorted({*every_class()} - LEFT_OUT, key=repr), ids=repr)
def test_no_object_shows_a_secret(kind: type) -> None:
    """A public class called with a text: a reference, a URL, parameters, a template, or what refuses it."""
    for text in EMBEDDED if kind in EMBEDDING_KINDS else (*EMBEDDED, *TEXTS):
        assert [face for face in shown_by(kind, [text], {}) if SECRET in face] == [], text


@pytest.mark.parametrize("text", ["http://h/npm:react@18", "http://h/a:b@c d"])
def test_a_path_that_looks_like_a_login_is_shown(text: str) -> None:
    """RFC 3986, section 3.3: a segment has ":" and "@"; no parser finds a user here."""
    explanation, cuts = uv.lab.explain(text), uv.agreement(text, parsers="ours").cuts
    assert {cut.userinfo for cut in cuts} == {None} and "***" not in repr(explanation) + repr(cuts)
    assert "***" not in repr(uv.lab.resolution(text.replace(" ", ""), "http://h/"))


PIECES = ("http://", "u:", SECRET, "@h", "/", "?", "token=", "a=1", "&", " ", "[", "%", "#", ":", "x")


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), st.data())
def test_a_repair_shows_no_secret_of_the_text_and_hides_nothing_else(text: str, data: st.DataObject) -> None:
    """Up to three edits of any place; without a secret in both texts the repair is shown as it is."""
    repair = text
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(repair)))
        repair = repair[:at] + data.draw(st.sampled_from(["%20", "%3D", ":", "", "/"])) + repair[at + 1 :]
    shown = masked_repair(repair, text)
    if SECRET not in masked(text):
        assert SECRET not in shown
    if masked(text) == text:
        assert shown == masked(repair)
