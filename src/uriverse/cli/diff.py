"""`uriverse diff`: compare two editions rule by rule and choice by choice, or all of them as a page."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

import uriverse as uv
from uriverse.cli.common import RULE, write_json
from uriverse.cli.grammar_option import DRAFT, edition_of, grammar_options
from uriverse.cli.process import FileNotWritten
from uriverse.cli.progress import working
from uriverse.cli.screen import Screen
from uriverse.ground.masking import shown
from uriverse.ground.output import whole_file

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from uriverse.lab.comparison import RuleDifference, Witness
    from uriverse.lab.difference import Difference

STYLES: Final = {
    "equal": "dim", "narrower": "yellow", "wider": "green", "different": "magenta", "removed": "yellow",
    "added": "green",
}  # fmt: skip
WIDTH: Final = 120


@click.command("diff")
@click.argument("old", required=False, type=DRAFT)
@click.argument("new", required=False, type=DRAFT)
@click.option("--rule", metavar="NAME", type=RULE, help="Only this rule, by its name in either, such as authority.")
@grammar_options
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
@click.option(
    "--html",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write a page that compares all editions with each other; OLD and NEW, if given, are open in it.",
)
def command(
    old: str | uv.Edition | None,
    new: str | uv.Edition | None,
    rule: str | None,
    grammar: uv.Edition | None,
    as_json: bool,
    html: Path | None,
) -> None:
    """Compare the editions OLD and NEW: what each accepts that the other refuses, and what they do differently.

    Each may be a draft: a grammar (mine.abnf), or a table with its grammar beside it (mine.toml). A draft alone, or
    --grammar, is the NEW one; OLD is then the edition that it is based on.

    \b
    Examples:
      uriverse diff rfc2396 rfc3986
      uriverse diff rfc2396 rfc3986 --rule authority
      uriverse diff url-syntax-03 url-syntax-04 --json
      uriverse diff mine.abnf
      uriverse diff mine-00.abnf mine-01.abnf
      uriverse diff --grammar urn.abnf
      uriverse diff --html editions.html
    """
    if grammar is not None:
        if new is not None:
            raise click.UsageError("--grammar takes the place of NEW")
        old, new = old or grammar.based_on, grammar
    elif isinstance(old, uv.Edition) and new is None:
        old, new = old.based_on, old
    if (old is None) != (new is None) or (old is None and html is None):
        raise click.UsageError("two editions are needed: OLD and NEW")
    if html is not None:
        if as_json or rule is not None:
            raise click.UsageError("--html compares all rules of all editions: it goes without --rule and --json")
        if not html.absolute().parent.is_dir():
            raise click.BadParameter(f"there is no folder {html.absolute().parent}", param_hint="--html")
        write_page(html, None if old is None or new is None else (edition_of(old), edition_of(new)))
        return
    assert old is not None
    assert new is not None
    sides = edition_of(old), edition_of(new)
    try:
        with working(f"comparing {sides[0].id} and {sides[1].id}"):
            difference = uv.lab.diff(*sides, rule)
    except uv.UnknownRuleError as error:
        raise click.BadParameter(str(error), param_hint="--rule") from None
    except uv.GrammarError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        write_json(difference.as_json())
    else:
        write_tables(difference, sides, Screen(width=WIDTH))


def write_page(path: Path, opened: tuple[uv.Edition, uv.Edition] | None) -> None:
    """Compare all editions, and drafts in `opened`, and write the page."""
    from uriverse.lab.matrix import all_differences
    from uriverse.lab.page import page

    editions = {**uv.EDITIONS, **{edition.id: edition for edition in opened or ()}}
    total = len(editions) * (len(editions) - 1) // 2
    with working(f"making {total} comparisons"):
        text = page(all_differences(editions), opened=opened and (opened[0].id, opened[1].id), editions=editions)
    try:
        with whole_file(path) as temporary:
            temporary.write_text(text, "utf-8")
    except OSError as error:
        raise FileNotWritten(str(path), error) from None
    click.echo(shown(f"{path}: {len(editions)} editions, {total} comparisons"))


def write_tables(difference: Difference, sides: tuple[uv.Edition, uv.Edition], screen: Screen) -> None:
    """Write the comparison as tables."""
    old, new = (side.document if side.based_on else f"{side.document} ({side.date})" for side in sides)
    screen.print_folded(f"{old} → {new}", indent=0, style="bold")
    changed = [row for row in difference.rules if row.relation not in {"equal", "removed", "added"}]
    for row in difference.rules:
        if row.relation == "equal" and (len(difference.rules) == 1 or row is difference.rules[0]):
            screen.print(f"{row.rule}: both accept exactly the same")
    if changed:
        screen.print(_rules(changed, difference.old, difference.new))
    _write_names(difference, screen)
    if difference.behaviour:
        screen.print(_behaviour(difference))
    for note in difference.notes:
        screen.print_folded(f"Note on {note.edition}, {note.choice}: {shown(note.note)}", style="yellow")
    documents = {side.id: side.document for side in sides}
    for effect in difference.errata:
        screen.print_folded(
            f"Erratum of {documents[effect.edition]}, {effect.rule}: corrected, it is {effect.relation}"
            f"; only as printed {_listed(effect.only_printed)}; only as corrected {_listed(effect.only_corrected)}"
        )
    for departure in difference.departures:
        screen.print_folded(
            f"{documents[departure.edition]} prints {departure.rule} in another way than it is read: as read, it is "
            f"{departure.relation}; only as printed {_listed(departure.only_printed)}; only as read "
            f"{_listed(departure.only_read)}. {shown(departure.reason)}"
        )


def _rules(rows: list[RuleDifference], old: str, new: str) -> Table:
    table = _table("Rule", "", f"Only {old}", "is stopped", f"Only {new}", "is stopped")
    for row in rows:
        lines = list(zip_longest(row.only_old, row.only_new))
        for number, (left, right) in enumerate(lines):
            name = row.rule if not row.is_renamed else f"{row.old_rule} → {row.new_rule}"
            first = (_text(name), _text(row.relation, STYLES[row.relation])) if number == 0 else ("", "")
            table.add_row(*first, *_cells(left, row.new_rule), *_cells(right, row.old_rule))
        table.add_section()
    return table


def _cells(witness: Witness | None, compared: str | None) -> tuple[Text, Text]:
    """Return a witness and where it stops: the character, and the rule if it is not the one compared."""
    if witness is None:
        return _text(""), _text("")
    by = "" if witness.rule == compared else f" by {witness.rule}"
    place = "at its end" if witness.at >= len(witness.text) else f"at {witness.at}"
    component = "" if witness.component is None else f" ({witness.component})"
    return _text(_short(witness.text)), _text(f"{place}{by}{component}")


def _behaviour(difference: Difference) -> Table:
    table = _table("Choice", "Reference", "Base", difference.old, difference.new)
    for choice in difference.behaviour:
        for number, example in enumerate(choice.examples):
            reference = example.reference or "(empty)"
            table.add_row(
                "" if number else _text(choice.choice),
                _text(reference + " (lenient)" * (not example.strict) + " (as printed)" * (not example.guards)),
                _text(example.base),
                _text(example.old),
                _text(example.new),
            )
        table.add_section()
    return table


def _write_names(difference: Difference, screen: Screen) -> None:
    """Write the renamed rules, and those that only one edition has."""
    rows = difference.rules
    for title, names in (
        (
            "Renamed, the same language",
            [f"{row.old_rule} → {row.new_rule}" for row in rows if row.relation == "equal" and row.is_renamed],
        ),
        ("Only the old one has", [row.rule for row in rows if row.relation == "removed"]),
        ("Only the new one has", [row.rule for row in rows if row.relation == "added"]),
    ):
        if names:
            screen.print(f"{title}: {', '.join(names)}", soft_wrap=False)


def _table(*headings: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def _listed(texts: tuple[str, ...]) -> str:
    return ", ".join(shown(text) for text in texts) or "nothing"


def _short(text: str) -> str:
    """Shorten a long witness, and name an empty one."""
    if not text:
        return "(empty)"
    return text if len(text) <= 40 else f"{text[:18]}…{text[-18:]} ({len(text)})"


def _text(text: str, style: str = "") -> Text:
    """Return the text with its control characters escaped."""
    from rich.text import Text

    return Text(shown(text), style=style)
