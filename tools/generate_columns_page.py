"""Generate the table of column functions for every engine in docs/columns.md."""

from __future__ import annotations

from generated import Outputs, section
from uriverse._core import kernels
from uriverse.columns.functions import FUNCTIONS, ColumnFunction, Lists

BEGIN = "<!-- from the functions -->\n"


def table() -> str:
    """Return a row for each function of `uriverse.columns`."""
    lines = ["| function | options | Polars, pandas | in Polars | SQL | gives in SQL |", "|---|---|---|---|---|---|"]
    for name in sorted({row.name for row in FUNCTIONS}):
        rows = [row for row in FUNCTIONS if row.name == name]
        calls = ", ".join(f"`uri_{row.sql}({', '.join(row.arguments)})`" for row in rows)
        runs = "native" if name in kernels.PLANNED else "Python"
        gives = ", ".join(dict.fromkeys(map(_result, rows)))
        lines.append(f"| `{name}` | {_options(rows[0])} | `.uri.{name}` | {runs} | {calls} | {gives} |")
    return "\n".join(lines) + "\n"


def _options(row: ColumnFunction) -> str:
    """Return the options of a function, without `edition` and `threads`, which nearly all have."""
    words = [each.name for each in row.parameters if each.default is not each.empty]
    return ", ".join(f"`{word}`" for word in words if word not in {"edition", "threads"})


def _result(row: ColumnFunction) -> str:
    result = row.result_of(row.fixed)
    if isinstance(result, str):
        return result
    if isinstance(result, Lists):
        return "list of texts" if isinstance(result.of, str) else "list of structs"
    return "struct"


def outputs() -> Outputs:
    """Yield the page."""
    yield section("docs/columns.md", BEGIN, table())
