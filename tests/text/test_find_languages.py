"""Addresses in prose of many languages: found whole as IRIs, and as URIs with `lenient`; by default never as whole."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse import columns as uc

ADDRESSES = [
    (language, f"https://{name}/{path}")
    for language, name, path in (
        line.split("\t") for line in (ROOT / "tests/hosts/ordinary-names.tsv").read_text("utf-8").splitlines()[1:]
    )
]
# How sentences end, where it is not by a full stop.
ENDS = {
    "Greek": "\u037e", "Armenian": "\u0589", "Hebrew": "\u05c3", "Arabic": "\u061f", "Persian": "\u061b",
    "Urdu": "\u06d4", "Hindi": "\u0964", "Marathi": "\u0964", "Nepali": "\u0965", "Bengali": "\u0964",
    "Sinhala": "\u0df4", "Thai": "\u0e2f", "Khmer": "\u17d4", "Burmese": "\u104b", "Tibetan": "\u0f0d",
    "Amharic": "\u1362", "Tigrinya": "\u1361", "Mongolian": "\u1803", "Chinese": "\u3002", "Japanese": "\u3002",
    "Korean": "\uff0e",
}  # fmt: skip


def sentences(language: str, address: str) -> Iterator[str]:
    """The address where writers put it: at the end, in brackets and quotation marks, in a list, on a line."""
    end = ENDS.get(language, ".")
    yield f"→ {address}{end}"
    yield f"({address}){end}"
    yield f"«{address}»,"
    yield f"{address}, {address}{end} ok"
    yield f"\n{address}\n"


@pytest.mark.parametrize(("language", "address"), ADDRESSES, ids=lambda each: each)
def test_an_address_is_found_exactly(language: str, address: str) -> None:
    """In a text and in a column; `lenient` gives the URI that the IRI maps to."""
    for sentence in sentences(language, address):
        expected = [address] * sentence.count(address)
        found = list(uv.find(sentence, edition="rfc3987"))
        assert [str(match.uri) for match in found] == [match.text for match in found] == expected
        uris = [str(match.uri) for match in uv.find(sentence, lenient=True)]
        assert uris == [str(uv.to_uri(each)) for each in expected]
        column = uc.find(uc.Column([sentence]), edition="rfc3987").to_pylist()
        assert [match["uri"] for match in column[0]] == expected
        whole = [match for match in uv.find(sentence) if match.cut is None and not address.isascii()]
        assert whole == []


def test_an_ideographic_full_stop_inside_a_host() -> None:
    """It separates labels (UTS #46), so what stands before it is another host; after a name it ends the sentence."""
    assert [str(match.uri) for match in uv.find("https://example。com/a https://example.com。次")] == [
        "https://example.com"
    ]


def test_the_url_standard_finds_nothing() -> None:
    with pytest.raises(uv.UnknownEditionError, match="algorithm"):
        uv.find("http://h/", edition="whatwg")
