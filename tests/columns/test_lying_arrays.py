"""Arrow arrays whose numbers or buffers are untrue: an error that names the row, never another row's text."""

from __future__ import annotations

import ctypes
import random
import struct
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import pyarrow as pa
import pytest

from support.seeded import seed_and_cases
from uriverse import columns as uc

TEXTS = ["http://a-long-host.example.com/", None, "", "http://b/", "http://é.example/", "http://h/a b"]


class ArrowArray(ctypes.Structure):
    """`struct ArrowArray` of the C data interface."""


ArrowArray._fields_ = [
    *((name, ctypes.c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))),
    ("dictionary", ctypes.POINTER(ArrowArray)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]


class ArrowSchema(ctypes.Structure):
    """`struct ArrowSchema` of the C data interface."""


ArrowSchema._fields_ = [
    *((name, ctypes.c_char_p) for name in ("format", "name", "metadata")),
    *((name, ctypes.c_int64) for name in ("flags", "n_children")),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))),
    ("dictionary", ctypes.POINTER(ArrowSchema)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]

pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class Lying:
    """An array whose structures are changed after they were made, and changed back before they are released."""

    def __init__(self, array: Any, change: Callable[[Any, Any], object]) -> None:
        self._array, self._change = array, change
        self._kept: list[Any] = []

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        schema, array = self._array.__arrow_c_array__()
        self._change(
            self._opened(schema, b"arrow_schema", ArrowSchema), self._opened(array, b"arrow_array", ArrowArray)
        )
        return schema, array

    def _opened(self, capsule: Any, name: bytes, kind: Any) -> Any:
        made = ctypes.cast(pointer_of(capsule, name), ctypes.POINTER(kind)).contents
        function = ctypes.CFUNCTYPE(None, ctypes.POINTER(kind))
        before, release = kind.from_buffer_copy(made), made.release

        def restore(pointer: Any) -> None:
            ctypes.memmove(pointer, ctypes.byref(before), ctypes.sizeof(kind))
            function(release)(pointer)

        self._kept.append(function(restore))
        made.release = ctypes.cast(self._kept[-1], ctypes.c_void_p)
        return made


ARRAYS = {
    "string": pa.array(TEXTS),
    "large_string": pa.array(TEXTS, pa.large_string()),
    "string_view": pa.array(TEXTS, pa.string_view()),
    "binary": pa.array(TEXTS, pa.binary()),
    "dictionary": pa.array(TEXTS).dictionary_encode(),
    "null": pa.nulls(3),
    "table": pa.table({"url": TEXTS}).to_struct_array().combine_chunks(),
}
NUMBERS = {
    "length": (-1, -2, -(2**40), -(2**63), 2**63 - 1),
    "offset": (-1, -(2**40), -(2**63), 2**63 - 1),
    "null_count": (-2, -(2**63)),
    "n_buffers": (-1, -(2**63), 2**63 - 1),
    "n_children": (-1, 2**40),
}


@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize(("field", "number"), [(name, number) for name in NUMBERS for number in NUMBERS[name]])
def test_numbers_of_an_array(kind: str, field: str, number: int) -> None:
    with pytest.raises(ValueError, match="the Arrow data cannot be read"):
        uc.host(Lying(ARRAYS[kind], lambda _, array: setattr(array, field, number)))


@pytest.mark.parametrize("number", [-1, -(2**63), 2**63 - 1])
def test_numbers_of_a_schema_and_of_views(number: int) -> None:
    """How many children a type has, and how long the buffers are into which views point."""
    with pytest.raises(ValueError, match="the Arrow data cannot be read"):
        uc.host(Lying(ARRAYS["table"], lambda schema, _: setattr(schema, "n_children", number)))

    def shorten(_: Any, array: Any) -> None:
        sizes = ctypes.cast(array.buffers[array.n_buffers - 1], ctypes.POINTER(ctypes.c_int64))
        sizes[0] = number

    with pytest.raises(ValueError, match="the Arrow data cannot be read"):
        uc.host(Lying(pa.array(TEXTS, pa.string_view()), shorten))


def test_a_schema_that_is_its_own_child() -> None:
    children = (ctypes.POINTER(ArrowSchema) * 1)()

    def circle(schema: Any, _: Any) -> None:
        children[0] = ctypes.pointer(schema)
        schema.n_children, schema.children = 1, children

    with pytest.raises(ValueError, match="deeper"):
        uc.host(Lying(pa.array([["a"]]), circle))


def test_more_nulls_than_memory() -> None:
    """They take no memory themselves; what a function makes of them does."""
    with pytest.raises(ValueError, match="no memory for the results"):
        uc.host(Lying(pa.nulls(3), lambda _, array: setattr(array, "length", 10**15)))


def bits(present: list[bool]) -> bytes:
    return sum(bit << row for row, bit in enumerate(present)).to_bytes(-(-len(present) // 8) or 1, "little")


def read(kind: str, buffers: list[bytes], values: list[bytes], present: list[bool]) -> list[bytes | None]:
    """The rows, from the format's own definition; `ValueError` where a row that is not null has none."""
    sizes = {"string": "i", "large_string": "q", "binary": "i", "dictionary": "i"}
    rows: list[bytes | None] = []
    if kind in ("string", "large_string", "binary"):
        offsets = struct.unpack(f"<{len(present) + 1}{sizes[kind]}", buffers[0])
        if offsets[0] < 0 or list(offsets) != sorted(offsets):
            raise ValueError
    for row, is_present in enumerate(present):
        if not is_present:
            rows.append(None)
            continue
        if kind == "dictionary":
            [key] = struct.unpack_from("<i", buffers[0], 4 * row)
            if not 0 <= key < len(values):
                raise ValueError
            text = values[key]
        elif kind == "string_view":
            length, _, buffer, offset = struct.unpack_from("<I4sII", buffers[0], 16 * row)
            if length <= 12:
                text = buffers[0][16 * row + 4 : 16 * row + 4 + length]
            elif buffer + 1 < len(buffers) and offset + length <= len(buffers[buffer + 1]):
                text = buffers[buffer + 1][offset : offset + length]
            else:
                raise ValueError
        else:
            text = buffers[1][offsets[row] : offsets[row + 1]]
        if kind != "binary":
            text.decode()
        rows.append(text)
    return rows


def views_of(texts: list[bytes], draw: random.Random) -> list[bytes]:
    """Views and two buffers, which have the texts in some order, perhaps with other octets between them."""
    order = list(range(len(texts)))
    if draw.random() < 0.5:
        draw.shuffle(order)
    gap = draw.choice((b"", b"", b"x" * 9, b"\xff", b"x" * 900))
    views, buffers = [b""] * len(texts), [b"", b""]
    half = draw.choice((0, len(texts) // 2))
    for place, row in enumerate(order):
        text, buffer = texts[row], int(place < half)
        long = struct.pack("<I4sII", len(text), text[:4], buffer, len(buffers[buffer]))
        views[row] = struct.pack("<I12s", len(text), text) if len(text) <= 12 else long
        buffers[buffer] += text + gap
    return [b"".join(views), *buffers]


def random_array(draw: random.Random) -> tuple[Any, list[bytes | None] | None]:
    """An array some of whose octets were changed, and its rows; None if one of them is untrue.

    What the interface gives no length of stays true: the last offset, and how long buffers are.
    """
    kind = draw.choice(("string", "large_string", "string_view", "binary", "dictionary"))
    alphabet = [
        "http://h/a",
        "http://example.com/b c",
        "é" * 7,
        "x" * 12,
        "x" * 13,
        "",
        "http://host.example/?" + "q" * 40,
    ]
    values = [text.encode() for text in alphabet]
    texts = draw.choices(values, k=draw.choice((1, 2, 9, 9, 9, 9, 9, 300)))
    present = draw.choices((True, False), (4, 1), k=len(texts))
    if kind == "string_view":
        buffers = views_of(texts, draw)
    elif kind == "dictionary":
        buffers = [struct.pack(f"<{len(texts)}i", *(values.index(text) for text in texts))]
    else:
        ends = [0, *accumulate(map(len, texts))]
        buffers = [struct.pack(f"<{len(ends)}{'q' if kind == 'large_string' else 'i'}", *ends), b"".join(texts)]
    # pyarrow looks at what it makes, so the octets are changed afterwards.
    memory = [bytearray(buffer) for buffer in buffers]
    made = [pa.py_buffer(bits(present)), *map(pa.py_buffer, memory)]
    types = {"string": pa.string(), "large_string": pa.large_string(), "binary": pa.binary(), "dictionary": pa.int32()}
    array = pa.Array.from_buffers(types.get(kind, pa.string_view()), len(texts), made)
    if kind == "dictionary":
        array = pa.DictionaryArray.from_arrays(array, pa.array(alphabet), safe=False)
    last = {"large_string": 8, "string": 4, "binary": 4}.get(kind, 0)
    for _ in range(draw.choice((0, 1, 1, 2, 5))):
        chosen = draw.choice(memory)
        end = len(chosen) - (last if chosen is memory[0] else 0)
        if end > 0:
            place = draw.randrange(end)
            chosen[place] = draw.choice((0, 1, 0x7F, 0x80, 0xFF, chosen[place] ^ 1 << draw.randrange(8)))
    try:
        return array, read(kind, [bytes(buffer) for buffer in memory], values, present)
    except ValueError:
        return array, None


def test_random_contents() -> None:
    """The rows of an array are those that the format says, or there is an error."""
    seed, cases = seed_and_cases(27, 2000)
    draw = random.Random(seed)
    refused = 0
    for count in range(cases):
        array, rows = random_array(draw)
        if rows is None:
            refused += 1
            with pytest.raises(ValueError, match="the Arrow data cannot be read"):
                uc.split(array)
        else:
            expected = [None if row is None else row.decode(errors="surrogateescape") for row in rows]
            found = uc.split(array, want=["scheme", "authority", "path", "query", "fragment"]).to_pylist()
            assert len(found) == len(rows), (seed, count)
            for parts, text in zip(found, expected, strict=True):
                if text is None or not text.isascii():
                    continue
                query = "" if parts["query"] is None else "?" + parts["query"]
                authority = "" if parts["authority"] is None else "//" + parts["authority"]
                scheme = "" if parts["scheme"] is None else parts["scheme"] + ":"
                fragment = "" if parts["fragment"] is None else "#" + parts["fragment"]
                assert scheme + authority + parts["path"] + query + fragment == text, (seed, count)
    assert refused


@pytest.mark.parametrize("wrong", range(3))
def test_every_buffer_of_views_is_checked(wrong: int) -> None:
    """Views that go from buffer to buffer and back; the octets of one text are not UTF-8."""
    texts = [f"http://{'abc'[row % 3]}.example/".encode() for row in range(9)]
    texts[3 + wrong] = texts[wrong].replace(b".", b"\xff")
    buffers = [b"".join(texts[start::3]) for start in range(3)]
    size = len(texts[0])
    views = b"".join(struct.pack("<I4sII", size, text[:4], row % 3, row // 3 * size) for row, text in enumerate(texts))
    made = [None, *map(pa.py_buffer, (views, *buffers))]
    with pytest.raises(ValueError, match=f"row {3 + wrong} of a column of texts is not UTF-8"):
        uc.host(pa.Array.from_buffers(pa.string_view(), len(texts), made))


def test_a_trusted_column_is_not_looked_at() -> None:
    """The caller says that its producer is right; a row is a text or empty, and memory is safe all the same."""
    buffers = [None, pa.py_buffer(struct.pack("<3i", 0, 9, 4)), pa.py_buffer(b"http://a/")]
    array = pa.Array.from_buffers(pa.string(), 2, buffers)
    with pytest.raises(ValueError, match="row 1 ends before it begins"):
        uc.Column.from_arrow(array)
    assert len(uc.path(uc.Column.from_arrow(array, trusted=True))) == 2
    trusted = uc.Column.from_arrow(pa.array(TEXTS), trusted=True)
    assert uc.host(trusted).to_pylist() == uc.host(pa.array(TEXTS)).to_pylist()
