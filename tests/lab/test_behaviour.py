"""Choices of resolution that differ, each shown on an example, each answer the engine's."""

from __future__ import annotations

from itertools import combinations

import uriverse as uv
from uriverse.editions.registry import EDITION_IDS, EDITIONS
from uriverse.lab.behaviour import ChoiceDifference, compare_behaviour

PAIRS = list(combinations(EDITION_IDS, 2))


def compared(old: str, new: str) -> dict[str, ChoiceDifference]:
    """The differing choices of two editions by name."""
    return {row.choice: row for row in compare_behaviour(EDITIONS[old], EDITIONS[new])}


def test_exactly_the_choices_that_differ_are_listed() -> None:
    """As the editions' tables have them, with the sections that say so."""
    for old, new in PAIRS:
        # Without a row of its own, slashes are delimiters of components.
        tables = [{"leading_slashes": "components", **EDITIONS[side].resolution} for side in (old, new)]
        names = [name for name in tables[0] if name != "hierarchical_schemes"]
        rows = compared(old, new)
        both = [name for name in names if name in tables[1]]
        assert set(rows) == {name for name in both if tables[0][name] != tables[1][name]}
        for name, row in rows.items():
            assert (row.old, row.new) == (tables[0][name], tables[1][name])
            assert row.old_clause == EDITIONS[old].resolution_clauses.get(name, "")
            assert row.new_clause == EDITIONS[new].resolution_clauses.get(name, "")


def test_each_is_shown_on_an_example_that_tells() -> None:
    """Both editions give another answer, but in two places: for a base without authority or path the printed steps and
    RFC 3986's come to the same, and what they would do elsewhere is guarded; and for a new request the document's own
    URL (url-syntax-04) and its base URI (later) are one where no other base is given.
    """
    for old, new in PAIRS:
        for name, row in compared(old, new).items():
            example = row.example
            assert example is not None, (old, new, name)
            if row.new == "slash-with-authority" or (row.old, row.new) == ("document", "base"):
                continue
            assert example.old != example.new, (old, new, name)


def test_the_documents_own_examples() -> None:
    """What the tables of examples print: RFC 1808, 5.1; RFC 2396, C.1 and C.2; RFC 3986, 5.4."""
    rows = compared("rfc2396", "rfc3986")
    seen = {(name, each.reference): (each.old, each.new) for name, row in rows.items() for each in row.examples[::-1]}
    assert seen["query_only", "?y"] == ("http://a/b/c/?y", "http://a/b/c/d;p?y")
    assert seen["empty_reference", ""] == ("the current document", "http://a/b/c/d;p?q")
    assert seen["empty_reference", "#s"] == ("#s in the current document", "http://a/b/c/d;p?q#s")
    assert seen["dot_segments", "/./g"] == ("http://a/./g", "http://a/g")
    assert seen["excess_parents", "../../../g"] == ("http://a/../g", "http://a/g")
    assert seen["same_scheme", "http:"] == ("http://a/b/c/", "http://a/b/c/d;p?q")
    assert seen["opaque_base", "g"] == ("refused: opaque-base", "mailto:g")
    assert compared("rfc1808", "rfc2396")["params"].examples[0].old == "http://a/b/c/d;x"


def test_the_answers_are_the_engines() -> None:
    for row in compared("rfc1808", "rfc2396bis-00").values():
        for example in row.examples:
            for edition, answer in (("rfc1808", example.old), ("rfc2396bis-00", example.new)):
                if answer.startswith(("refused", "the current", "#")):
                    continue
                target = uv.resolve(
                    example.reference, example.base, edition=edition, strict=example.strict, guards=example.guards
                )
                assert str(target) == answer
