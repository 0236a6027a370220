"""The mutations of `tools/seed_faults.py`: in Python by the syntax tree, in Rust line by line.

A fault is an alternative expression behind a switch: `a < b` becomes `(a <= b if SWITCH else a < b)` in Python and
`(if seeded(7) { a <= b } else { a < b })` in Rust. So one copy contains all faults, and Rust is compiled once.

Arguments that only spare work (`SPARING`, and how many answers `lru_cache` keeps) have no fault: it would change no
answer.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

# The environment variable with the number of the active fault.
VARIABLE = "URIVERSE_FAULT"
SWITCH = f'__import__("os").environ.get("{VARIABLE}", @) == "@"'


class Fault(NamedTuple):
    """A span of a file's octets, a description, and the replacement with "@" for the fault's number."""

    file: str
    line: int
    what: str
    start: int
    end: int
    text: str


def faults(file: str, octets: bytes) -> list[Fault]:
    """Return all faults of a file.

    >>> [fault.what for fault in faults("a.py", b"def f(a, b):\\n    return a < b and b > 1\\n")]
    ['Or for And', 'LtE for Lt', 'GtE for Gt', '2 for 1']
    >>> [fault.what for fault in faults("a.rs", b"    if a < b {\\n        n + 1\\n")]
    ['condition negated', '<= for <', '0 for 1']
    """
    # one character for each octet, for the offsets of the syntax tree
    text = octets.decode("latin-1")
    return list(_of_rust(file, text) if file.endswith(".rs") else _of_python(file, text))


# Python

TURNED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
OTHER_CALL = {"sorted": "list", "reversed": "list", "min": "max", "max": "min", "any": "all", "all": "any"}
CLAUSE = re.compile(r"\b(?:RFC|section) \d")
# Nodes only for type checkers or scripts, and patterns and f-strings, which cannot contain other expressions.
NOT_RUN = {"TYPE_CHECKING", "__name__"}
NO_EXPRESSION = {"annotation", "returns", "pattern"}
# Arguments that change no answer: of `zip`, an assertion required by the linter; of the audit's checks and of the
# kernels, what a text must have, without which nothing would be found (a law of tests/audit/test_plain.py).
SPARING = {"strict", "having", "matching"}


def _of_python(file: str, text: str) -> Iterator[Fault]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for node in _nodes(ast.parse(text.encode("latin-1"))):
        for what, place, wrong in _rewritten(node):
            start = starts[place.lineno - 1] + place.col_offset
            end = starts[(place.end_lineno or 0) - 1] + (place.end_col_offset or 0)
            switched = f"(({wrong}) if {SWITCH} else ({text[start:end]}))"
            yield Fault(file, place.lineno, what, start, end, switched)


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the descendants that may be replaced by another expression."""
    match node:
        case ast.If(test=ast.Name(id=name) | ast.Compare(left=ast.Name(id=name))) if name in NOT_RUN:
            return
        case ast.Assign(targets=[ast.Name(id=name)]) if name in NOT_RUN:
            return
        case ast.JoinedStr() | ast.Subscript(value=ast.Name(id="Literal")) | ast.Expr(value=ast.Constant()):
            return
        case ast.keyword(arg="strict"):
            return
        case ast.Call(func=ast.Name(id="lru_cache")):  # how many answers are kept: it changes none
            return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in NO_EXPRESSION:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _nodes(child)


def _rewritten(node: ast.AST) -> Iterator[tuple[str, ast.expr, str]]:
    """Yield the description, the expression, and its faulty replacement."""

    def changed(**fields: object) -> str:
        other = copy(node)
        for name, value in fields.items():
            setattr(other, name, value)
        return ast.unparse(other)

    match node:
        case ast.Compare(ops=[first, *others]):
            other = TURNED[type(first)]
            yield f"{other.__name__} for {type(first).__name__}", node, changed(ops=[other(), *others])
        case ast.BoolOp(op=first):
            other = TURNED[type(first)]
            yield f"{other.__name__} for {type(first).__name__}", node, changed(op=other())
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "condition negated", test, f"not ({ast.unparse(test)})"
        case ast.Constant(value=bool(value)):
            yield f"{not value} for {value}", node, str(not value)
        case ast.Constant(value=int(value)):
            yield f"{value + 1} for {value}", node, str(value + 1)
        case ast.Constant(value=str(value)) if CLAUSE.search(value):
            yield "another clause", node, repr(f"{value}.9")
        case ast.Call(func=function, keywords=keywords):
            if isinstance(function, ast.Name) and function.id in OTHER_CALL:
                other_name = OTHER_CALL[function.id]
                kept = [] if other_name == "list" else keywords
                yield f"{other_name} for {function.id}", node, changed(func=ast.Name(other_name), keywords=kept)
            for each in keywords:
                if each.arg is not None and each.arg not in SPARING:
                    yield f"without {each.arg}=", node, changed(keywords=[other for other in keywords if other != each])


# Rust

SWITCHED = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "&": "|", "|": "&", "<<": ">>",
    ">>": "<<",
}  # fmt: skip
OPERAND = r"(?:\w+(?:\.\w+|::\w+)*(?:\(\w*\))?|'\\?.')"
# Not a mask or shift after another operator, which may have higher precedence.
OPERATOR = re.compile(
    rf"(?<=[ (!])(?!(?<=[<>&+*/-] ){OPERAND} (?:<<|>>|&|\|) )"
    rf"({OPERAND}) ({'|'.join(map(re.escape, SWITCHED))}) ({OPERAND})(?= \{{|[),;]|$| \|\|| &&)"
)
CONDITION = re.compile(r"(?<=if )(?:(?! let |\blet )[^{}])+(?= \{$)")
STEP = re.compile(r"(?<= [+-] )1(?=[;),\] ]|$)")
FLAG = re.compile(r"(?<=[ (])(?:true|false)(?=[),;])")
NOT_CODE = re.compile(r"^\s*(//|#|const |static |pub const |pub static |assert|debug_assert|macro_rules)|=> ")
IS_SEEDED = "uriverse_seeded::seeded(@)"


def _of_rust(file: str, text: str) -> Iterator[Fault]:
    at = 0
    for number, line in enumerate(text.partition("#[cfg(test)]")[0].split("\n"), 1):
        for kind in (CONDITION, OPERATOR, STEP, FLAG):
            if not NOT_CODE.search(line) and (match := kind.search(line)):
                was = match[0]
                if kind is CONDITION:
                    what, wrong = "condition negated", f"{IS_SEEDED} != ({was})"
                elif kind is OPERATOR:
                    left, operator, right = match.groups()
                    what = f"{SWITCHED[operator]} for {operator}"
                    wrong = f"(if {IS_SEEDED} {{ {left} {SWITCHED[operator]} {right} }} else {{ {was} }})"
                elif kind is STEP:
                    what, wrong = "0 for 1", "uriverse_seeded::one(@)"
                else:
                    what, wrong = f"not {was}", f"({was} != {IS_SEEDED})"
                yield Fault(file, number, what, at + match.start(), at + match.end(), wrong)
        at += len(line) + 1
