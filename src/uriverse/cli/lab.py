"""`uriverse lab`: the editions in numbers, and complete test suites for programs that decide their rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

import uriverse as uv
from uriverse.cli.common import EDITION, RULE, console, json_option, write_json
from uriverse.cli.process import FileNotWritten
from uriverse.cli.progress import working
from uriverse.ground.output import whole_file


@click.group("lab")
def command() -> None:
    """Show the editions' automata, and make test suites of them.

    \b
    Examples:
      uriverse lab editions
      uriverse lab editions --json
      uriverse lab suite rfc3986 --to rfc3986.jsonl
    """


@command.command("editions")
@json_option
def editions(as_json: bool) -> None:
    """List the editions with the states, classes and table size of each.

    \b
    Examples:
      uriverse lab editions
      uriverse lab editions --json
    """
    with working("reading the tables"):
        rows = [in_numbers(edition) for edition in uv.EDITIONS.values()]
    if as_json:
        for row in rows:
            write_json({**row})
        return
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in ("Edition", "Document", "Date", "Start rule"):
        table.add_column(heading, no_wrap=True)
    for heading in ("Rules", "Classes", "States", "All states", "Bytes"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*(f"{value:,}" if isinstance(value, int) else value for value in row.values()))
    console(width=140).print(table)


def in_numbers(edition: uv.Edition) -> dict[str, str | int]:
    """Return the sizes of an edition's tables."""
    from uriverse.grammar.table_file import read_tables

    data = edition.tables
    tables = read_tables(data)
    return {
        "edition": edition.id,
        "document": edition.document,
        "date": edition.date,
        "start": edition.start,
        "rules": len(edition.rules),
        "classes": len(tables.alphabet),
        "states": len(tables.automaton(tables.start)),
        "all_states": sum(map(len, tables.automata)),
        "bytes": len(data),
    }


@command.command("suite")
@click.argument("edition", type=EDITION)
@click.option("--rule", metavar="NAME", type=RULE, help="The rule to test.  [default: the start rule]")
@click.option(
    "--extra",
    metavar="N",
    default=0,
    show_default=True,
    type=click.IntRange(0),
    help="How many more states than the rule a program may have and still be detected.",
)
@click.option("--octets", is_flag=True, help="For a program that runs over the octets of UTF-8.")
@click.option(
    "--to",
    "target",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Where to write it, as JSON lines.",
)
def suite(edition: uv.EditionId, rule: str | None, extra: int, octets: bool, target: Path) -> None:
    """Write the complete test suite of a rule of EDITION: strings, and whether the rule accepts them.

    A program that answers them all rightly decides the rule, unless it tells more states apart than the rule's
    automaton has (the partial W-method). Each line has "text", "rule" and "accepted".

    \b
    Examples:
      uriverse lab suite rfc3986 --to rfc3986.jsonl
      uriverse lab suite rfc3986 --rule IPv6address --to ipv6.jsonl
      uriverse lab suite rfc2396 --extra 1 --to rfc2396.jsonl
    """
    try:
        with working(f"compiling {edition}"):
            test_suite = uv.lab.suite(edition, rule=rule, extra=extra, octets=octets)
    except uv.UnknownRuleError as error:
        raise click.BadParameter(str(error), param_hint="--rule") from None
    except uv.GrammarError as error:
        raise click.UsageError(str(error)) from None
    with working("counting the strings"):
        size = test_suite.size
    click.echo(f"{edition}, {test_suite.rule}: {size:,} strings")
    try:
        write_lines(target, test_suite, size)
    except OSError as error:
        raise FileNotWritten(str(target), error) from None


def write_lines(target: Path, cases: Iterable[uv.lab.Case], total: int) -> None:
    """Write the cases atomically, with a progress bar on standard error."""
    from rich.console import Console
    from rich.progress import track

    bar = track(cases, "Writing", total, console=Console(stderr=True), transient=True)
    with whole_file(target) as path, path.open("w", encoding="ascii") as out:
        out.writelines(case.as_line() for case in bar)
