"""The ways in which `uriverse links` writes its rows: a table for people, JSON lines, CSV, Parquet."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, Final

import click

from uriverse.cli.common import console, shown_lines
from uriverse.cli.link_rows import LOST, answer
from uriverse.cli.reports import Level, Problem, Report
from uriverse.cli.texts import tell
from uriverse.documents import FoundReference
from uriverse.documents.base import CLAUSES
from uriverse.documents.readers.attributes import tables
from uriverse.ground.masking import escaped, shown
from uriverse.ground.output import whole_file

# What programs are given: exactly these, in this order.
FIELDS: Final = FoundReference._fields[: FoundReference._fields.index("part")]
HEADINGS: Final = ("line", "element", "reference", "valid", "resolved, or why not")
# How many rows make a group of a Parquet file.
GROUP: Final = 1 << 16

# A row, or many of them: as a record batch, or as lines.
Rows = Iterable[Any]
Write = Callable[[Rows], None]


def write_lines(rows: Rows) -> None:
    """Write one JSON object a line, in ASCII; there may be millions, so lines go out as the stream's buffer fills."""
    write, encode = sys.stdout.write, json.JSONEncoder().encode
    for row in rows:
        if isinstance(row, FoundReference):
            fields = dict(zip(FIELDS, row, strict=False))
            write(encode(fields | {"error": None if row.error is None else _error_of(row)}) + "\n")
        else:
            write_octets(row)
    sys.stdout.flush()


def write_octets(lines: bytes) -> None:
    """Write lines in US-ASCII."""
    sys.stdout.flush()
    sys.stdout.buffer.write(lines)


def _error_of(row: FoundReference) -> dict[str, object]:
    """A row's error with the fields that errors have in JSON; `LinkRows.lines` writes the same."""
    undefined = {"at": None, "rule": None}
    rest: dict[str, object] = {"hint": "", "clause": None, "component": None, "expected": []}
    return {"reason": row.problem, **undefined, "message": row.error, **rest}


def write_csv(rows: Rows) -> None:
    """Write comma-separated values, with a header."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(FIELDS)
    for row in rows:
        if isinstance(row, bytes):
            sys.stdout.write(row.decode())
        else:
            writer.writerow("" if value is None else value for value in row[: len(FIELDS)])


def plain_writer(form: str | None, *, quiet: bool, says_why: bool) -> Write:
    """Return what writes a target a line, or what --get makes of it; what cannot be read is said on standard error.

    Args:
        form: what --get is given, or None.
        quiet: whether nothing is said.
        says_why: whether it is said why a reference is not valid, or leads nowhere.
    """
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
            written = answer(row, form)
            sys.stdout.write(f"{shown_lines(written) if is_terminal else escaped(written)}\n")
        sys.stdout.flush()

    return write


def report_writer(form: str) -> Write:
    """Return what writes a report of the rows that have an error."""
    report = Report(form)

    def write(rows: Rows) -> None:
        for row in rows:
            if row.error:
                named = "" if row.reference is None else f"{row.reference}: "
                rule = row.problem or "invalid"
                level: Level = "error" if row.reference is None or not row.valid or row.problem in LOST else "warning"
                report.add(Problem(row.source, row.line, row.column, level, rule, f"{named}{row.error}"))
        report.end()

    return write


def parquet_writer(path: str, metadata: Callable[[], dict[bytes, bytes]] = dict) -> Write:
    """Return what writes a Parquet file, with metadata that is asked for when all rows are written.

    Raises:
        UsageError: where the library is not installed.
    """
    try:
        from pyarrow import Table
        from pyarrow.parquet import ParquetWriter

        from uriverse.documents import arrow
    except ModuleNotFoundError:
        raise click.UsageError("--parquet needs the extra 'arrow': pip install 'uriverse[arrow]'") from None

    def write(rows: Rows) -> None:
        with whole_file(path) as beside, ParquetWriter(beside, arrow.schema(FIELDS)) as writer:
            group: list[Any] = []
            for batch in arrow.gathered(rows, FIELDS):
                group.append(batch)
                if sum(each.num_rows for each in group) >= GROUP:
                    writer.write_table(Table.from_batches(group))
                    group = []
            if group:
                writer.write_table(Table.from_batches(group))
            writer.add_key_value_metadata(metadata())

    return write


def write_table(rows: Iterable[FoundReference]) -> None:
    """Write a table a page: it needs a page's rows at once, to know how wide its columns are."""
    for source, found in groupby(rows, key=lambda row: row.source):
        _write_page(source, list(found))


def _write_page(source: str, rows: list[FoundReference]) -> None:
    from rich.table import Table
    from rich.text import Text

    cells = [_cells(row) for row in rows]
    # On a terminal a long cell is folded; in a file or a pipe every row keeps its line.
    screen = console(width=sum(max(len(row[at]) for row in cells) for at in range(len(HEADINGS))) + 80)
    screen.print(Text(shown(source), "bold"))
    for line in _bases(rows):
        for each in screen.folded(line, indent=2):
            screen.print(each, style="dim")
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
    """The base that counts for a page, and whether some places have another.

    It is the base of the first reference but those that are read against another: a base itself is read against the
    base around it, and the attributes of an object against its codebase.
    """
    found = [row for row in rows if row.base is not None and row.base_rule is not None]
    first = next((row for row in found if not _has_another_base(row)), None)
    if first is None or first.base_rule is None:
        return
    yield f"base {shown(first.base or '')} ({first.base_rule}, {CLAUSES[first.base_rule]})"
    if any(row.base != first.base for row in found if row.element != "base" and row.attribute != "xml:base"):
        yield "some elements have another base"


def _has_another_base(row: FoundReference) -> bool:
    if row.element == "base" or row.attribute == "xml:base":
        return True
    found = tables()["html"].find(row.element or "", row.attribute or "")
    return found is not None and found.relative_to is not None


def _cells(row: FoundReference) -> tuple[str, ...]:
    """A row as the table shows it; the last column is the target and what is to be said of it.

    That is the part of the message that it is, the class of a hint, where a browser goes if that is another place, and
    why it is not valid.
    """
    place = "" if row.line is None else f"{row.line}:{'?' if row.column is None else row.column}"
    element = f"{row.element or ''} {row.attribute or ''}".strip()
    browser = row.browser and row.browser != row.resolved and f"(browser: {row.browser})"
    notes = (row.part and f"({row.part})", row.hint and f"(hint: {row.hint})", browser, row.error)
    told = [part for part in (row.resolved, *notes) if part]
    reference = "" if row.reference is None else row.reference or '""'
    return tuple(map(shown, (place, element, reference, _verdict(row), "  ".join(told))))


def _verdict(row: FoundReference) -> str:
    """Whether a reference is valid; one that leads nowhere has the reason in that place."""
    return row.problem if row.problem in LOST and row.problem else "yes" if row.valid else "no"
