"""`uriverse table`: parse a column of a large file into a table."""

from __future__ import annotations

import codecs
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click

from uriverse import _core
from uriverse.canonicalization import PROFILES
from uriverse.cli.common import FILES, Word, json_option, quiet_option, standard_option
from uriverse.cli.inputs import NotRead, standard_input
from uriverse.cli.process import FileNotWritten
from uriverse.cli.progress import STATUS
from uriverse.cli.screen import Screen
from uriverse.cli.table_files import SAMPLE, How, Kept, columns_of, files_of, write_table, write_tables
from uriverse.cli.table_rows import BY_PROFILE, QUERY_PREFIX, Job, functions_of_a_text, is_of_parse
from uriverse.editions.ids import DEFAULT_EDITION, StandardId
from uriverse.ground.argument_types import is_url_standard
from uriverse.ground.extras import pyarrow
from uriverse.ground.masking import shown
from uriverse.ground.output_plan import PlanError

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.shell_completion import CompletionItem

    from uriverse.columns.files.inputs import Format, Reject
    from uriverse.columns.files.tally import Tally


class Columns(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The name of a column, or several; completion offers those of the inputs named before it."""

    name = "column"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        # While a command is completed, click leaves the arguments before an option in `args`.
        word = Word("column", columns_of([*(ctx.params.get("inputs") or ()), *ctx.args]), several=True)
        return word.shell_complete(ctx, param, incomplete)


FORMATS = ("text", "csv", "tsv", "jsonl", "parquet", "arrow")
MAX_ERRORS = 10
WANT = "scheme,host,port,path,query,fragment,valid,error"
URL_WANT = "href,protocol,hostname,port,pathname,search,hash,valid,error"


@click.command("table")
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, type=FILES)
@click.option(
    "--column", metavar="NAME", type=Columns(), default="url", show_default=True, help="The column of references."
)
@click.option(
    "--want",
    metavar="NAMES",
    type=Word("name", lambda: _known_names(), others=bool, several=True),
    help="What to write besides the column: names of components, kind, host_type, valid, error; public_suffix, domain, "
    "subdomain, tld, site, origin of the host; query:NAME, the value of that pair of the query, as in uriverse edit; "
    "canonical, canonical_key of --profile; normalize, mend, without_www, hierarchy, query_names and any other "
    "function of docs/columns.md that takes a URL alone.  "
    f"[default: {WANT}; by whatwg {URL_WANT}]",
)
@click.option(
    "--profile",
    metavar="NAME",
    type=Word("profile", lambda: PROFILES, others=lambda name: name in PROFILES),
    help="The canonical form for canonical and canonical_key in --want.",
)
@click.option(
    "--keep", metavar="NAMES", type=Columns(), default="", help="Other columns of the input to write as well."
)
@click.option("--prefix", metavar="TEXT", default="", help="What to write before each name of --want.")
@click.option(
    "--to",
    "output",
    metavar="OUT",
    type=FILES,
    help="The file to write; its suffix is the format. Without --to and --into, or with -, it is standard output.",
)
@click.option(
    "--as",
    "written",
    metavar="FORMAT",
    type=Word("format", FORMATS),
    help=f"The output's format: {', '.join(FORMATS)}.  [default: by OUT's suffix; else csv]",
)
@click.option(
    "--into", metavar="DIR", type=click.Path(file_okay=False), help="Write a Parquet file of each input into DIR."
)
@click.option("--delimiter", metavar="CHAR", help="The delimiter of CSV inputs; \\t is a tab.  [default: ,]")
@click.option("--quote", metavar="CHAR", default='"', show_default=True, help="The quote of CSV inputs; '' is none.")
@click.option("--header", metavar="NAMES", default="", help="The names of columns, for CSV inputs without a header.")
@click.option("--encoding", metavar="NAME", help="The inputs' encoding.  [default: a byte order mark's; else utf-8]")
@click.option(
    "--format",
    "kind",
    metavar="FORMAT",
    type=Word("format", FORMATS),
    help="The inputs' format, if the suffix does not determine it.",
)
@click.option(
    "--on-error",
    type=click.Choice(("stop", "skip")),
    default="stop",
    show_default=True,
    help="What to do with a malformed row, or one with a value of another type; skipped rows are counted.",
)
@click.option(
    "--on-invalid",
    type=click.Choice(("keep", "drop", "reject")),
    default="keep",
    show_default=True,
    help="What to do with an invalid reference: keep its row with empty fields, drop it, or write it to "
    "--rejects instead.",
)
@click.option(
    "--rejects",
    metavar="FILE",
    type=FILES,
    help="Skip malformed rows and write them here, with the rows of --on-invalid reject: file, line (of text files), "
    "column, reason, text. The suffix is the format.",
)
@click.option(
    "--compression",
    type=click.Choice(("zstd", "snappy", "lz4", "none")),
    default="zstd",
    show_default=True,
    help="How a Parquet file is compressed: zstd makes the smallest, the others are written faster.",
)
@click.option("--threads", type=click.IntRange(min=0), default=0, help="How many threads to use; 0 is one per core.")
@standard_option
@quiet_option
@json_option
def command(inputs: tuple[str, ...], edition: StandardId, **options: Any) -> None:
    """Parse a column of text, CSV, TSV, JSON lines, Parquet or Arrow files into a table.

    A reference that the edition refuses has empty fields, and an error with its position (in characters) and rule. With
    --on-invalid drop or reject the table has only valid references. The summary counts the others. With --edition
    whatwg the fields are attributes of the URL that a browser makes of each text, and the error is the URL Standard's
    validation error.

    Memory does not grow with the file, and files are written atomically. If the table goes to standard output, the
    summary goes to standard error. INPUT may be - for standard input, with --format. Files with .gz, .zst or .bz2 after
    the suffix are decompressed and compressed. In a directory all files whose suffix names a format are read. UTF-16
    and UTF-32 are detected by their byte order mark, or named by --encoding.

    --into DIR writes part-00000.parquet and so on, one file for each input, each atomically. The same command again,
    after a crash too, keeps the finished files and writes the rest. DIR/_plan.json lists the input of each part: a new
    input gets a new part, and the part of a changed input is replaced. The last line counts both.

    Octets that are not UTF-8 are percent-encoded in every column; every edition refuses such a reference. Kept columns
    have the types of the input, for JSON lines those of the first 8 MiB; in CSV all are text, and octets are base64.

    \b
    Examples:
      uriverse table urls.txt --to parts.parquet
      uriverse table log.csv --column referrer --want host,path,valid,error --keep time --to parts.csv
      uriverse table urls.txt --want domain,site,canonical,canonical_key --profile surt --to keys.parquet
      uriverse table urls.txt --edition whatwg --want href,hostname --to urls.parquet
      zcat urls.gz | uriverse table - --format text --want domain > domains.csv
      uriverse table log.csv --delimiter ';' --rejects bad.jsonl --to parts.jsonl
      uriverse table log.csv --want host,query:ref --on-invalid reject --rejects bad.csv --to refs.parquet
      uriverse table crawl/ --want domain,site --into parts/
    """
    pyarrow()  # if it is missing, an error that names the extra
    from uriverse.columns.files.inputs import Layout, NoColumn
    from uriverse.columns.files.octets import CODECS, is_stream
    from uriverse.columns.files.tally import Tally
    from uriverse.columns.kernels.parse import fields_of

    chosen = SimpleNamespace(**options)
    output, into, want, rejects, kind = (options[name] for name in ("output", "into", "want", "rejects", "kind"))
    compression, on_invalid = chosen.compression, chosen.on_invalid
    if into is not None and (output is not None or chosen.written is not None):
        raise click.UsageError("--into writes Parquet files: --to and --as are for one output")
    output = "-" if output is None and into is None else output
    if "-" in inputs:
        standard_input()
    if into is not None and any(map(is_stream, inputs)):
        raise click.UsageError("--into makes a file of each input: give standard input, or a pipe, a file")
    sources = [(name, kind or _format(name, "or use --format")) for name in files_of(inputs, into, kind)]
    if not sources:
        raise click.UsageError(f"{', '.join(inputs)} has no file whose suffix says a format")
    target = chosen.written or (
        "csv" if output == "-" else "parquet" if output is None else _format(output, "or use --as")
    )
    if output == "-" and target in ("parquet", "arrow") and sys.stdout.isatty():
        raise click.UsageError(f"{target} is not for a terminal: name a file with --to")
    if target == "text" and (want is not None or chosen.keep):
        reason = "text has one column, the references: --want and --keep need another format"
        raise click.UsageError(f"{reason}, or uriverse edit --get FORMAT")
    tally = Tally()
    want = want or (URL_WANT if is_url_standard(edition) else WANT)
    names, other_columns = _listed(want), _listed(chosen.keep)
    if chosen.profile is None and not BY_PROFILE.isdisjoint(names):
        raise click.UsageError("canonical and canonical_key are those of a profile: name it with --profile")
    _refuse_clashes([chosen.column, *other_columns], [chosen.prefix + word for word in fields_of(names)])
    if output is not None and target == "parquet" and output.endswith(tuple(CODECS)):
        raise click.UsageError(f"{output}: Parquet is compressed inside; its suffix is .parquet")
    for name in filter(None, (output, rejects)):
        _refuse_an_input(name, [source for source, _ in sources])
    layout = Layout(
        _encoding(chosen.encoding),
        _character("--delimiter", chosen.delimiter),
        chosen.quote,
        tuple(_listed(chosen.header)),
    )
    _character("--quote", chosen.quote or None)
    if on_invalid == "reject" and rejects is None:
        raise click.UsageError("--on-invalid reject writes to a file: name it with --rejects")
    job = Job(chosen.column, other_columns, names, chosen.profile, chosen.prefix, edition, on_invalid)
    _check_want(job)
    there = Kept()
    skipped = Rejects(rejects, None if rejects is None else _format(rejects, "name one of them"), compression)
    skips = chosen.on_error == "skip" or rejects is not None
    rejecting = skipped.write if on_invalid == "reject" else None
    how = How(layout, compression, chosen.threads, skipped.add if skips else None, rejecting)
    try:
        with _progress(len(sources), tally, hidden=output == "-" and sys.stdout.isatty()) as advance, skipped.opened():
            if into is not None:
                there = write_tables(into, sources, tally, job, how, advance)
            else:
                write_table(sources, str(output), target, tally, job, how, advance)
    except PlanError as error:
        raise click.UsageError(str(error)) from None
    except NoColumn as error:
        raise click.ClickException(f"{error} (--column and --keep name them)") from None
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        ours = [Path(path) for path in (output, into, rejects) if path is not None]
        failed = Path(error.filename or "")
        if error.filename is not None and any(path in (failed, *failed.parents) for path in ours):
            raise FileNotWritten(str(error.filename), error) from None
        # Report the name in the user's spelling, such as "./links.txt".
        name = next((name for name in inputs if Path(name) == Path(error.filename or "")), error.filename)
        raise NotRead(f"{shown(name)}: cannot be read: {error.strerror}" if name else str(error)) from None
    to_stderr = output == "-"
    if chosen.as_json:
        of_before = {"kept": {"files": there.files, "rows": there.rows}} if into is not None else {}
        answer = _as_object(tally) | of_before | ({"skipped": skipped.count} if skipped.count else {})
        click.echo(json.dumps(answer), err=to_stderr)
    elif not chosen.quiet:
        _show(tally, Screen(stderr=to_stderr), {"drop": "dropped", "reject": f"in {rejects}"}.get(on_invalid, "kept"))
        if there.files:
            click.echo(f"kept {there.files:,} files with {there.rows:,} rows{there.differences}")
    if skipped.count and not chosen.quiet:
        skipped_rows = "1 row was" if skipped.count == 1 else f"{skipped.count:,} rows were"
        click.echo(f"{skipped_rows} skipped; the first is {shown(str(skipped.first))}", err=True)


class Rejects:
    """Counts the rows that break their format, and writes them to a file if one is named."""

    def __init__(self, name: str | None, kind: Format | None, compression: str) -> None:
        self._name, self._kind, self._compression = name, kind, compression
        self._waiting: list[Reject] = []
        self._file: Any = None
        self.count = 0
        self.first: Reject | None = None

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Open the file, if one is named; write the rest and close it at the end."""
        from uriverse.columns.files.writing import whole_table

        if self._name is None or self._kind is None:
            yield
            return
        with whole_table(self._name, self._kind, self._table(), self._compression) as self._file:
            try:
                yield
            finally:
                self._flush()

    def add(self, reject: Reject) -> None:
        """Count and write a row that breaks its format."""
        self.count += 1
        self.first = self.first or reject
        self.write(reject)

    def write(self, reject: Reject) -> None:
        """Write a row to the file, if there is one."""
        if self._file is not None:
            self._waiting.append(reject)
            if len(self._waiting) == SAMPLE:
                self._flush()

    def _flush(self) -> None:
        self._file.append(self._file.part(self._table()))
        self._waiting.clear()

    def _table(self) -> Any:
        from dataclasses import asdict

        import pyarrow as pa

        from uriverse._core import Column

        # Arrow strings are UTF-8.
        rows = [
            asdict(problem)
            | {
                "line": problem.line and str(problem.line),
                "text": problem.text.encode("utf-8", "surrogateescape").decode("utf-8", "replace"),
            }
            for problem in self._waiting
        ]
        names = ("file", "line", "column", "reason", "text")
        columns = [Column([row[name] for row in rows]).to_pyarrow(views=False) for name in names]
        columns[1] = columns[1].cast(pa.int64())
        return pa.Table.from_arrays(columns, names)


def _refuse_an_input(output: str, sources: list[str]) -> None:
    """Raise an error for an output that is one of the inputs, by whatever name: columns would be lost."""
    for source in sources:
        if os.path.isfile(source) and os.path.isfile(output) and os.path.samefile(source, output):
            raise click.UsageError(f"{shown(output)} is the input {shown(source)}: write to another file")


def _listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _character(option: str, text: str | None) -> str | None:
    """Parse an option whose value is one character of US-ASCII."""
    text = "\t" if text in (r"\t", "tab") else text
    if text is not None and (len(text) != 1 or not text.isascii() or text in "\r\n"):
        raise click.UsageError(f"{option} is one character of US-ASCII, such as ; or \\t")
    return text


def _encoding(name: str | None) -> str | None:
    """Return Python's name of an encoding."""
    try:
        return name if name is None else codecs.lookup(name).name
    except LookupError:
        raise click.UsageError(f"there is no encoding {name!r}; such are utf-8, utf-16-le, latin-1, cp1252") from None


def _format(name: str, advice: str) -> Format:
    from uriverse.columns.files.reading import format_of

    kind = format_of(name)
    if kind is None:
        suffixes = ".txt .csv .tsv .jsonl .parquet .arrow"
        raise click.UsageError(f"{name}: the suffix names no format; known are {suffixes}; {advice}")
    return kind


def _check_want(job: Job) -> None:
    """Raise an error for a word of --want that is neither a field of a parse nor a function of a text."""
    from uriverse import columns as uc

    others = functions_of_a_text(job).keys() | BY_PROFILE
    if is_url_standard(job.edition) and any(name.startswith(QUERY_PREFIX) for name in job.names):
        raise click.UsageError("query:NAME reads the query by an edition: leave out --edition whatwg")
    of_parse: list[Any] = [name for name in job.names if is_of_parse(name, others)]
    try:
        uc.parse(uc.Column([]), want=of_parse, edition=job.edition)
    except ValueError as error:
        raise click.UsageError(f"{error}; --want also takes query:NAME, {', '.join(sorted(others))}") from None


def _known_names() -> list[str]:
    """Return the words of --want, for shell completion."""
    from typing import get_args

    from uriverse.columns.kernels.parse import Attribute, Want

    job = Job("", [], [], None, "", DEFAULT_EDITION)
    return [
        *dict.fromkeys((*get_args(Want), *get_args(Attribute), *sorted(functions_of_a_text(job)), *sorted(BY_PROFILE)))
    ]


def _refuse_clashes(inputs_kept: list[str], outputs: list[str]) -> None:
    names = [*inputs_kept, *outputs]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise click.UsageError(f"two columns of the output are called {twice[0]!r}; --prefix renames those of --want")


@contextmanager
def _progress(files: int, tally: Tally, *, hidden: bool) -> Iterator[Callable[[float], None]]:
    """Show the part that is done on standard error if it is a terminal; one to which the table goes shows the rows."""
    if hidden or not STATUS.begins():
        yield lambda _: None
        return
    try:
        yield lambda done: STATUS.tell(lambda: f"{done / files:.0%}, {tally.rows:,} rows, {tally.valid:,} valid")
    finally:
        STATUS.wipe()


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
            for error, rows in tally.errors.most_common(MAX_ERRORS)
        ],
    }


def _show(tally: Tally, screen: Screen, where: str) -> None:
    """Write the summary: counts, the place of invalid rows, and the most common errors with examples."""
    invalid = tally.rows - tally.null - tally.valid
    line = f"{tally.rows:,} row{'s' * (tally.rows != 1)}: {tally.valid:,} valid, {invalid:,} not"
    line += f" ({shown(where)})" if invalid else ""
    screen.print(line + (f", {tally.null:,} empty" if tally.null else ""))
    for error, rows in tally.errors.most_common(MAX_ERRORS):
        example = tally.examples[error]
        screen.print(f"{rows:>12,}  {error[0]} in {error[1]}", style="red")
        for shown_line in _core.pointed(example.text, example.at).splitlines():
            screen.print(f"{'':12}{shown(shown_line)}")
    screen.file.flush()
