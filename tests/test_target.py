"""The short way to a target and a kind says what `parse` and `resolve` say, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.vectors import cases
from uriverse._core import target

BASES = ("http://a/b/c/d;p?q", "http://h", "foo:/a/b", "mailto:a@b", "file:///a/b#c")
VECTORS = sorted({(case["reference"], case["base"]) for _, case in cases("resolve")})


def the_long_way(reference: str, base: uv.URI) -> tuple[str, str] | None:
    """None where anything is refused, or the answer is no URI."""
    try:
        kind = uv.parse(reference, edition=base.edition).kind
        found = base.resolve(reference)
    except uv.URIError:
        return None
    return (str(found), kind) if isinstance(found, uv.URI) else None


def agrees(reference: str, text: str, edition: uv.EditionId) -> None:
    try:
        base = uv.URI(text, edition=edition)
    except uv.URIError:
        return
    found = target(reference, base)
    if found is None and edition in ("rfc1738", "url-syntax-03", "url-syntax-04", "rfc3987"):
        return  # they resolve as another, or their texts are not octets: the long way is to be asked
    assert found == the_long_way(reference, base)


@pytest.mark.parametrize("edition", list(uv.EDITIONS))
def test_the_documents_examples(edition: uv.EditionId) -> None:
    """Every edition's examples, by every edition."""
    for reference, base in VECTORS:
        agrees(reference, base, edition)


@given(st.text("ab:/?#[]@.%2;é \ud800"), st.sampled_from(BASES), st.sampled_from(list(uv.EDITIONS)))
def test_any_text(reference: str, base: str, edition: uv.EditionId) -> None:
    agrees(reference, base, edition)


def test_without_a_base() -> None:
    assert target("http://h/", None) is None
