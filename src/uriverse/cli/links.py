"""`uriverse links`: every reference of the given documents, as a table, JSON lines, CSV or Parquet."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import click

from uriverse.canonicalization import PROFILES
from uriverse.cli.common import (
    FILES,
    Word,
    json_option,
    quiet_option,
    scheme_names,
    search_option,
    standard_option,
)
from uriverse.cli.edit_steps import Format
from uriverse.cli.inputs import standard_input
from uriverse.cli.link_output import (
    FIELDS,
    Write,
    parquet_writer,
    plain_writer,
    report_writer,
    write_csv,
    write_lines,
    write_table,
)
from uriverse.cli.link_rows import PLACES, Counts, Selection, marked, to_first_unread, with_misleading_hosts
from uriverse.cli.link_sources import CountedDocuments, Named, expanded, progress, sites
from uriverse.cli.process import FileNotWritten
from uriverse.cli.reports import report_option
from uriverse.cli.screen import Screen
from uriverse.cli.texts import tell
from uriverse.documents import FORMATS, FoundReference, Limits, establish
from uriverse.documents.context import SearchRules
from uriverse.documents.formats import format_by_suffix
from uriverse.documents.parallel import AsColumns, AsLines, AsRows, in_parallel
from uriverse.documents.reading import Options
from uriverse.ground.masking import shown

if TYPE_CHECKING:
    from uriverse.cli.link_parts import PartsRun
    from uriverse.documents.local_targets import LocalTargets
    from uriverse.editions.registry import Standard

# The formats of mail, whose parts may be web pages.
MAIL: Final = frozenset({"mime", "mbox"})
# The octets of files in a part of --into: some ten seconds of work.
PART: Final = 256 << 20
KINDS: Final = ("absolute", "opaque", "network-path", "absolute-path", "relative-path", "same-document")


@click.command("links")
@click.argument("pages", metavar="[PAGE]...", nargs=-1, type=FILES)
@click.option(
    "--base", metavar="URI", help="The URI that the pages were retrieved from.  [default: the URI of each file]"
)
@click.option("--default-base", metavar="URI", help="The base of a page that has no other (RFC 3986, 5.1.4).")
@click.option(
    "--format",
    "format",
    metavar="FORMAT",
    type=Word("format", lambda: FORMATS),
    help=f"The format of every PAGE, if its name has no known suffix: {', '.join(FORMATS)}.",
)
@standard_option
@click.option(
    "--kind",
    "kinds",
    metavar="KIND",
    type=Word("kind", KINDS),
    multiple=True,
    help=f"Only references of this kind: {', '.join(KINDS)}.",
)
@click.option("--target-schemes", metavar="NAMES", multiple=True, help="Only targets of these schemes.")
@click.option("--valid/--invalid", "valid", default=None, help="Only references that are valid, or that are not.")
@click.option(
    "--unique", is_flag=True, help="Show each target once; with --get each answer, with --profile each canonical form."
)
@click.option(
    "--profile",
    "dedupe",
    metavar="NAME",
    type=Word("profile", lambda: PROFILES, others=lambda name: name in PROFILES),
    help="The canonical form for --unique: dedupe, crawl, surt, ...",
)
@click.option("--normalize", is_flag=True, help="Show targets in their normal form, by syntax.")
@click.option(
    "--get", "form", metavar="FORMAT", type=Format(*PLACES), help="Write this for each target, as in uriverse edit."
)
@click.option("--long", "as_table", is_flag=True, help="Write what a terminal shows.")
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Write comma-separated values, with a header.")
@click.option("--parquet", metavar="FILE", type=click.Path(dir_okay=False, writable=True), help="Write a Parquet file.")
@click.option(
    "--into",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Write Parquet files into a folder, each of some of the PAGEs' files.",
)
@click.option(
    "--part",
    metavar="OCTETS",
    type=click.IntRange(1),
    default=PART,
    show_default=True,
    help="How many octets of input make one file of --into.",
)
@click.option("--processes", type=click.IntRange(1), help="How many processes read; by default one per core.")
@click.option(
    "--limit",
    "largest",
    metavar="OCTETS",
    type=click.IntRange(1),
    default=Limits().octets,
    show_default=True,
    help="How long a document may be, decompressed.",
)
@click.option(
    "--targets",
    type=click.Choice(["local"]),
    help="Only references within the pages' own site whose file or anchor is missing.",
)
@click.option("--broken", is_flag=True, help="The same as --targets local.")
@click.option("--clean-urls", is_flag=True, help="With --broken, let the target page be the file page.html.")
@click.option("--include", metavar="GLOB", multiple=True, help='Only targets that match, such as "https://*.org/*".')
@click.option("--exclude", metavar="GLOB", multiple=True, help="No targets that match; it wins over --include.")
@report_option
@click.option("--lenient", is_flag=True, help="In text, let references contain characters outside US-ASCII.")
@click.option("--schemes", metavar="NAMES", default="registered", help="In text, which schemes count.")
@search_option
@click.option("--hints", is_flag=True, help="Show URLs that are not links, too: JSON-LD, og: metas, URLs in prose.")
@click.option("--skipped", is_flag=True, help="Show a row for files that no reader takes, too: pictures, programs.")
@click.option("--fail-fast", is_flag=True, help="Stop after the first document with a problem.")
@click.option(
    "--fail-on",
    metavar="SEVERITY",
    type=Word("severity", ("invalid", "misleading")),
    help="Exit with 1 also for an invalid or misformed reference; with misleading, also for a host that looks like "
    "another one.",
)
@quiet_option
@click.pass_context
def command(ctx: click.Context, /, pages: tuple[str, ...], edition: Standard, **options: Any) -> None:
    """List every reference of each PAGE: its position, its target, and whether it is valid and why not.

    On a terminal this is a table for each PAGE; in a pipe or a file one target a line, or the reference if it has no
    target. FORMAT has the placeholders of "uriverse edit", and {source}, {line}, {column}, {element}, {attribute},
    {reference}, {kind}, {hint}, {rel}, {follow}, {page} and {error}.

    A PAGE is a file, a directory, a pattern with "**" for any depth, or - for standard input: web pages, texts, mails,
    feeds, style sheets, JSON, PDF, mailboxes, web archives and the other formats of --format. The base is the page's
    own, else that of its container, else --base, else the file's URI, else --default-base. A page that cannot be read,
    is truncated or is not in its declared charset gets a row with that error, and the exit code is 1.

    --unique drops duplicate targets, and with --get duplicate answers. With --profile it compares canonical forms
    ("uriverse canonical" shows them); the row itself keeps its target. It needs some 110 octets of memory for each
    target.

    For a web page the table also shows a browser's target if it differs from the edition's. With --edition whatwg all
    targets are those of a browser, and a reference is valid if the URL Standard lets an author write it.

    --hints adds URLs that are not links but that a crawler may want: JSON-LD, og: and twitter: metas, import maps,
    module imports, data-src, microdata and RDFa, bare URLs in the text of Markdown and of pages, in mails too, some
    header fields. The field "hint" of such a row is its class; it is empty for links.

    --into DIR writes Parquet files, each atomically and with the rows of some of the files. The same command again,
    after a crash too, keeps the finished files and writes the rest. DIR/_plan.json lists the files of each part: new
    files make new parts, and a part with a changed file is rewritten. The last line counts both.

    --targets local looks targets up in the files, and fetches nothing. The site is each PAGE that is a directory. For a
    file it is the whole disk, or with --base, the file's URL, its folder. A reference that begins with "/" leads into
    the site only with --base, the site's URL. The exit code is 1 if a target is missing. --broken is the same.

    --report reports invalid and broken references, and unreadable documents, for other programs: github writes workflow
    commands, sarif and junit are for code scanning and continuous integration. A GLOB must match the whole target, or
    the reference if it has no target; "*" matches any characters, "?" one.

    \b
    Examples:
      uriverse links page.html
      uriverse links *.html --base http://www.example.org/ --csv > links.csv
      uriverse links mail.eml crawl.warc.gz site/ --unique --normalize --json
      uriverse links crawl.warc.gz --unique --profile surt --csv > frontier.csv
      curl -s http://www.example.org/ | uriverse links --base http://www.example.org/ --target-schemes mailto
      uriverse links crawl/ --into rows/
      uriverse links old.html --edition rfc1808 --fail-on invalid
      uriverse links mail.eml --fail-on misleading
      uriverse links page.html --edition whatwg --invalid
      uriverse links site/ --base https://www.example.org/ --broken
      uriverse links docs/ --broken --exclude '*/old/*' --report github
    """
    chosen = SimpleNamespace(**options)
    outputs = (chosen.form, chosen.parquet, chosen.into, chosen.report)
    if chosen.as_table + chosen.as_json + chosen.as_csv + sum(each is not None for each in outputs) > 1:
        raise click.UsageError("--long, --json, --csv, --get, --report, --parquet and --into exclude each other")
    targets = "local" if chosen.broken else chosen.targets
    if chosen.dedupe is not None and not chosen.unique:
        raise click.UsageError("--profile says by which form --unique compares: give both")
    if (not pages or "-" in pages) and standard_input().isatty() and not pages:
        raise click.UsageError("name a PAGE, or give one on standard input")
    for option, uri in (("--base", chosen.base), ("--default-base", chosen.default_base)):
        refused = () if uri is None else establish(retrieval=uri, edition=edition).refused
        if refused:
            raise click.BadParameter(f"{uri!r} is refused as a base: {refused[0].reason}", param_hint=option)
    check, format = chosen.fail_on is not None, chosen.format
    wanted = Selection(
        frozenset(chosen.kinds),
        frozenset(name.strip().lower() for names in chosen.target_schemes for name in names.split(",")),
        chosen.valid,
        chosen.unique,
        chosen.form if chosen.unique and chosen.dedupe is None else None,
        chosen.dedupe,
        chosen.normalize,
        edition,
        chosen.include,
        chosen.exclude,
    )
    sources = list(expanded(pages or ("-",)))
    limits = Limits(octets=chosen.largest)
    rules = SearchRules(chosen.lenient, scheme_names(chosen.schemes), chosen.hints, chosen.search)
    reading = Options(edition, chosen.default_base, limits, chosen.skipped or chosen.into is None, rules)
    selects = not wanted.takes_all or targets is not None or check or chosen.fail_fast
    if chosen.into is not None:
        if selects or not all(isinstance(each, str | FoundReference) for each in sources):
            raise click.UsageError(
                "--into writes all rows of files: select among them afterwards, and give standard input a file"
            )
        from uriverse.cli.link_parts import PartsRun

        run = PartsRun(chosen.into, chosen.base, format, reading, chosen.part, chosen.processes)
        ctx.exit(_into(run, sources))
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    write = _writer(chosen, is_terminal=is_terminal, says_why=check or targets is not None)
    counts = Counts(only_lost=targets is not None, skipped=chosen.skipped)
    counted = CountedDocuments(sources, chosen.base, format, limits)
    # Rows that are written as they are need no objects.
    columns, lines = _ready_form(chosen, reading, is_terminal=is_terminal) if not selects else (None, None)
    how: Options | LocalTargets = reading
    if targets is not None:
        from uriverse.documents.local_targets import LocalTargets

        how = LocalTargets(reading, sites(sources, chosen.base), chosen.clean_urls)
    try:
        with progress(sources) as watch:
            read = counted.documents(watch)
            if columns is not None:
                write(counts.counted_columns(in_parallel(read, columns, processes=chosen.processes)))
            elif lines is not None:
                write(counts.counted_lines(in_parallel(read, lines, processes=chosen.processes)))
            else:
                rows = in_parallel(read, AsRows(how), processes=chosen.processes)
                rows = to_first_unread(rows) if chosen.fail_fast else rows
                rows = with_misleading_hosts(rows) if chosen.fail_on == "misleading" else rows
                write(counts.counted(wanted.of(marked(rows, edition) if check else rows)))
    except OSError as failure:
        if chosen.parquet is None:
            raise
        raise FileNotWritten(chosen.parquet, failure) from None
    summary = counts.totals(counted.pages) + shown(counts.totals_skipped())
    if not counts.references and not counts.unread and targets is None:
        summary += shown(counted.why_nothing())
    names = [source for source in sources if isinstance(source, str)]
    if not chosen.hints and any((format or format_by_suffix(name)) in MAIL for name in names):
        summary += "; bare URLs of HTML parts only with --hints"
    if chosen.base is None and counts.has_left_the_site:
        summary += '; "/" is the root of the site with its URL, such as --base https://www.example.org/'
    if write is write_table or chosen.parquet is not None:
        Screen().print_folded(summary, indent=0)
    elif not chosen.as_json and not chosen.as_csv and not chosen.quiet:
        tell(summary)
    faulty = counts.refused or counts.misformed or counts.misleading
    ctx.exit(1 if counts.unread or counts.doubtful or counts.lost or (check and faulty) else 0)


def _writer(chosen: SimpleNamespace, *, is_terminal: bool, says_why: bool) -> Write:
    if chosen.as_json or chosen.as_csv:
        return write_lines if chosen.as_json else write_csv
    if chosen.parquet is not None:
        return parquet_writer(chosen.parquet)
    if chosen.report is not None:
        return report_writer(chosen.report)
    if chosen.as_table or (is_terminal and chosen.form is None):
        return write_table
    return plain_writer(chosen.form, quiet=chosen.quiet, says_why=says_why)


def _ready_form(
    chosen: SimpleNamespace, reading: Options, *, is_terminal: bool
) -> tuple[AsColumns | None, AsLines | None]:
    """Return the form in which the rows need no further change: columns, or lines; neither if Python writes each."""
    if chosen.parquet is not None:
        return AsColumns(reading), None
    if is_terminal or chosen.as_table or chosen.form or chosen.report:
        return None, None
    return None, AsLines(reading, "json" if chosen.as_json else "csv" if chosen.as_csv else "plain", len(FIELDS))


def _into(run: PartsRun, sources: list[Named]) -> int:
    """Write the parts into a folder, and return the exit code."""
    from uriverse.ground.output_plan import PlanError

    try:
        with progress(sources) as watch:
            counts, pages, there = run.write(sources, watch)
    except PlanError as failure:
        raise click.UsageError(str(failure)) from None
    except OSError as failure:
        raise FileNotWritten(run.folder, failure) from None
    click.echo(counts.totals(pages) + there)
    return 1 if counts.unread or counts.doubtful else 0
