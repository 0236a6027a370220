"""The ways in which `uriverse links` writes its rows: a table for people, JSON lines, CSV, Parquet."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable
from itertools import groupby
from json.encoder import encode_basestring_ascii
from typing import Final

import click

from uriverse.cli.common import console, shown
from uriverse.documents import FoundReference
from uriverse.documents.base import CLAUSES
from uriverse.output import whole_file

# What programs are given: exactly these, in this order.
FIELDS: Final = FoundReference._fields[:12]
HEADINGS: Final = ("line", "element", "reference", "valid", "resolved, or why not")
# How many rows are in memory for one group of a Parquet file.
GROUP: Final = 1 << 16

Write = Callable[[Iterable[FoundReference]], None]


def write_lines(rows: Iterable[FoundReference]) -> None:
    """Write one JSON object a line, in ASCII; there may be millions, so lines go out as the stream's buffer fills.

    The fields are always the same, so each line is put together from its values: a third of an encoder's time.
    """
    line = ", ".join(f'"{name}": %s' for name in FIELDS).join(("{", "}\n"))
    write, size = sys.stdout.write, len(FIELDS)
    for row in rows:
        write(line % tuple(map(_in_json, row[:size])))
    sys.stdout.flush()


def _in_json(value: str | int | None) -> str:
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    return "null" if value is None else str(value).lower()


def write_csv(rows: Iterable[FoundReference]) -> None:
    """Write comma-separated values, with a header."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(FIELDS)
    for row in rows:
        writer.writerow("" if value is None else value for value in row[: len(FIELDS)])


def parquet_writer(path: str) -> Write:
    """Return what writes a Parquet file.

    Raises:
        UsageError: where the library is not installed.
    """
    try:
        from pyarrow.parquet import ParquetWriter

        from uriverse.documents import arrow
    except ModuleNotFoundError:
        raise click.UsageError("--parquet needs the extra 'arrow': pip install 'uriverse[arrow]'") from None
    schema = arrow.schema(FIELDS)

    def write(rows: Iterable[FoundReference]) -> None:
        with whole_file(path) as beside, ParquetWriter(beside, schema) as writer:
            for batch in arrow.batches(rows, schema, GROUP):
                writer.write_batch(batch)

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
    base = next((row for row in rows if row.base is not None and row.element != "base"), None)
    if base is not None and base.base_rule is not None:
        clause = CLAUSES[base.base_rule]
        screen.print(Text(f"base {shown(base.base or '')} ({base.base_rule}, {clause})", "dim"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="underline")
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold", justify="right" if heading == "line" else "left")
    for row, texts in zip(rows, cells, strict=True):
        verdict = "red" if not row.valid else "yellow" if row.error else "green"
        table.add_row(*map(Text, texts[:-2]), *(Text(text, verdict) for text in texts[-2:]))
    with screen.capture() as capture:
        screen.print(table, soft_wrap=False)
    for line in capture.get().strip("\n").split("\n"):
        click.echo(line.rstrip(), color=screen.is_terminal)
    click.echo()


def _cells(row: FoundReference) -> tuple[str, ...]:
    """A row as the table shows it; the last column is the target, the part that it is, and why it is not valid."""
    place = "" if row.line is None else f"{row.line}:{'?' if row.column is None else row.column}"
    element = f"{row.element or ''} {row.attribute or ''}".strip()
    told = [part for part in (row.resolved, row.part and f"({row.part})", row.error) if part is not None]
    reference = "" if row.reference is None else row.reference or '""'
    return tuple(map(shown, (place, element, reference, "yes" if row.valid else "no", "  ".join(told))))
