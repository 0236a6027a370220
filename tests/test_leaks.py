"""Memory stays flat, whatever is called and however often: results, errors, and texts that are no UTF-8.

Each case is a call with a fresh text of some thousand characters. One lost reference a call would add that many bytes
each time, and the growth of the process is compared with a small part of that.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
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


def resident() -> int:
    """The bytes that the process holds in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(function: Callable[[Any], Any], make: Callable[[str], Any], calls: int, size: int) -> int:
    """How many bytes the process grows by in so many calls, each with a text of its own.

    The heap may grow once and be used again after that, so what grows much is measured a second time.
    """

    def run(times: int) -> None:
        for number in range(times):
            with suppress(ValueError, TypeError, OverflowError, LookupError):
                function(make(f"{number:07}" + "a" * size))

    def grown() -> int:
        gc.collect()
        before = resident()
        run(calls)
        gc.collect()
        return resident() - before

    run(50)
    once = grown()
    return once if once < 1 << 20 else min(once, grown())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_grows(name: str) -> None:
    """Two hundred calls with 20 kB each, for every kind of text: one text kept a call would be 4 MB."""
    grown = {kind: growth(FUNCTIONS[name], make, 200, 20_000) for kind, make in TEXTS.items()}
    assert {kind: by for kind, by in grown.items() if by > 2 << 20} == {}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_small_grows(name: str) -> None:
    """Thirty thousand calls with short texts: 50 bytes kept a call, the smallest object of Python, would be 1.5 MB."""
    makes = list(TEXTS.values())

    def make(filler: str) -> Any:
        return makes[int(filler[:7]) % len(makes)](filler)

    assert growth(FUNCTIONS[name], make, 30_000, 1) < 1 << 20


def test_a_large_text_that_cannot_be_decoded() -> None:
    """A megabyte, refused a hundred times."""
    assert growth(uv.decode, lambda filler: "%ff" + filler, 100, 1_000_000) < 20 << 20
