"""Arrow capsules that break the interface's rules: an error that says what is wrong, never a crash."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest

from uriverse import columns as uc


class Arrays:
    """A producer of one pair of capsules, which it gives again and again."""

    def __init__(self, schema: Any, array: Any) -> None:
        self._pair = (schema.__arrow_c_array__()[0], array.__arrow_c_array__()[1])

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self._pair


class Gives:
    """A producer of whatever it was made with."""

    def __init__(self, given: Any) -> None:
        self._given = given

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self._given


class Stream:
    """A producer of one stream, which it gives again and again."""

    def __init__(self, given: Any) -> None:
        self._given = given

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._given


TEXTS = pa.array(["http://a-long-host.example.com/", None])


def test_an_array_is_consumed_once() -> None:
    producer = Arrays(TEXTS, TEXTS)
    assert uc.kind(producer).to_pylist() == ["absolute", None]
    with pytest.raises(ValueError, match="consumed before"):
        uc.kind(producer)


def test_a_stream_is_consumed_once() -> None:
    producer = Stream(pa.chunked_array([TEXTS]).__arrow_c_stream__())
    assert uc.kind(producer).to_pylist() == ["absolute", None]
    for _ in range(3):
        with pytest.raises(ValueError, match="consumed before"):
            uc.kind(producer)


def test_our_own_streams_are_consumed_once() -> None:
    producer = Stream(uc.Column(["a"]).__arrow_c_stream__())
    assert uc.path(producer).to_pylist() == ["a"]
    with pytest.raises(ValueError, match="consumed before"):
        uc.path(producer)


KINDS = {
    "string": TEXTS,
    "large_string": TEXTS.cast(pa.large_string()),
    "string_view": TEXTS.cast(pa.string_view()),
    "binary": TEXTS.cast(pa.binary()),
    "dictionary": TEXTS.dictionary_encode(),
    "int": pa.array([1, None]),
    "null": pa.nulls(2),
    "bool": pa.array([True, None]),
    "list": pa.array([["a"], None]),
    "struct of one": pa.array([{"a": "x"}, None]),
    "struct of two": pa.array([{"a": "x", "b": 1}, None]),
    "fixed": pa.array([b"ab", None], pa.binary(2)),
    "union": pa.UnionArray.from_sparse(pa.array([0, 0], pa.int8()), [TEXTS]),
    "run ends": pa.RunEndEncodedArray.from_arrays(pa.array([2], pa.int32()), pa.array(["a"])),
}
# The structures of these have the same numbers of buffers and children; nothing tells them apart.
ALIKE = [
    {"string", "large_string", "binary"},
    *({"string_view", other} for other in ("string", "large_string", "binary")),
    {"int", "bool", "fixed"},
    {"union", "struct of one"},
]


PAIRS = [(one, other) for one in KINDS for other in KINDS if not any({one, other} <= alike for alike in ALIKE)]


@pytest.mark.parametrize(("schema", "array"), [(one, other) for one, other in PAIRS if one != other])
def test_a_schema_and_an_array_that_are_no_pair(schema: str, array: str) -> None:
    """What the schema says is compared with what the array has."""
    with pytest.raises((ValueError, TypeError)):
        uc.host(Arrays(KINDS[schema], KINDS[array]))


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (None, TypeError),
        ((), TypeError),
        ((1, 2), TypeError),
        (tuple(reversed(TEXTS.__arrow_c_array__())), ValueError),
        ((TEXTS.__arrow_c_array__()[0],) * 2, ValueError),
    ],
)
def test_wrong_array_capsules_raise(given: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="capsule"):
        uc.host(Gives(given))


def test_a_wrong_stream_capsule_raises() -> None:
    with pytest.raises(TypeError, match="capsule"):
        uc.host(Stream(3))
    with pytest.raises(ValueError, match="arrow_array_stream"):
        uc.host(Stream(TEXTS.__arrow_c_array__()[0]))


@pytest.mark.parametrize("requested", [pa.string(), pa.large_string(), pa.string_view()])
def test_strings_are_of_the_requested_type(requested: Any) -> None:
    """The Arrow PyCapsule interface, "Schema Requests"; what cannot be converted stays as it is."""
    for schema, type in ((requested, requested), (pa.int32(), pa.string_view())):
        stream = uc.kind(uc.Column(["a", None])).__arrow_c_stream__(schema.__arrow_c_schema__())
        found = pa.chunked_array(Stream(stream))
        assert (found.type, found.to_pylist()) == (type, ["relative-path", None])


def test_an_interrupt_of_a_producer_stays_one() -> None:
    """Ctrl-C in a generator that a pyarrow reader runs, and in the producer itself."""

    def batches() -> Iterator[pa.RecordBatch]:
        yield pa.record_batch({"url": ["a"]})
        raise KeyboardInterrupt

    reader = pa.RecordBatchReader.from_batches(pa.schema({"url": pa.string()}), batches())
    with pytest.raises(KeyboardInterrupt):
        uc.host(reader)

    class Interrupted:
        def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        uc.host(Interrupted())
