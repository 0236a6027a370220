"""The join tables of Python's own tests for `urllib.parse`, where RFC 3986 decides them.

They need the `test` package of a full Python, so the gate runs them.
"""

from __future__ import annotations

import importlib
import warnings

import pytest

import uriverse as uv

# What the tables expect and RFC 3986 does not: (base, reference) and the clause.
DEPARTURES = {
    (
        "http://a/b/c/d;p?q#f",
        "",
    ): "section 5.2.2: `T.fragment = R.fragment`, so the base's is not inherited; RFC 1808's is",
    ("", "http://a/b/c/g?y/./x"): "section 5.1: a base is a URI",
    ("", "http://a/./g"): "section 5.1: a base is a URI",
    ("a", "b"): "section 5.1: a base is a URI",
}


def tables() -> list[tuple[str, str, str]]:
    """Every (base, reference, expected) that the tests join, recorded by running them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        suite = importlib.import_module("test.test_urlparse").UrlParseTestCase
    found: list[tuple[str, str, str]] = []
    case = suite()
    case.checkJoin = lambda base, reference, expected, **_: found.append((base, reference, expected))
    for name in dir(suite):
        if name.startswith("test_") and ("RFC" in name or "join" in name):
            getattr(case, name)()
    return [row for row in found if isinstance(row[0], str)]


def resolved(reference: str, base: str) -> str | None:
    """What RFC 3986 makes of it when backward compatible (section 5.2.2), as these tables are; None for no answer."""
    try:
        return str(uv.resolve(reference, base, strict=False))
    except uv.ResolutionError:
        return None


@pytest.mark.slow
def test_the_join_tables_agree() -> None:
    """More than a hundred joins agree, and each that does not is named with its clause, and still differs."""
    rows = tables()
    assert len(rows) > 100
    differ = {(base, reference) for base, reference, expected in rows if resolved(reference, base) != expected}
    assert differ == set(DEPARTURES)
