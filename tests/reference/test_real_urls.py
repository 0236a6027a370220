"""The laws of edits and of normal forms, on URLs that people wrote and on generated references."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import uriverse as uv
from uriverse.testing import references

LINES = (Path(__file__).parent / "real-urls.txt").read_text("utf-8").splitlines()
URLS = [line for line in LINES if not line.startswith("# ")]
VALID = [url for url in URLS if uv.is_valid(url)]
PARTS = ("scheme", "authority", "path", "query", "fragment")
LEVELS = ("case", "percent", "path", "syntax", "scheme")


def test_most_are_uris() -> None:
    """So the laws below say something; the others have a "%s", a bracket or a space."""
    assert len(URLS) > 480 and len(VALID) > 440


def check_edits(text: str) -> None:
    """An edit that names nothing is the identity, and a new pair leaves every other byte; taking it away gives the text
    again. A URL of these schemes without a host, such as `ftp:///a`, is mended."""
    reference = uv.parse(text)
    assert str(reference.replace()) == str(reference.with_pairs()) == text
    assert str(uv.compose(**{name: getattr(reference, name) for name in PARTS})) == text
    mended = uv.mend(text)
    assert (mended.changes == ()) != (reference.scheme in {"http", "https", "ftp"} and not reference.host)
    assert str(mended.reference) == text or mended.changes
    before, hash_, fragment = text.partition("#")
    query = reference.query or ""
    if all(name != "k\u00e9" for name, _ in uv.query_pairs(query, errors="replace")):
        edited = reference.with_pairs(set={"k\u00e9": "v w"})
        joined = before + ("?" if reference.query is None else "&" if query else "")
        assert str(edited) == f"{joined}k%C3%A9=v%20w{hash_}{fragment}"
        assert (edited.with_pairs(remove="k\u00e9").query or "") == query


def test_edits_of_real_urls() -> None:
    for url in VALID:
        check_edits(url)


@given(references())
def test_edits_of_generated_references(text: str) -> None:
    check_edits(text)


@pytest.mark.parametrize("level", LEVELS)
def test_normal_forms_are_fixed_points_and_equivalent(level: Any) -> None:
    """A URL, its normal form and that of its normal form are one class; neighbours are compared alike either way."""
    for url, other in pairwise(VALID):
        normal = uv.normalize(url, level=level)
        assert uv.normalize(normal, level=level) == normal
        assert uv.equivalent(url, normal, level=level) and uv.equivalent(normal, url, level=level)
        same = str(normal) == str(uv.normalize(other, level=level))
        assert uv.equivalent(url, other, level=level) == uv.equivalent(other, url, level=level) == same
