"""Tables whose checksum is right and whose contents are not: refused, or run to an end within their memory.

A pickled Edition carries its tables, so a stranger can write them.
"""

from __future__ import annotations

import contextlib
import random
import struct
import zlib
from typing import Any

import pytest

import uriverse as uv
from support.seeded import seed_and_cases
from uriverse import _core
from uriverse import columns as uc
from uriverse.errors import GrammarError
from uriverse.grammar.table_file import read_tables

TABLES = [edition.tables for edition in uv.EDITIONS.values()]
# A small file is read sooner, so it is drawn more often.
WEIGHTS = [1 / len(data) for data in TABLES]
TEXTS = [
    "",
    "http://u@h:80/a/../b;c?d#e",
    "//[::1]:8/",
    "mailto:a%41",
    "http://h/a b",
    "é:\ud800",
    "../x/./y",
    "%" * 40,
    "a:" * 99,
]
HEAD = 16


class Forged:
    """What the engine takes for an Edition: an object with tables."""

    def __init__(self, data: bytes) -> None:
        self._native, self.id, self.tables = _core.Tables(data), "forged", data


def test_a_damaged_file_is_no_edition() -> None:
    """Its checksum, its length or its end is wrong: each octet of a small file changed, and the file cut before it."""
    whole = bytearray(min(TABLES, key=len))
    for at in range(0, len(whole), 7):
        whole[at] ^= 0x10
        cut = bytearray(whole[:at])
        cut[8:HEAD] = struct.pack("<II", at, zlib.crc32(cut[HEAD:]))
        for damaged in (bytes(whole), bytes(cut[:at])):
            with pytest.raises(ValueError, match="table"):
                Forged(damaged)
        whole[at] ^= 0x10
    with pytest.raises(ValueError, match="as long as its header says"):
        Forged(bytes(whole) + b"\0")


def forged(draw: random.Random) -> bytes:
    """An edition's tables with some octets changed, as a file that is not damaged."""
    data = bytearray(*draw.choices(TABLES, WEIGHTS))
    # Half of the changes stand among the names and counts at the front and at the end.
    for _ in range(draw.choice((1, 1, 2, 8))):
        at = draw.choice(
            (draw.randrange(HEAD, len(data)), draw.randrange(HEAD, HEAD + 600), len(data) - draw.randrange(1, 2000))
        )
        data[at] = draw.choice(
            (0, 1, 0x7F, 0xFF, draw.randrange(256), data[at] ^ 1 << draw.randrange(8), data[at] + 1 & 0xFF)
        )
    if draw.random() < 0.1:
        del data[draw.randrange(HEAD, len(data)) :]
    magic, version, reserved, _, _ = struct.unpack("<4sHHII", data[:HEAD])
    return struct.pack("<4sHHII", magic, version, reserved, len(data), zlib.crc32(data[HEAD:])) + bytes(data[HEAD:])


def use(edition: Any, text: str) -> None:
    """Every way through the engine."""
    for call in (
        lambda: _core.parse(text, edition=edition),
        lambda: str(_core.split(text, edition=edition)) == text or 1 / 0,
        lambda: _core.is_valid(text, edition=edition),
        lambda: _core.resolve(text, "http://a/b/c/d;p?q", edition=edition),
        lambda: _core.normalize(text, edition=edition, level="scheme"),
        lambda: _core.normalize(text, edition=edition, level="syntax"),
        lambda: _core.encode(text, component="segment", edition=edition),
        lambda: _core.relativize("http://a/b/x", "http://a/b/c", edition=edition),
    ):
        with contextlib.suppress(ValueError, LookupError):
            call()


def test_forged_tables() -> None:
    """Neither a panic nor an endless loop, and no part of a text that is not one."""
    seed, cases = seed_and_cases(29, 2000)
    draw = random.Random(seed)
    loaded = 0
    for number in range(cases):
        data = forged(draw)
        if number % 16 == 0:  # The reader of the proofs takes ten times as long as the engine's.
            with contextlib.suppress(GrammarError):
                read_tables(data)
        try:
            edition: Any = Forged(data)
        except ValueError:
            continue
        loaded += 1
        for text in draw.sample(TEXTS, 3):
            use(edition, text)
        column = uc.Column([text.replace("\ud800", "") for text in TEXTS])
        with contextlib.suppress(ValueError):
            uc.parse(column, edition=edition, threads=1)
            uc.normalize(column, edition=edition, threads=1)
    assert 0 < loaded < cases
