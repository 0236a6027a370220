"""The tool that replaces shipped data: what it says, what it writes, and what it refuses."""

from __future__ import annotations

import dataclasses
import re
from datetime import date
from pathlib import Path

import pytest

from support.paths import ROOT
from support.programs import tool
from uriverse.ground.shipped_data import SHIPPED

update_data = tool("update_data")


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped addresses, which the tool may write."""
    dataset = update_data.DATASETS["addresses"]
    copy = tmp_path / "shipped.csv"
    copy.write_text(dataset.target.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(update_data, "GENERATE", ["true"])  # the shipped list stays
    monkeypatch.setitem(update_data.DATASETS, "addresses", dataclasses.replace(dataset, target=copy))
    return copy


@pytest.mark.parametrize("name", update_data.DATASETS)
def test_what_is_shipped_is_what_the_tool_writes(name: str) -> None:
    """Reading the package's own file and writing it again changes no row."""
    dataset = update_data.DATASETS[name]
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
    assert update_data.main([*arguments, "--check"]) == 1
    assert target.read_text("utf-8") == before
    assert update_data.main(arguments) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in said[-4:-1]] == ["- 192.31.196.0/24", "+ 192.31.197.0/24", "~ 5f00::/16"]
    assert said[-1] == "addresses: 51 rows, 3 changed"
    assert "as of 2027-01-02" in target.read_text("utf-8")
    assert update_data.main([*arguments, "--check"]) == 0


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
    assert update_data.main(["addresses", str(wrong), "--date", "2027-01-02"]) == 2
    assert reason in capsys.readouterr().err
    assert target.read_text("utf-8") == before


IANA_SCHEMES = (
    "URI Scheme,Template,Description,Status,Well-Known URI Support,Reference,Notes\r\n"
    '{name},prov/{name},"An example\r\nof two lines",{status},-,[RFC2806][RFC3966],-\r\n'
)


def test_iana_s_own_file_of_schemes_is_read() -> None:
    """Its columns, a remark after a name, the documents in brackets, a description of two lines."""
    read = update_data.DATASETS["schemes"].read
    assert read([IANA_SCHEMES.format(name="Fax (OBSOLETE)", status="Historical")]) == {
        "fax": ("historical", "An example of two lines", "RFC2806; RFC3966")
    }


@pytest.mark.parametrize(
    ("dataset", "text", "reason"),
    [
        ("schemes", IANA_SCHEMES.format(name="2fax", status="Historical"), "'2fax' is not the name of a scheme"),
        ("schemes", IANA_SCHEMES.format(name="fax", status="Obsolete"), "the status of fax is 'obsolete'"),
        ("schemes", IANA_SCHEMES.format(name="fax", status="Historical"), "1 rows, and there were 364"),
        ("schemes", "<!doctype html><title>Not found</title>\n", "a registry of schemes has a column"),
        ("top-level-domains", "# Version 2026112200\nCOM\n<!doctype html>\n", "is not a label of a domain name"),
        ("public-suffixes", "// ===BEGIN ICANN DOMAINS===\ncom\n// ===END ICANN DOMAINS===\n", "private"),
    ],
)
def test_no_list_takes_what_is_not_its_owners_file(
    dataset: str, text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each list has its own form, and the shipped file stays."""
    shipped = update_data.DATASETS[dataset].target
    before = shipped.read_bytes()
    wrong = tmp_path / "wrong"
    wrong.write_text(text, "utf-8", newline="")
    assert update_data.main([dataset, str(wrong), "--date", "2099-01-02"]) == 2
    assert reason in capsys.readouterr().err
    assert shipped.read_bytes() == before


def test_an_older_list_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The day decides, before the file is read."""
    assert update_data.main(["top-level-domains", str(tmp_path / "none"), "--date", "2020-01-02"]) == 2
    assert "the list that is there is of 2026-10-01, and 2020-01-02 is older" in capsys.readouterr().err


@pytest.mark.parametrize("name", SHIPPED)
def test_each_list_states_its_day(name: str) -> None:
    """As YYYY-MM-DD, and each that one owner publishes can be updated."""
    assert date.fromisoformat(SHIPPED[name].date()).year >= 2022
    assert (name in update_data.DATASETS) != (name == "names")


def test_labels_that_a_newer_table_of_uts_46_refuses_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row as UTS #46, section 5, prints them: "U+00FC" is disallowed, so each name with it is refused."""
    table = tmp_path / "IdnaMappingTable.txt"
    table.write_text(
        "00E0..00F6    ; valid                  # \u00e0..\u00f6\n00FC          ; disallowed   # \u00fc\n", "utf-8"
    )
    assert update_data.main(["idna", str(table), "--date", "2026-09-10"]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert "b\u00fccher" in printed and all("\u00fc" in label for label in printed[:-1]) and len(printed) > 3
    table.write_text("0080..009F    ; disallowed   # control characters\n", "utf-8")
    assert update_data.main(["idna", str(table), "--date", "2026-09-10"]) == 0
    table.write_text("nothing", "utf-8")
    assert update_data.main(["idna", str(table), "--date", "2026-09-10"]) == 2


def test_the_weekly_workflow_updates_every_list() -> None:
    """By the tool's own arguments; a job that names a list wrongly would fail unseen."""
    workflow = (ROOT / ".github" / "workflows" / "data.yml").read_text("utf-8")
    calls = [line.split()[1:] for line in workflow.splitlines() if line.strip().startswith("$update ")]
    assert {name for name, *_ in calls} == set(update_data.DATASETS)
    downloads = set(re.findall(r"^ +\S*/([\w-]+\.\w+)(?: \\)?$", workflow, re.MULTILINE))
    assert {file for _, *files in calls for file in files} == downloads
    assert "cron:" in workflow and "gh pr create" in workflow
