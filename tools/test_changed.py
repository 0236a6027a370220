"""Run the tests of the changed files, for quick feedback.

python tools/test_changed.py              the files that differ from main, committed or not
python tools/test_changed.py FILE...      these files
python tools/test_changed.py --list       name the tests, run none

A test belongs to a file that it runs or reads, as `tests/reach.txt` has it (`tools/record_reach.py` records it), and
to itself. Those that reach the fewest files come first: they say most about this one. What everything calls is tested
by everything, and its list is the whole suite. Of the crates, their own tests and the laws of the fuzzer follow. A
stale binary is rebuilt first (`maturin develop --profile develop`).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence

import reach_table
from reach_table import ROOT

PYTEST = ("-m", "pytest", "-n", "2", "--hypothesis-profile", "dev")


def changed() -> list[str]:
    """Return the files that differ from the merge base with main, committed or not."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
        return done.stdout

    base = git("merge-base", "HEAD", "main").strip() or "HEAD"
    others = git("ls-files", "--others", "--exclude-standard")
    return sorted({*git("diff", "--name-only", base).split("\n"), *others.split("\n")} - {""})


def chosen(files: Iterable[str]) -> list[str]:
    """Return what tests the files: files of tests, and commands of Cargo. What reaches the fewest files comes first.

    >>> chosen(["tests/audit/test_bidi.py"])
    ['tests/audit/test_bidi.py']
    """
    table = reach_table.read()
    reached = Counter(test for row in table.values() for test in row)
    tests = {test for file in files for test in reach_table.row_of(file, table)}
    present = (test for test in tests if test.startswith("cargo ") or (ROOT / test).exists())
    return sorted(present, key=lambda test: (reached[test], test))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tests, and return the first exit code that is not 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--list", action="store_true", help="name the tests, run none")
    options = parser.parse_args(arguments)
    files = options.files or changed()
    tests = chosen(files)
    print(f"{len(files)} changed files: {' '.join(tests) or 'no test reaches them'}", flush=True)
    if options.list or not tests:
        return 0
    of_python = [test for test in tests if not test.startswith("cargo ")]
    commands = [[sys.executable, *PYTEST, *of_python]] if of_python else []
    if any(file.endswith((".rs", ".tables")) for file in files):
        commands.insert(0, [sys.executable, "-m", "maturin", "develop", "--quiet", "--profile", "develop"])
        commands += [test.split() for test in tests if test.startswith("cargo ")]
    codes = (subprocess.run(command, cwd=ROOT, check=False).returncode for command in commands)
    return next(filter(None, codes), 0)


if __name__ == "__main__":
    raise SystemExit(main())
