"""`oracle/record.py`: an implementation is asked, and what was kept of it is not lost."""

from __future__ import annotations

from pathlib import Path

from support.copied_tree import CopiedTree
from uriverse_oracle.answers import read_json

NAME = "python-urllib"


def test_a_sample_leaves_the_study_as_it_was(tmp_path: Path) -> None:
    """A study takes minutes and a sample seconds: the answers are new, and the study stays with its version."""
    tree = CopiedTree(tmp_path / "uriverse")
    kept = tree.folder / "oracle" / "answers.json.xz"
    before = read_json(kept)
    assert before["implementations"][NAME]["study"] is not None
    done = tree.run("oracle/record", "--sample", NAME)
    assert done.returncode == 0, done.stdout + done.stderr
    after = read_json(kept)
    assert after["implementations"][NAME]["study"] == before["implementations"][NAME]["study"]
    assert after["implementations"].keys() == before["implementations"].keys()


def test_a_name_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = CopiedTree(tmp_path / "uriverse").run("oracle/record", "nobody")
    assert (done.returncode, "has no nobody" in done.stderr) == (2, True)


def test_a_name_twice_is_refused(tmp_path: Path) -> None:
    """The answers of the second row would overwrite those of the first."""
    tree = CopiedTree(tmp_path / "uriverse")
    rows = tree.folder / "oracle" / "implementations.toml"
    text = rows.read_text("utf-8")
    rows.write_text(text + text[text.rindex("[[implementation]]") :], "utf-8")
    done = tree.run("oracle/record", "--sample", NAME)
    assert (done.returncode, "two rows of the name sql-spark" in done.stderr) == (1, True)


def test_claims_of_the_report_hold(tmp_path: Path) -> None:
    """Two libraries that are always installed with the tests are asked again, each claim alone."""
    done = CopiedTree(tmp_path / "uriverse").run("oracle/check_report", "--count", "8", NAME, "python-yarl")
    asked = [line for line in done.stdout.splitlines() if line.startswith(("yes", "NO"))]
    if not asked:  # other versions are installed: what was kept of others claims nothing about them
        assert "not asked: python-urllib" in done.stdout and done.returncode == 1
        return
    assert (done.returncode, len(asked), f"{len(asked)} of {len(asked)} claims hold" in done.stdout) == (0, 8, True)
