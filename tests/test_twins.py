"""The twins answer every vector: what the engine is held to must itself agree with the documents' printed examples."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from support.automata import table
from support.vectors import Case, each_case
from twins import EDITIONS, Failure, Parts, SameDocument, recompose, resolve, split
from twins.appendix_b import split_authority
from twins.naive_grammar import acceptor
from twins.normalization import Reading, normalize, rules_of
from twins.reader import judge_of, read
from twins.rfc2396 import HIERARCHICAL_SCHEMES
from twins.rfc3986 import remove_dot_segments, remove_dot_segments_with_excess
from uriverse.editions.files import read_files

COMPONENTS = ("scheme", "authority", "path", "params", "query", "fragment")
NAMES = ("scheme", "authority", "userinfo", "host", "port", "path", "params", "query", "fragment", "reg_name", "kind")


@cache
def accepts_of(edition: str) -> Callable[[str, str], bool]:
    """Give an edition's predicate, from its grammar file."""
    return acceptor(read_files(edition)[1], table(edition))


def read_strictly(edition: str, text: str, *, to_resolve: bool = False) -> dict[str, Any] | None:
    """Read a text with the slow reader."""
    return read(table(edition), accepts_of(edition), text, to_resolve=to_resolve)


def reading_of(edition: str, text: str) -> Reading | None:
    """Read a text for normalization."""
    found = read_strictly(edition, text)
    if found is None:
        return None
    return Reading(
        Parts(**{name: found[name] for name in COMPONENTS}),
        found["opaque"],
        found["userinfo"],
        found["host"],
        found["port"],
    )


def normal_form(edition: str, text: str, level: str) -> str:
    """Normalize a text as the edition reads it."""
    rules = rules_of(edition, table(edition))
    return normalize(text, level, rules, lambda written: reading_of(edition, written))


@each_case("resolve")
def test_resolves(edition: str, case: Case) -> None:
    """A reference against a base gives what the document prints."""
    answer = resolve(
        edition,
        case["base"],
        case["reference"],
        strict=case.get("strict", True),
        excess_parents=case.get("excess_parents"),
        new_request=case.get("new_request", False),
    )
    if case.get("same_document", False):
        assert answer == SameDocument(case["fragment"])
    elif "error" in case:
        assert answer == Failure(case["error"])
    else:
        assert answer == case["result"]


@each_case("resolve")
def test_resolves_only_what_the_edition_reads(edition: str, case: Case) -> None:
    """Base, reference and result of every vector are texts that the edition reads, or reads for resolution."""
    # RFC 1738 has no relative form: its vectors are read as RFC 1808 reads them.
    edition = table(edition).get("resolves_as", edition)
    assert read_strictly(edition, case["base"]) is not None
    assert read_strictly(edition, case["reference"], to_resolve=True) is not None
    if "result" in case and case["result"] != case["reference"]:
        assert read_strictly(edition, case["result"]) is not None


@each_case("split")
def test_splits(edition: str, case: Case) -> None:
    """The lenient split cuts any text, and its parts make the text again."""
    parts = split(edition, case["text"])
    userinfo, host, port = split_authority(parts.authority)
    found = {**vars(parts), "userinfo": userinfo, "host": host, "port": port}
    for name in NAMES:
        if name in case:
            assert found[name] == case[name], name
    assert recompose(parts) == case["text"]


@each_case("parse")
def test_reads(edition: str, case: Case) -> None:
    """The slow reader finds the components that the document names."""
    found = read_strictly(edition, case["text"])
    assert found is not None
    for name in NAMES:
        if name in case:
            assert found[name] == case[name], name
    if "opaque_part" in case:
        assert found["opaque"] and found["path"] == case["opaque_part"]
    if "host_type" in case:
        rows, accepts = table(edition)["host_type"], accepts_of(edition)
        assert next(row["type"] for row in rows if accepts(row["accepts"], found["host"])) == case["host_type"]


@each_case("valid")
def test_accepts(edition: str, case: Case) -> None:
    """Each rule, read naively, takes what the document says; without one, what judges whole texts and the readings."""
    rule = case["rule"] or judge_of(table(edition))
    assert accepts_of(edition)(rule, case["text"]) is case["valid"]
    if case["rule"] is None:
        assert (read_strictly(edition, case["text"]) is not None) is case["valid"]


@each_case("remove_dot_segments")
def test_removes_dot_segments(edition: str, case: Case) -> None:
    """RFC 3986's routine gives the printed paths; without superfluous parents its variants agree with it."""
    assert edition == "rfc3986"
    assert remove_dot_segments(case["path"]) == case["result"]
    if not isinstance(remove_dot_segments_with_excess(case["path"], "refuse"), Failure):
        assert remove_dot_segments_with_excess(case["path"], "keep") == case["result"]


@each_case("normalize")
def test_normalizes(edition: str, case: Case) -> None:
    """A level gives its normal form, and gives it again when asked twice."""
    once = normal_form(edition, case["text"], case["level"])
    assert once == case["result"]
    assert normal_form(edition, once, case["level"]) == once


@each_case("equivalent")
def test_tells_equivalents(edition: str, case: Case) -> None:
    """Two texts are equivalent at a level when their normal forms are the same."""
    forms = [normal_form(edition, case[name], case["level"]) for name in ("a", "b")]
    assert (forms[0] == forms[1]) is case["equivalent"]


@each_case("compose")
def test_composes(edition: str, case: Case) -> None:
    """Components make the text that the document prints."""
    assert edition in EDITIONS
    assert recompose(Parts(**{name: case[name] for name in COMPONENTS if name in case})) == case["result"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_knows_the_same_schemes_as_the_table(edition: str) -> None:
    """The schemes that the twin takes for hierarchical are those of the edition's table."""
    listed = table(edition)["resolution"].get("hierarchical_schemes")
    assert listed is None or set(listed) == HIERARCHICAL_SCHEMES
