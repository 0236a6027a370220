"""Reports of problems for other programs: `--report` of `uriverse links`, `audit` and `check`.

    github      workflow commands, which GitHub shows at the lines of a change
    sarif       SARIF 2.1.0, an OASIS standard, for code scanning
    junit       JUnit's XML, for continuous integration
    markdown    a table, for a comment

Problems are written one by one, except for JUnit, whose report begins with their number.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Final, Literal

import click

import uriverse as uv
from uriverse.cli.common import Word
from uriverse.ground.masking import shown
from uriverse.ground.records import NamedTuple

if TYPE_CHECKING:
    from uriverse.cli.texts import Text

Level = Literal["error", "warning", "note"]


class Problem(NamedTuple):
    """A problem at a place.

    The source is None for an argument; line and column are from 1, or None. `rule` is the kind of problem as one word.
    """

    source: str | None
    line: int | None
    column: int | None
    level: Level
    rule: str
    message: str

    @classmethod
    def of_text(cls, line: Text, at: int | None, level: Level, rule: str, message: str, advice: str) -> Problem:
        """A problem of a text at a position in characters."""
        column = at + 1 if line.source and at is not None else None
        sentence = f"{line.text}: {message}" + (f"; {advice}" if advice else "")
        return cls(line.source, line.number or None, column, level, rule, sentence)


class Report:
    """A report on standard output."""

    def __init__(self, form: str) -> None:
        begin, self._one, self._between, self._end = FORMATS[form]
        # JUnit's report begins with the number of problems.
        self._waiting: list[str] | None = [] if form == "junit" else None
        self._count = 0
        sys.stdout.write(begin)

    def add(self, problem: Problem) -> None:
        """Write a problem with its secrets masked."""
        safe = problem._replace(source=problem.source and shown(problem.source), message=shown(problem.message))
        text = self._one(safe)
        self._count += 1
        if self._waiting is not None:
            self._waiting.append(text)
        else:
            sys.stdout.write((self._between if self._count > 1 else "") + text)

    def end(self) -> None:
        sys.stdout.write(self._end if self._waiting is None else _junit_suite(self._waiting))


def _github(problem: Problem) -> str:
    """Return a workflow command: `::error file=a.html,line=3,col=5,title=no-file::there is no file 'b.html'`."""
    command = {"note": "notice"}.get(problem.level, problem.level)
    places = {"file": problem.source, "line": problem.line, "col": problem.column, "title": problem.rule}
    escaped = {name: _data(str(value)) for name, value in places.items() if value is not None}
    properties = (f"{name}={value.replace(':', '%3A').replace(',', '%2C')}" for name, value in escaped.items())
    return f"::{command} {','.join(properties)}::{_data(problem.message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _sarif(problem: Problem) -> str:
    """Return a `result` (SARIF 2.1.0, section 3.27)."""
    result: dict[str, object] = {
        "ruleId": problem.rule,
        "level": problem.level,
        "message": {"text": problem.message},
    }
    if problem.source is not None:
        region = {"startLine": problem.line, "startColumn": problem.column}
        place: dict[str, object] = {"artifactLocation": {"uri": _as_uri(problem.source)}}
        if problem.line is not None:
            place["region"] = {name: number for name, number in region.items() if number is not None}
        result["locations"] = [{"physicalLocation": place}]
    return json.dumps(result)


def _as_uri(name: str) -> str:
    """Return a file name as a URI reference; "./" protects a colon in its first segment."""
    if uv.is_valid(name) and uv.split(name).scheme is not None:
        return name
    path = "/".join(uv.encode(segment, component="segment") for segment in name.replace("\\", "/").split("/"))
    return f"./{path}" if ":" in path.partition("/")[0] else path


def _junit(problem: Problem) -> str:
    place = _place(problem) or "argument"
    return (
        f'  <testcase name="{escape(place)}" classname="{escape(problem.rule)}">'
        f'<failure type="{problem.level}" message="{escape(problem.message)}"/></testcase>\n'
    )


def _junit_suite(problems: list[str]) -> str:
    count = len(problems)
    suite = f'<testsuite name="uriverse" tests="{count}" failures="{count}">'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{suite}\n{"".join(problems)}</testsuite>\n'


def _markdown(problem: Problem) -> str:
    cells = (_place(problem), problem.level, problem.rule, problem.message)
    return f"| {' | '.join(map(_code, cells))} |\n"


def _code(text: str) -> str:
    """Return a cell that shows a text as it is: as code, where GitHub finds no markup, address or "@name".

    "|" would end the cell and "`" the code, even after a backslash. They stand outside, as references of HTML.

    >>> _code("![x](y) a|b")
    '`![x](y) a`&#124;`b`'
    """
    pieces = [piece for piece in re.split(r"([|`])", text) if piece]
    return "".join(f"&#{ord(piece)};" if piece in "|`" else _code_span(piece) for piece in pieces)


def _code_span(text: str) -> str:
    """Return a code span (CommonMark 0.31.2, section 6.1), which loses a space at both ends if it has two."""
    space = " " if text[0] == text[-1] == " " and text.strip(" ") else ""
    return f"`{space}{text}{space}`"


def _place(problem: Problem) -> str:
    parts = (problem.source, problem.line, problem.column)
    return ":".join(str(part) for part in parts if part is not None)


_DRIVER: Final = json.dumps({"name": "uriverse", "version": uv.__version__})
_SARIF: Final = f'{{"version": "2.1.0", "runs": [{{"tool": {{"driver": {_DRIVER}}}, "results": [\n'
# For each format: the begin of the report, a function for a problem, the text between two, and the end.
FORMATS: Final[dict[str, tuple[str, Callable[[Problem], str], str, str]]] = {
    "github": ("", _github, "", ""),
    "sarif": (_SARIF, _sarif, ",\n", "]}]}\n"),
    "junit": ("", _junit, "", ""),
    "markdown": ("| place | level | rule | message |\n|---|---|---|---|\n", _markdown, "", ""),
}

report_option = click.option(
    "--report",
    "report",
    metavar="NAME",
    type=Word("format", FORMATS),
    help=f"Report problems to another program: {', '.join(FORMATS)}.",
)
