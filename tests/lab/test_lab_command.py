"""`uriverse lab`: the editions in numbers, and suites as files."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import uriverse as uv
from support import command
from uriverse.cli.lab import write_lines
from uriverse.cli.process import NOT_WRITTEN
from uriverse.grammar.table_file import read_tables

run = partial(command.run, "lab")


def test_editions_as_json() -> None:
    """One line an edition, its numbers those of its table file."""
    result = run("editions", "--json")
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["edition"] for row in rows] == list(uv.EDITIONS)
    for row in rows:
        edition = uv.EDITIONS[row["edition"]]
        tables = read_tables(edition.tables)
        assert row["bytes"] == len(edition.tables)
        assert row["classes"] == len(tables.alphabet)
        assert row["states"] == len(tables.automaton(edition.start)) <= row["all_states"]
        assert (row["document"], row["date"], row["rules"]) == (edition.document, edition.date, len(edition.rules))


def test_editions_for_people() -> None:
    """A row for each edition, no cell cut."""
    result = run("editions")
    assert result.exit_code == 0
    for edition in uv.EDITIONS.values():
        assert any(edition.id in line and edition.document in line for line in result.stdout.splitlines())
    assert "…" not in result.stdout


@pytest.mark.parametrize("extra", [0, 1])
def test_suite(tmp_path: Path, extra: int) -> None:
    """The size first; then a file of lines that are the suite's cases, and nothing beside it."""
    target = tmp_path / "suite.jsonl"
    result = run("suite", "rfc3986", "--rule", "scheme", "--extra", str(extra), "--to", str(target))
    assert result.exit_code == 0
    lines = [json.loads(line) for line in target.read_text("ascii").splitlines()]
    assert f"rfc3986, scheme: {len(lines):,} strings" in result.stdout
    assert lines == [case._asdict() for case in uv.lab.suite("rfc3986", rule="scheme", extra=extra)]
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("subject", ["cuts", "targets"])
def test_suites_of_parts(tmp_path: Path, subject: str) -> None:
    """A compressed file of the cases, and no options that are for texts."""
    target = tmp_path / "suite.jsonl.xz"
    result = run("suite", "rfc1630", "--of", subject, "--to", str(target))
    assert result.exit_code == 0
    lines = [json.loads(line) for line in lzma.decompress(target.read_bytes()).splitlines()]
    assert f"rfc1630, {subject}: {len(lines):,} strings" in result.stdout
    assert lines == [case._asdict() for case in getattr(uv.lab, subject)("rfc1630")]
    refused = run("suite", "rfc1630", "--of", subject, "--classes", "--to", str(target))
    assert refused.exit_code == 2
    assert f"are for texts, not for {subject}" in refused.stderr


def test_the_start_rule_is_the_default(tmp_path: Path) -> None:
    """And what was there before gives way."""
    target = tmp_path / "suite.jsonl"
    target.write_text("old")
    assert run("suite", "rfc1808", "--to", str(target)).exit_code == 0
    assert {json.loads(line)["rule"] for line in target.read_text("ascii").splitlines()} == {"URL"}


def test_a_broken_write_leaves_the_old_file(tmp_path: Path) -> None:
    """Whatever stops the writing, no half of a suite stands under the file's name."""

    def broken() -> Iterator[uv.lab.Case]:
        yield uv.lab.Case("a", "scheme", True)
        raise KeyboardInterrupt

    target = tmp_path / "suite.jsonl"
    target.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        write_lines(target, broken(), 2)
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["suite", "rfc3986"], "--to"),
        (["suite", "rfc398", "--to", "x"], "rfc3986"),
        (["suite", "rfc3986", "--rule", "IPv6adress", "--to", "x"], "IPv6address"),
        (["suite", "rfc3986", "--extra", "-1", "--to", "x"], "--extra"),
        (["frobnicate"], "frobnicate"),
    ],
)
def test_wrong_use(arguments: list[str], said: str) -> None:
    """Exit code 2, and the right words."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """A folder that is not there: said plainly, with the exit code of an output that cannot be written."""
    result = run("suite", "rfc1808", "--to", str(tmp_path / "none" / "suite.jsonl"))
    assert result.exit_code == NOT_WRITTEN
    assert "No such file" in result.output
