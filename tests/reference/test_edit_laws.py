"""What holds of every edit: what is not named stays as it is written, to the byte."""

from __future__ import annotations

from hypothesis import given

import uriverse as uv
from uriverse.testing import references

PARTS = ("scheme", "authority", "path", "query", "fragment")


@given(text=references())
def test_an_edit_that_names_nothing_is_the_identity(text: str) -> None:
    """So is composing a reference of its own parts, and mending a valid text."""
    reference = uv.parse(text)
    assert str(reference.replace()) == text
    assert str(reference.with_pairs()) == text
    assert str(uv.compose(**{name: getattr(reference, name) for name in PARTS})) == text
    mended = uv.mend(text)
    assert str(mended.reference) == text and not mended.changes


@given(text=references())
def test_a_new_pair_comes_after_all_others(text: str) -> None:
    reference = uv.parse(text)
    before, hash_, fragment = text.partition("#")
    query = reference.query
    joined = before + ("?" if query is None else "&" if query else "")
    named = any(name == "k\u00e9" for name, _ in uv.query_pairs(query or "", errors="replace"))
    if not named:
        assert str(reference.with_pairs(set={"k\u00e9": "v w"})) == f"{joined}k%C3%A9=v%20w{hash_}{fragment}"
