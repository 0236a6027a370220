"""The table of which tests reach a file: `tests/reach.txt`, by which `tools/test_changed.py` names tests.

The first part numbers the tests; the second has a row for each file, whose hexadecimal number has bit n set if test n
runs or reads the file. Of three tests, 5 (binary 101) names the first and the last:

    0 tests/audit/test_audit.py
    1 tests/audit/test_bidi.py
    2 cargo test -p uriverse-core
    src/uriverse/audit/hosts.py 5

Numbers, not names: the names of all tests of a thousand files are two megabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "tests" / "reach.txt"
BUILT = re.compile(r"(^|/)(\.|__pycache__/)|\.(so|pyd|profraw)$")
Table = dict[str, frozenset[str]]


def read() -> Table:
    """Return the files, each with the tests that reach it."""
    tests: list[str] = []
    table: Table = {}
    for line in FILE.read_text("utf-8").splitlines():
        if number := re.match(r"(\d+) ", line):
            tests.append(line[number.end() :])
        else:
            file, mask = line.rsplit(" ", 1)
            bits = int(mask, 16)
            table[file] = frozenset(test for place, test in enumerate(tests) if bits >> place & 1)
    return table


def text(table: Mapping[str, Iterable[str]]) -> str:
    """Return the text of the table: the tests that some row names, then the rows."""
    tests = sorted({test for row in table.values() for test in row})
    places = {test: place for place, test in enumerate(tests)}
    lines = [f"{place} {test}" for test, place in places.items()]
    lines += [f"{file} {sum(1 << places[test] for test in row):x}" for file, row in sorted(table.items())]
    return "\n".join(lines) + "\n"


def row_of(file: str, table: Table) -> frozenset[str]:
    """Return the tests of a file; of one without a row, those of the nearest folder that has files with rows.

    >>> row_of("a/new.py", {"a/b.py": frozenset({"test_b"}), "c/d.py": frozenset({"test_d"})})
    frozenset({'test_b'})
    """
    if file in table:
        return table[file]
    for folder in Path(file).parents:
        beginning = "" if folder == Path() else f"{folder}/"
        if rows := [row for other, row in table.items() if other.startswith(beginning)]:
            return frozenset().union(*rows)
    return frozenset()


def files(*folders: str) -> list[str]:
    """Return the files below some folders, but what is built there; a copy without Git has the same."""
    paths = (path.relative_to(ROOT) for folder in folders for path in sorted((ROOT / folder).rglob("*")))
    return [path.as_posix() for path in paths if (ROOT / path).is_file() and not BUILT.search(path.as_posix())]
