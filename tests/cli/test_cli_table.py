"""`uriverse table`: every format in and out, the summary, and a final name that is whole or not there."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import uriverse as uv
from support import command
from uriverse.columns.files import inputs, octets, reading

run = partial(command.run, "table")

TEXTS = ["http://u@h:80/a?b#c", "http://h/a b", "x/\u00e9", 'http://h/"', "mailto:a@b", "http://[::1"]


@pytest.mark.parametrize("option", ["--to", "--rejects"])
def test_an_input_is_not_overwritten(option: str, tmp_path: Path) -> None:
    """By its own name, by another path, and by a link; an older output is."""
    given, link, out = tmp_path / "in.csv", tmp_path / "link.csv", tmp_path / "out.csv"
    given.write_text("id,url\n1,http://h/\n", "utf-8")
    link.symlink_to(given)
    for name in (str(given), f"{tmp_path}/../{tmp_path.name}/in.csv", str(link)):
        result = run(str(given), option, name)
        assert result.exit_code == 2 and f"{name} is the input {given}" in result.stderr
    assert given.read_text("utf-8") == "id,url\n1,http://h/\n"
    out.write_text("old", "utf-8")
    assert run(str(given), option, str(out)).exit_code == 0 and out.read_text("utf-8") != "old"


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_a_missing_column_is_reported_with_those_that_are_there(kind: str, tmp_path: Path) -> None:
    """By name, in every format that has names; and a missing file by its own."""
    given = tmp_path / f"in.{kind}"
    rows = pa.table({"time": [1], "link": ["http://h/"]})
    if kind == "csv":
        pyarrow.csv.write_csv(rows, given)
    elif kind == "jsonl":
        given.write_text('{"time": 1, "link": "http://h/"}\n', "utf-8")
    else:
        pyarrow.parquet.write_table(rows, given)
    result = run(str(given), "--column", "link", "--keep", "when", "--to", str(tmp_path / "out.csv"))
    assert result.exit_code == 1
    assert f"{given} has no column 'when'; it has 'time', 'link'" in result.output.replace(
        "'link', 'time'", "'time', 'link'"
    )
    result = run(str(tmp_path / "none.csv"), "--to", str(tmp_path / "out.csv"))
    assert result.exit_code == 2
    assert f"{tmp_path / 'none.csv'}: cannot be read: No such file or directory" in result.output


@pytest.mark.parametrize(
    ("kind", "text"), [("text", "http://h/\n"), ("csv", "url\nhttp://h/\n"), ("jsonl", '{"url": "http://h/"}\n')]
)
def test_a_named_pipe_is_read_once(tmp_path: Path, kind: str, text: str) -> None:
    """As a shell gives a command's output, `<(...)`: it was opened several times, and waited for another writer."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(pipe.write_text, text, "utf-8")
        result = run(str(pipe), "--format", kind, "--want", "host")
        assert (result.exit_code, result.stdout) == (0, '"url","host"\n"http://h/","h"\n')
        written.result()
    assert "give parquet as a file" in run(str(pipe), "--format", "parquet").output
    assert "or a pipe, a file" in run(str(pipe), "--format", kind, "--into", str(tmp_path / "parts")).output


def test_a_column_that_no_row_of_json_lines_has(tmp_path: Path) -> None:
    """It is missing, not empty. A row may leave it out, and an empty one may be null in every row."""
    out = tmp_path / "out.csv"
    given = tmp_path / "in.jsonl"
    given.write_text('{"time": 1, "link": "http://h/"}\n{"time": 2}\n', "utf-8")
    result = run(str(given), "--to", str(out))
    assert result.exit_code == 1
    assert f"{given} has no column 'url'; it has 'time', 'link'" in result.output
    assert not out.exists()
    result = run("-", "--format", "jsonl", "--to", str(out), stdin=given.read_bytes())
    assert result.exit_code == 1
    assert "- has no column 'url'; it has 'time', 'link' (--column and --keep name them)" in result.output
    result = run(str(given), "--column", "link", "--to", str(out))
    assert result.exit_code == 0 and "2 rows: 1 valid, 0 not, 1 empty" in result.output
    given.write_text('{"url": null}\n{"url": null}\n', "utf-8")
    result = run(str(given), "--to", str(out))
    assert result.exit_code == 0 and "2 rows: 0 valid, 0 not, 2 empty" in result.output


def test_names_and_keys(tmp_path: Path) -> None:
    """Functions of the columns by the same names, in the order asked for; a form needs its profile."""
    texts = ["https://www.Example.co.uk/a/?utm_source=x", "http://h/a b", "http://127.0.0.1/"]
    given, out = written(tmp_path / "in.txt", texts), tmp_path / "out.jsonl"
    names = ["canonical_key", "domain", "public_suffix", "subdomain", "site", "origin", "host", "canonical"]
    result = run(str(given), "--want", ",".join(names), "--profile", "dedupe", "--to", str(out))
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert list(rows[0]) == ["url", *names]
    assert rows[0]["domain"] == "example.co.uk" and rows[0]["site"] == "https://example.co.uk"
    assert [row["canonical"] for row in rows] == [uv.canonical(text, profile="dedupe") for text in texts]
    assert [row["canonical_key"] for row in rows] == [uv.canonical_key(text, profile="dedupe") for text in texts]
    assert [row["domain"] for row in rows[1:]] == [None, None]
    refused = run(str(given), "--want", "canonical_key", "--to", str(out))
    assert refused.exit_code == 2 and "--profile" in refused.output
    refused = run(str(given), "--want", "canonical_key", "--profile", "sort", "--to", str(out))
    assert refused.exit_code == 2 and "surt" in refused.output
    refused = run(str(given), "--want", "host,domian", "--to", str(out))
    assert refused.exit_code == 2
    assert "domian" in refused.output and "host_type" in refused.output and "subdomain" in refused.output


@pytest.mark.parametrize("options", [("--want", "host"), ("--keep", "url")])
def test_text_has_one_column(tmp_path: Path, options: tuple[str, str]) -> None:
    """Columns that are asked for are never left out silently."""
    refused = run(str(written(tmp_path / "in.txt", ["http://h/"])), "--as", "text", *options)
    assert refused.exit_code == 2 and "uriverse edit --get" in refused.output


def expected(texts: list[str]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for text in texts:
        row: dict[str, Any] = {"url": text, "host": None, "path": None, "valid": False}
        row |= {"error_reason": None, "error_at": None, "error_rule": None}
        try:
            ref = uv.parse(text)
        except uv.URISyntaxError as error:
            row |= {"error_reason": error.reason, "error_at": error.at, "error_rule": error.rule}
        else:
            row |= {"host": ref.host, "path": ref.path, "valid": True}
        rows.append(row)
    return rows


def written(path: Path, texts: list[str]) -> Path:
    table = pa.table({"n": [str(n) for n in range(len(texts))], "url": texts})
    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(table, path)
    elif path.suffix == ".csv":
        pyarrow.csv.write_csv(table, path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()), "utf-8")
    elif path.suffix == ".gz":
        path.write_bytes(gzip.compress("\n".join(texts).encode()))
    else:
        path.write_bytes("\r\n".join(texts).encode())
    return path


def rows_of(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        return pyarrow.parquet.read_table(path).to_pylist()
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    options = pyarrow.csv.ConvertOptions(strings_can_be_null=True, quoted_strings_can_be_null=False, null_values=[""])
    return pyarrow.csv.read_csv(path, convert_options=options).to_pylist()


@pytest.mark.parametrize("target", ["out.parquet", "out.jsonl", "out.csv"])
@pytest.mark.parametrize("source", ["in.txt", "in.csv", "in.jsonl", "in.parquet", "in.txt.gz"])
def test_every_format_in_and_out(tmp_path: Path, source: str, target: str) -> None:
    """The rows are the single calls', whatever carries them."""
    given = written(tmp_path / source, TEXTS)
    result = run(str(given), "--want", "host,path,valid,error", "--to", str(tmp_path / target))
    assert result.exit_code == 0, result.output
    assert rows_of(tmp_path / target) == expected(TEXTS)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([source, target])


def test_many_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are whole wherever a block ends, a line longer than blocks too."""
    monkeypatch.setattr(reading, "BLOCK", 17)
    texts = [f"http://h{n}/{'x' * (n % 60)}" for n in range(200)]
    out = tmp_path / "out.jsonl"
    given = str(written(tmp_path / "in.txt", texts))
    assert run(given, "--want", "host,path,valid,error", "--to", str(out)).exit_code == 0
    assert rows_of(out) == expected(texts)


def test_the_summary_counts_and_shows(tmp_path: Path) -> None:
    """Rows, valid ones, the most common errors with an example; the same as JSON."""
    given = str(written(tmp_path / "in.txt", [*TEXTS, "", "http://h/a b c"]))
    out = str(tmp_path / "out.csv")
    result = run(given, "--to", out)
    assert result.output.startswith("8 rows: 3 valid, 5 not (kept)\n")
    assert "http://h/a b\n" in result.output
    answer = json.loads(run(given, "--to", out, "--json").output)
    assert (answer["rows"], answer["valid"], answer["null"]) == (8, 3, 0)
    assert answer["errors"][0] == {
        "reason": "white-space",
        "rule": "segment",
        "rows": 2,
        "example": "http://h/a b",
        "at": 10,
    }


def test_other_columns_and_several_inputs(tmp_path: Path) -> None:
    """Columns that are kept stand beside; inputs follow one another; standard input is one of them."""
    given = str(written(tmp_path / "in.csv", TEXTS))
    out = tmp_path / "out.jsonl"
    assert run(given, given, "--keep", "n", "--want", "valid", "--to", str(out)).exit_code == 0
    rows = rows_of(out)
    assert [row["n"] for row in rows] == [*map(str, range(6))] * 2
    assert list(rows[0]) == ["url", "n", "valid"]


def test_standard_input(tmp_path: Path) -> None:
    """A pipe is read as text, and octets that are no UTF-8 are refused, not lost."""
    out = tmp_path / "out.jsonl"
    octets = b"http://h/\n/\xff\nx"
    assert run("-", "--format", "text", "--want", "valid", "--to", str(out), stdin=octets).exit_code == 0
    assert rows_of(out) == [
        {"url": "http://h/", "valid": True},
        {"url": "/%FF", "valid": False},
        {"url": "x", "valid": True},
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("in.csv", "--column", "urls", "--to", "out.csv"), "urls"),
        (("in.parquet", "--column", "urls", "--to", "out.csv"), "urls"),
        (("in.csv", "--want", "hots", "--to", "out.csv"), "hots"),
        (("in.csv", "--to", "out.doc"), "suffix"),
        (("nothing.csv", "--to", "out.csv"), "nothing.csv"),
    ],
)
def test_wrong_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str) -> None:
    """What is wrong is said in a line, and no file is left."""
    monkeypatch.chdir(tmp_path)
    for name in ("in.csv", "in.parquet"):
        written(tmp_path / name, TEXTS)
    result = run(*arguments)
    assert result.exit_code in {1, 2}
    assert message in result.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "in.parquet"]


def test_interrupted_it_leaves_nothing_under_the_final_name(tmp_path: Path) -> None:
    """An older file under the name stays, and the half one goes."""
    out = tmp_path / "out.csv"
    out.write_text("older")
    command = [sys.executable, "-m", "uriverse.cli", "table", "-", "--format", "text", "--to", str(out)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(b"http://h/a/b/c\n" * 1_200_000)
    process.stdin.flush()
    deadline = time.monotonic() + 30
    while not any(path.suffix == ".part" for path in tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert [path for path in tmp_path.iterdir() if path.suffix == ".part"]
    os.kill(process.pid, signal.SIGINT)
    process.communicate()
    assert process.returncode != 0
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]
    assert out.read_text() == "older"


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """Three times the rows need hardly more memory, once there are enough of them to read ahead."""
    peaks = []
    for rows in (800_000, 2_400_000):
        given = tmp_path / f"{rows}.txt"
        given.write_bytes(b"http://www.example.com/a/b/c/d/e/f?name=value#fragment\n" * rows)
        code = (
            "import resource, sys; from uriverse.cli import main\n"
            "try: main()\nexcept SystemExit: pass\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        command = [sys.executable, "-c", code, "table", str(given), "--to", str(tmp_path / "out.csv")]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        peaks.append(int(output.split()[-1]))
    assert peaks[1] < 1.5 * peaks[0]


def test_a_byte_order_mark_is_no_part_of_the_first_row(tmp_path: Path) -> None:
    """In text, CSV and JSON lines; a second one is data."""
    mark = b"\xef\xbb\xbf"
    contents = {
        "a.txt": b"http://a/\nhttp://b/\n",
        "a.csv": b"url\nhttp://a/\nhttp://b/\n",
        "a.jsonl": b'{"url": "http://a/"}\n{"url": "http://b/"}\n',
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(mark + content)
        result = run(str(tmp_path / name), "--want", "host", "--to", str(tmp_path / "out.jsonl"))
        assert result.exit_code == 0, result.output
        assert [row["host"] for row in rows_of(tmp_path / "out.jsonl")] == ["a", "b"]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [(("--keep", "host", "--want", "host"), "host"), (("--column", "host", "--want", "host"), "host"),
     (("--keep", "url", "--want", "host"), "url"), (("--keep", "error_at", "--want", "error"), "error_at")],
)  # fmt: skip
def test_two_columns_of_one_name_are_refused(tmp_path: Path, arguments: tuple[str, ...], name: str) -> None:
    """Nothing is replaced in silence; a prefix tells them apart."""
    table = pa.table({"url": ["http://a/b"], "host": ["http://kept/"], "error_at": [7]})
    pyarrow.parquet.write_table(table, tmp_path / "in.parquet")
    result = run(str(tmp_path / "in.parquet"), *arguments, "--to", str(tmp_path / "out.parquet"))
    assert result.exit_code == 2
    assert repr(name) in result.output and "--prefix" in result.output
    assert not (tmp_path / "out.parquet").exists()
    arguments = ("--keep", "host,error_at", "--want", "host,error", "--prefix", "url_")
    result = run(str(tmp_path / "in.parquet"), *arguments, "--to", str(tmp_path / "out.parquet"))
    assert result.exit_code == 0, result.output
    row = {"url": "http://a/b", "host": "http://kept/", "error_at": 7, "url_host": "a"}
    assert rows_of(tmp_path / "out.parquet") == [
        row | {"url_error_reason": None, "url_error_at": None, "url_error_rule": None}
    ]


@pytest.mark.parametrize("suffix", [".gz", ".zst", ".bz2"])
@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "txt"])
def test_a_suffix_of_compression_compresses(tmp_path: Path, kind: str, suffix: str) -> None:
    """What is written under such a name is read under it."""
    given = written(tmp_path / "in.txt", TEXTS)
    plain, packed = tmp_path / f"out.{kind}", tmp_path / f"out.{kind}{suffix}"
    want = () if kind == "txt" else ("--want", "host,valid")
    for target in (plain, packed):
        assert run(str(given), *want, "--to", str(target)).exit_code == 0
    codec = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2"}[suffix]
    assert pa.CompressedInputStream(pa.OSFile(str(packed)), codec).read() == plain.read_bytes()


def test_parquet_has_no_suffix_of_compression(tmp_path: Path) -> None:
    given = written(tmp_path / "in.txt", TEXTS)
    result = run(str(given), "--to", str(tmp_path / "out.parquet.gz"))
    assert result.exit_code == 2 and "compressed inside" in result.output


def test_a_bad_octet_is_a_row_with_an_error(tmp_path: Path) -> None:
    """Wherever it stands, the other rows are there. A value of a wrong type ends the run, with its row."""
    (tmp_path / "in.csv").write_bytes(b"url,n\nhttp://a/,\xff\nhttp://b/\xff,2\nhttp://c/,3\n")
    options = ("--keep", "n", "--want", "host,error")
    result = run(str(tmp_path / "in.csv"), *options, "--to", str(tmp_path / "out.jsonl"))
    assert result.exit_code == 0, result.output
    found = rows_of(tmp_path / "out.jsonl")
    assert [(row["n"], row["host"], row["error_at"]) for row in found] == [
        ("%FF", "a", None),
        ("2", None, 9),
        ("3", "c", None),
    ]
    table = pa.table({"url": pa.array([b"http://a/", b"http://b/\xff"])})
    pyarrow.parquet.write_table(table, tmp_path / "in.parquet")
    assert run(str(tmp_path / "in.parquet"), "--to", str(tmp_path / "out.parquet")).exit_code == 0
    assert [row["valid"] for row in rows_of(tmp_path / "out.parquet")] == [True, False]
    (tmp_path / "in.jsonl").write_bytes(b'{"url": "http://a/"}\n{"url": "\xff"}\n')
    result = run(str(tmp_path / "in.jsonl"), "--want", "valid", "--to", str(tmp_path / "out.jsonl"))
    assert result.exit_code == 0, result.output
    assert [row["valid"] for row in rows_of(tmp_path / "out.jsonl")] == [True, False]
    (tmp_path / "in.jsonl").write_bytes(b'{"url": "http://a/"}\n{"url": 3}\n')
    result = run(str(tmp_path / "in.jsonl"), "--to", str(tmp_path / "out.csv"))
    assert result.exit_code == 1 and "in.jsonl:2: " in result.output


def test_a_ragged_row_is_reported_with_its_line(tmp_path: Path) -> None:
    """It ends the run, or is left out and counted."""
    (tmp_path / "in.csv").write_text("url,n\nhttp://a/,1\nhttp://b/,2,3\nhttp://c/,4\nhttp://d/\n", "utf-8")
    arguments = (str(tmp_path / "in.csv"), "--want", "host", "--to", str(tmp_path / "out.jsonl"))
    result = run(*arguments)
    assert result.exit_code == 1
    assert "in.csv:3: 2 fields are expected, and there are 3" in result.output
    assert not (tmp_path / "out.jsonl").exists()
    result = run(*arguments, "--on-error", "skip", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["skipped"] == 2
    assert "2 rows were skipped; the first is" in result.stderr
    assert [row["host"] for row in rows_of(tmp_path / "out.jsonl")] == ["a", "c"]


def test_kept_columns_keep_their_types(tmp_path: Path) -> None:
    """From Parquet to Parquet all types; to CSV and JSON lines as those can write them."""
    when = datetime(2026, 11, 22, 1, 2, 3, tzinfo=UTC)
    kept = pa.table(
        {
            "url": ["http://a/", "http://b/ "],
            "n": pa.array([1, None], pa.int16()),
            "x": [1.5, float("nan")],
            "at": pa.array([when, None], pa.timestamp("us", "UTC")),
            "tags": [["a", 'b"'], None],
            "who": [{"name": "x", "age": 3}, None],
            "word": pa.array(["d", None]).dictionary_encode(),
        }
    )
    pyarrow.parquet.write_table(kept, tmp_path / "in.parquet")
    names = ["n", "x", "at", "tags", "who", "word"]
    for target in ("out.parquet", "out.jsonl", "out.csv"):
        arguments = ("--keep", ",".join(names), "--want", "host", "--to", str(tmp_path / target))
        result = run(str(tmp_path / "in.parquet"), *arguments)
        assert result.exit_code == 0, result.output
    found = pyarrow.parquet.read_table(tmp_path / "out.parquet")
    assert found.select(["url", *names]).schema.types == kept.schema.types
    assert found.column("at").to_pylist() == [when, None]
    first, second = rows_of(tmp_path / "out.jsonl")
    assert (first["n"], first["x"], first["tags"], first["who"]) == (1, 1.5, ["a", 'b"'], {"name": "x", "age": 3})
    assert first["at"].startswith("2026-11-22 01:02:03") and first["word"] == "d"
    assert [second[name] for name in names] == [None] * 6
    assert json.loads(rows_of(tmp_path / "out.csv")[0]["tags"]) == ["a", 'b"']
    (tmp_path / "in.jsonl").write_text('{"url": "http://a/", "n": 3, "tags": [1]}\n{"url": null, "n": null}\n', "utf-8")
    arguments = ("--keep", "n,tags", "--want", "host", "--to", str(tmp_path / "again.parquet"))
    assert run(str(tmp_path / "in.jsonl"), *arguments).exit_code == 0
    again = pyarrow.parquet.read_table(tmp_path / "again.parquet").to_pylist()
    assert [(row["n"], row["tags"]) for row in again] == [(3, [1]), (None, None)]


def test_by_the_url_standard(tmp_path: Path) -> None:
    """The attributes of URLs by default, those that are wanted else; an error has the URL Standard's name."""
    source, target = written(tmp_path / "urls.txt", ["HTTP://h:80/a b", "http://h:x"]), tmp_path / "parts.jsonl"
    result = run(str(source), "--edition", "whatwg", "--to", str(target))
    assert result.exit_code == 0
    assert "port-invalid" in result.output
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert list(rows[0]) == [
        *("url", "href", "protocol", "hostname", "port", "pathname", "search", "hash", "valid"),
        *("error_reason", "error_at", "error_rule"),
    ]
    assert [row["href"] for row in rows] == ["http://h/a%20b", None]
    assert run(str(source), "--edition", "whatwg", "--want", "fragment", "--to", str(target)).exit_code == 2


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_functions_of_a_text_give_columns(suffix: str, tmp_path: Path) -> None:
    """Values and lists, in each format; CSV has lists as JSON."""
    texts = ["http://www.h.example/a/b?x=1&y", "http://h/a b"]
    given, out = written(tmp_path / "in.txt", texts), tmp_path / f"out.{suffix}"
    result = run(str(given), "--want", "mend,tld,without_www,path_hierarchy,query_names,error_reason", "--to", str(out))
    assert result.exit_code == 0, result.output
    lists = [["/", "/a/", "/a/b"], ["x", "y"]]
    if suffix == "csv":
        found = pyarrow.csv.read_csv(out).to_pylist()
        lists = [json.dumps(items) for items in lists]
    elif suffix == "parquet":
        found = pyarrow.parquet.read_table(out).to_pylist()
    else:
        found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    names = ["url", "mend", "tld", "without_www", "path_hierarchy", "query_names", "error_reason"]
    assert [list(row.values()) for row in found] == [
        [texts[0], texts[0], "example", "http://h.example/a/b?x=1&y", *lists, found[0]["error_reason"]],
        [texts[1], "http://h/a%20b", *[found[1][name] for name in names[2:6]], "white-space"],
    ]
    assert {found[1][name] or None for name in names[2:6]} == {None}
    assert not found[0]["error_reason"]


REPEATED = ["http://u@H:80/a?b#c", "http://h/a b", None, "mailto:a@b", "http://H:80/a?b"]
EVERY_KIND = "scheme,host,port,kind,valid,error,domain,canonical,canonical_key,hierarchy"


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_texts_that_a_file_holds_once_are_worked_once(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a Parquet file with repeats the rows are those of the same file without a dictionary, in small pieces too."""
    monkeypatch.setattr(reading, "ROWS", 700)
    table = pa.table({"url": [REPEATED[number % 5] for number in range(5000)], "n": range(5000)})
    found = []
    for dictionary in (True, False):
        given, out = tmp_path / f"{dictionary}.parquet", tmp_path / f"out-{dictionary}.{suffix}"
        pyarrow.parquet.write_table(table, given, use_dictionary=dictionary)
        source = inputs.TableFile(str(given), "parquet", ["url"])
        pieces = list(reading.read(source, reading.schema_of(source), repeats=True))
        assert all(pa.types.is_dictionary(piece.rows.column(0).type) == dictionary for piece in pieces)
        arguments = ("--keep", "n", "--want", EVERY_KIND, "--profile", "crawl", "--to", str(out), "--json")
        result = run(str(given), *arguments)
        assert result.exit_code == 0, result.output
        made = pyarrow.parquet.read_table(out) if suffix == "parquet" else pyarrow.csv.read_csv(out)
        found.append((made, result.stdout))
    assert found[0] == found[1]
    counts = json.loads(found[0][1])
    assert (counts["rows"], counts["valid"], counts["null"]) == (5000, 3000, 1000)
    assert found[0][0].column("n").to_pylist() == list(range(5000))


def test_a_kept_column_has_the_type_of_the_first_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Later pieces of JSON lines may have fewer digits: a column has one type in a file."""
    monkeypatch.setattr(reading, "BLOCK", 40)
    (tmp_path / "in.jsonl").write_text('{"url": "http://a/", "n": 1.5}\n' * 2 + '{"url": "http://b/", "n": 2}\n' * 2)
    for target in ("out.parquet", "out.jsonl", "out.csv"):
        result = run(str(tmp_path / "in.jsonl"), "--keep", "n", "--want", "host", "--to", str(tmp_path / target))
        assert result.exit_code == 0, result.output
        assert [row["n"] for row in rows_of(tmp_path / target)] == [1.5, 1.5, 2, 2]


@pytest.mark.parametrize("codec", ["zstd", "snappy", "lz4", "none"])
def test_the_compression_is_chosen(tmp_path: Path, codec: str) -> None:
    """By the names of pyarrow; a file says which it has."""
    given, out = written(tmp_path / "in.txt", TEXTS), tmp_path / "out.parquet"
    assert run(str(given), "--want", "host", "--compression", codec, "--to", str(out)).exit_code == 0
    chunk = pyarrow.parquet.read_metadata(out).row_group(0).column(0)
    assert chunk.compression == {"none": "UNCOMPRESSED"}.get(codec, codec.upper())


@pytest.mark.parametrize("target", ["out.parquet", "out.jsonl", "out.csv"])
def test_the_rows_are_in_order_on_any_number_of_threads(
    tmp_path: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is the same octet for octet."""
    monkeypatch.setattr(reading, "BLOCK", 1000)
    texts = [f"http://h{n}/{'x' * (n % 60)}" for n in range(3000)]
    given, octets = written(tmp_path / "in.txt", texts), set()
    for threads in ("1", "4"):
        arguments = ("--want", "host,path,valid,error", "--threads", threads, "--to", str(tmp_path / target))
        assert run(str(given), *arguments).exit_code == 0
        octets.add((tmp_path / target).read_bytes())
        assert rows_of(tmp_path / target) == expected(texts)
    assert len(octets) == 1


@pytest.mark.parametrize("row", ["a" * 99 + "\n", "a" * 99])
def test_arrow_reads_no_more_when_the_reader_has_ended(
    row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an error, and after the piece that was wanted: a process that ends while it reads is aborted."""
    (tmp_path / "a.csv").write_text("url\n" + row * 10_000)
    begun_and_ended: list[int] = []
    at_once = reading._Trail.read

    def read(trail: reading._Trail, size: int) -> bytes:
        begun_and_ended.append(size)
        time.sleep(0.02)
        block = at_once(trail, size)
        begun_and_ended.append(size)
        return block

    monkeypatch.setattr(reading._Trail, "read", read)
    monkeypatch.setattr(reading, "BLOCK", 20_000)
    source = inputs.TableFile(str(tmp_path / "a.csv"), "csv", ["url"])
    pieces = reading.read(source, reading.schema_of(source))
    if row.endswith("\n"):
        assert next(pieces).rows.num_rows > 100
        pieces.close()  # type: ignore[attr-defined]
    else:
        with pytest.raises(octets.BadFile, match="a row has more than 20,000 octets"):
            next(pieces)
    count = len(begun_and_ended)
    assert count % 2 == 0 and count < 50
    time.sleep(0.1)
    assert len(begun_and_ended) == count


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("url\na\n", None),
        ("url\na,b\n", "in.csv:2: 1 fields"),
        ("url\n" + "a" * 9999, "a row has more than 5,000 octets"),
    ],
)
def test_arrow_drops_what_it_reads_from(
    text: str, refused: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error keeps none of it, so the reader, which waits for that, does not wait in vain."""
    dropped: list[bool] = []

    class Noted(Event):
        def wait(self, timeout: float | None = None) -> bool:
            dropped.append(super().wait(timeout))
            return dropped[-1]

    monkeypatch.setattr(reading, "Event", Noted)
    monkeypatch.setattr(reading, "BLOCK", 5000)
    (tmp_path / "in.csv").write_text(text)
    source = inputs.TableFile(str(tmp_path / "in.csv"), "csv", ["url"])
    with pytest.raises(octets.BadFile, match=refused) if refused else nullcontext():
        assert [piece.rows.num_rows for piece in reading.read(source, reading.schema_of(source))] == [1]
    assert dropped == [True]
