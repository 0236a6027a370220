"""Memory stays flat, whatever is called and however often: results, errors, and texts that are no UTF-8.

The memory in use, of Python's allocator and of the C library's, is counted exactly, so that twenty calls are enough to
see an object that is lost.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest

import uriverse as uv
from uriverse import _core
from uriverse import columns as uc

pytestmark = pytest.mark.slow

BASE = uv.parse("http://a/b/c")

TEXTS: dict[str, Callable[[str], Any]] = {
    "valid": lambda filler: f"http://u:p@h:80/{filler}?q#f",
    "relative": lambda filler: f"../{filler}",
    "refused": lambda filler: f"http://h/ {filler}",
    "refused late": lambda filler: f"http://h/{filler} ",
    "malformed": lambda filler: f"{filler}%4",
    "other octets": lambda filler: f"%ff{filler}",
    "beyond ASCII": lambda filler: f"http://h/\u20ac{filler}",
    "surrogate": lambda filler: f"http://h/\ud800{filler}",
    "bytes": lambda filler: f"http://h/{filler}".encode(),
    "octets": lambda filler: f"http://h/{filler}".encode() + b"\xff",
    "long port": lambda filler: f"http://h:{'9' * len(filler)}/",
    "a reference": lambda filler: uv.parse(f"HTTP://h/../{filler}"),
    "a relative reference": lambda filler: uv.parse(f"{filler}?q"),
    "components": lambda filler: uv.split(f"http://h/ {filler}"),
    "no text": lambda filler: [filler],
}
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "parse": uv.parse,
    "parse by another edition": lambda text: uv.parse(text, edition="rfc2396"),
    "parse by no edition": lambda text: uv.parse(text, edition=str(text)),  # type: ignore[arg-type]
    "URI": uv.URI,
    "RelativeReference": uv.RelativeReference,
    "Components": lambda text: _core.Components(text),  # type: ignore[call-arg]
    "split": uv.split,
    "split by keyword": lambda text: uv.split(text=text, edition="rfc1738"),
    "is_valid": uv.is_valid,
    "is_valid by rule": lambda text: uv.is_valid(text, rule="path"),
    "is_valid by no rule": lambda text: uv.is_valid(text, rule="no rule"),
    "is_valid by the scheme": lambda text: uv.is_valid(text, scheme_rules=True),
    "resolve": lambda text: uv.resolve(text, BASE),
    "resolve against": lambda text: uv.resolve("x", text),
    "resolve loosely": lambda text: uv.resolve(text, "http:a/..", strict=False, excess_parents="refuse"),
    "resolve wrongly": lambda text: uv.resolve(text, BASE, excess_parents=text),
    "resolve, of components": lambda text: (uv.split("http://h/ ").resolve(text), uv.split("x").resolve(text)),
    "resolve, the method": lambda text: BASE.resolve(text),
    "target": lambda text: _core.target(text, BASE),
    "relativize": lambda text: uv.relativize(text, BASE),
    "relativize to": lambda text: BASE.relativize(text),
    "normalize": uv.normalize,
    "normalize to a level": lambda text: uv.normalize(text, level="scheme"),
    "normalize to no level": lambda text: uv.normalize(text, level=str(text)),  # type: ignore[arg-type]
    "equivalent": lambda text: uv.equivalent(text, "http://h/"),
    "remove_dot_segments": uv.remove_dot_segments,
    "encode": lambda text: uv.encode(text, component="segment"),
    "encode in a charset": lambda text: uv.encode(text, component="segment", encoding="latin-1"),
    "encode for nothing": lambda text: uv.encode(text, component=str(text)),
    "decode": uv.decode,
    "decode, replacing": lambda text: uv.decode(text, errors="replace", malformed="keep"),
    "decode in no charset": lambda text: uv.decode(text, encoding="no charset"),
    "query_pairs": lambda text: uv.query_pairs(str(text)),
    "misspelt argument": lambda text: uv.parse(text, **{str(text): 1}),  # type: ignore[arg-type]
    "attributes": lambda text: [getattr(uv.split(text), name) for name in ("port", "host", "kind", "params", "text")],
    "comparison": lambda text: (uv.split(text) == uv.split("x"), uv.split(text) < uv.split("x")),
    "comparison with a text": lambda text: uv.split(text) < text,
    "hash, repr, str": lambda text: (hash(uv.split(text)), repr(uv.split(text)), str(uv.split(text))),
    "host_type": lambda text: _core.host_type(uv.parse(text)),
    "continuations": lambda text: _core.continuations("path", text),
    "refusal_hint": lambda text: _core.refusal_hint(text, 3, "path"),
    "Column": lambda text: uc.Column([text]),
    "columns.parse": lambda text: uc.parse(uc.Column([text])).to_pylist(),
    "columns.errors": lambda text: uc.errors(uc.Column([text, None])).to_pylist(),
    "columns.resolve": lambda text: uc.resolve(uc.Column([text]), text, want=["uri", "error"]).to_pylist(),
    "columns.normalize": lambda text: uc.normalize(uc.Column([f"mailto:{text}"]), level="scheme").to_pylist(),
    "columns.decode": lambda text: uc.decode(uc.Column([text]), errors="replace").to_pylist(),
    "columns.find": lambda text: uc.find(uc.Column([text])).to_pylist(),
    "columns of a wrong type": lambda text: uc.host(text),
    "columns by a wrong name": lambda text: uc.parse(uc.Column(["a"]), want=[text]),
}


@pytest.fixture(scope="module", autouse=True)
def others_are_left_alone() -> Iterator[None]:
    """What other tests have left, perhaps millions of objects, is not searched for garbage at each measurement."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


class MallocInfo(ctypes.Structure):
    """The result of `mallinfo2` of glibc: octets in use are in `uordblks`, and in `hblkhd` those of mapped pieces."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


def in_use() -> tuple[int, int]:
    """The blocks of Python's allocator, and the octets of the C library's, which Rust uses too."""
    gc.collect()
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = MallocInfo
    of_c = mallinfo()
    return sys.getallocatedblocks(), of_c.uordblks + of_c.hblkhd


def leaks(function: Callable[[Any], Any], makes: Iterable[Callable[[str], Any]], calls: int, *sizes: int) -> bool:
    """Whether each of some rounds of calls, each with a text of its own, leaves something; a cache fills in the first.

    The smallest object is a block of Python's, or 32 octets of the C library's.
    """
    for number in range(20):
        blocks, octets = in_use()
        for make in makes:
            for size in sizes:
                for call in range(calls):
                    with suppress(ValueError, TypeError, OverflowError, LookupError):
                        function(make(f"{number * calls + call:07}" + "a" * size))
        more_blocks, more_octets = in_use()
        if number and more_blocks - blocks < calls and more_octets - octets < 32 * calls:
            return False
    return True


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_grows(name: str) -> None:
    """Twenty calls with a short text and with 20 kB, for every kind of text."""
    function = FUNCTIONS[name]
    assert not leaks(function, TEXTS.values(), 20, 1, 20_000), [
        kind for kind, make in TEXTS.items() if leaks(function, [make], 20, 1, 20_000)
    ]


def test_a_large_text_that_cannot_be_decoded() -> None:
    """A megabyte, refused ten times."""
    assert not leaks(uv.decode, [lambda filler: "%ff" + filler], 10, 1_000_000)
