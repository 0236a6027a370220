"""`uriverse lab`: the editions in numbers, and complete test suites for programs that decide their rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

import uriverse as uv
from uriverse.cli.common import RULE, json_option, write_json
from uriverse.cli.grammar_option import DRAFT, edition_of, id_of
from uriverse.cli.process import FileNotWritten
from uriverse.cli.progress import counted, working
from uriverse.cli.screen import Screen
from uriverse.ground.masking import shown
from uriverse.ground.output import whole_file


@click.group("lab")
def command() -> None:
    """Show the editions' automata, and make test suites of them.

    \b
    Examples:
      uriverse lab editions
      uriverse lab editions --json
      uriverse lab edition rfc2396
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
    Screen(width=140).print(table)


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


@command.command("edition")
@click.argument("edition", type=DRAFT)
@json_option
def one_edition(edition: uv.EditionId | uv.Edition, as_json: bool) -> None:
    """Show EDITION, or a draft as a file: its document, its rules with their clauses, its choices, notes and errata.

    \b
    Examples:
      uriverse lab edition rfc3986
      uriverse lab edition rfc2396bis-00 --json
      uriverse lab edition mine.abnf
    """
    fields = as_fields(edition_of(edition))
    if as_json:
        write_json(fields)
        return
    screen = Screen(width=120)
    for name, value in fields.items():
        if isinstance(value, str):
            screen.print_folded(f"{name}: {shown(value)}", head=(name, "bold"))
        elif isinstance(value, list) and value:
            screen.print(f"\n{name}", style="bold")
            for row in value:
                screen.print_folded(f"  {shown(row)}" if isinstance(row, str) else _row(row), indent=4)


def as_fields(edition: uv.Edition) -> dict[str, Any]:
    """Return what an edition consists of, as JSON data."""
    from uriverse.editions.files import chunks

    texts = {
        name.lower(): " ".join(re.sub(";[^\n]*", "", text).split())
        for name, text in chunks(edition.grammar, edition.notation)
    }
    choices = [
        {"choice": name, "value": value, "clause": edition.resolution_clauses.get(name, "")}
        for name, value in edition.resolution.items()
    ]
    return {
        **{name: getattr(edition, name) for name in ("id", "title", "document", "date", "status", "start")},
        "based_on": edition.based_on or "",
        **{name: list(getattr(edition, name)) for name in ("obsoletes", "updates", "obsoleted_by", "updated_by")},
        "rules": [
            {"rule": rule, "text": texts.get(rule.lower(), ""), "clause": clause}
            for rule, clause in edition.clauses.items()
        ],
        "choices": choices,
        "notes": [{"choice": name, "note": note} for name, note in edition.notes.items()],
        "guards": [{"choice": name, "guard": guard} for name, guard in edition.guards.items()],
        "errata": [asdict(row) for row in edition.errata],
        "published_errata": [asdict(row) for row in edition.published_errata],
        "departures": [asdict(row) for row in edition.departures],
        "completed": [{"rule": rule, "source": source} for rule, source in edition.provenance.items()],
    }


def _row(row: dict[str, Any]) -> str:
    values = [str(value) for name, value in row.items() if value != "" and not (name == "rule" and "text" in row)]
    return f"  {shown(' · '.join(values))}"


@command.command("suite")
@click.argument("edition", type=DRAFT)
@click.option(
    "--of",
    "subject",
    type=click.Choice(["texts", "cuts", "targets"]),
    default="texts",
    show_default=True,
    help="What is tested: which texts are accepted, their components, or the targets of references.",
)
@click.option("--rule", metavar="NAME", type=RULE, help="The rule to test, of texts.  [default: the start rule]")
@click.option(
    "--extra",
    metavar="N",
    type=click.IntRange(0),
    help="How many more states than the rule a program may have and still be detected.  [default: 0]",
)
@click.option("--octets", is_flag=True, help="For a program that runs over the octets of UTF-8.")
@click.option("--classes", is_flag=True, help="One character for all that the rule treats alike: a sixth of the texts.")
@click.option(
    "--to",
    "target",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Where to write it, as JSON lines; compressed if it ends with .xz.",
)
def suite(
    edition: uv.EditionId | uv.Edition,
    subject: str,
    rule: str | None,
    extra: int | None,
    octets: bool,
    classes: bool,
    target: Path,
) -> None:
    """Write a complete test suite of EDITION, or of a draft as a file, for your own program.

    A program that answers all texts of the suite rightly decides the rule, if it distinguishes no more states than the
    rule's automaton, and beyond US-ASCII no more characters (the partial W-method). So a program that passes may still
    count: it may refuse a port above 65535. The suites of cuts and of targets say the same of programs that cut
    texts, or resolve references.

    \b
    A line of each:
      texts    {"text": "a:", "rule": "URI-reference", "accepted": true}
      cuts     {"text": "a:?q", "components": {"scheme": "a", "path": "", "query": "q"}}
      targets  {"reference": "../g", "base": "http://a/b/c/d", "strict": true, "target": "http://a/b/g", ...}

    \b
    Examples:
      uriverse lab suite rfc3986 --to rfc3986.jsonl.xz
      uriverse lab suite rfc3986 --rule IPv6address --to ipv6.jsonl
      uriverse lab suite rfc2396 --extra 1 --classes --to rfc2396.jsonl
      uriverse lab suite rfc3986 --of cuts --to cuts.jsonl
    """
    if subject != "texts" and (rule is not None or extra is not None or octets or classes):
        raise click.UsageError(f"--rule, --extra, --octets and --classes are for texts, not for {subject}")
    try:
        with working(f"compiling {id_of(edition)}"):
            cases = _cases(edition, subject, rule=rule, extra=extra or 0, octets=octets, classes=classes)
    except uv.UnknownRuleError as error:
        raise click.BadParameter(str(error), param_hint="--rule") from None
    except uv.GrammarError as error:
        raise click.UsageError(str(error)) from None
    name = cases.rule if isinstance(cases, uv.lab.Suite) else subject
    with working("counting the strings"):
        size = cases.size if isinstance(cases, uv.lab.Suite) else len(cases)
    click.echo(f"{id_of(edition)}, {name}: {size:,} strings")
    try:
        write_lines(target, cases, size)
    except OSError as error:
        raise FileNotWritten(str(target), error) from None


def _cases(
    edition: uv.EditionId | uv.Edition, subject: str, **options: Any
) -> uv.lab.Suite | list[uv.lab.CutCase] | list[uv.lab.TargetCase]:
    if subject == "texts":
        return uv.lab.suite(edition, **options)
    return list(uv.lab.cuts(edition)) if subject == "cuts" else list(uv.lab.targets(edition))


def write_lines(target: Path, cases: Iterable[uv.lab.Case | uv.lab.CutCase | uv.lab.TargetCase], total: int) -> None:
    """Write the cases atomically."""
    import lzma

    lines = (case.as_line() for case in counted(cases, of=f"of {total:,} cases"))
    with whole_file(target) as path:
        if target.suffix == ".xz":
            with lzma.open(path, "wt", preset=4 | lzma.PRESET_EXTREME, encoding="ascii") as out:
                out.writelines(lines)
        else:
            with path.open("w", encoding="ascii") as out:
                out.writelines(lines)
