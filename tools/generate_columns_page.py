"""Write the table of the column functions into docs/columns.md, for every engine, or check that it is the package's.

python tools/generate_columns_page.py            write it
python tools/generate_columns_page.py --check    exit 1 where the committed page is stale
"""

from __future__ import annotations

import inspect

from generated_section import write_or_check
from uriverse import columns as uc
from uriverse.columns.engines.sql import Function, Lists, functions
from uriverse.columns.polars import UriExpressions

BEGIN = "<!-- from the functions -->\n"
# What a function of columns is called in SQL, where its second argument or its result needs a name of its own there.
IN_SQL = {
    "errors": ("error",),
    "normalize": ("normalize", "normalize_to"),
    "resolve": ("resolve", "resolution"),
    "with_pairs": ("with_pairs", "without_pairs"),
}


def table() -> str:
    """One row for each function of `uriverse.columns`."""
    in_sql = {function.name: function for function in functions()}
    lines = ["| function | options | Polars, pandas | SQL | gives in SQL |", "|---|---|---|---|---|"]
    for name in sorted(set(uc.__all__) - {"Column"}):
        function = getattr(uc, name)
        if not callable(function):
            continue
        made = [in_sql.pop(word) for word in IN_SQL.get(name, (name,)) if word in in_sql]
        calls = ", ".join(f"`uri_{each.name}({', '.join(each.arguments)})`" for each in made)
        gives = ", ".join(dict.fromkeys(_result(each) for each in made))
        method = f"`.uri.{name}`" if hasattr(UriExpressions, name) else f"pandas: `.uri.{name}`"
        lines.append(f"| `{name}` | {_options(name)} | {method} | {calls or '-'} | {gives or '-'} |")
    if in_sql:
        raise SystemExit(f"of SQL alone, and in no row: {', '.join(in_sql)}")
    return "\n".join(lines) + "\n"


def _options(name: str) -> str:
    """What may be given besides columns, but for `edition` and `threads`, which nearly all take."""
    parameters = inspect.signature(getattr(uc, name)).parameters.values()
    words = [each.name for each in parameters if each.default is not each.empty]
    return ", ".join(f"`{word}`" for word in words if word not in {"edition", "threads"})


def _result(function: Function) -> str:
    if isinstance(function.result, str):
        return function.result
    if isinstance(function.result, Lists):
        return "list of texts" if isinstance(function.result.of, str) else "list of structs"
    return "struct"


if __name__ == "__main__":
    raise SystemExit(write_or_check("columns.md", BEGIN, table(), f"{table().count(chr(10)) - 2} functions"))
