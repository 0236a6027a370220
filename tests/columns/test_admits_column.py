"""The column function `admits` judges as a policy's `admits` does."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse import columns as uc


def test_the_column_admits_no_payload_that_the_policy_refuses() -> None:
    """Texts that parsers read as different hosts, from vectors/agreement/payloads.json."""
    payloads = json.loads((ROOT / "vectors" / "agreement" / "payloads.json").read_text("utf-8"))
    texts = [*dict.fromkeys(text for text in _texts(payloads)), "https://h.example/", None]
    rows = uc.admits(uc.Column(texts)).to_pylist()
    assert rows == [None if text is None else uv.Policy().admits(text) for text in texts]
    assert rows[-2:] == [True, None] and False in rows


def _texts(value: object) -> list[str]:
    """The strings with "//" in a value of JSON."""
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return [value] if isinstance(value, str) and "//" in value else []


def test_a_dictionary_is_asked_once_for_each_text(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(uv.Policy, "admits", lambda _, text: asked.append(text) or text == "a")
    column = pa.array(["a", "b", None, "a", "b"]).dictionary_encode()
    assert uc.admits(column).to_pylist() == [True, False, None, True, False]
    assert sorted(asked) == ["a", "b"]


def test_an_error_of_the_policy_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: uv.Policy, text: str) -> bool:
        raise LookupError(text)

    monkeypatch.setattr(uv.Policy, "admits", broken)
    with pytest.raises(LookupError, match="https://h"):
        uc.admits(uc.Column(["https://h"]))
    with pytest.raises(TypeError, match="policy must be"):
        uc.admits(uc.Column([]), policy="https")  # type: ignore[arg-type]
