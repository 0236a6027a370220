"""Seed faults into the package, one at a time, and see whether the tests that belong to the file fail.

python tools/seed_faults.py --count 40 --seed 1                 faults anywhere in src/uriverse
python tools/seed_faults.py src/uriverse/hosts/origins.py       all faults of one file
python tools/seed_faults.py --count 40 --report FILE            write the table

A fault rewrites one place: a comparison is turned around, a number is one larger, "and" stands for "or", a condition is
negated, a named argument is dropped. It is seeded into a copy of the repository, where the tests run that
`tools/test_changed.py` names. A fault that no test finds is a survivor: mend it by a test, or argue why it changes
nothing. Exits with 1 where one survives.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import test_changed

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.copied_tree import CopiedTree  # noqa: E402

PYTEST = ("-x", "-q", "-p", "no:cacheprovider", "-n", "2", "--hypothesis-profile", "dev")
LONGEST = 300
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
# What only a type checker reads, or a file that is run.
NOT_RUN = {"TYPE_CHECKING", "__name__"}


class Fault(NamedTuple):
    """A place of a module: the number of its node in `ast.walk`, its line, and what is done there."""

    node: int
    line: int
    what: str


def faults(source: str) -> list[Fault]:
    """All faults of a module.

    >>> [fault.what for fault in faults("def f(a, b):\\n    return a < b and b > 1\\n")]
    ['Or for And', 'LtE for Lt', 'GtE for Gt', '2 for 1']
    """
    found = ((number, node, rewritten(node)) for number, node in enumerate(ast.walk(ast.parse(source))))
    return [Fault(number, getattr(node, "lineno", 0), what) for number, node, what in found if what]


def seeded(source: str, fault: Fault) -> str:
    """The module with one fault."""
    tree = ast.parse(source)
    rewritten(list(ast.walk(tree))[fault.node])
    return ast.unparse(tree)


def rewritten(node: ast.AST) -> str:
    """Rewrite a node in place and name what was done; "" if nothing was."""
    match node:
        case ast.Compare(left=ast.Name(id=name)) if name in NOT_RUN:
            return ""
        case ast.If(test=ast.Name(id=name)) if name in NOT_RUN:
            return ""
        case ast.Compare(ops=[kind, *_]):
            node.ops[0] = TURNED[type(kind)]()
            return f"{type(node.ops[0]).__name__} for {type(kind).__name__}"
        case ast.BoolOp(op=kind):
            node.op = ast.Or() if isinstance(kind, ast.And) else ast.And()
            return f"{type(node.op).__name__} for {type(kind).__name__}"
        case ast.If(test=test) | ast.IfExp(test=test):
            node.test = ast.UnaryOp(ast.Not(), test)
            return "condition negated"
        case ast.Constant(value=int(value)) if type(value) is int:
            node.value = value + 1
            return f"{value + 1} for {value}"
        case ast.Call(keywords=[*_, last]) if last.arg is not None:
            node.keywords.pop()
            return f"without {last.arg}="
    return ""


def caught(tree: CopiedTree, file: str, fault: Fault) -> str:
    """The first test that fails with the fault, "" if none does."""
    target = tree.folder / file
    before = target.read_text("utf-8")
    target.write_text(seeded(before, fault), "utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *PYTEST, *test_changed.tests_of(file)],
            cwd=tree.folder,
            env=os.environ | tree.environment,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"no end within {LONGEST} s"
    finally:
        target.write_text(before, "utf-8")
    if done.returncode == 0:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0] if failed else "nothing can be imported"


def main(arguments: Sequence[str] | None = None) -> int:
    """Seed, test, and print the table; gives the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--count", type=int, help="so many, chosen by --seed; all where it is not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=Path)
    given = parser.parse_args(arguments)
    files = given.files or sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src/uriverse").rglob("*.py"))
    found = [(file, fault) for file in files for fault in faults((ROOT / file).read_text("utf-8"))]
    if given.count is not None:
        found = random.Random(given.seed).sample(found, min(given.count, len(found)))
    lines, survivors = ["| file | line | fault | first test that fails |", "|---|--:|---|---|"], 0
    with TemporaryDirectory() as folder:
        tree = CopiedTree(Path(folder, "uriverse"))
        for file, fault in found:
            test = caught(tree, file, fault)
            survivors += not test
            lines.append(f"| {file} | {fault.line} | {fault.what} | {test or '**none**'} |")
            print(lines[-1], flush=True)
    summary = f"{len(found)} faults, {survivors} that no test found (seed {given.seed})"
    print(summary)
    if given.report is not None:
        given.report.write_text("\n".join(["# Seeded faults", "", summary, "", *lines, ""]), "utf-8")
    return 1 if survivors else 0


if __name__ == "__main__":
    raise SystemExit(main())
