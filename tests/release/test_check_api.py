"""The public interface beside the last release's: what breaks is named, and the version decides whether it may."""

from __future__ import annotations

import doctest
import subprocess
from pathlib import Path

import pytest

from support.programs import tool

check_api = tool("check_api")
RELEASED = '"""A package."""\n\ndef parse(text: str, *, rule: str = "URI") -> str: ...\n\ndef _inner() -> None: ...\n'


def git(repository: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", repository, *arguments], check=True, capture_output=True)


def write(repository: Path, source: str, version: str) -> None:
    (repository / "src/uriverse").mkdir(parents=True, exist_ok=True)
    (repository / "src/uriverse/__init__.py").write_text(source, "utf-8")
    (repository / "Cargo.toml").write_text(f'[workspace.package]\nversion = "{version}"\n', "utf-8")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one commit, which is not a release."""
    git(tmp_path, "init", "--quiet")
    write(tmp_path, RELEASED, "0.1.0")
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "--message=first")
    return tmp_path


@pytest.fixture
def released(repository: Path) -> Path:
    """The same with the tag v0.1.0."""
    git(repository, "tag", "v0.1.0")
    return repository


def test_without_a_release_it_says_so(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No tag is no error, and it is not silent."""
    assert check_api.main(["--repository", str(repository)]) == 0
    assert "no release yet" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("source", "named"),
    [
        (RELEASED.replace("def parse", "def read"), "parse"),
        (RELEASED.replace(', *, rule: str = "URI"', ""), "parse(rule)"),
        (RELEASED.replace("text: str", "text: str, edition: str"), "parse(edition)"),
    ],
)
def test_what_breaks_is_named_and_needs_a_version(
    released: Path, capsys: pytest.CaptureFixture[str], source: str, named: str
) -> None:
    """A name that is gone, a parameter that is gone, a parameter that is needed now."""
    write(released, source, "0.1.1")
    assert check_api.main(["--repository", str(released)]) == 1
    said = capsys.readouterr().out
    assert named in said and "since v0.1.0; version 0.1.1 may not break" in said
    write(released, source, "0.2.0")
    assert check_api.main(["--repository", str(released)]) == 0
    assert named in capsys.readouterr().out


@pytest.mark.parametrize(
    "source",
    [
        RELEASED,
        RELEASED.replace('rule: str = "URI"', 'rule: str = "URI", edition: str = "rfc3986"'),
        RELEASED + "\ndef split(text: str) -> str: ...\n",
        RELEASED.replace("_inner", "_other"),
    ],
)
def test_what_is_added_or_private_breaks_nothing(
    released: Path, capsys: pytest.CaptureFixture[str], source: str
) -> None:
    """The same, an optional parameter, a function, a private name."""
    write(released, source, "0.1.1")
    assert check_api.main(["--repository", str(released)]) == 0
    assert capsys.readouterr().out.startswith("0 breaking changes since v0.1.0")


def test_a_tag_that_is_not_there_is_an_error(repository: Path) -> None:
    with pytest.raises(SystemExit, match=r"v9\.9\.9 cannot be read"):
        check_api.main(["--repository", str(repository), "--against", "v9.9.9"])


def test_its_examples_hold() -> None:
    assert doctest.testmod(check_api).failed == 0
