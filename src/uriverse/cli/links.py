"""`uriverse links`: every reference of the given documents, as a table, JSON lines or CSV."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterable, Iterator
from typing import IO, Final

import click

import uriverse as uv
from uriverse.cli.common import console, edition_option, json_option, shown, write_json
from uriverse.documents import FoundReference, establish
from uriverse.documents import links as found_in
from uriverse.documents.base import CLAUSES

HEADINGS: Final = ("line", "element", "reference", "valid", "resolved, or why not")


@click.command("links")
@click.argument("pages", metavar="PAGE...", nargs=-1, required=True)
@click.option("--base", metavar="URI", help="Where the pages were retrieved from; each file's own URI, when not given.")
@edition_option
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Write comma-separated values, with a header.")
@click.option("--check", is_flag=True, help="Exit with 1 when a reference is not valid, too.")
@click.pass_context
def command(
    ctx: click.Context,
    pages: tuple[str, ...],
    base: str | None,
    edition: uv.EditionId,
    as_json: bool,
    as_csv: bool,
    check: bool,
) -> None:
    """List every reference of each PAGE: where it stands, what it resolves to, whether it is valid and why not.

    The base is the page's own BASE, else --base, else the file's URI. A PAGE of - is a page on standard input. A page
    that cannot be read has a row that says so, and the exit code is 1.

    \b
    Examples:
      uriverse links page.html
      uriverse links *.html --base http://www.example.org/ --csv > links.csv
      curl -s http://www.example.org/ | uriverse links - --base http://www.example.org/ --json
      uriverse links old.html --edition rfc1808 --check
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    if base is not None:
        refused = establish(retrieval=base, edition=edition).refused
        if refused:
            raise click.BadParameter(f"{base!r} is refused as a base: {refused[0].reason}", param_hint="--base")
    counts = Counts()
    write = _write_json if as_json else _write_csv if as_csv else _write_table
    try:
        write(counts.counted(found_in(*map(_source, pages), base=base, edition=edition)))
    except ModuleNotFoundError as missing:
        raise click.UsageError(str(missing)) from None
    if not as_json and not as_csv:
        click.echo(counts.said(len(pages)))
    ctx.exit(1 if counts.unread or (check and counts.refused) else 0)


class Counts:
    """What the rows amount to, counted as they pass."""

    def __init__(self) -> None:
        self.references = self.refused = self.unresolved = self.unread = 0

    def counted(self, rows: Iterable[FoundReference]) -> Iterator[FoundReference]:
        """Yield the rows again."""
        for row in rows:
            if row.reference is None:
                self.unread += 1
            else:
                self.references += 1
                self.refused += not row.valid
                self.unresolved += row.valid and row.resolved is None
            yield row

    def said(self, pages: int) -> str:
        """The sum, in words."""
        parts = [f"{self.references} references in {pages} page{'' if pages == 1 else 's'}"]
        parts += [f"{self.refused} not valid"] if self.refused else []
        parts += [f"{self.unresolved} valid but not resolved"] if self.unresolved else []
        parts += [f"{self.unread} page{'' if self.unread == 1 else 's'} not read"] if self.unread else []
        return ", ".join(parts)


def _source(page: str) -> str | IO[bytes]:
    return Named(sys.stdin.buffer.read()) if page == "-" else page


class Named(io.BytesIO):
    """Standard input, under the name that rows call it by."""

    name = "-"


def _write_json(rows: Iterable[FoundReference]) -> None:
    for row in rows:
        write_json(row._asdict())


def _write_csv(rows: Iterable[FoundReference]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(FoundReference._fields)
    for row in rows:
        writer.writerow("" if value is None else value for value in row)


def _write_table(rows: Iterable[FoundReference]) -> None:
    """One table a page: it needs a page's rows at once, to know how wide its columns are."""
    from itertools import groupby

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
    """A row as the table shows it; the last column is the target, and why it is not valid."""
    place = "" if row.line is None else f"{row.line}:{row.column}"
    element = f"{row.element or ''} {row.attribute or ''}".strip()
    told = [part for part in (row.resolved, row.error) if part is not None]
    reference = "" if row.reference is None else row.reference or '""'
    return tuple(map(shown, (place, element, reference, "yes" if row.valid else "no", "  ".join(told))))
