"""What `uriverse table` reads and refuses: layouts, types, rows that break a format; what it writes to a pipe."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cli_table import rows_of, written

import uriverse as uv
from support import command
from support.strategies import examples
from uriverse.columns.files import inputs, json_lines, reading
from uriverse.columns.files.octets import Octets

run = partial(command.run, "table")

WANT = ("--want", "host", "-q")
URLS = ["http://a/", "http://b/"]


def csv(*rows: str) -> bytes:
    return "".join(f"{row}\n" for row in rows).encode()


@pytest.mark.parametrize(
    ("name", "octets", "options", "hosts"),
    [
        ("u.txt", "http://a/\r\nhttp://b/\r\n".encode("utf-16"), (), ["a", "b"]),
        ("u.txt", "http://a/\nhttp://b/".encode("utf-32"), (), ["a", "b"]),
        ("u.txt", "http://a/\nhttp://b/\n".encode("utf-16-be"), ("--encoding", "utf-16-be"), ["a", "b"]),
        ("u.csv", "\ufeffurl\nhttp://a/\nhttp://b/\n".encode("utf-16-le"), (), ["a", "b"]),
        ("u.jsonl", '{"url": "http://a/"}\n{"url": "http://b/"}\n'.encode("utf-16"), (), ["a", "b"]),
        ("u.txt", b"\xef\xbb\xbfhttp://a/\nhttp://b/\n", (), ["a", "b"]),
        ("u.txt", b"http://a/\rhttp://b/\r", (), ["a", "b"]),
        ("u.csv", b"url\rhttp://a/\rhttp://b/\r", (), ["a", "b"]),
        ("u.jsonl", b'{"url": "http://a/"}\r{"url": "http://b/"}\r', (), ["a", "b"]),
        ("u.csv", csv("id;url", "1;http://a/", "2;http://b/"), ("--delimiter", ";"), ["a", "b"]),
        ("u.csv", csv("id\turl", "1\thttp://a/", "2\thttp://b/"), ("--delimiter", r"\t"), ["a", "b"]),
        ("u.csv", csv("id,url", "1,'http://a/?x,y'", "2,http://b/"), ("--quote", "'"), ["a", "b"]),
        ("u.csv", csv("id,url", "1,http://a/", '"2,http://b/'), ("--quote", ""), ["a", "b"]),
        ("u.csv", csv("1,http://a/", "2,http://b/"), ("--header", "id,url"), ["a", "b"]),
    ],
)
def test_layouts_are_read(tmp_path: Path, name: str, octets: bytes, options: tuple[str, ...], hosts: list[str]) -> None:
    """Encodings by their mark or by name, CR alone, and the options of CSV."""
    (tmp_path / name).write_bytes(octets)
    result = run(str(tmp_path / name), *WANT, *options, "--as", "jsonl")
    assert result.exit_code == 0, result.output
    assert [json.loads(line)["host"] for line in result.stdout.splitlines()] == hosts


def parquet(**columns: Any) -> bytes:
    sink = io.BytesIO()
    pa.parquet.write_table(pa.table(columns), sink)
    return sink.getvalue()


@pytest.mark.parametrize(
    ("name", "octets", "options", "message"),
    [
        ("u.txt", "http://a/\n".encode("utf-16-le"), (), "u.txt looks like UTF-16 without a byte order mark"),
        ("u.csv", "url\n".encode("utf-16-be"), (), "--encoding utf-16-be reads it"),
        ("u.csv", csv("url,url", "a,b"), (), "u.csv has two columns with the name 'url'"),
        ("u.csv", csv("url,n", "a,b"), ("--keep", "m"), "u.csv has no column 'm'; it has 'url', 'n'"),
        ("u.txt", b"a\n", ("--keep", "n"), "u.txt has no column 'n'"),
        ("u.parquet", parquet(url=[1]), (), "u.parquet: the column 'url' is int64, and references are text"),
        ("u.jsonl", b'{"url": 1}\n', (), "u.jsonl: the column 'url' is int64, and references are text"),
        ("u.jsonl", b'{"url": ["x"]}\n', (), "u.jsonl: the column 'url' is list<item: string>, and references are"),
        (
            "u.jsonl",
            b'{"url": "x"}\n{"url": 1}\n',
            (),
            "u.jsonl:2: column 'url' has the type number; references are text",
        ),
        ("u.jsonl", b'null\n{"\xff": 1}\n{"a": 2}\n', (), "u.jsonl has no column 'url'; it has 'a'"),
        ("u.parquet", parquet(url=[["a"]]), (), "u.parquet: the column 'url' is list<element: string>"),
        ("u.parquet", b"no", (), "u.parquet cannot be read as parquet"),
        ("u.arrow", b"no", (), "u.arrow cannot be read as arrow"),
        ("u.txt.gz", gzip.compress(bytes(range(256)) * 99, mtime=0)[:-20], (), "u.txt.gz: its gzip stream is cut off"),
        ("u.csv.gz", gzip.compress(csv("url", *URLS), mtime=0)[:-9], (), "u.csv.gz: its gzip stream is cut off"),
        ("u.jsonl.gz", gzip.compress(b"{}\n" * 99, mtime=0)[:-9], (), "u.jsonl.gz: its gzip stream is cut off"),
        ("u.csv", csv("url", "a"), ("--encoding", "utf-17"), "there is no encoding 'utf-17'"),
        ("u.csv", csv("url", "a"), ("--delimiter", "::"), "--delimiter is one character"),
        ("u.csv", csv("url", "a"), ("--quote", "''"), "--quote is one character"),
        ("u.csv", csv("url", "a"), ("--rejects", "bad.doc"), ".jsonl .parquet .arrow; name one of them"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(
    tmp_path: Path, name: str, octets: bytes, options: tuple[str, ...], message: str
) -> None:
    """In one sentence, before a row is written."""
    (tmp_path / name).write_bytes(octets)
    result = run(str(tmp_path / name), *WANT, *options, "--to", str(tmp_path / "out.csv"))
    assert result.exit_code in {1, 2} and message in result.output
    assert "Traceback" not in result.output and [path.name for path in tmp_path.iterdir()] == [name]


def test_types_of_several_files_go_together_or_are_refused(tmp_path: Path) -> None:
    """A wider type holds the values of all; numbers and texts are two runs."""
    names = [str(tmp_path / f"{name}.parquet") for name in "abc"]
    for name, n in zip(names, (pa.array([1], pa.int16()), pa.array([2.5]), pa.array(["x"])), strict=True):
        pa.parquet.write_table(pa.table({"url": ["http://h/"], "n": n}), name)
    result = run(*names[:2], *WANT, "--keep", "n", "--as", "jsonl")
    assert [json.loads(line)["n"] for line in result.stdout.splitlines()] == [1, 2.5]
    result = run(*names, *WANT, "--keep", "n")
    assert result.exit_code == 1 and not result.stdout
    assert f"{names[2]}: the column 'n' is string, and double in {names[0]}" in result.stderr


JSON_ROWS = [
    *('{"url": "http://a/", "n": 1, "at": "2026-11-23", "who": {"id": 1}}', '{"url": "http://b/", "n": "x"}', ""),
    *("broken", '{"url": 3}', "[1]", '{"url": "http://c/", "n": 2.5, "other": 1}'),
    '{"url": "http://d/", "n": null, "other": "x"}',
]


def test_bad_rows_of_json_lines_go_to_one_place(tmp_path: Path) -> None:
    """With their lines, columns and reasons; without a file for them, the first ends the run."""
    source, rejects = tmp_path / "in.jsonl", tmp_path / "bad.jsonl"
    source.write_text("\n".join(JSON_ROWS))
    arguments = (str(source), "--want", "host", "--keep", "n,at", "--as", "jsonl")
    result = run(*arguments, "--rejects", str(rejects))
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["host"], row["n"], row["at"]) for row in rows] == [
        ("a", 1, "2026-11-23"),
        ("c", 2.5, None),
        ("d", None, None),
    ]
    assert "4 rows were skipped" in result.stderr
    found = [json.loads(line) for line in rejects.read_text().splitlines()]
    assert [list(row) for row in found] == [["file", "line", "column", "reason", "text"]] * 4
    assert [(row["line"], row["column"], row["text"]) for row in found] == [
        (2, "n", JSON_ROWS[1]),
        (4, None, JSON_ROWS[3]),
        (5, "url", JSON_ROWS[4]),
        (6, None, JSON_ROWS[5]),
    ]
    assert found[0]["reason"] == "column 'n' changed from number to string"
    stopped = run(*arguments)
    assert stopped.exit_code == 1 and f"{source}:2: column 'n' changed" in stopped.stderr


def test_deep_json_is_not_inferred(tmp_path: Path) -> None:
    """To infer the type of 50,000 nested lists would take pyarrow minutes. A bracket in a string nests nothing."""
    deep, wide = "[" * 50_000 + "]" * 50_000, json.dumps(["]["] * 200 + ['\\"['] * 200)
    lines = [f'{{"url": "http://h/", "n": {n}}}' for n in (wide, deep, "[" * 99 + "]" * 99, wide)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines), "utf-8")
    assert run(str(tmp_path / "in.jsonl"), *WANT).stdout.count('"h"') == 4
    kept = run(str(tmp_path / "in.jsonl"), *WANT, "--keep", "n", "--to", str(tmp_path / "out.parquet"))
    assert "in.jsonl:2: a value is nested in more than 100 others" in kept.stderr, kept.output


def test_bad_rows_of_csv_have_their_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after values of several lines, blank lines and equal rows, in blocks of every size."""
    text = 'url,n\n\nhttp://a/,"1\n2"\nx\n"x\ny",2,3\nhttp://b/,1\nx\nx\nlong,' + "y" * 100 + ",z\nhttp://c/,x\n"
    (tmp_path / "in.csv").write_text(text)
    for size in (140, 200, 8 << 20):
        monkeypatch.setattr(reading, "BLOCK", size)
        result = run(str(tmp_path / "in.csv"), *WANT, "--keep", "n", "--rejects", str(tmp_path / "bad.parquet"))
        assert result.stdout == '"url","n","host"\n"http://a/","1\n2","a"\n"http://b/","1","b"\n"http://c/","x","c"\n'
        found = pa.parquet.read_table(tmp_path / "bad.parquet").to_pylist()
        assert [row["line"] for row in found] == [5, 6, 9, 10, 11]
        assert [row["text"] for row in found][:3] == ["x", '"x\ny",2,3', "x"]


def test_a_row_of_csv_longer_than_a_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quotation mark that is not closed takes the rest of the file; without it, each line is a row."""
    monkeypatch.setattr(reading, "BLOCK", 200)
    path = tmp_path / "in.csv"
    path.write_text('url\n"http://a/\n' + "http://b/\n" * 40)
    result = run(str(path), *WANT)
    assert result.exit_code == 1
    assert f"{path}: a row has more than 200 octets; if a quotation mark is not closed, --quote ''" in result.stderr
    assert run(str(path), *WANT, "--quote", "").stdout.count('"b"') == 40


VALUES = st.sampled_from(['"http://a/"', "1", "null", "[1]", '{"a": 1}', "true", "1.5"])
LINES = st.lists(
    st.builds('{{"url": {}, "n": {}}}'.format, VALUES, VALUES) | st.sampled_from(["", "x", "3", "{}", "null", " null"])
)


@given(LINES, st.integers(40, 200))
@examples(100)
def test_each_line_is_a_row_or_a_reject(lines: list[str], size: int) -> None:
    """In every order and in blocks of every size: nothing is lost, and a row that is taken is the line's."""
    text = "\n".join(lines).encode()
    rejected: list[inputs.Reject] = []
    source = inputs.TableFile("x", "jsonl", ["url"])
    source._octets = _Held(text)  # type: ignore[assignment]
    source.name = "-"
    schema = pa.schema([("url", pa.string())])
    try:
        pieces = list(json_lines.read_json(source, schema, rejected.append, size))
    except inputs.NoColumn:
        pieces = []
    bad = {number for number, line in enumerate(lines, 1) if line in ("x", "3") or _has_wrong_url(line)}
    assert {row.line for row in rejected} == bad
    good = [json.loads(line) or {} for number, line in enumerate(lines, 1) if line and number not in bad]
    rows = [row.get("url") for row in good]
    found = [text for piece in pieces for text in piece.rows.column(0).to_pylist()]
    assert found == rows or (not pieces and not any(rows))


def _has_wrong_url(line: str) -> bool:
    return line.startswith('{"') and not isinstance(json.loads(line)["url"], str | None)


class _Held:
    def __init__(self, text: bytes) -> None:
        self.read, self.done = io.BytesIO(text).read, lambda: 0.0


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "arrow", "text", "tsv"])
def test_a_table_goes_to_standard_output(tmp_path: Path, form: str) -> None:
    """Alone: the summary is on standard error."""
    (tmp_path / "in.txt").write_text("\n".join(URLS))
    want = [] if form == "text" else ["--want", "host"]
    result = run(str(tmp_path / "in.txt"), *want, "--as", form)
    assert result.exit_code == 0 and result.stderr == "2 rows: 2 valid, 0 not\n"
    readers: dict[str, Callable[[bytes], list[Any]]] = {
        "csv": lambda octets: octets.decode().splitlines(),
        "tsv": lambda octets: octets.decode().splitlines(),
        "text": lambda octets: octets.decode().splitlines(),
        "jsonl": lambda octets: [tuple(json.loads(line).values()) for line in octets.splitlines()],
        "parquet": lambda octets: [*zip(*pa.parquet.read_table(io.BytesIO(octets)).to_pydict().values(), strict=True)],
        "arrow": lambda octets: [*zip(*pa.ipc.open_stream(octets).read_all().to_pydict().values(), strict=True)],
    }
    expected: dict[str, list[Any]] = {
        "csv": ['"url","host"', '"http://a/","a"', '"http://b/","b"'],
        "tsv": ['"url"\t"host"', '"http://a/"\t"a"', '"http://b/"\t"b"'],
        "text": URLS,
    }
    rows = [("http://a/", "a"), ("http://b/", "b")]
    assert readers[form](result.stdout_bytes) == expected.get(form, rows)


@pytest.mark.parametrize("target", ["out.parquet", "out.arrow", "out.jsonl", "out.csv"])
@pytest.mark.parametrize("source", ["in.parquet", "in.arrow", "stream.arrow"])
def test_arrow_and_parquet_keep_what_they_hold(tmp_path: Path, source: str, target: str) -> None:
    """Metadata of the table and of fields, and octets; CSV and JSON lines have base64."""
    fields = [pa.field("url", pa.string()), pa.field("bin", pa.binary(), metadata={"unit": "x"}), ("n", pa.int16())]
    schema = pa.schema(fields, {"owner": "me", "pandas": "{}"})
    table = pa.table([URLS, [b"\xff\x00", None], [1, 2]], schema)
    given, out = tmp_path / source, tmp_path / target
    if given.suffix == ".parquet":
        pa.parquet.write_table(table, given)
    else:
        begin = pa.ipc.new_stream if source.startswith("stream") else pa.ipc.new_file
        with begin(str(given), schema) as writer:
            writer.write_table(table)
    result = run(str(given), "--want", "host", "--keep", "bin,n", "--to", str(out))
    assert result.exit_code == 0, result.output
    if out.suffix == ".jsonl":
        assert [json.loads(line)["bin"] for line in out.read_text().splitlines()] == ["/wA=", None]
    elif out.suffix == ".csv":
        assert out.read_text().splitlines()[1:] == ['"http://a/","/wA=",1,"a"', '"http://b/",,2,"b"']
    else:
        found = pa.parquet.read_table(out) if out.suffix == ".parquet" else pa.ipc.open_file(str(out)).read_all()
        assert found.column("bin").to_pylist() == [b"\xff\x00", None] and found.schema.field("n").type == pa.int16()
        assert found.schema.metadata == {b"owner": b"me"}
        assert found.schema.field("bin").metadata[b"unit"] == b"x"


@given(st.text(alphabet="a\u00e9\u20ac\U0001f600\r\n", max_size=60), st.sampled_from(["utf-8", "utf-16", "utf-32-be"]))
@examples(100)
def test_octets_are_the_text_in_utf_8(text: str, encoding: str) -> None:
    """However much is read at once, and read again after a look ahead."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x")
        path.write_bytes(text.encode(encoding))
        wanted = text.encode()
        if "\n" not in text:
            wanted = wanted.replace(b"\r", b"\n")
        for size in (1, 7, 1 << 20):
            octets = Octets(str(path), encoding, ends=True)
            assert octets.peek(5)[:5] == wanted[:5]
            assert b"".join(iter(partial(octets.read, size), b"")) == wanted


def test_a_row_of_csv_may_be_broken_and_not_utf_8(tmp_path: Path) -> None:
    """It goes to the rejects; the octets of other rows stay, whatever they are."""
    private = "\U0010ffe9".encode()
    rows = [b"1,http://a/", b"2,http://b/,x\xe9", b"3,http://c/" + private, b"4\xe9,http://d/\xe9", b"5,http://e/\xe9"]
    source, rejects = tmp_path / "in.csv", tmp_path / "bad.jsonl"
    source.write_bytes(b"id,url\n" + b"\n".join(rows))
    options = ("--want", "host", "--keep", "id", "--to", "-", "--as", "jsonl", "--rejects", str(rejects))
    result = run(str(source), *options)
    assert result.exit_code == 0, result.output
    (broken,) = map(json.loads, rejects.read_text().splitlines())
    assert (broken["line"], broken["text"]) == (3, "2,http://b/,x\N{REPLACEMENT CHARACTER}")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["id"] for row in found] == ["1", "3", "4%E9", "5"]
    assert found[1]["url"] == "http://c/\U0010ffe9"


@pytest.mark.parametrize("kind", ["txt", "csv", "jsonl", "parquet"])
@pytest.mark.parametrize("choice", ["keep", "drop", "reject"])
def test_invalid_references_by_choice(choice: str, kind: str, tmp_path: Path) -> None:
    """They stay, are dropped, or are in the file of rejects; a row without a reference is none of them."""
    texts = [*URLS, "a b", "//[", "x"] * 2
    given, out, rejects = written(tmp_path / f"in.{kind}", texts), tmp_path / "out.jsonl", tmp_path / "bad.jsonl"
    result = run(
        *(str(given), "--want", "valid", "--to", str(out)), *("--on-invalid", choice, "--rejects", str(rejects))
    )
    assert result.exit_code == 0
    valid = [text for text in texts if uv.is_valid(text)]
    refused = [text for text in texts if not uv.is_valid(text)]
    where = {"keep": "kept", "drop": "dropped", "reject": f"in {rejects}"}[choice]
    assert result.stdout.startswith(f"{len(texts)} rows: {len(valid)} valid, {len(refused)} not ({where})\n")
    assert [row["url"] for row in rows_of(out)] == (texts if choice == "keep" else valid)
    rows = rows_of(rejects)
    assert [row["text"] for row in rows] == (refused if choice == "reject" else [])
    for row in rows:
        assert row["file"] == str(given) and row["column"] == "url" and row["reason"]
        assert row["line"] is None if kind != "txt" else texts[row["line"] - 1] == row["text"]


def test_a_row_without_a_reference_is_not_invalid(tmp_path: Path) -> None:
    given, out = tmp_path / "in.csv", tmp_path / "out.csv"
    given.write_text("n,url\n1,\n2,a b\n", "utf-8")
    result = run(str(given), "--keep", "n", "--want", "valid", "--on-invalid", "drop", "--to", str(out))
    assert result.stdout.startswith("2 rows: 0 valid, 1 not (dropped), 1 empty")
    assert out.read_text("utf-8") == '"url","n","valid"\n,"1",\n'


def test_rejected_references_need_a_file(tmp_path: Path) -> None:
    result = run(str(written(tmp_path / "in.txt", [*URLS, "a b", "//[", "x"])), "--on-invalid", "reject")
    assert result.exit_code == 2 and "--rejects" in result.stderr


def test_values_of_the_query_by_name(tmp_path: Path) -> None:
    """`query:NAME` is the decoded value of the first pair of that name, as {query:NAME} in a format of edit."""
    texts = ["http://h/?ref=a%20b&x=1&ref=2", "http://h/?x", "http://h/", "a b", "?%72ef=c&q=1"]
    given, out = written(tmp_path / "in.csv", texts), tmp_path / "out.jsonl"
    assert run(str(given), "--want", "query:ref,query:x,host", "--prefix", "u_", "--to", str(out)).exit_code == 0
    rows = rows_of(out)
    assert [row["u_query:ref"] for row in rows] == ["a b", None, None, None, "c"]
    assert [row["u_query:x"] for row in rows] == ["1", None, None, None, None]
    edited = command.run("edit", "--get", "{query:ref}", texts[0], texts[4])
    assert edited.stdout.splitlines() == ["a b", "c"]
    by_url_standard = run(str(given), "--want", "query:ref", "--edition", "whatwg")
    assert by_url_standard.exit_code == 2 and "query:NAME" in by_url_standard.stderr
    unknown = run(str(given), "--want", "query_value")
    assert unknown.exit_code == 2 and "query:NAME" in unknown.stderr
