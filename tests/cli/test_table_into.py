"""`uriverse table --into`: a file of each input, whole or not there, and runs that go on after whatever ended them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from support.command import run as run_command
from support.killing import killed_ten_times

FILES, ROWS = 12, 20_000


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    """Lists of texts, every tenth of them refused, a file of another format, and one deeper."""
    folder = tmp_path / "crawl"
    (folder / "deep").mkdir(parents=True)
    for at in range(FILES):
        lines = [f"http://h{at}.example/{row}?a=b" if row % 10 else f"http://h/{row} {at}" for row in range(ROWS)]
        (folder / ("deep" if at == 5 else "") / f"{at:02}.txt").write_text("\n".join(lines) + "\n")
    (folder / "notes.md").write_text("no table")
    return folder


def command(crawl: Path, out: Path, *more: str) -> list[str]:
    return ["table", str(crawl), "--want", "host,valid", "--into", str(out), *more]


def rows(folder: Path) -> list[dict[str, Any]]:
    return [row for path in sorted(folder.glob("part-*.parquet")) for row in parquet.read_table(path).to_pylist()]


def wanted(crawl: Path) -> list[dict[str, Any]]:
    found = []
    for path in sorted(crawl.rglob("*.txt")):
        for line in path.read_text().splitlines():
            is_valid = " " not in line
            host = line.split("/")[2] if is_valid else None
            found.append({"url": line, "host": host, "valid": is_valid})
    return found


def test_each_input_has_its_file(crawl: Path) -> None:
    """A directory stands for the files under it whose suffix says a format, the folder that is written left out."""
    out = crawl / "out"
    result = run_command(*command(crawl, out, "--json"))
    assert result.exit_code == 0, result.output
    said = json.loads(result.output)
    assert (said["rows"], said["valid"], said["kept"]) == (240_000, 216_000, {"files": 0, "rows": 0})
    assert rows(out) == wanted(crawl)
    plan = json.loads((out / "_plan.json").read_text())
    assert [part[0][0] for part in plan["parts"]] == [str(path) for path in sorted(crawl.rglob("*.txt"))]
    again = run_command(*command(crawl, out, "--json"))
    assert json.loads(again.output)["kept"] == {"files": FILES, "rows": 240_000}


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on(crawl: Path, tmp_path: Path) -> None:
    def run(out: Path) -> list[str]:
        return [sys.executable, "-m", "uriverse.cli", *command(crawl, out)]

    _, killed = killed_ten_times(run, tmp_path, "part-*.parquet")
    assert rows(killed) == wanted(crawl)
    assert not list(killed.glob(".*"))


def test_what_does_not_belong_together_is_refused(crawl: Path, tmp_path: Path) -> None:
    """Another option, parts without a plan."""
    out = tmp_path / "out"
    assert run_command(*command(crawl, out)).exit_code == 0
    assert "has another edition" in run_command(*command(crawl, out, "--edition", "rfc2396")).output
    (out / "_plan.json").unlink()
    assert "has parts and no _plan.json" in run_command(*command(crawl, out)).output


def test_changed_new_and_missing_inputs_are_taken(crawl: Path, tmp_path: Path) -> None:
    """A changed input is read again in its place, a new one makes a part, and the part of a missing one stays."""
    out = tmp_path / "out"
    before = wanted(crawl)
    assert run_command(*command(crawl, out)).exit_code == 0
    (crawl / "00.txt").write_text("http://other/\n")
    (crawl / "000.txt").write_text("http://new/\n")
    (crawl / "01.txt").unlink()
    result = run_command(*command(crawl, out))
    assert result.exit_code == 0
    assert "kept 11 files with 220,000 rows; inputs: 1 new, 1 changed, 1 gone" in result.output
    other, new = ({"url": f"http://{host}/", "host": host, "valid": True} for host in ("other", "new"))
    assert rows(out) == [other, *before[ROWS:], new]


@pytest.mark.parametrize(
    "arguments",
    [["x.txt", "--to", "a.csv", "--into", "b"], ["-", "--format", "text", "--into", "b"], ["{empty}", "--to", "a.csv"]],
)
def test_what_is_written_is_named_once(tmp_path: Path, arguments: list[str]) -> None:
    """A file or a folder, and at least one input."""
    result = run_command("table", *(each.replace("{empty}", str(tmp_path)) for each in arguments))
    assert result.exit_code == 2
    assert list(tmp_path.iterdir()) == []
