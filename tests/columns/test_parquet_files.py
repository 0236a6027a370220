"""Parquet files of several parts, for every reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

from uriverse.columns.files.writing import Parquet


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
    parts = Parquet(file, tables[0], compression)
    # All parts are made before one is appended, and the last is made first.
    made = [parts.part(each) for each in reversed(tables)]
    for part in reversed(made):
        parts.append(part)
    parts.close()
    return pyarrow.parquet.ParquetFile(path)


@pytest.mark.parametrize("compression", ["zstd", "snappy", "lz4", "none"])
def test_each_part_with_rows_is_a_row_group(tmp_path: Path, compression: str) -> None:
    found = joined(tmp_path / "parts.parquet", TABLES, compression)
    assert found.read() == pa.concat_tables(TABLES)
    groups = [found.metadata.row_group(at) for at in range(found.num_row_groups)]
    assert [group.num_rows for group in groups] == [each.num_rows for each in TABLES if each.num_rows]
    written = "uncompressed" if compression == "none" else compression
    assert {group.column(0).compression.lower() for group in groups} == {written}


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
    for tables in ([table(0, 0)], [table(0, 0)] * 2):
        found = joined(tmp_path / "parts.parquet", tables)
        assert found.read() == table(0, 0)


def test_views_and_dictionaries_become_the_strings_of_the_schema(tmp_path: Path) -> None:
    texts = ["http://a/", None, "http://a/", "http://b/"]
    sample = pa.table({"url": pa.array(texts, pa.string())})
    file = pa.OSFile(str(tmp_path / "parts.parquet"), "wb")
    parts = Parquet(file, sample, "zstd")
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
