"""Run the tests of the changed files, for quick feedback.

python tools/test_changed.py              the files that differ from main, committed or not
python tools/test_changed.py FILE...      these files
python tools/test_changed.py --list       name the tests, run none

ARCHITECTURE.md has a table "Which tests belong to a file": the row with the longest prefix of the file's path counts. A
test belongs to itself, and the doctests of a module to the module. A stale binary is rebuilt first
(`maturin develop --profile develop`).
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| `([^`]+)` \| ((?:`tests/[^`]+`(?:, )?)+) \|$", re.MULTILINE)
# Tests for a change of any file of the package.
ALWAYS = ("tests/test_layout.py", "tests/test_wrong_types.py")
PYTEST = ("-m", "pytest", "-n", "2", "--hypothesis-profile", "dev")


def table() -> dict[str, tuple[str, ...]]:
    """Return the path prefixes, each with the tests of files with that prefix."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    return {beginning: tuple(re.findall(r"`([^`]+)`", tests)) for beginning, tests in ROW.findall(text)}


def tests_of(file: str) -> tuple[str, ...]:
    """Return the tests of a file, empty if no row has a prefix of its path.

    >>> tests_of("src/uriverse/hosts/origins.py")[0]
    'tests/hosts'
    """
    if re.fullmatch(r"tests/(?:[\w/]+/)?test_\w+\.py", file):
        return (file,)
    rows = table()
    beginning = max((each for each in rows if file.startswith(each)), key=len, default=None)
    found = () if beginning is None else rows[beginning]
    module = re.fullmatch(r"src/(uriverse/[\w/]+?)(?:/__init__)?\.py", file)
    if module is not None and not file.endswith("__main__.py"):
        found += (f"tests/test_readme.py::test_docstring_examples_run[{module[1].replace('/', '.')}]",)
    return found


def changed() -> list[str]:
    """Return the files that differ from the merge base with main, committed or not."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
        return done.stdout

    base = git("merge-base", "HEAD", "main").strip() or "HEAD"
    others = git("ls-files", "--others", "--exclude-standard")
    return sorted({*git("diff", "--name-only", base).split("\n"), *others.split("\n")} - {""})


def chosen(files: Iterable[str]) -> list[str]:
    """Return the tests of all files, without duplicates and without files of selected folders."""
    found = {test: None for file in files for test in tests_of(file) if (ROOT / test.partition("::")[0]).exists()}
    if found:
        found |= dict.fromkeys(ALWAYS)
    return [test for test in found if not any(test.startswith(f"{other}/") for other in found)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tests, and return pytest's exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--list", action="store_true", help="name the tests, run none")
    given = parser.parse_args(arguments)
    files = given.files or changed()
    tests = chosen(files)
    print(f"{len(files)} changed files: {' '.join(tests) or 'no test belongs to them'}", flush=True)
    if given.list or not tests:
        return 0
    if any(file.endswith((".rs", ".tables")) for file in files):
        command = [sys.executable, "-m", "maturin", "develop", "--quiet", "--profile", "develop"]
        if code := subprocess.run(command, cwd=ROOT, check=False).returncode:
            return code
    return subprocess.run([sys.executable, *PYTEST, *tests], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
