"""Output of `uriverse links`: a table for people, JSON lines, CSV, Parquet."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, Final

import click

from uriverse.cli.common import shown_answer, write_json
from uriverse.cli.link_rows import LOST, answer, field
from uriverse.cli.reports import Level, Problem, Report
from uriverse.cli.screen import Screen
from uriverse.cli.texts import tell
from uriverse.documents import FoundReference
from uriverse.documents.base import CLAUSES
from uriverse.documents.readers.attributes import tables
from uriverse.ground.extras import pyarrow
from uriverse.ground.masking import escaped, shown

# The fields of machine-readable output, in order.
FIELDS: Final = FoundReference._fields[: FoundReference._fields.index("part")]
HEADINGS: Final = ("line", "element", "reference", "valid", "resolved, or why not")
# The rows of a Parquet row group.
GROUP: Final = 1 << 16

# Single rows, record batches, or lines of many rows.
Rows = Iterable[Any]
Write = Callable[[Rows], None]


def write_lines(rows: Rows) -> None:
    """Write one JSON object a line, in ASCII; millions of lines are left to the stream's buffer."""
    for row in rows:
        if isinstance(row, FoundReference):
            fields = dict(zip(FIELDS, row, strict=False))
            write_json(fields | {"error": None if row.error is None else _error_of(row)}, flush=False)
        else:
            write_octets(row)
    sys.stdout.flush()


def write_octets(lines: bytes) -> None:
    """Write lines in US-ASCII."""
    sys.stdout.flush()
    sys.stdout.buffer.write(lines)


def _error_of(row: FoundReference) -> dict[str, object]:
    """Return a row's error for JSON; `LinkRows.lines` writes the same."""
    undefined = {"at": None, "rule": None}
    rest: dict[str, object] = {"hint": "", "clause": None, "component": None, "expected": []}
    return {"reason": row.problem, **undefined, "message": row.error, **rest}


def write_csv(rows: Rows) -> None:
    """Write comma-separated values, with a header; to a terminal without secrets and control characters."""
    is_terminal = sys.stdout.isatty()
    sys.stdout.write(csv_line(FIELDS))
    for row in rows:
        if isinstance(row, bytes):
            sys.stdout.write(row.decode())
            continue
        fields = [field(value) for value in row[: len(FIELDS)]]
        sys.stdout.write(csv_line(shown_answer(value, fields) for value in fields) if is_terminal else csv_line(fields))


def csv_line(values: Iterable[object]) -> str:
    """Return a line of CSV. Each version of Python quotes a field with CR, at which a reader would end the row."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(values)
    return line.getvalue().removesuffix("\r\n") + "\n"


def plain_writer(form: str | None, *, quiet: bool, says_why: bool) -> Write:
    """Return a writer of one target a line, or of the format of --get; unreadable files go to standard error."""
    is_terminal = sys.stdout.isatty()

    def write(rows: Rows) -> None:
        for row in rows:
            if isinstance(row, bytes):
                write_octets(row)
                continue
            if row.error and not quiet and (says_why or row.reference is None):
                place = "".join(f":{number}" for number in (row.line, row.column) if number is not None)
                tell(f"{shown(row.source)}{place}: {shown(row.error)}")
            if row.reference is None:
                continue
            line = answer(row, form)
            sys.stdout.write(f"{shown_answer(line, [*row]) if is_terminal else escaped(line)}\n")
        sys.stdout.flush()

    return write


def report_writer(form: str) -> Write:
    """Return a writer that reports the rows with an error."""
    report = Report(form)

    def write(rows: Rows) -> None:
        for row in rows:
            if row.error:
                start = "" if row.reference is None else f"{row.reference}: "
                rule = row.problem or "invalid"
                level: Level = "error" if row.reference is None or not row.valid or row.problem in LOST else "warning"
                report.add(Problem(row.source, row.line, row.column, level, rule, f"{start}{row.error}"))
        report.end()

    return write


def parquet_writer(path: str, metadata: Callable[[], dict[bytes, bytes]] = dict) -> Write:
    """Return a writer of a Parquet file; `metadata` is called after the last row."""
    pyarrow()  # if it is missing, an error that names the extra
    from pyarrow import Table
    from pyarrow.parquet import ParquetWriter

    from uriverse.documents import arrow
    from uriverse.ground.output import whole_file

    def write(rows: Rows) -> None:
        with whole_file(path) as temporary, ParquetWriter(temporary, arrow.schema(FIELDS)) as writer:
            group: list[Any] = []
            for batch in arrow.gathered(rows, FIELDS):
                group.append(batch)
                if sum(part.num_rows for part in group) >= GROUP:
                    writer.write_table(Table.from_batches(group))
                    group = []
            if group:
                writer.write_table(Table.from_batches(group))
            writer.add_key_value_metadata(metadata())

    return write


def write_table(rows: Iterable[FoundReference]) -> None:
    """Write a table for each page; column widths need all rows of the page."""
    for source, of_page in groupby(rows, key=lambda row: row.source):
        _write_page(source, list(of_page))


def _write_page(source: str, rows: list[FoundReference]) -> None:
    from rich.table import Table
    from rich.text import Text

    cells = [_cells(row) for row in rows]
    # A terminal folds long cells; in a file or a pipe each row is one line.
    screen = Screen(width=sum(max(len(row[at]) for row in cells) for at in range(len(HEADINGS))) + 80)
    screen.print(Text(shown(source), "bold"))
    for line in _bases(rows):
        screen.print_folded(line, indent=2, style="dim")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="underline")
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold", justify="right" if heading == "line" else "left")
    for row, texts in zip(rows, cells, strict=True):
        verdict = "red" if not row.valid or row.problem in LOST else "yellow" if row.error else "green"
        table.add_row(*map(Text, texts[:-2]), *(Text(text, verdict) for text in texts[-2:]))
    with screen.rich.capture() as capture:
        screen.print(table, soft_wrap=False)
    for line in capture.get().strip("\n").split("\n"):
        click.echo(line.rstrip(), color=screen.color_system is not None)
    click.echo()


def _bases(rows: list[FoundReference]) -> Iterator[str]:
    """Yield the base of a page, and a note if some elements have another.

    It is the base of the first ordinary reference. A base element is resolved against the outer base, and the
    attributes of an object against its codebase.
    """
    based = [row for row in rows if row.base is not None and row.base_rule is not None]
    first = next((row for row in based if not _has_another_base(row)), None)
    if first is None or first.base_rule is None:
        return
    yield f"base {shown(first.base or '')} ({first.base_rule}, {CLAUSES[first.base_rule]})"
    if any(row.base != first.base for row in based if row.element != "base" and row.attribute != "xml:base"):
        yield "some elements have another base"


def _has_another_base(row: FoundReference) -> bool:
    if row.element == "base" or row.attribute == "xml:base":
        return True
    attribute = tables()["html"].find(row.element or "", row.attribute or "")
    return attribute is not None and attribute.relative_to is not None


def _cells(row: FoundReference) -> tuple[str, ...]:
    """Return the cells of a row. The last one has the target and notes on it.

    The notes are the part of a message, the class of a hint, a browser's different target, and the error.
    """
    place = "" if row.line is None else f"{row.line}:{'?' if row.column is None else row.column}"
    element = f"{row.element or ''} {row.attribute or ''}".strip()
    browser = row.browser and row.browser != row.resolved and f"(browser: {row.browser})"
    notes = (row.part and f"({row.part})", row.hint and f"(hint: {row.hint})", browser, row.error)
    parts = [part for part in (row.resolved, *notes) if part]
    reference = "" if row.reference is None else row.reference or '""'
    verdict = row.problem if row.problem in LOST and row.problem else "yes" if row.valid else "no"
    return tuple(map(shown, (place, element, reference, verdict, "  ".join(parts))))
