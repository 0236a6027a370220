"""`uriverse audit`: list dangerous, doubtful and untidy places in texts.

Alternative: native code wrote most lines by templates that this module made (b1063a6f). It took 0.7 of the processor
time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import click

import uriverse as uv
from uriverse.audit import FINDINGS, PROFILES, SEVERITIES, SOURCES, Finding, Row, findings
from uriverse.cli.common import Word, edition_option
from uriverse.cli.reports import Level, Problem, Report, report_option
from uriverse.cli.screen import Screen
from uriverse.cli.texts import Run, Text, takes_texts
from uriverse.ground.masking import STARS, Masked, escaped, secrets, shown
from uriverse.ground.pointing import GAP, marked

STYLES: Final = {"info": "cyan", "warning": "yellow", "danger": "bold red", "error": "magenta"}
# The --fail-on value for invalid texts.
INVALID: Final = "invalid"
# The indentation of a finding's lines, and how many columns of a long text are shown around a place.
INDENT: Final = 11
_SPACES: Final = " " * INDENT
_INSTEAD: Final = f"{_SPACES}instead: "
WINDOW: Final = 100
# The least width of a sentence, without its indentation.
NARROWEST: Final = 20


def _listing(name: str, write: Callable[[Screen], None], help: str) -> Callable[[Any], Any]:
    """Return the option that writes a list instead of the command's result."""

    def listed(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            write(Screen())
            ctx.exit()

    return click.option(name, is_flag=True, is_eager=True, expose_value=False, callback=listed, help=help)


def _findings(screen: Screen) -> None:
    for definition in FINDINGS.values():
        screen.print(f"{definition.severity:8}", style=STYLES[definition.severity], end="")
        screen.print(f"{definition.id:30}{definition.clause:28}{shown(definition.sentence)}", end="")
        screen.print("" if definition.confirmed else "  (clause not confirmed)", style="dim")


def _sources(screen: Screen) -> None:
    for name, source in SOURCES.items():
        screen.print(f"{name:20}{source.source}", end="")
        screen.print("" if source.confirmed else "  (not confirmed)", style="dim")


@click.command("audit")
@takes_texts("TEXT|FILE", or_files=True)
@click.option(
    "--profile",
    metavar="NAME",
    type=Word("profile", lambda: PROFILES),
    default="all",
    show_default=True,
    help=f"Which findings: {', '.join(PROFILES)}.",
)
@click.option(
    "--fail-on",
    metavar="SEVERITY",
    type=Word("severity", (*SEVERITIES, INVALID)),
    multiple=True,
    show_default="danger; with --profile fetch info and invalid",
    help=f"Exit with 1 for a finding as severe as {', '.join(SEVERITIES)}; or for an {INVALID} text.",
)
@_listing("--list", _findings, "List all findings.")
@_listing("--sources", _sources, "List the sources of the word lists and numbers.")
@report_option
@edition_option
def command(run: Run, profile: str, fail_on: tuple[str, ...], report: str | None, edition: uv.EditionId) -> None:
    """Report what is dangerous, doubtful or untidy in each TEXT, or in each line of a FILE.

    For untrusted URLs that your program will fetch, use --profile fetch: every finding of it and every invalid text
    fail.

    Any text is audited, valid or not; a syntax error is listed with the findings. An argument is a file if there is one
    of that name. A missing file is wrong usage, if the argument looks like a path. - is standard input. Exits with 1 if
    a finding is as severe as --fail-on.

    Text output shows secrets as stars; JSON has every text whole in a pipe. In --list and --sources, "not confirmed"
    means not compared with the text of the source.

    \b
    Examples:
      uriverse audit 'http://user:secret@2130706433/'
      uriverse audit links.txt --profile security --fail-on warning
      uriverse audit --profile fetch 'http://127.0.0.1/'
      uriverse audit --fail-on invalid --json < links.txt
      uriverse audit links.txt --report sarif > audit.sarif
    """
    summary = Summary()
    written = None if report is None else Report(report)

    def answer(line: Text) -> None:
        rows = findings(line.text, profile=profile, edition=edition)
        summary.add(rows)
        if written is not None:
            for row in rows:
                written.add(problem_of(line, row))
        elif run.as_json:
            run.write_json(fields(line, edition, [row.as_dict() for row in rows]))
        elif rows:
            write_rows(run.screen, line, rows)

    run.each(answer)
    if written is not None:
        written.end()
    elif not run.as_json:
        for line in run.screen.folded(summary.totals()):
            run.screen.print(line)
    fails_on = fail_on or (("info", INVALID) if profile == "fetch" else ("danger",))
    run.failed = any(map(summary.reaches, fails_on))


def problem_of(line: Text, row: Row) -> Problem:
    """Return a finding as a row of a report."""
    level: Level = {"danger": "error", "error": "error", "warning": "warning"}.get(row.severity, "note")  # type: ignore[assignment]
    rule = row.id if isinstance(row, Finding) else row.rule
    return Problem.of_text(line, row.start, level, rule, row.message, row.fix or "")


class Summary:
    """Running totals of the rows."""

    def __init__(self) -> None:
        self.texts = self.touched = 0
        self.rows: Counter[str] = Counter()

    def add(self, rows: tuple[Row, ...]) -> None:
        """Count one text's rows."""
        self.texts += 1
        self.touched += bool(rows)
        for row in rows:
            self.rows[row.severity] += 1

    def reaches(self, severity: str) -> bool:
        """Whether a finding is at least as severe as `severity`, or a text is invalid."""
        if severity == INVALID:
            return bool(self.rows["error"])
        order: list[str] = list(SEVERITIES)
        return any(self.rows[name] for name in order[order.index(severity) :])

    def totals(self) -> str:
        parts = [f"{self.rows[name]} {name}" for name in ("danger", "warning", "info") if self.rows[name]]
        parts += [f"{self.rows['error']} not valid"] if self.rows["error"] else []
        texts = f"{self.texts} text{'' if self.texts == 1 else 's'}"
        return f"{texts}, {self.touched} with findings: {', '.join(parts)}" if parts else f"{texts}, no findings"


def fields(line: Text, edition: str, rows: list[dict[str, Any]]) -> dict[str, object]:
    """Return the findings of a text as JSON."""
    place = {} if line.source is None else {"source": line.source, "line": line.number}
    return {**place, "text": line.text, "edition": edition, "findings": rows}


def plain_row(row: dict[str, Any], around: str, marks: str) -> str:
    """Return the lines of a row without styles, up to its replacement."""
    name = f"rule {row['rule']}" if row["kind"] == "syntax" else row["id"]
    message = _shown(row["message"]) + (f"; {_shown(row['fix'])}" if row["fix"] else "")
    return (
        f"  {row['severity']:8} {name}  {row['start']}-{row['end']}  {row['clause']}\n"
        f"{_SPACES}{around}\n{_SPACES}{marks}\n{_SPACES}{message}\n"
    )


def write_rows(screen: Screen, line: Text, rows: tuple[Row, ...]) -> None:
    """Write the text, secrets masked, and below it each row with its place."""
    room = max(NARROWEST, screen.width - INDENT) if screen.is_terminal else None
    window = WINDOW if room is None else min(WINDOW, room - 2 * len(GAP))
    hidden = Masked(line.text)
    head = line.place + escaped(hidden.shown)[: 10 * WINDOW]
    written = []
    for row in rows:
        around, marks = marked(hidden.shown, hidden.at(row.start), hidden.at(row.end), window)
        plain = plain_row(row.as_dict(), around, marks)
        if row.replacement and len(row.replacement) <= WINDOW:
            plain += f"{_INSTEAD}{shown(_instead(line.text, row.replacement))}\n"
        written.append(plain)
    if screen.is_plain:
        screen.print("\n".join((head, "".join(written))))
        return
    screen.print(head, style="bold")
    for row, plain in zip(rows, written, strict=True):
        first, around, marks, message, *instead = plain.removesuffix("\n").split("\n")
        style = STYLES[row.severity]
        first, *more = screen.folded(first, indent=INDENT)
        screen.print_parts((first[:INDENT], style), (first[INDENT:], ""))
        for each in (*more, around):
            screen.print(each)
        screen.print(marks, style=style)
        for each in (*screen.folded(message, indent=INDENT), *instead):
            screen.print(each)
    screen.print()


# Most sentences are the same for every text.
_shown = lru_cache(maxsize=512)(shown)


def _instead(text: str, replacement: str) -> str:
    """Mask the text's secrets in a replacement, which may repeat a part of the text."""
    for start, end in secrets(text):
        # Replacing a single character would hit other places too.
        if end - start > 1:
            replacement = replacement.replace(text[start:end], STARS)
    return replacement
