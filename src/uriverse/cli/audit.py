"""`uriverse audit`: what is dangerous, doubtful or untidy in texts, each with its place."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple

import click

import uriverse as uv
from uriverse.audit import FINDINGS, PROFILES, SEVERITIES, SOURCES, Finding, Row, findings
from uriverse.cli.common import console, edition_option, json_option, write_json
from uriverse.cli.inputs import check_not_a_missing_file, is_file, lines, only_text, text_option
from uriverse.ground.masking import STARS, Masked, masked_repr, secrets, shown
from uriverse.ground.widths import columns

if TYPE_CHECKING:
    from rich.console import Console

STYLES: Final = {"info": "cyan", "warning": "yellow", "danger": "bold red", "error": "magenta"}
# What stands where a part of a long text is left out.
GAP: Final = "..."
# How many columns stand before what is said of a finding, and how many of a long text are shown around a place.
INDENT: Final = 11
WINDOW: Final = 100
# A terminal that is narrower folds lines.
NARROWEST: Final = 40


class Line(NamedTuple):
    """A text and where it comes from: a file's name and line, from 1, or None and 0 for an argument."""

    text: str
    source: str | None = None
    number: int = 0

    def __repr__(self) -> str:
        return masked_repr(self)


def _list(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Write the list of findings and end."""
    del param
    if not value or ctx.resilient_parsing:
        return
    screen = console()
    for definition in FINDINGS.values():
        screen.print(f"{definition.severity:8}", style=STYLES[definition.severity], end="")
        screen.print(f"{definition.id:30}{definition.clause:28}{shown(definition.sentence)}", end="")
        screen.print("" if definition.confirmed else "  (clause not confirmed)", style="dim")
    ctx.exit()


def _sources(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Write where the lists come from and end."""
    del param
    if not value or ctx.resilient_parsing:
        return
    screen = console()
    for name, source in SOURCES.items():
        screen.print(f"{name:20}{source.source}", end="")
        screen.print("" if source.confirmed else "  (not confirmed)", style="dim")
    ctx.exit()


@click.command("audit")
@click.argument("texts", metavar="TEXT|FILE...", nargs=-1, required=True)
@click.option("--profile", type=click.Choice(list(PROFILES)), default="all", show_default=True, help="Which findings.")
@click.option(
    "--fail-on",
    type=click.Choice(SEVERITIES),
    show_default="danger; with --profile fetch info",
    help="Exit with 1 where a finding is as severe.",
)
@click.option("--check", is_flag=True, help="Exit with 1 when a text is not valid, too.")
@text_option
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=_list, help="List all findings.")
@click.option(
    "--sources",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_sources,
    help="List where the names and numbers come from that are looked for.",
)
@edition_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    texts: tuple[str, ...],
    profile: str,
    fail_on: str | None,
    check: bool,
    edition: uv.EditionId,
    as_json: bool,
) -> None:
    """Say what is dangerous, doubtful or untidy in each TEXT, or in each line of a FILE.

    For a stranger's URL that your program will fetch: --profile fetch. Every finding of it fails, those of internal
    addresses included, and so does a text that is not valid.

    Any text may be asked about, valid or not; a syntax error stands beside the findings. An argument is a file if
    there is one of that name. If there is none and it looks like a path, that is wrong use. - is standard input. Exits
    with 1 if a finding is as severe as --fail-on, or if --check is given and a text is not valid.

    Text for people shows secrets as stars. JSON holds every text whole. What --list and --sources call not confirmed
    was written from memory: nobody compared it with a text of its source.

    \b
    Examples:
      uriverse audit 'http://user:secret@2130706433/'
      uriverse audit links.txt --profile security --fail-on warning
      uriverse audit --profile fetch 'http://127.0.0.1/'
      uriverse audit - --json < links.txt
    """
    summary = Summary()
    screen = console()
    for line in _lines(texts, as_texts=only_text(ctx)):
        rows = findings(line.text, profile=profile, edition=edition)
        summary.add(rows)
        if as_json:
            place = {} if line.source is None else {"source": line.source, "line": line.number}
            write_json({**place, "text": line.text, "edition": edition, "findings": [row.as_dict() for row in rows]})
        elif rows:
            _write(screen, line, rows)
    if not as_json:
        screen.print(summary.said())
    is_fetch = profile == "fetch"
    fails = summary.reaches(fail_on or ("info" if is_fetch else "danger"))
    ctx.exit(1 if fails or ((check or is_fetch) and summary.rows["error"]) else 0)


def _lines(arguments: Iterable[str], *, as_texts: bool) -> Iterator[Line]:
    """The texts; those of a file or of standard input without their line ends and without empty lines."""
    for argument in arguments:
        if as_texts:
            yield Line(argument)
        elif argument == "-":
            yield from _of(sys.stdin.buffer, "-")
        elif is_file(argument):
            yield from _of_file(Path(argument))
        else:
            check_not_a_missing_file(argument)
            yield Line(argument)


def _of(file: Iterable[bytes], name: str) -> Iterator[Line]:
    return (Line(text, name, number) for number, text in lines(file) if text)


def _of_file(path: Path) -> Iterator[Line]:
    try:
        with path.open("rb") as file:
            yield from _of(file, str(path))
    except OSError as failure:
        reason = f"{path}: cannot be read: {failure.strerror}"
        raise click.BadParameter(reason, param_hint="FILE") from None


class Summary:
    """What the rows amount to, counted as they pass."""

    def __init__(self) -> None:
        self.texts = self.touched = 0
        self.rows: Counter[str] = Counter()

    def add(self, rows: tuple[Row, ...]) -> None:
        """Count one text's rows."""
        self.texts += 1
        self.touched += bool(rows)
        self.rows.update(row.severity for row in rows)

    def reaches(self, severity: str) -> bool:
        """Whether a finding is as severe as that."""
        order: list[str] = list(SEVERITIES)
        return any(self.rows[name] for name in order[order.index(severity) :])

    def said(self) -> str:
        """The sum, in words."""
        parts = [f"{self.rows[name]} {name}" for name in ("danger", "warning", "info") if self.rows[name]]
        parts += [f"{self.rows['error']} not valid"] if self.rows["error"] else []
        texts = f"{self.texts} text{'' if self.texts == 1 else 's'}"
        return f"{texts}, {self.touched} with findings: {', '.join(parts)}" if parts else f"{texts}, no findings"


def _write(screen: Console, line: Line, rows: tuple[Row, ...]) -> None:
    """The text, with passwords and other secrets as stars, and under it each row with its place."""
    room = max(NARROWEST, screen.width - INDENT) if screen.is_terminal else None
    window = WINDOW if room is None else min(WINDOW, room - 2 * len(GAP))
    hidden = Masked.of(line.text)
    place = "" if line.source is None else f"{shown(line.source)}:{line.number}: "
    screen.print(place + shown(line.text)[: 10 * WINDOW], style="bold")
    for row in rows:
        name, style = (row.id if isinstance(row, Finding) else f"rule {row.rule}"), row.severity
        screen.print(f"  {style:8}", style=STYLES[style], end="")
        screen.print(f" {name}  {row.start}-{row.end}  {row.clause}")
        around, marks = pointed(hidden.shown, hidden.at(row.start), hidden.at(row.end), window)
        screen.print(f"{'':{INDENT}}{around}")
        screen.print(f"{'':{INDENT}}{marks}", style=STYLES[style])
        said = shown(row.message) + (f"; {shown(row.fix)}" if row.fix else "")
        for part in [said] if room is None else wrap(said, room, break_long_words=False, break_on_hyphens=False):
            screen.print(f"{'':{INDENT}}{part}")
        if row.replacement and len(row.replacement) <= WINDOW:
            screen.print(f"{'':{INDENT}}instead: {shown(_instead(line.text, row.replacement))}")
    screen.print()


def _instead(text: str, replacement: str) -> str:
    """A replacement, which may be a part of the text, without the text's secrets."""
    for start, end in secrets(text):
        replacement = replacement.replace(text[start:end], STARS)
    return replacement


def pointed(text: str, start: int, end: int, window: int = WINDOW) -> tuple[str, str]:
    """A line of the text around a place, and marks under the place; what cannot be printed is one sign wide.

    Args:
        text: all of it.
        start, end: the place.
        window: how many characters of a long text are shown.

    >>> print(*pointed("http://h:25/", 9, 11), sep=chr(10))
    http://h:25/
             ^^
    """
    first = max(0, min(start - window // 2, len(text) - window))
    around = text[first : first + window]
    visible = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in around)
    before, after = GAP if first else "", GAP if first + window < len(text) else ""
    marks = "^" * max(1, columns(visible[start - first : end - first]))
    return f"{before}{visible}{after}", f"{' ' * (len(before) + columns(visible[: start - first]))}{marks}"
