"""The twins answer every vector: what the engine is held to must itself agree with the documents' printed examples."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from twins import EDITIONS, Failure, Parts, SameDocument, recompose, resolve, split
from twins.appendix_b import split_authority
from twins.naive_grammar import acceptor
from twins.normalization import Reading, normalize, rules_of
from twins.reader import judge_of, read
from twins.rfc2396 import HIERARCHICAL_SCHEMES
from twins.rfc3986 import remove_dot_segments, remove_dot_segments_with_excess
from uriverse.editions.files import read_files

ROOT = Path(__file__).resolve().parent.parent
COMPONENTS = ("scheme", "authority", "path", "params", "query", "fragment")
NAMES = ("scheme", "authority", "userinfo", "host", "port", "path", "params", "query", "fragment", "reg_name", "kind")

Case = dict[str, Any]


def vectors(operation: str) -> list[Any]:
    """List the cases of an operation, each with a name that tells its file, its clause and its text."""
    found = []
    for file in sorted((ROOT / "vectors" / operation).glob("*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        assert content["operation"] == operation and content["edition"] == file.stem
        for place, case in enumerate(content["cases"], start=1):
            shown = next((case[key] for key in ("reference", "text", "path", "result", "a") if key in case), "")
            found.append(pytest.param(file.stem, case, id=f"{file.stem}-{place}-{case['section']}-{shown}"))
    return found


@cache
def table_of(edition: str) -> dict[str, Any]:
    """Read an edition's table."""
    return read_files(edition)[0]


@cache
def accepts_of(edition: str) -> Callable[[str, str], bool]:
    """Give an edition's predicate, from its grammar file."""
    return acceptor(read_files(edition)[1], table_of(edition))


def read_strictly(edition: str, text: str, *, to_resolve: bool = False) -> dict[str, Any] | None:
    """Read a text with the slow reader."""
    return read(table_of(edition), accepts_of(edition), text, to_resolve=to_resolve)


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
    rules = rules_of(edition, table_of(edition))
    return normalize(text, level, rules, lambda written: reading_of(edition, written))


@pytest.mark.parametrize(("edition", "case"), vectors("resolve"))
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


@pytest.mark.parametrize(("edition", "case"), vectors("resolve"))
def test_resolves_only_what_the_edition_reads(edition: str, case: Case) -> None:
    """Base, reference and result of every vector are texts that the edition reads, or reads for resolution."""
    # RFC 1738 has no relative form: its vectors are read as RFC 1808 reads them.
    edition = table_of(edition).get("resolves_as", edition)
    assert read_strictly(edition, case["base"]) is not None
    assert read_strictly(edition, case["reference"], to_resolve=True) is not None
    if "result" in case and case["result"] != case["reference"]:
        assert read_strictly(edition, case["result"]) is not None


@pytest.mark.parametrize(("edition", "case"), vectors("split"))
def test_splits(edition: str, case: Case) -> None:
    """The lenient split cuts any text, and its parts make the text again."""
    parts = split(edition, case["text"])
    userinfo, host, port = split_authority(parts.authority)
    found = {**vars(parts), "userinfo": userinfo, "host": host, "port": port}
    for name in NAMES:
        if name in case:
            assert found[name] == case[name], name
    assert recompose(parts) == case["text"]


@pytest.mark.parametrize(("edition", "case"), vectors("parse"))
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
        rows, accepts = table_of(edition)["host_type"], accepts_of(edition)
        assert next(row["type"] for row in rows if accepts(row["accepts"], found["host"])) == case["host_type"]


@pytest.mark.parametrize(("edition", "case"), vectors("valid"))
def test_accepts(edition: str, case: Case) -> None:
    """Each rule, read naively, takes what the document says; without one, what judges whole texts and the readings."""
    rule = case["rule"] or judge_of(table_of(edition))
    assert accepts_of(edition)(rule, case["text"]) is case["valid"]
    if case["rule"] is None:
        assert (read_strictly(edition, case["text"]) is not None) is case["valid"]


@pytest.mark.parametrize(("edition", "case"), vectors("remove_dot_segments"))
def test_removes_dot_segments(edition: str, case: Case) -> None:
    """RFC 3986's routine gives the printed paths; without superfluous parents its variants agree with it."""
    assert edition == "rfc3986"
    assert remove_dot_segments(case["path"]) == case["result"]
    if not isinstance(remove_dot_segments_with_excess(case["path"], "refuse"), Failure):
        assert remove_dot_segments_with_excess(case["path"], "keep") == case["result"]


@pytest.mark.parametrize(("edition", "case"), vectors("normalize"))
def test_normalizes(edition: str, case: Case) -> None:
    """A level gives its normal form, and gives it again when asked twice."""
    once = normal_form(edition, case["text"], case["level"])
    assert once == case["result"]
    assert normal_form(edition, once, case["level"]) == once


@pytest.mark.parametrize(("edition", "case"), vectors("equivalent"))
def test_tells_equivalents(edition: str, case: Case) -> None:
    """Two texts are equivalent at a level when their normal forms are the same."""
    forms = [normal_form(edition, case[name], case["level"]) for name in ("a", "b")]
    assert (forms[0] == forms[1]) is case["equivalent"]


@pytest.mark.parametrize(("edition", "case"), vectors("compose"))
def test_composes(edition: str, case: Case) -> None:
    """Components make the text that the document prints."""
    assert edition in EDITIONS
    assert recompose(Parts(**{name: case[name] for name in COMPONENTS if name in case})) == case["result"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_knows_the_same_schemes_as_the_table(edition: str) -> None:
    """The schemes that the twin takes for hierarchical are those of the edition's table."""
    listed = table_of(edition)["resolution"].get("hierarchical_schemes")
    assert listed is None or set(listed) == HIERARCHICAL_SCHEMES
