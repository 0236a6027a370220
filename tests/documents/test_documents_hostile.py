"""Hostile pages: an answer in linear time and memory, never a crash."""

from __future__ import annotations

import io

import pytest

from support.linear import takes_linear_time
from uriverse.documents import FoundReference, links


def read(data: bytes) -> list[FoundReference]:
    return list(links(io.BytesIO(data), base="http://h/"))


DEEP = 100_000


@pytest.mark.parametrize(
    "opening",
    [
        *(b"<div>", b"<b>", b"<a>", b"<svg>", b"<template>", b"<table><tr><td>", b"<ul><li>", b"<object codebase=x>"),
        b"<p><i>",
    ],
    ids=lambda opening: opening.decode(),
)
def test_100_000_open_elements(opening: bytes) -> None:
    """Depth costs nothing: the link at the bottom is found."""
    found = read(opening * DEEP + b"<img src=deep>")
    assert found[-1].reference == "deep"


def test_templates_with_a_base_each() -> None:
    """Whether a BASE is in a template is asked once for each element, not once for each BASE."""

    def rows(deep: int) -> None:
        found = read(b"<template><base href=x>" * deep + b"</template>" * deep + b"<a href=y>")
        assert len(found) == deep + 1
        assert found[-1].resolved == "http://h/y"

    takes_linear_time(rows, 20_000)


@pytest.mark.parametrize(
    ("before", "unit", "after"),
    [
        (b"<a href='", b"../", b"'>"),
        (b"<a href='", b" ", b"'>"),
        (b"<a href='http://", b"a.", b"'>"),
        (b"<a href='http://[", b":", b"'>"),
        (b"<a href='", b"%", b"'>"),
        (b"<a href='", "é".encode(), b"'>"),
        (b"<img srcset='", b"(", b"'>"),
        (b"<img srcset='", b"a(,", b"'>"),
        (b"<img srcset='", b",", b"'>"),
        (b"<a ping='", b"x ", b"'>"),
        (b"<meta http-equiv=refresh content='", b"1", b"'>"),
        (b"<meta http-equiv=refresh content='1", b" ", b"'>"),
        (b"<p style='", b"url(", b"'>"),
        (b"<p style='", b"(", b"'>"),
        (b"<p style='", b"\\", b"'>"),
        (b"<p style='", b"/*", b"'>"),
        (b'<p style="', b"'\n", b'">'),
        (b"<p style='", b"image-set(", b"'>"),
        (b"<p style='", b"@", b"'>"),
        (b"<p style='", b"u", b"'>"),
        (b"<a href=x ", b"a=", b">"),
        (b"", b"<base href=x>", b""),
        (b"", b"<a href='a b'>", b""),
    ],
)
def test_what_tempts_a_reader_to_look_back_takes_linear_time(before: bytes, unit: bytes, after: bytes) -> None:
    def rows(size: int) -> None:
        for row in read(before + unit * (size // len(unit)) + after):
            assert row.valid == (row.error is None)

    takes_linear_time(rows, 60_000)


@pytest.mark.slow
def test_20_mb_in_one_attribute() -> None:
    (row,) = read(b"<a href='" + b"x/" * 10_000_000 + b"'>")
    assert row.valid
    assert row.resolved is not None
    assert len(row.resolved) == len("http://h/") + 20_000_000


def test_every_octet_in_an_attribute() -> None:
    """Any octet, alone and beside others, gives a row."""
    page = b"".join(b'<a href="x%cy">' % octet for octet in range(256) if octet != ord('"'))
    *found, lie = read(b"<meta charset=utf-8>" + page)
    assert len(found) == 255
    assert lie.error is not None and lie.error.startswith("its charset is not UTF-8, as it says: octet 0x80 at ")
    for row in found:
        assert row.valid == (row.error is None)
