"""The tool that replaces shipped data: what it says, what it writes, and what it refuses."""

from __future__ import annotations

import dataclasses
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from support.paths import ROOT


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("update_data", ROOT / "tools" / "update_data.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


tool = loaded()


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped addresses, which the tool may write."""
    dataset = tool.DATASETS["addresses"]
    copy = tmp_path / "shipped.csv"
    copy.write_text(dataset.target.read_text("utf-8"), "utf-8")
    monkeypatch.setitem(tool.DATASETS, "addresses", dataclasses.replace(dataset, target=copy))
    return copy


@pytest.mark.parametrize("name", tool.DATASETS)
def test_what_is_shipped_is_what_the_tool_writes(name: str) -> None:
    """Reading the package's own file and writing it again changes no row."""
    dataset = tool.DATASETS[name]
    rows = dataset.read([dataset.target.read_text("utf-8")])
    assert rows and dataset.read([dataset.notes.format(date="2026-01-01") + dataset.write(rows)]) == rows


def test_a_newer_file_is_taken_and_its_changes_are_said(
    target: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One row added, one removed, one changed; with --check nothing is written."""
    newer = tmp_path / "newer.csv"
    text = (
        target.read_text("utf-8")
        .replace("5f00::/16,Segment", "5f00::/16,Section")
        .replace("192.31.196.0", "192.31.197.0")
    )
    newer.write_text(text, "utf-8")
    arguments = ["addresses", str(newer), "--date", "2027-01-02"]
    before = target.read_text("utf-8")
    assert tool.main([*arguments, "--check"]) == 1
    assert target.read_text("utf-8") == before
    assert tool.main(arguments) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in said[-4:-1]] == ["- 192.31.196.0/24", "+ 192.31.197.0/24", "~ 5f00::/16"]
    assert said[-1] == "addresses: 51 rows, 3 changed"
    assert "as of 2027-01-02" in target.read_text("utf-8")
    assert tool.main([*arguments, "--check"]) == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<!doctype html><title>Not found</title>", "column"),
        ("Address Block,Name,RFC,Globally Reachable\n127.0.0.0/8,Loopback,[RFC1122],False\n", "no row ::1/128"),
        (
            "Address Block,Name,RFC,Globally Reachable\n127.0.0.0/8,Loopback,x,False\n::1/128,Loopback,x,False\n",
            "2 rows, and there were 51",
        ),
        ("Address Block,Name,RFC,Globally Reachable\n127.0.0.0/8,Loopback,x,perhaps\n", "perhaps"),
    ],
)
def test_what_is_not_the_owners_file_is_refused(
    target: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, reason: str
) -> None:
    """Nothing is written, and the reason is said."""
    before = target.read_text("utf-8")
    wrong = tmp_path / "wrong.csv"
    wrong.write_text(text, "utf-8")
    assert tool.main(["addresses", str(wrong), "--date", "2027-01-02"]) == 2
    assert reason in capsys.readouterr().err
    assert target.read_text("utf-8") == before
