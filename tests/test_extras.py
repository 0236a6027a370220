"""A missing library names its extra, and what installs it, at every door; a program finds the doors in the sources."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator

import pytest

from support.paths import ROOT

SOURCES = ROOT / "src" / "uriverse"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
# The names that the libraries of extras have in an import, and those that come with them.
IMPORTS = {"markdown-it-py": "markdown_it", "pydantic": "pydantic_core"}
LIBRARIES = {"anyio", "yarl", "hypothesis"} | {
    IMPORTS.get(name, name)
    for extra, requirements in EXTRAS.items()
    if extra not in ("test", "site", "release", "lint")
    for name in (re.split(r"[\[><=]", requirement)[0] for requirement in requirements)
    if name != "uriverse"
}
# Imports after another door, or with an answer of their own.
ELSEWHERE = {
    "cli/": "the command asks for its libraries before it imports them",
    "columns/files/": "`uriverse table` asks for pyarrow before it imports them",
    "columns/sql.py": "the caller's columns are pyarrow's",
    "documents/coding.py": "the row of the document has the message",
    "documents/gzip.py": "zlib does the same",
    "documents/parallel.py": "rows as batches come after documents/arrow.py",
    "documents/readers/elements.py": "the module looks for the parser when it is imported",
    "documents/readers/trees.py": "elements.py imports it",
    "documents/spark.py": "the caller has a session of pyspark",
    "ground/extras.py": "the block of pyarrow itself",
    "ground/later.py": "nobody asks without pydantic",
    "testing/": "the package names Hypothesis, for which there is no extra",
}


def imports(tree: ast.AST, block: ast.With | None = None) -> Iterator[tuple[str, ast.With | None]]:
    """The imports that run, each with the block around it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from ((name.name.partition(".")[0], block) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0], block
        yield from imports(node, node if isinstance(node, ast.With) else block)


DOORS = [
    (str(path.relative_to(SOURCES)), name, None if block is None else ast.unparse(block.items[0]))
    for path in sorted(SOURCES.rglob("*.py"))
    for name, block in imports(ast.parse(path.read_text("utf-8")))
    if name in LIBRARIES
]


def test_each_import_of_a_library_says_what_is_missing() -> None:
    """It is in a block of `Extra`, or the table has a reason why not; no reason is left over."""
    bare = {file for file, _, block in DOORS if block is None or "Extra(" not in block}
    assert {file for file in bare if not file.startswith(tuple(ELSEWHERE))} == set()
    unused = {path for path in ELSEWHERE if not any(file.startswith(path) for file, _, _ in DOORS)}
    assert unused == set()


def test_the_advice_is_the_extra_of_pyproject() -> None:
    """Its name and its libraries, so that one command installs them."""
    blocks = {block for _, _, block in DOORS if block is not None and "Extra(" in block}
    assert len(blocks) > 12
    for block in blocks:
        call = ast.parse(block, mode="eval").body
        assert isinstance(call, ast.Call)
        extra, packages = (ast.literal_eval(argument) for argument in call.args[:2])
        names = [re.split(r"[><=]", requirement)[0] for requirement in EXTRAS[extra]]
        assert packages.replace("'", "").split() == names, block


MODULES = [
    ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(SOURCES.rglob("*.py"))
    if not str(path.relative_to(SOURCES)).startswith(("cli/", "columns/files/", "testing/", "documents/readers/trees"))
]
CALLS = {
    "hosts.to_ascii('a', rules='idna2008')": "rules='idna2008' needs the extra 'idna': pip install idna",
    "hosts.to_unicode('a', rules='idna2008')": "rules='idna2008' needs the extra 'idna': pip install idna",
    "columns.host(FROM_ARROW).to_pyarrow()": "a pyarrow column needs the extra 'arrow': pip install pyarrow",
    "columns.parse(FROM_ARROW).to_pyarrow_table()": "a pyarrow column needs the extra 'arrow': pip install pyarrow",
    "columns.duckdb.register(None)": "uriverse.columns.duckdb needs the extra 'duckdb': pip install duckdb pyarrow",
    "columns.spark.register(None)": "uriverse.columns.spark needs the extra 'spark': pip install pyspark pyarrow",
    "columns.sql.arrow_type('text')": "a pyarrow column needs the extra 'arrow': pip install pyarrow",
    "columns.clickhouse.serve('', None, None)": "a pyarrow column needs the extra 'arrow': pip install pyarrow",
}
PROGRAM = """
import sys
from importlib import import_module

# None stands for a module that cannot be found.
sys.modules |= dict.fromkeys(LIBRARIES)
import uriverse.columns.clickhouse, uriverse.columns.duckdb, uriverse.columns.spark
from uriverse import columns, hosts
FROM_ARROW = columns.Column(["http://a/"])
for door in DOORS:
    try:
        eval(door) if "(" in door else import_module(door)
    except ModuleNotFoundError as error:
        print(door, error, sep="\\t")
"""


@pytest.fixture(scope="module")
def answers() -> dict[str, str]:
    """What modules and calls say in a process without any library."""
    program = f"LIBRARIES, DOORS = {sorted(LIBRARIES)!r}, {[*MODULES, *CALLS]!r}\n{PROGRAM}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return dict(line.split("\t", 1) for line in done.stdout.splitlines())


def test_every_module_that_needs_a_library_names_its_extra(answers: dict[str, str]) -> None:
    said = {door: answer for door, answer in answers.items() if door not in CALLS}
    assert len(said) > 15
    assert [
        door for door, answer in said.items() if not re.search(r" needs the extra '\w+': pip install ", answer)
    ] == []


@pytest.mark.parametrize(("call", "message"), CALLS.items())
def test_a_call_that_needs_a_library_names_its_extra(call: str, message: str, answers: dict[str, str]) -> None:
    assert answers[call] == message
