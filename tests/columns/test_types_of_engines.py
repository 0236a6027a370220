"""Type checkers know the functions of columns in each engine, without a stub that repeats them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

# A program for each engine; a line with a comment is a mistake, and the comment is in its message.
PROGRAMS = {
    "with_polars": """
import polars as pl
from typing import assert_type
import uriverse as uv
from uriverse.columns.polars import UriExpressions as uri, UriSeries

url = uri(pl.col("url"))
assert_type(url.host(), pl.Expr)
assert_type(url.parse(want=["host", "error"], edition="rfc3987"), pl.Expr)
assert_type(url.resolve(pl.col("base"), want=["uri"]), pl.Expr)
assert_type(url.canonical("dedupe"), pl.Expr)
assert_type(url.with_pairs({"a": 1}, remove=uv.Glob("utm_*")), pl.Expr)
assert_type(UriSeries(pl.Series(["a"])).equivalent("b", level="scheme"), pl.Series)
url.hots()  # hots
url.query_value()  # rgument
url.host(edition="rfc3896")  # rfc3896
url.canonical("dedup")  # dedup
url.is_valid(rule=1)  # rule
url.resolve(5)  # Expr
""",
    "with_pandas": """
import pandas as pd
from uriverse.columns.pandas import UriAccessor

url = UriAccessor(pd.Series(["http://a/"]))
hosts: pd.Series = url.host()
parts: pd.DataFrame = url.parse(want=["host"])
url.hots()  # hots
url.parse(wants=["host"])  # wants
""",
    "with_duckdb": """
import duckdb
from uriverse.columns.duckdb import register

con = duckdb.connect()
register(con, prefix="u_", want=["host"], edition="rfc2396")
register(con, want=["hots"])  # hots
register("con")  # DuckDBPyConnection
""",
    "with_spark": """
from typing import Any
from uriverse.columns.spark import register

def prepare(session: Any) -> None:
    register(session, want=["host"])
    register(session, prefix=5)  # prefix
""",
}
MISTAKES = {
    (name, number): line.rpartition("# ")[2]
    for name, program in PROGRAMS.items()
    for number, line in enumerate(program.splitlines(), 1)
    if "  # " in line
}


def check(messages: dict[tuple[str, int], str]) -> None:
    """Each mistake is told, by a message that names it, and nothing else is."""
    assert messages.keys() == MISTAKES.keys(), messages
    for place, word in MISTAKES.items():
        assert word in messages[place], (place, messages[place])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("programs")
    for name, program in PROGRAMS.items():
        (folder / f"{name}.py").write_text(program, "utf-8")
    return folder


@pytest.mark.slow
def test_mypy_knows_the_functions_of_each_engine(folder: Path) -> None:
    """Without stubs of pandas, a series is Any for it."""
    command = [sys.executable, "-m", "mypy", "--ignore-missing-imports", "--no-error-summary", "--config-file", "", "."]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    rows = re.findall(r"^(\w+)\.py:(\d+): error: (.*)$", ran.stdout, re.MULTILINE)
    check({(name, int(number)): message for name, number, message in rows})


@pytest.mark.slow
def test_pyright_knows_the_functions_of_each_engine(folder: Path) -> None:
    """It needs Node, or a network to get it."""
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "."]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    rows = json.loads(ran.stdout)["generalDiagnostics"]
    check({(Path(row["file"]).stem, row["range"]["start"]["line"] + 1): row["message"] for row in rows})
