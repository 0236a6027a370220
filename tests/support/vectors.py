"""Reading the vectors: data with provenance, replayed by every runner (vectors/README.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from support.paths import ROOT

VECTORS = ROOT / "vectors"

Case = dict[str, Any]


def files(operation: str) -> Iterator[dict[str, Any]]:
    """Every file of an operation: its head, and its `cases`."""
    for path in sorted((VECTORS / operation).glob("*.json")):
        data = json.loads(path.read_text("utf-8"))
        assert data["operation"] == operation
        yield data


def cases(operation: str) -> Iterator[tuple[str, Case]]:
    """Every case of an operation, with its edition."""
    for data in files(operation):
        for case in data["cases"]:
            yield data["edition"], case


def each_case(operation: str) -> pytest.MarkDecorator:
    """One test for each case of an operation, named by edition, section and text."""
    found = list(cases(operation))
    assert found, operation
    names = ("text", "reference", "path", "result", "a")
    ids = [f"{edition}-{case['section']}-{next(case[n] for n in names if n in case)!r}" for edition, case in found]
    return pytest.mark.parametrize(("edition", "case"), found, ids=ids)


def payloads() -> list[Case]:
    """The texts of known attacks, with the host that each recorded parser connects to, by its name."""
    data = json.loads((VECTORS / "agreement" / "payloads.json").read_text("utf-8"))
    return [{**each, "hosts": dict(zip(data["versions"], each["hosts"], strict=True))} for each in data["payloads"]]


def url_standard_cases(*names: str) -> list[Case]:
    """The cases of some files of `vectors/whatwg`, whose rows have no keys; a key without a value is left out."""
    found = []
    for name in names:
        data = json.loads((VECTORS / "whatwg" / f"{name}.json").read_text("utf-8"))
        for first, *rest in data["cases"]:
            for each in first if isinstance(first, list) else [first]:
                row = zip(data["keys"], (each, *rest), strict=False)
                found.append({key: value for key, value in row if value is not None})
    return found
