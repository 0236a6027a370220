"""`uriverse table`: a file of a hundred million references, parsed column by column."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import click

import uriverse as uv
from uriverse.canonicalization import PROFILES
from uriverse.cli.common import console, json_option, shown, standard_option, write_json
from uriverse.cli.process import FileNotWritten

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriverse.columns.files import Format
    from uriverse.columns.tally import Tally

FORMATS = ("text", "csv", "tsv", "jsonl", "parquet")
SHOWN = 10
# What --want may name besides the fields of a parse and the functions of SQL that take a text alone.
OF_PROFILE = frozenset({"canonical", "key"})
WANT = "scheme,host,port,path,query,fragment,valid,error"
URL_WANT = "href,protocol,hostname,port,pathname,search,hash,valid,error"


@click.command("table")
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@click.option("--column", metavar="NAME", default="url", show_default=True, help="The column of references.")
@click.option(
    "--want",
    metavar="NAMES",
    help="What to write besides the column: names of components, kind, host_type, valid, error; suffix, domain, "
    "subdomain, tld, site, origin of the host; canonical, key of --profile; normalize, mend, without_www, hierarchy, "
    "query_names and any other function of docs/columns.md that takes a URL alone.  "
    f"[default: {WANT}; by whatwg {URL_WANT}]",
)
@click.option("--profile", metavar="NAME", help="The canonical form for canonical and key in --want.")
@click.option("--keep", metavar="NAMES", default="", help="Other columns of the input to write as well.")
@click.option("--prefix", metavar="TEXT", default="", help="What to write before each name of --want.")
@click.option("--to", "output", metavar="OUT", required=True, help="The file to write; its suffix says the format.")
@click.option("--from", "kind", type=click.Choice(FORMATS), help="The inputs' format where the suffix does not say.")
@click.option(
    "--on-error",
    type=click.Choice(("stop", "skip")),
    default="stop",
    show_default=True,
    help="What to do at a CSV row with too many or too few fields; what is skipped is counted.",
)
@click.option("--threads", type=click.IntRange(min=0), default=0, help="How many threads parse; 0 is all cores.")
@standard_option
@json_option
def command(
    inputs: tuple[str, ...],
    column: str,
    want: str | None,
    profile: str | None,
    keep: str,
    prefix: str,
    output: str,
    kind: Format | None,
    on_error: str,
    threads: int,
    edition: uv.EditionId | Literal["whatwg"],
    as_json: bool,
) -> None:
    """Parse a column of text, CSV, TSV, JSON lines or Parquet files into a table.

    A reference that the edition refuses has empty fields, and the error says where (in characters) and by which rule.
    With --edition whatwg the fields are attributes of the URL that a browser makes of each text, and the error is the
    URL Standard's name for it.

    Memory does not grow with the file; the output is written beside and takes its name when it is whole. INPUT may be
    - for standard input, with --from. A .gz, .zst or .bz2 after the suffix is read through, and written so.

    Octets that are not UTF-8 become U+FFFD, which every edition refuses. Columns that are kept have the types of the
    input; in CSV all are text.

    \b
    Examples:
      uriverse table urls.txt --to parts.parquet
      uriverse table log.csv --column referrer --want host,path,valid,error --keep time --to parts.csv
      uriverse table urls.txt --want domain,site,canonical,key --profile surt --to keys.parquet
      uriverse table urls.txt --edition whatwg --want href,hostname --to urls.parquet
      zcat urls.gz | uriverse table - --from text --to parts.jsonl
    """
    try:
        import pyarrow  # noqa: F401 (the message says how to get it)
    except ImportError:
        raise click.ClickException("uriverse table needs pyarrow: pip install 'uriverse[arrow]'") from None
    from uriverse.columns.parsing import fields_of
    from uriverse.columns.tally import Tally

    sources = [(name, kind or _format(name)) for name in inputs]
    target = _format(output)
    tally = Tally()
    want = want or (URL_WANT if edition == "whatwg" else WANT)
    names = [name.strip() for name in want.split(",") if name.strip()]
    kept = [name.strip() for name in keep.split(",") if name.strip()]
    if profile not in (None, *PROFILES):
        raise click.UsageError(f"--profile is one of {', '.join(PROFILES)}, not {profile!r}")
    if profile is None and not OF_PROFILE.isdisjoint(names):
        raise click.UsageError("canonical and key are those of a profile: name it with --profile")
    _refuse_clashes([column, *kept], [prefix + word for word in fields_of(names)])
    if target == "parquet" and not output.endswith((".parquet", ".pq")):
        raise click.UsageError(f"{output}: Parquet is compressed inside; its suffix is .parquet")
    ragged: list[Any] = []
    job = _Job(column, kept, names, profile, prefix, edition, threads, ragged.append if on_error == "skip" else None)
    _check_want(job)
    try:
        _work(sources, output, target, tally, job)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    except KeyError as error:
        raise click.ClickException(f"there is no column {error.args[0]!r}") from None
    except OSError as error:
        if error.filename == output:
            raise FileNotWritten(output, error) from None
        raise click.ClickException(str(error)) from None
    if as_json:
        write_json(_as_object(tally) | ({"skipped": len(ragged)} if ragged else {}))
    else:
        _show(tally)
    if ragged:
        click.echo(f"{len(ragged):,} rows were skipped; the first is {ragged[0]}", err=True)


def _format(name: str) -> Format:
    from uriverse.columns.files import format_of

    found = format_of(name)
    if found is None:
        raise click.UsageError(f"{name}: the suffix says no format; known are .txt .csv .tsv .jsonl .parquet")
    return found


@dataclass(frozen=True, slots=True)
class _Job:
    """What is done with each piece."""

    column: str
    kept: list[str]
    names: list[str]
    profile: str | None
    prefix: str
    edition: uv.EditionId | Literal["whatwg"]
    threads: int
    skip: Callable[[Any], None] | None


def _check_want(job: _Job) -> None:
    """Refuse a word that is neither a field of a parse nor a function of a text, and name both kinds."""
    from uriverse import columns as uc

    others = _functions_of_a_text(job).keys() | OF_PROFILE
    of_parse: list[Any] = [name for name in job.names if name not in others]
    try:
        uc.parse(uc.Column([]), want=of_parse, edition=job.edition)
    except ValueError as error:
        raise click.ClickException(f"{error}; --want also takes {', '.join(sorted(others))}") from None


def _refuse_clashes(given: list[str], made: list[str]) -> None:
    names = [*given, *made]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise click.UsageError(f"two columns of the output are called {twice[0]!r}; --prefix renames those of --want")


def _work(sources: list[tuple[str, Format]], output: str, target: Format, tally: Tally, job: _Job) -> None:
    """Read, parse and write piece by piece. The first piece says which types the kept columns have."""
    from uriverse.columns.files import read
    from uriverse.columns.writers import WholeFile

    columns = [job.column, *job.kept]
    parse = _parser(job)
    with _progress(len(sources)) as advance, ExitStack() as stack:
        empty = parse(_nothing(columns), None)
        file = None
        for number, (name, kind) in enumerate(sources):
            for piece in read(name, kind, columns, skip=job.skip):
                table = parse(piece.rows, tally)
                if file is None:
                    schema = table.schema
                    file = stack.enter_context(WholeFile(output, target, schema))
                file.write(table if table.schema.equals(schema) else table.cast(schema))
                advance(number + piece.done, tally)
        if file is None:
            stack.enter_context(WholeFile(output, target, empty.schema))


def _nothing(columns: list[str]) -> Any:
    import pyarrow as pa

    return pa.record_batch({name: pa.nulls(0, pa.string()) for name in columns})


def _parser(job: _Job) -> Callable[[Any, Tally | None], Any]:
    """A function from some rows to the table that is written for them."""
    import pyarrow as pa

    from uriverse import columns as uc
    from uriverse.columns.parsing import fields_of
    from uriverse.columns.tally import WANTED

    words = fields_of(job.names)
    of_text = _functions_of_a_text(job)
    parts_wanted = [word for word in words if word not in of_text and word not in OF_PROFILE]
    everything: list[Any] = list(dict.fromkeys([*parts_wanted, *WANTED]))

    def made(name: str, texts: Any, parts: Any) -> Any:
        if name in of_text:
            return of_text[name](texts)
        if name in OF_PROFILE:
            return getattr(uc, name)(texts, profile=job.profile, threads=job.threads)
        return parts.field(name)

    def parse(rows: Any, tally: Tally | None) -> Any:
        texts = rows.column(job.column)
        parts = uc.parse(texts, want=everything, edition=job.edition, threads=job.threads)
        if tally is not None:
            tally.add(texts, {name: _plain(parts.field(name)) for name in WANTED})
        given = {job.column: texts.cast(pa.string())} | {name: rows.column(name) for name in job.kept}
        return pa.table(given | {job.prefix + name: _plain(made(name, texts, parts)) for name in words})

    return parse


def _functions_of_a_text(job: _Job) -> dict[str, Callable[[Any], Any]]:
    """The functions of SQL that take a text and give a value or a list; a parse gives its own fields faster."""
    from typing import get_args

    from uriverse.columns.parsing import Attribute, Want
    from uriverse.columns.sql import Lists, functions

    of_parse = {*get_args(Want), *get_args(Attribute)} - {"origin"}
    return {
        function.name: function.run
        for function in functions(job.edition, job.threads)
        if len(function.arguments) == 1 and function.name not in of_parse and isinstance(function.result, str | Lists)
    }


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
            {
                "reason": error[0],
                "rule": error[1],
                "rows": rows,
                "example": tally.examples[error].text,
                "at": tally.examples[error].at,
            }
            for error, rows in tally.errors.most_common(SHOWN)
        ],
    }


def _show(tally: Tally) -> None:
    """The summary for people: counts, and the most common errors with the first text of each."""
    from uriverse.errors.pointing import pointed

    screen = console()
    refused = tally.rows - tally.null - tally.valid
    line = f"{tally.rows:,} rows: {tally.valid:,} valid, {refused:,} not"
    screen.print(line + (f", {tally.null:,} empty" if tally.null else ""))
    for error, rows in tally.errors.most_common(SHOWN):
        example = tally.examples[error]
        screen.print(f"{rows:>12,}  {error[0]} in {error[1]}", style="red")
        for shown_line in pointed(example.text, example.at).splitlines():
            screen.print(f"{'':12}{shown(shown_line)}")
    sys.stdout.flush()
