"""Whatever speaks the Arrow PyCapsule interface is a column: every layout of texts, every producer, slices, chunks."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import duckdb
import nanoarrow
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pytest

import uriverse as uv
from support import single
from uriverse import _core
from uriverse import columns as uc

TEXTS = (
    "http://u@example.com:8080/over/there?name=ferret#nose",
    None,
    "",
    "http://h/a b",
    "x/y",
    "mailto:somebody@example.com",
    None,
    "http://[::1]:80/é",
    "a-relative-path-that-is-longer-than-twelve",
)
WANT = ("scheme", "host", "port", "path", "query", "valid", "error")
LAYOUTS = {
    "string": pa.string(),
    "large_string": pa.large_string(),
    "string_view": pa.string_view(),
    "binary": pa.binary(),
    "large_binary": pa.large_binary(),
    "binary_view": pa.binary_view(),
    "dictionary": pa.dictionary(pa.int32(), pa.string()),
    "dictionary_uint8": pa.dictionary(pa.uint8(), pa.large_string()),
    "runs": pa.run_end_encoded(pa.int32(), pa.string()),
    "short runs": pa.run_end_encoded(pa.int16(), pa.large_string()),
}
ASCII = [text for text in TEXTS if text is None or text.isascii()]


def rows(texts: list[str | None] | tuple[str | None, ...]) -> list[Any]:
    everything = [single.parsed(text, "rfc3986") for text in texts]
    names = (*WANT[:-1], "error_reason", "error_at", "error_rule")
    return [row and {name: row[name] for name in names} for row in everything]


def layout(texts: Any, data_type: pa.DataType) -> pa.Array:
    if pa.types.is_dictionary(data_type):
        return pa.array(texts).cast(data_type.value_type).dictionary_encode().cast(data_type)
    if pa.types.is_run_end_encoded(data_type):
        return pc.run_end_encode(pa.array(texts).cast(data_type.value_type), run_end_type=data_type.run_end_type)
    return pa.array(texts).cast(data_type)


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout(name: str) -> None:
    """The layout of the texts changes nothing, nor does an offset into it."""
    array = layout(ASCII, LAYOUTS[name])
    assert uc.parse(array, want=WANT).to_pylist() == rows(ASCII)
    for start in range(len(ASCII)):
        for length in (1, 3):
            part = array.slice(start, length)
            assert uc.parse(part, want=WANT).to_pylist() == rows(ASCII)[start : start + length]
            assert uc.normalize(part).to_pylist() == single.each(ASCII[start : start + length], _normal)


def _normal(text: str) -> str:
    return str(uv.normalize(text))


@pytest.mark.parametrize("name", [name for name in LAYOUTS if "binary" not in name])
def test_every_layout_beyond_ascii(name: str) -> None:
    """Places count characters."""
    assert uc.parse(layout(TEXTS, LAYOUTS[name]), want=WANT).to_pylist() == rows(TEXTS)


@pytest.mark.parametrize("name", ["binary", "large_binary", "binary_view"])
def test_octets_are_read_as_a_single_call_reads_bytes(name: str) -> None:
    """As UTF-8; an octet that is not UTF-8 keeps its place and is refused. To encode, octets are data."""
    octets = [
        b"http://h/\xff",
        None,
        b"/\xc3\xa9",
        b"http://example.com/plain",
        b"/\xe2\x82/",
        b"\xed\xa0\x80",
        b"/\xa9",
    ]
    column = pa.array(octets).cast(LAYOUTS[name])
    assert uc.errors(column).to_pylist() == [text and single.error(text, "rfc3986") for text in octets]  # type: ignore[arg-type]
    assert uc.errors(column).field("hint").to_pylist()[2:3] == [
        'a URI is US-ASCII: write "%C3%A9", or in a host its xn-- form; the edition "rfc3987" takes IRIs'
    ]
    assert uc.errors(column).field("hint").to_pylist()[:1] == ['the octet is not UTF-8: write "%FF" if it is data']
    assert uc.host(column).to_pylist() == [None, None, None, "example.com", None, None, None]
    assert uc.decode(column).to_pylist() == [None, None, "/é", "http://example.com/plain", None, None, None]
    expected = [None if text is None else uv.encode(text, component="segment") for text in octets]
    assert uc.encode(column, component="segment").to_pylist() == expected


def chunked() -> pa.ChunkedArray:
    array = pa.array(TEXTS)
    return pa.chunked_array([array.slice(0, 2), array.slice(2, 0), array.slice(2, 5), array.slice(7)])


def table() -> pa.Table:
    return pa.table({"url": chunked()})


NOTHING: dict[str, Callable[[], Any]] = {
    "pyarrow nulls": lambda: pa.nulls(2),
    "pyarrow nulls in chunks": lambda: pa.chunked_array([pa.nulls(1), pa.nulls(1)]),
    "a table of pyarrow nulls": lambda: pa.table({"url": pa.nulls(2)}),
    "polars.Series of Null": lambda: pl.Series([None, None]),
    "polars.DataFrame of Null": lambda: pl.DataFrame({"url": [None, None]}),
    "polars.Series of String": lambda: pl.Series([None, None], dtype=pl.String),
    "pandas.Series of NaN": lambda: pd.Series([float("nan"), None]),
    "pandas.Series of None": lambda: pd.Series([None, None], dtype=object),
    "pandas categories": lambda: pd.Series([None, None], dtype=pd.CategoricalDtype(["http://a/"])),
    "nanoarrow nulls": lambda: nanoarrow.Array(pa.nulls(2)),
}


@pytest.mark.parametrize("name", NOTHING)
def test_columns_of_nothing(name: str) -> None:
    """A column without a text is a column: every answer is null."""
    make = NOTHING[name]
    for function in (uc.parse, uc.host, uc.errors, uc.is_valid, uc.normalize, uc.decode, uc.find, uc.audit):
        assert function(make()).to_pylist() == [None, None]
    assert uc.resolve(make(), "http://a/").to_pylist() == [None, None]
    assert uc.resolve(uc.Column(["a", "b"]), make()).to_pylist() == [None, None]


def test_two_columns_without_rows_give_one_of_their_type() -> None:
    """One chunk of no rows, as one column gives; a column of three rows has no chunk more than its pieces."""
    empty, pieces = pa.chunked_array([], pa.string()), pa.chunked_array([["a"], ["b", "c"]])
    found = pa.chunked_array(uc.resolve(empty, empty))
    assert (found.type, found.num_chunks, len(found)) == (pa.string_view(), 1, 0)
    bases = pa.chunked_array([["http://h/", "http://i/"], ["http://j/"]])
    assert pa.chunked_array(uc.resolve(pieces, bases)).num_chunks == 3


def test_numbers_are_no_texts() -> None:
    """Numbers among them are told."""
    for column in (pa.array([1.5, None]), pa.array([1]), pl.Series([1.0]), pd.Series([1.0, None])):
        with pytest.raises(TypeError, match="a column of texts"):
            uc.host(column)


PRODUCERS: dict[str, Callable[[], Any]] = {
    "pyarrow.Array": lambda: pa.array(TEXTS),
    "pyarrow.ChunkedArray": chunked,
    "pyarrow.Table": table,
    "pyarrow.RecordBatch": lambda: pa.record_batch({"url": pa.array(TEXTS)}),
    "pyarrow.RecordBatchReader": lambda: table().to_reader(),
    "polars.Series": lambda: pl.Series(TEXTS),
    "polars.DataFrame": lambda: pl.DataFrame({"url": TEXTS}),
    "polars categorical": lambda: pl.Series(TEXTS, dtype=pl.Categorical),
    "pandas categories": lambda: pd.Series(TEXTS, dtype="category"),
    "pandas.Series": lambda: pd.Series(TEXTS, dtype=pd.ArrowDtype(pa.string())),
    "pandas.DataFrame": lambda: pd.DataFrame({"url": pd.Series(TEXTS, dtype="string[pyarrow]")}),
    "nanoarrow.Array": lambda: nanoarrow.Array(pa.array(TEXTS)),
    "Column": lambda: uc.Column(TEXTS),
}


@pytest.mark.parametrize("name", PRODUCERS)
def test_every_producer(name: str) -> None:
    """What a library hands over is a column."""
    assert uc.parse(PRODUCERS[name](), want=WANT).to_pylist() == rows(TEXTS)


def test_a_relation_of_duckdb() -> None:
    """DuckDB hands over what its query gives, chunk by chunk."""
    with duckdb.connect() as connection:
        assert uc.parse(connection.from_arrow(table()), want=WANT).to_pylist() == rows(TEXTS)


def test_every_consumer() -> None:
    """What comes back is read by every library, as views or as plain strings."""
    found = uc.parse(uc.Column(TEXTS), want=WANT)
    assert pa.array(found).to_pylist() == rows(TEXTS)
    assert pa.chunked_array(found).to_pylist() == rows(TEXTS)
    assert found.to_pyarrow(views=False).type.field("host").type == pa.string()
    assert found.to_pyarrow(views=False).to_pylist() == rows(TEXTS)
    assert pl.Series(found).to_list() == rows(TEXTS)
    assert nanoarrow.Array(found.field("port")).to_pylist() == [row and row["port"] for row in rows(TEXTS)]
    parts = pa.table({"part": found.to_pyarrow()})
    with duckdb.connect() as connection:
        hosts = connection.from_arrow(parts).select("part.host").fetchall()
    assert hosts == [(row and row["host"],) for row in rows(TEXTS)]
    pa.chunked_array(found).validate(full=True)
    pa.array(uc.normalize(uc.Column(TEXTS))).validate(full=True)


def test_lines_have_one_row_each() -> None:
    with pytest.raises(ValueError, match="different lengths: 2 and 3"):
        _core.Column.of_lines(b"x\n\xff\nz").to_lines(b"a\nb")


def test_chunks_need_not_fall_together() -> None:
    """Two columns are worked row by row, however each is cut."""
    refs = pa.chunked_array([["a", "b"], ["c", None, "d"], [], ["e"]], type=pa.string())
    bases = pa.chunked_array([["http://h/1/"], ["http://h/2/", None, "http://h/3/", "http://h/4/", "x"]])
    expected = ["http://h/1/a", "http://h/2/b", None, None, "http://h/4/d", None]
    assert uc.resolve(refs, bases).to_pylist() == expected
    assert pa.array(uc.resolve(refs, bases)).to_pylist() == expected
    assert uc.resolve(refs, bases).slice(1, 4).to_pylist() == expected[1:5]
    assert uc.resolve(refs, None).to_pylist() == [None] * 6


def test_a_dictionary_is_worked_by_its_values() -> None:
    """Null keys, null values, values that no key names: the rows are what counts."""
    values = pa.array(["http://a/", None, "http://b/ ", "unused"])
    column = pa.DictionaryArray.from_arrays(pa.array([2, 0, None, 1, 0], pa.int8()), values)
    expected = rows(["http://b/ ", "http://a/", None, None, "http://a/"])
    assert uc.parse(column, want=WANT).to_pylist() == expected
    assert uc.parse(column.slice(1, 2), want=WANT).to_pylist() == expected[1:3]
    assert uc.resolve(column, column).to_pylist() == [None, "http://a/", None, None, "http://a/"]


def test_chunks_of_a_dictionary_share_its_values() -> None:
    """A dictionary in small chunks is worked once, wherever the chunks begin, and so are parts of it."""
    values = pa.array([f"http://host-{number}.example.com/" for number in range(1000)] + [None])
    whole = pa.DictionaryArray.from_arrays(pa.array([*range(1000, -1, -1), None], pa.int16()), values)
    expected = uc.host(whole.cast(pa.string())).to_pylist()
    chunks = pa.chunked_array([whole.slice(start, 7) for start in range(0, len(whole), 7)])
    assert uc.host(chunks).to_pylist() == expected
    assert len(pa.chunked_array(uc.host(chunks)).chunks) == 1
    assert uc.host(chunks.slice(5, 100)).to_pylist() == expected[5:105]
    others = pa.chunked_array([pa.array(["http://x/"]).dictionary_encode().cast(whole.type), whole.slice(0, 3)])
    assert uc.host(others).to_pylist() == ["x", *expected[:3]]


def test_empty_columns_have_types() -> None:
    """No rows, no chunks, nothing but nulls."""
    for empty in (uc.Column([]), pa.chunked_array([], pa.string()), pa.array([], pa.string_view())):
        assert len(uc.parse(empty)) == 0
        assert pa.chunked_array(uc.parse(empty)).type.field("port").type == pa.int64()
    assert uc.host(pa.nulls(3)).to_pylist() == [None, None, None]
    assert uc.parse(uc.Column(["a", None]), want=[]).to_pylist() == [{}, None]


def test_components_are_views_of_the_input() -> None:
    """Nothing is copied: the result's buffer is the input's."""
    array = pa.array(["http://a-rather-long-host.example.com/"])
    found = pa.array(uc.host(array))
    assert array.buffers()[2].address in {buffer.address for buffer in found.buffers() if buffer is not None}


def test_a_stream_that_fails_is_an_error() -> None:
    """A producer's failure in the middle is told in its words."""

    def batches() -> Any:
        yield pa.record_batch({"url": ["a"]})
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"url": pa.string()}), batches())
    with pytest.raises(ValueError, match="the disk is gone"):
        uc.host(reader)


def test_a_parse_as_a_table() -> None:
    """A table has no null rows: a null row has null in every column."""
    found = uc.parse(uc.Column(["http://a/", None]), want=["host", "valid"])
    assert found.to_pyarrow_table().to_pylist() == [{"host": "a", "valid": True}, {"host": None, "valid": None}]
    assert found.to_pyarrow_table(views=False).schema.field("host").type == pa.string()
    with pytest.raises(TypeError, match="struct"):
        uc.host(uc.Column(["http://a/"])).to_pyarrow_table()


def test_hints_are_fields_too() -> None:
    """Of a parse and of a resolution, as the exception says them."""
    texts = [*TEXTS, "http://h:8x/", "a\\b", "%4"]
    errors = [None if text is None else single.error(text, "rfc3986") for text in texts]
    expected = [error and error["hint"] for error in errors]
    for found in (uc.parse(uc.Column(texts), want=["error_hint"]),
                  uc.resolve(uc.Column(texts), "http://a/", want=["error_hint"])):  # fmt: skip
        assert found.field("error_hint").to_pylist() == expected


@pytest.mark.slow
def test_more_text_than_a_chunk_of_plain_strings_holds() -> None:
    """More than 2 GiB of results in a chunk: `string` counts to 2 GiB, so there are more chunks, and each is whole."""
    text = "http://h/" + "a" * (64 << 20)
    column = pa.DictionaryArray.from_arrays(pa.array([0] * 33, pa.int8()), [text])
    found = uc.parse(column, want=["path"]).to_pyarrow(views=False)
    assert found.type == pa.struct([("path", pa.string())]) and len(found) == 33 and len(found.chunks) > 1
    for chunk in found.chunks:
        chunk.validate(full=True)
        assert set(pc.binary_length(chunk.field("path")).to_pylist()) == {len(text) - 8}


def test_texts_of_one_length_are_octets() -> None:
    """A fixed-size binary column, with an offset too."""
    column = pa.array([b"http://a/", None, b"http://\xff/", b"http://b/"], pa.binary(9))
    for start in range(4):
        rows = uc.host(column.cast(pa.binary()))
        assert uc.host(column.slice(start)).to_pylist() == rows.to_pylist()[start:]


def test_a_struct_of_one_field_is_no_table() -> None:
    """A table is a struct that cannot be null; a column of structs is none of texts."""
    for table in (pa.table({"url": TEXTS}), pa.record_batch({"url": TEXTS}), pl.DataFrame({"url": TEXTS})):
        assert uc.host(table).to_pylist() == uc.host(uc.Column(TEXTS)).to_pylist()
    structs = [{"url": text} for text in TEXTS]
    for column in (pa.array(structs), pl.Series(structs), uc.parse(uc.Column(TEXTS), want=["host"])):
        with pytest.raises(TypeError, match="not Struct"):
            uc.host(column)


def test_a_column_pickles_and_copies() -> None:
    """With its type and its rows, without the texts that no row has."""
    texts = [*TEXTS, "http://h/" + "a" * 40] * 3
    columns = (uc.Column(texts), uc.parse(uc.Column(texts)).slice(1, 5), uc.query_names(uc.Column(texts)).slice(3))
    for column in (*columns, uc.is_valid(uc.Column(texts)).slice(2), uc.Column.from_arrow(pa.array(texts))):
        again = pickle.loads(pickle.dumps(column))
        assert (again.to_pylist(), repr(again)) == (column.to_pylist(), repr(column))
        assert copy.copy(column) is column and copy.deepcopy(column) is column
    part = uc.host(uc.Column(texts * 100)).slice(0, 1)
    assert len(pickle.dumps(part)) < 500
    with pytest.raises(ValueError, match="not valid"):
        uc.Column.of_parts("Utf8", [(1, 0, None, [b"\0\0\0\0\1\0\0\0", b"\xff"], [])])
