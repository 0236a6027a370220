"""Run the tests that belong to the files that were changed: a line of Python has its answer within seconds.

python tools/test_changed.py              what differs from main, and what is not committed
python tools/test_changed.py FILE...      these files
python tools/test_changed.py --list       name the tests, run none

Which tests belong to a file is the table "Which tests belong to a file" of ARCHITECTURE.md: the row with the longest
beginning of the file's path counts. A test belongs to itself, and the examples of a module's docstrings to the module.
Where the binary is older than its sources, it is built first (`maturin develop --profile develop`).
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
# What holds wherever a file of the package is changed.
ALWAYS = ("tests/test_layout.py", "tests/test_wrong_types.py")
PYTEST = ("-m", "pytest", "-n", "2", "--hypothesis-profile", "dev")


def table() -> dict[str, tuple[str, ...]]:
    """The beginning of a path, and the tests that belong to the files with that beginning."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    return {beginning: tuple(re.findall(r"`([^`]+)`", tests)) for beginning, tests in ROW.findall(text)}


def tests_of(file: str) -> tuple[str, ...]:
    """The tests that belong to a file, none where no row has its beginning.

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
    """The files that differ from the branch point with main, committed or not."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
        return done.stdout

    base = git("merge-base", "HEAD", "main").strip() or "HEAD"
    others = git("ls-files", "--others", "--exclude-standard")
    return sorted({*git("diff", "--name-only", base).split("\n"), *others.split("\n")} - {""})


def chosen(files: Iterable[str]) -> list[str]:
    """The tests of all files, each once; a file of a folder that is chosen too is left out."""
    found = {test: None for file in files for test in tests_of(file) if (ROOT / test.partition("::")[0]).exists()}
    if found:
        found |= dict.fromkeys(ALWAYS)
    return [test for test in found if not any(test.startswith(f"{other}/") for other in found)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Choose and run; gives pytest's exit code."""
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
