"""Generate the rows of new files in `tests/reach.txt`: the tests of their folder, until `tools/record_reach.py` runs.

A file that is gone loses its row, and a test that is gone its place in the others.
"""

from __future__ import annotations

import reach_table
from generated import ROOT, Output, Outputs


def outputs() -> Outputs:
    """Yield the table."""
    table = reach_table.read()
    kept = {
        file: {test for test in row if test.startswith("cargo ") or (ROOT / test).exists()}
        for file, row in table.items()
        if (ROOT / file).exists()
    }
    new = {file: reach_table.row_of(file, table) for file in reach_table.files("src", "crates", "tests")}
    yield Output(reach_table.FILE, reach_table.text(new | kept).encode())
