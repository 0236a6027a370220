"""`uriverse table`: every format in and out, the summary, and a final name that is whole or not there."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import uriverse as uv
from support import command
from uriverse.columns import files

run = partial(command.run, "table")

TEXTS = ["http://u@h:80/a?b#c", "http://h/a b", "x/\u00e9", 'http://h/"', "mailto:a@b", "http://[::1"]


def expected(texts: list[str]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for text in texts:
        row: dict[str, Any] = {"url": text, "host": None, "path": None, "valid": False}
        row |= {"error_at": None, "error_rule": None}
        try:
            ref = uv.parse(text)
        except uv.URISyntaxError as error:
            row |= {"error_at": error.at, "error_rule": error.rule}
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
    monkeypatch.setattr(files, "BLOCK", 17)
    texts = [f"http://h{n}/{'x' * (n % 60)}" for n in range(200)]
    out = tmp_path / "out.jsonl"
    assert (
        run(str(written(tmp_path / "in.txt", texts)), "--want", "host,path,valid,error", "--to", str(out)).exit_code
        == 0
    )
    assert rows_of(out) == expected(texts)


def test_the_summary_counts_and_shows(tmp_path: Path) -> None:
    """Rows, valid ones, the most common errors with an example; the same as JSON."""
    given = str(written(tmp_path / "in.txt", [*TEXTS, "", "http://h/a b c"]))
    out = str(tmp_path / "out.csv")
    result = run(given, "--to", out)
    assert result.output.startswith("8 rows: 3 valid, 5 not\n")
    assert "http://h/a b\n" in result.output
    answer = json.loads(run(given, "--to", out, "--json").output)
    assert (answer["rows"], answer["valid"], answer["null"]) == (8, 3, 0)
    assert answer["errors"][0] == {"rule": "segment", "rows": 4, "example": "http://h/a b", "at": 10}


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
    command = [
        sys.executable,
        "-m",
        "uriverse.cli",
        "table",
        "-",
        "--from",
        "text",
        "--want",
        "valid",
        "--to",
        str(out),
    ]
    subprocess.run(command, input=b"http://h/\n/\xff\nx", check=True, capture_output=True)
    assert rows_of(out) == [
        {"url": "http://h/", "valid": True},
        {"url": "/\N{REPLACEMENT CHARACTER}", "valid": False},
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
    command = [sys.executable, "-m", "uriverse.cli", "table", "-", "--from", "text", "--to", str(out)]
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
