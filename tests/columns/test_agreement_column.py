"""`columns.agreement` gives for each row what the single call gives."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.vectors import payloads
from uriverse import columns as uc

PAYLOADS = payloads()
TEXTS = [payload["text"] for payload in PAYLOADS] + [
    *("http://example.com/a", "http://EXAMPLE.com./", "http://a-very-long-host-name-that-no-view-can-hold.example/"),
    *("https://A-Very-Long-Host-Name-That-No-View-Can-Hold.example/", "http://xn--bcher-kva.example/"),
    *("http://1.2.3.4/", "mailto:a@b", "file:///x", ""),
]


def single(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    found = uv.agreement(text, parsers=["split", "whatwg"])
    split, whatwg = found.cuts
    return {
        "agrees": found.agrees if whatwg.accepted else None,
        "differs": found.differing[0] if whatwg.accepted and found.differing else None,
        "split_host": split.host,
        "whatwg_host": whatwg.host,
    }


def test_each_row_is_the_single_call() -> None:
    texts = [*TEXTS, None] * 20
    assert uc.agreement(uc.Column(texts), threads=2).to_pylist() == [single(text) for text in texts]


@given(
    st.lists(
        st.one_of(st.none(), st.text(st.sampled_from("htp:/\\@.[]%x017a? \t#é"), max_size=20).map("http:/{}".format))
    )
)
def test_generated_rows_are_the_single_calls(texts: list[str | None]) -> None:
    assert uc.agreement(uc.Column(texts)).to_pylist() == [single(text) for text in texts]


@pytest.mark.parametrize(
    "layout", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
)
def test_any_layout(layout: pa.DataType) -> None:
    column = pa.array(TEXTS, pa.string()).cast(layout)
    assert uc.agreement(column).to_pylist() == [single(text) for text in TEXTS]
