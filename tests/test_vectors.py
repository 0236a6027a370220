"""Every vector through the native engine: what the documents print, and what their clauses decide."""

from __future__ import annotations

from typing import Any

import pytest

import uriverse as uv
from support.vectors import Case, each_case

COMPONENTS = ("scheme", "authority", "userinfo", "host", "params", "path", "query", "fragment", "kind")
STRICT_ONLY = ("opaque_part", "reg_name", "host_type")


def components_of(parts: Any, case: Case, names: tuple[str, ...]) -> Case:
    """What the engine says of the components that a case names."""
    found = {name: getattr(parts, name) for name in names if name in case}
    if "port" in case:
        found["port"] = parts.port_text
    return found


@each_case("resolve")
def test_resolves(edition: Any, case: Case) -> None:
    """The reference resolves as the document says, or is refused for the reason that it gives."""
    options = {name: case[name] for name in ("strict", "excess_parents", "new_request") if name in case}
    if "error" in case:
        with pytest.raises(uv.ResolutionError) as caught:
            uv.resolve(case["reference"], case["base"], edition=edition, **options)
        assert caught.value.reason == case["error"]
        return
    result = uv.resolve(case["reference"], case["base"], edition=edition, **options)
    if case.get("same_document"):
        assert result == uv.SameDocument(case["fragment"])
    else:
        assert str(result) == case["result"]


@each_case("parse")
def test_parses(edition: Any, case: Case) -> None:
    """The strict components are the document's."""
    parsed = uv.parse(case["text"], edition=edition)
    expected = {name: case[name] for name in (*COMPONENTS, *STRICT_ONLY, "port") if name in case}
    assert components_of(parsed, case, (*COMPONENTS, *STRICT_ONLY)) == expected
    assert str(parsed) == case["text"]


@each_case("split")
def test_splits(edition: Any, case: Case) -> None:
    """The lenient components are the document's."""
    expected = {name: case[name] for name in (*COMPONENTS, "port") if name in case}
    assert components_of(uv.split(case["text"], edition=edition), case, COMPONENTS) == expected


@each_case("valid")
def test_validity(edition: Any, case: Case) -> None:
    """The rule accepts the text, or refuses it, as the document's grammar does."""
    found = uv.is_valid(case["text"], rule=case["rule"], edition=edition)
    assert found is case["valid"], f"{case['text']!r} by {case['rule']} of {edition}: {found}, not {case['valid']}"


@each_case("remove_dot_segments")
def test_removes_dot_segments(edition: Any, case: Case) -> None:
    """RFC 3986, section 5.2.4."""
    assert edition == "rfc3986"
    assert uv.remove_dot_segments(case["path"]) == case["result"]


@each_case("normalize")
def test_normalizes(edition: Any, case: Case) -> None:
    """The normal form on the level is the document's."""
    assert str(uv.normalize(case["text"], level=case["level"], edition=edition)) == case["result"]


@each_case("equivalent")
def test_equivalence(edition: Any, case: Case) -> None:
    """The two are equivalent on the level, or not, as the document says."""
    found = uv.equivalent(case["a"], case["b"], level=case["level"], edition=edition)
    said = f"{case['a']!r} and {case['b']!r} on {case['level']} of {edition}"
    assert found is case["equivalent"], f"{said}: {found}, not {case['equivalent']}"


@each_case("compose")
def test_composes(edition: Any, case: Case) -> None:
    """The components recombine to the document's text."""
    parts = {
        name: case[name] for name in ("scheme", "authority", "path", "params", "query", "fragment") if name in case
    }
    assert str(uv.compose(**parts, edition=edition)) == case["result"]
