"""Parquet files that are put together of parts: as pyarrow's own writer makes them, for every reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

from uriverse.columns.parquet_parts import ParquetParts
from uriverse.columns.thrift import (
    BINARY,
    BYTE,
    DOUBLE,
    FALSE,
    I16,
    I32,
    I64,
    LIST,
    STRUCT,
    TRUE,
    read_struct,
    write_struct,
)


def table(first: int, rows: int) -> Any:
    numbers = range(first, first + rows)
    return pa.table(
        {
            "url": pa.array([f"http://h/{number}" for number in numbers], pa.string()),
            "scheme": pa.array(["http", None] * (rows // 2) + ["ftp"] * (rows % 2), pa.string()),
            "port": pa.array([number if number % 3 else None for number in numbers], pa.int64()),
            "nothing": pa.nulls(rows, pa.string()),
            "levels": pa.array([["a", f"b{number}"][: number % 3] for number in numbers], pa.list_(pa.string())),
            "at": pa.array([number * 1_000_000 for number in numbers], pa.timestamp("us", "UTC")),
        }
    )


TABLES = [table(0, 1000), table(1000, 1), table(1001, 0), table(1001, 5000), *(table(6001 + n, 1) for n in range(20))]


def joined(path: Path, tables: list[Any], compression: str = "zstd") -> Any:
    file = pa.OSFile(str(path), "wb")
    parts = ParquetParts(file, tables[0], compression)
    # All parts are made before one is appended, and the last is made first.
    made = [parts.part(each) for each in reversed(tables)]
    for part in reversed(made):
        parts.append(part)
    parts.close()
    return pyarrow.parquet.ParquetFile(path)


@pytest.mark.parametrize("compression", ["zstd", "snappy", "lz4", "none"])
def test_the_file_is_the_one_of_pyarrow(tmp_path: Path, compression: str) -> None:
    """Octet for octet: each row group, where it stands, its statistics, the schema."""
    found = joined(tmp_path / "parts.parquet", TABLES, compression)
    path = tmp_path / "whole.parquet"
    texts_again = ["scheme", "port", "nothing", "levels.list.element", "at"]
    with pyarrow.parquet.ParquetWriter(
        path, TABLES[0].schema, compression=compression, use_dictionary=texts_again
    ) as writer:
        for each in TABLES:
            if each.num_rows:
                writer.write_table(each)
    assert found.read() == pa.concat_tables(TABLES)
    assert (tmp_path / "parts.parquet").read_bytes() == path.read_bytes()


def test_other_readers_read_it(tmp_path: Path) -> None:
    """DuckDB and Polars, whose readers are their own, by the statistics too."""
    path = tmp_path / "parts.parquet"
    joined(path, TABLES)
    rows = pa.concat_tables(TABLES).to_pylist()
    plain = [{name: row[name] for name in ("url", "scheme", "port", "nothing", "levels")} for row in rows]
    assert pl.read_parquet(path).select("url", "scheme", "port", "nothing", "levels").to_dicts() == plain
    con = duckdb.connect()
    assert con.sql(f"select url, port from '{path}'").fetchall() == [(row["url"], row["port"]) for row in rows]
    assert con.sql(f"select url from '{path}' where port = 6013").fetchall() == [("http://h/6013",)]
    con.close()


def test_a_file_without_rows_has_its_columns(tmp_path: Path) -> None:
    """No part was appended, or only empty ones."""
    for tables in ([table(0, 0)], [table(0, 0)] * 2):
        found = joined(tmp_path / "parts.parquet", tables)
        assert found.read() == table(0, 0)


def test_views_and_dictionaries_become_the_strings_of_the_schema(tmp_path: Path) -> None:
    """How a part's texts stand in memory is not told in the file."""
    texts = ["http://a/", None, "http://a/", "http://b/"]
    sample = pa.table({"url": pa.array(texts, pa.string())})
    file = pa.OSFile(str(tmp_path / "parts.parquet"), "wb")
    parts = ParquetParts(file, sample, "zstd")
    for of in (pa.string_view(), pa.string()):
        parts.append(parts.part(pa.table({"url": pa.array(texts, of)})))
    parts.append(parts.part(pa.table({"url": pa.array(texts, pa.string()).dictionary_encode()})))
    parts.close()
    found = pyarrow.parquet.read_table(tmp_path / "parts.parquet")
    assert found.schema == sample.schema
    assert found["url"].to_pylist() == texts * 3


def test_texts_that_hardly_come_again_get_no_dictionary(tmp_path: Path) -> None:
    """The sample decides: its URLs are all different, its schemes are not."""
    group = joined(tmp_path / "parts.parquet", TABLES).metadata.row_group(0)
    assert [group.column(number).has_dictionary_page for number in (0, 1)] == [False, True]


# Thrift's document of the compact protocol: "Field header", "Integer encoding" (50399 is DF 89 03), "List and set".
STRUCTURES: list[tuple[str, Any]] = [
    ("00", {}),
    ("1500" + "00", {1: (I32, 0)}),
    ("1501" + "00", {1: (I32, -1)}),
    ("1502" + "00", {1: (I32, 1)}),
    ("18df8903" + "61" * 50399 + "00", {1: (BINARY, b"a" * 50399)}),
    ("16be930600", {1: (I64, 50399)}),
    ("1422" + "00", {1: (I16, 17)}),
    ("11" + "12" + "00", {1: (TRUE, True), 2: (FALSE, False)}),
    ("f502" + "00", {15: (I32, 1)}),
    ("052002" + "00", {16: (I32, 1)}),
    ("17" + "000000000000f03f" + "00", {1: (DOUBLE, 1.0)}),
    ("19" + "350204" + "06" + "00", {1: (LIST, (I32, [1, 2, 3]))}),
    ("19" + "f50f" + "02" * 15 + "00", {1: (LIST, (I32, [1] * 15))}),
    ("19" + "210102" + "00", {1: (LIST, (TRUE, [1, 2]))}),
    ("13" + "7f" + "00", {1: (BYTE, 127)}),
    ("1c" + "1502" + "00" + "1502" + "00", {1: (STRUCT, {1: (I32, 1)}), 2: (I32, 1)}),
]


@pytest.mark.parametrize(("octets", "structure"), STRUCTURES)
def test_structures_of_the_compact_protocol(octets: str, structure: Any) -> None:
    """Read and written as the protocol's document has them."""
    assert read_struct(bytes.fromhex(octets), 0) == (structure, len(octets) // 2)
    assert write_struct(structure).hex() == octets


def test_a_footer_is_written_back_octet_for_octet(tmp_path: Path) -> None:
    """Whatever pyarrow puts into it."""
    path = tmp_path / "a.parquet"
    pyarrow.parquet.write_table(
        table(0, 1000), path, row_group_size=10, write_page_index=True, write_page_checksum=True
    )
    octets = path.read_bytes()
    footer = octets[-8 - int.from_bytes(octets[-8:-4], "little") : -8]
    structure, end = read_struct(footer, 0)
    assert end == len(footer)
    assert write_struct(structure) == footer
