"""What the schemes' documents print, through the native engine: parts, refusals, equivalence."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

import uriverse as uv
from support.vectors import VECTORS, Case
from uriverse.schemes import SCHEMES

FILES = sorted((VECTORS / "schemes").glob("*.json"))


def each_case_with(kind: str) -> pytest.MarkDecorator:
    """One test for each case that has this key."""
    cases = []
    for path in FILES:
        data = json.loads(path.read_text("utf-8"))
        cases += [(data["scheme"], data["key"], case) for case in data["cases"] if kind in case]
    ids = [
        f"{scheme}.{key}-{case['section']}-{case.get('text', case.get('a', case.get('base')))!r}"
        for scheme, key, case in cases
    ]
    return pytest.mark.parametrize(("scheme", "key", "case"), cases, ids=ids)


def as_json(value: Any) -> Any:
    """A part as the vectors write it."""
    match value:
        case tuple() | list():
            return [as_json(item) for item in value]
        case Decimal():
            return str(value)
        case bytes():
            return value.decode("latin-1")
        case _:
            return value


@each_case_with("view")
def test_has_the_parts(scheme: str, key: str, case: Case) -> None:
    """The typed parts are the document's, and the text stays as it is."""
    lenient = SCHEMES.find(scheme, key).lenient
    text = case["text"] if lenient else uv.parse(case["text"])
    view = uv.schemes.view(text, document=key)
    missing = [name for name in case["view"] if not hasattr(view, name)]
    assert not missing, f"the vector names parts that {type(view).__name__} has not: {', '.join(missing)}"
    parts = {name: getattr(view, name) for name in case["view"]}
    assert {name: as_json(part() if callable(part) else part) for name, part in parts.items()} == case["view"]
    assert str(text) == case["text"]
    assert lenient or uv.schemes.is_valid(case["text"], document=key)
    assert uv.schemes.view(view.uri(), document=key) == view


@each_case_with("valid")
def test_refuses(scheme: str, key: str, case: Case) -> None:
    """The scheme refuses what its grammar has not, at the place, and accepts what the case calls valid."""
    del scheme
    assert uv.schemes.is_valid(case["text"], document=key) is case["valid"], f"{case['text']!r} by {key}: {case}"
    if case["valid"]:
        return
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.schemes.view(case["text"], document=key)
    assert caught.value.text == case["text"]
    assert str(caught.value)
    if "at" in case:
        assert caught.value.at == case["at"]


@each_case_with("equivalent")
def test_compares(scheme: str, key: str, case: Case) -> None:
    """Two are the same by the scheme's rules, or not, in either order."""
    del scheme
    for a, b in ((case["a"], case["b"]), (case["b"], case["a"])):
        found = uv.schemes.equivalent(a, b, document=key)
        assert found is case["equivalent"], f"{a!r} and {b!r} by {key}: {found}, not {case['equivalent']}"
    for text in (case["a"], case["b"]):
        normal = uv.schemes.normalize(text, document=key)
        assert uv.schemes.normalize(normal, document=key) is normal, f"the normal form {normal!r} of {text!r} by {key}"
        assert uv.schemes.is_valid(normal, document=key), f"the normal form {normal!r} of {text!r} by {key}"


@each_case_with("resolves")
def test_resolves(scheme: str, key: str, case: Case) -> None:
    """What a document prints as a resolution is RFC 3986's, or the case says why it is not."""
    del scheme, key
    assert uv.resolve(case["reference"], case["base"]) == uv.parse(case["resolves"])
    assert case["printed"] == case["resolves"] or case["note"].startswith("departure:")


def test_every_document_has_vectors() -> None:
    """No scheme is without cases, and no file of cases without its scheme."""
    ids = {scheme.id for name in SCHEMES for scheme in SCHEMES.documents(name)}
    assert {path.stem for path in FILES} == ids
