"""Compare the public interface with that of the last release, and check that the version announces breakages.

python tools/check_api.py                 exit 1 if something is broken that the version does not announce
python tools/check_api.py --against v1.2.0

griffe parses both source trees; nothing is imported. The last release is the newest tag `v*` before this commit. Names
without an underscore are public. docs/stability.md has the rules: from 1.0 on a breakage needs a new major version,
before that a new minor version.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import griffe

ROOT = Path(__file__).resolve().parent.parent
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def _git(repository: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(repository), *arguments], capture_output=True, check=False)


def last_release(repository: Path) -> str | None:
    """Return the newest tag `v*` among the ancestors of this commit, or None."""
    found = _git(repository, "describe", "--tags", "--abbrev=0", "--match=v[0-9]*")
    return found.stdout.decode().strip() or None


def may_break(old: str, new: str) -> bool:
    """Whether the step from one version to another announces breakages.

    >>> may_break("0.1.0", "0.1.1"), may_break("0.1.1", "0.2.0")
    (False, True)
    >>> may_break("1.2.0", "1.3.0"), may_break("1.3.0", "2.0.0")
    (False, True)
    """
    before, after = (tuple(map(int, version.split(".")[:2])) for version in (old, new))
    return after[0] > before[0] or (after[0] == 0 and after > before)


def breakages(repository: Path, tag: str, package: str = "uriverse") -> list[str]:
    """Return the breakages of a tag's public interface, one a line."""
    archive = _git(repository, "archive", tag, "src")
    if archive.returncode:
        raise SystemExit(f"{tag} cannot be read: {archive.stderr.decode().strip()}")
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        old = _loaded(package, Path(folder, "src"))
        new = _loaded(package, repository / "src")
        found = [broken.explain(griffe.ExplanationStyle.ONE_LINE) for broken in griffe.find_breaking_changes(old, new)]
    return [_COLOURS.sub("", line).removeprefix(f"{repository}/") for line in found]


def _loaded(package: str, source: Path) -> griffe.Object | griffe.Alias:
    return griffe.load(package, search_paths=[source], allow_inspection=False, try_relative_path=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--against", metavar="TAG", help="another tag than the newest")
    parser.add_argument("--repository", type=Path, default=ROOT, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    tag = given.against or last_release(given.repository)
    if tag is None:
        print("there is no release yet (no tag v*), so there is nothing to compare with")
        return 0
    new = tomllib.loads((given.repository / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]["version"]
    found = breakages(given.repository, tag)
    allowed = may_break(tag.removeprefix("v"), new)
    print(
        "\n".join(
            [
                *found,
                f"{len(found)} breaking changes since {tag}; version {new} {'may' if allowed else 'may not'} break",
            ]
        )
    )
    return 1 if found and not allowed else 0


if __name__ == "__main__":
    sys.exit(main())
