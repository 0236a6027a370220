"""`oracle/record.py`: an implementation is asked, and what was kept of it is not lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from platform import python_version

import pytest
import record

import implementations
import kept_answers
from support.copied_tree import CopiedTree
from uriverse_oracle import Answers

NAME, OTHER = "python-urllib", "python-yarl"


def kept_of(version: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Answers]:
    """The answers of two libraries in a file of their own, as if the study of the first were of this version."""
    kept = {name: answers for name, answers in kept_answers.read_kept().items() if name in (NAME, OTHER)}
    kept[NAME] = replace(kept[NAME], version=version)
    monkeypatch.setattr(kept_answers, "FILE", folder / "answers.json.xz")
    kept_answers.keep(kept)
    return kept


def test_a_sample_leaves_the_study_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A study takes minutes and a sample seconds: the answers are new, and the study stays with its version."""
    before = kept_of(python_version(), tmp_path, monkeypatch)
    assert before[NAME].study is not None
    monkeypatch.setattr(record, "MOST", 20)
    assert record.main(["--sample", NAME]) == 0
    after = kept_answers.read_kept()
    assert after.keys() == before.keys() and after[OTHER] == before[OTHER]
    assert after[NAME].study == before[NAME].study
    assert (after[NAME].most, before[NAME].most) == (20, 150)
    assert 0 < len(after[NAME].answers) < len(before[NAME].answers)


def test_a_sample_of_another_version_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its answers would stand beside a study of other ones."""
    before = kept_of("3.0.1", tmp_path, monkeypatch)
    monkeypatch.setattr(record, "MOST", 1)
    assert record.main(["--sample", NAME]) == 0
    assert f"is {python_version()} and its study is of 3.0.1: record it as a whole" in capsys.readouterr().out
    assert kept_answers.read_kept() == before


def test_a_name_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert record.main(["nobody"]) == 2
    assert "has no nobody" in capsys.readouterr().err


def test_a_name_twice_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers of the second row would overwrite those of the first."""
    text = (implementations.ORACLE / "implementations.toml").read_text("utf-8")
    (tmp_path / "implementations.toml").write_text(text + text[text.rindex("[[implementation]]") :], "utf-8")
    monkeypatch.setattr(implementations, "ORACLE", tmp_path)
    with pytest.raises(ValueError, match="two rows of the name sql-spark"):
        record.main(["--sample", NAME])


def test_claims_of_the_report_hold(tmp_path: Path) -> None:
    """Two libraries that are always installed with the tests are asked again, each claim alone."""
    done = CopiedTree(tmp_path / "uriverse").run("oracle/check_report", "--count", "8", NAME, "python-yarl")
    asked = [line for line in done.stdout.splitlines() if line.startswith(("yes", "NO"))]
    if not asked:  # other versions are installed: what was kept of others claims nothing about them
        assert "not asked: python-urllib" in done.stdout and done.returncode == 1
        return
    assert (done.returncode, len(asked), f"{len(asked)} of {len(asked)} claims hold" in done.stdout) == (0, 8, True)
