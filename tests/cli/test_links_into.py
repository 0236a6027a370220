"""`uriverse links --into`: parts that are whole or not there, and runs that go on after whatever ended them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from pyarrow import dataset, parquet

from support.command import run as run_command
from support.killing import killed_ten_times
from uriverse.cli.link_output import FIELDS
from uriverse.documents import links
from uriverse.ground.output_plan import PlanError, planned

FILES = 30


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Pages, one of them without references, and a file that is no document."""
    folder = tmp_path / "site"
    folder.mkdir()
    for at in range(FILES):
        page = b"".join(b"<a href='%d/%d'>x</a> <a href='a b'>" % (at, number) for number in range(400))
        (folder / f"{at:03}.html").write_bytes(page if at != 7 else b"<p>")
    (folder / "z.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return folder


def command(*arguments: str | Path) -> list[str]:
    return ["links", *map(str, arguments)]


def rows(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = dataset.dataset(sorted(folder.glob("part-*.parquet"))).to_table().to_pylist()
    return [row | {"rel": tuple(row["rel"])} for row in found]


def wanted(site: Path) -> list[tuple[Any, ...]]:
    return [row[: len(FIELDS)] for row in links(str(site))]


def test_parts_hold_all_rows(site: Path, tmp_path: Path) -> None:
    """Together they are what one run gives, in order, and each has the rows of its files alone."""
    out = tmp_path / "rows"
    result = run_command(*command(site, "--into", out, "--part", "50000", "--processes", "1"))
    assert (result.exit_code, result.output) == (0, "23200 references in 30 pages, 11600 not valid\n")
    assert [tuple(row.values()) for row in rows(out)] == wanted(site)
    assert parquet.read_table(out).num_rows == 23200, "the folder is one table, with the plan in it"
    plan = json.loads((out / "_plan.json").read_text())
    assert len(plan["parts"]) == len(list(out.glob("part-*.parquet"))) > 5
    for at, part in enumerate(plan["parts"]):
        sources = set(parquet.read_table(out / f"part-{at:05}.parquet")["source"].to_pylist())
        assert sources <= {name for name, *_ in part}


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on(site: Path, tmp_path: Path) -> None:
    def run(out: Path) -> list[str]:
        return [
            *(sys.executable, "-m", "uriverse.cli"),
            *command(site, "--into", out, "--part", "50000", "--processes", "2"),
        ]

    _, killed = killed_ten_times(run, tmp_path, "part-*.parquet")
    assert [tuple(row.values()) for row in rows(killed)] == wanted(site)
    assert not list(killed.glob(".*"))
    again = run_command(*command(site, "--into", killed, "--part", "50000")).output
    parts = len(list(killed.glob("part-*.parquet")))
    assert again == f"23200 references in 30 pages, 11600 not valid; parts kept: {parts}\n"


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    """Its parts and its plan, that were not whole; what others have put there stays."""
    for name in (".part-00000.txt.7.part", "._plan.json.7.part", ".other.7.part"):
        (tmp_path / name).touch()
    with planned(tmp_path, {}, [["x"]], suffix=".txt"):
        assert {path.name for path in tmp_path.iterdir()} == {"_plan.json", ".other.7.part"}


def test_what_does_not_belong_together_is_refused(site: Path, tmp_path: Path) -> None:
    """Another option, a second run, parts without a plan."""
    out = tmp_path / "rows"
    arguments = command(site, "--into", out, "--part", "50000", "--processes", "1")
    assert run_command(*arguments).exit_code == 0
    refused = run_command(*arguments, "--edition", "rfc2396")
    assert (refused.exit_code, "has another edition: 'rfc3986', not 'rfc2396'" in refused.output) == (2, True)
    other = tmp_path / "other"
    with planned(other, {}, [["x"]], suffix=".txt"):
        again = planned(other, {}, [["x"]], suffix=".txt")
        with pytest.raises(PlanError, match="another run is writing to"):
            again.__enter__()
    (out / "_plan.json").unlink()
    assert "has parts and no _plan.json" in run_command(*arguments).output


def test_changed_new_and_missing_files_are_taken(site: Path, tmp_path: Path) -> None:
    """The rows are those of a run over the present files, but for the order; the last line counts what differs."""
    out = tmp_path / "rows"
    arguments = command(site, "--into", out, "--part", "50000", "--processes", "1")
    assert run_command(*arguments).exit_code == 0
    page = (site / "000.html").read_text()
    (site / "000.html").write_text(page.replace("<a ", "<p ", 1))
    (site / "new.html").write_text('<a href="http://new.example/">')
    (site / "001.html").unlink()
    result = run_command(*arguments)
    assert result.output.endswith("; inputs: 1 new, 1 changed, 1 gone\n"), result.output
    found = sorted(str(tuple(row.values())) for row in rows(out))
    assert found == sorted(map(str, wanted(site)))
    again = run_command(*arguments)
    assert again.exit_code == 0 and "inputs:" not in again.output


def test_wrong_use(site: Path, tmp_path: Path) -> None:
    """Selections, standard input and other outputs do not go with parts."""
    out = str(tmp_path / "rows")
    for more in (["--json"], ["--unique"], ["--invalid"], ["--fail-on", "invalid"], ["--parquet", "x"]):
        assert run_command("links", str(site), "--into", out, *more).exit_code == 2
    assert run_command("links", "-", "--into", out).exit_code == 2
    assert "(it is --into" in run_command("links", str(site), "--resume").output
    assert not Path(out).exists()
