"""The workflows of hosted CI: what they run of others is pinned, what they check can fail, and floors agree."""

from __future__ import annotations

import re

from support.paths import ROOT

WORKFLOWS = {path.name: path.read_text("utf-8") for path in sorted((ROOT / ".github/workflows").glob("*.yml"))}
USES = re.compile(r"^ +(?:- )?uses: (\S+)(.*)$", re.MULTILINE)


def test_every_action_is_a_commit_with_its_version() -> None:
    """A tag can be moved to another commit, and a branch moves by itself. One action has one commit."""
    rows = [row for text in WORKFLOWS.values() for row in USES.findall(text) if not row[0].startswith("./")]
    loose = [row for row in rows if not re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", "".join(row))]
    assert (loose, len(rows) > 40) == ([], True)
    actions = {action.partition("@")[0] for action, _ in rows}
    assert len({"".join(row) for row in rows}) == len(actions)


def test_no_job_is_allowed_to_fail() -> None:
    assert [name for name, text in WORKFLOWS.items() if "continue-on-error" in text] == []


def test_a_release_waits_for_the_gate() -> None:
    """The job that publishes needs the one that runs the gate's workflow, which can be called."""
    release = WORKFLOWS["release.yml"]
    assert re.search(r"\n  gate:\n.*\n    uses: \./\.github/workflows/gate\.yml", release)
    (needed,) = re.findall(r"\n  publish:\n    needs: \[(.*)\]", release)
    assert {"gate", "check", "tests", "tests-musl", "pyodide"} == set(needed.split(", "))
    assert "\n  workflow_call:" in WORKFLOWS["gate.yml"]


def test_the_tools_of_a_release_have_hashes() -> None:
    text = (ROOT / ".github/release-tools.txt").read_text("utf-8")
    rows = re.split(r"\n(?=\S)", re.sub(r"^ +#.*\n", "", text, flags=re.MULTILINE).strip())
    assert {"twine", "flit-core"} < {row.partition("==")[0] for row in rows}
    assert [row for row in rows if not re.match(r"\S+==.*\n    --hash=sha256:[0-9a-f]{64}", row)] == []


def test_maturin_has_one_floor() -> None:
    """Where it builds for pip, and wherever it is installed."""
    places = ["pyproject.toml", "CONTRIBUTING.md", ".ci/run", *(f".github/workflows/{name}" for name in WORKFLOWS)]
    floors = {path: set(re.findall(r"maturin(>=[\d.]+,<\d+)", (ROOT / path).read_text("utf-8"))) for path in places}
    assert {path: floor for path, floor in floors.items() if floor} == {
        path: {">=1.13,<2"} for path, floor in floors.items() if floor
    }
    assert {"pyproject.toml", "CONTRIBUTING.md", ".ci/run"} <= {path for path, floor in floors.items() if floor}
