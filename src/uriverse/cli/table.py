"""`uriverse table`: a file of a hundred million references, parsed column by column."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

import uriverse as uv
from uriverse.cli.common import console, edition_option, json_option, shown, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriverse.columns.files import Format
    from uriverse.columns.tally import Tally

FORMATS = ("text", "csv", "tsv", "jsonl", "parquet")
SHOWN = 10


@click.command("table")
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@click.option("--column", metavar="NAME", default="url", show_default=True, help="The column of references.")
@click.option(
    "--want",
    metavar="NAMES",
    default="scheme,host,port,path,query,fragment,valid,error",
    show_default=True,
    help="What to write besides the column: names of components, kind, host_type, valid, error.",
)
@click.option("--keep", metavar="NAMES", default="", help="Other columns of the input to write as well.")
@click.option("--to", "output", metavar="OUT", required=True, help="The file to write; its suffix says the format.")
@click.option("--from", "kind", type=click.Choice(FORMATS), help="The inputs' format where the suffix does not say.")
@click.option("--threads", type=click.IntRange(min=0), default=0, help="How many threads parse; 0 is all cores.")
@edition_option
@json_option
def command(
    inputs: tuple[str, ...],
    column: str,
    want: str,
    keep: str,
    output: str,
    kind: Format | None,
    threads: int,
    edition: uv.EditionId,
    as_json: bool,
) -> None:
    """Parse a column of text, CSV, TSV, JSON lines or Parquet files into a table.

    A reference that the edition refuses has empty fields, and the error says where (in characters) and by which rule.
    Memory does not grow with the file; the output is written beside and takes its name when it is whole. INPUT may be
    - for standard input, with --from. A .gz, .zst or .bz2 behind the suffix of text is read through.

    \b
    Examples:
      uriverse table urls.txt --to parts.parquet
      uriverse table log.csv --column referrer --want host,path,valid,error --keep time --to parts.csv
      zcat urls.gz | uriverse table - --from text --to parts.jsonl
    """
    try:
        import pyarrow  # noqa: F401 (the message says how to get it)
    except ImportError:
        raise click.ClickException("uriverse table needs pyarrow: pip install 'uriverse[arrow]'") from None
    from uriverse.columns.tally import Tally

    sources = [(name, kind or _format(name)) for name in inputs]
    target = _format(output)
    tally = Tally()
    names = [name.strip() for name in want.split(",") if name.strip()]
    kept = [name.strip() for name in keep.split(",") if name.strip()]
    try:
        _work(sources, output, target, tally, [column, *kept], names, edition, threads)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    except KeyError as error:
        raise click.ClickException(f"there is no column {error.args[0]!r}") from None
    except OSError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        write_json(_as_object(tally))
    else:
        _show(tally)


def _format(name: str) -> Format:
    from uriverse.columns.files import format_of

    found = format_of(name)
    if found is None:
        raise click.UsageError(f"{name}: the suffix says no format; known are .txt .csv .tsv .jsonl .parquet")
    return found


def _work(
    sources: list[tuple[str, Format]],
    output: str,
    target: Format,
    tally: Tally,
    columns: list[str],
    names: list[str],
    edition: uv.EditionId,
    threads: int,
) -> None:
    """Read, parse and write piece by piece."""
    from uriverse.columns.files import WholeFile, read

    words = [word for name in names for word in (("error_at", "error_rule") if name == "error" else (name,))]
    parse = _parser(names, words, edition, threads)
    with _progress(len(sources)) as advance:
        empty = parse(_nothing(columns), columns[0], None)
        with WholeFile(output, target, empty.schema) as file:
            for number, (name, kind) in enumerate(sources):
                for piece in read(name, kind, columns):
                    file.write(parse(piece.rows, columns[0], tally))
                    advance(number + piece.done, tally)


def _nothing(columns: list[str]) -> Any:
    import pyarrow as pa

    return pa.record_batch({name: pa.nulls(0, pa.string()) for name in columns})


def _parser(
    names: list[str], words: list[str], edition: uv.EditionId, threads: int
) -> Callable[[Any, str, Tally | None], Any]:
    """A function from some rows to the table that is written for them."""
    import pyarrow as pa

    from uriverse import columns as uc

    everything: list[Any] = list(dict.fromkeys([*names, "valid", "error"]))

    def parse(rows: Any, column: str, tally: Tally | None) -> Any:
        texts = rows.column(column)
        parts = uc.parse(texts, want=everything, edition=edition, threads=threads)
        if tally is not None:
            tally.add(texts, *(_plain(parts.field(name)) for name in ("valid", "error_at", "error_rule")))
        given = {name: rows.column(name).cast(pa.string()) for name in rows.schema.names}
        return pa.table(given | {name: parts.field(name).to_pyarrow(views=False) for name in words})

    return parse


def _plain(column: Any) -> Any:
    return column.to_pyarrow(views=False)


@contextmanager
def _progress(files: int) -> Iterator[Callable[[float, Tally], None]]:
    """A bar on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    screen = Console(stderr=True)
    with Progress(
        BarColumn(),
        TextColumn("{task.percentage:3.0f}%  {task.fields[rows]:,} rows, {task.fields[valid]:,} valid"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    ) as progress:
        task = progress.add_task("", total=files, rows=0, valid=0)

        def advance(done: float, tally: Tally) -> None:
            progress.update(task, completed=done, rows=tally.rows, valid=tally.valid)

        yield advance


def _as_object(tally: Tally) -> dict[str, object]:
    return {
        "rows": tally.rows,
        "null": tally.null,
        "valid": tally.valid,
        "errors": [
            {"rule": rule, "rows": rows, "example": tally.examples[rule].text, "at": tally.examples[rule].at}
            for rule, rows in tally.rules.most_common(SHOWN)
        ],
    }


def _show(tally: Tally) -> None:
    """The summary for people: counts, and the most common errors with the first text of each."""
    from uriverse.diagnosis import pointed

    screen = console()
    refused = tally.rows - tally.null - tally.valid
    line = f"{tally.rows:,} rows: {tally.valid:,} valid, {refused:,} not"
    screen.print(line + (f", {tally.null:,} empty" if tally.null else ""))
    for rule, rows in tally.rules.most_common(SHOWN):
        example = tally.examples[rule]
        screen.print(f"{rows:>12,}  {rule}", style="red")
        for shown_line in pointed(example.text, example.at).splitlines():
            screen.print(f"{'':12}{shown(shown_line)}")
    sys.stdout.flush()
