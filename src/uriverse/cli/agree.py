"""`uriverse agree`: show a text, and below it the result of each parser.

    http://127.0.0.1\\@1.1.1.1/
                       ^^^^^^^    split              1.1.1.1:80 /
           ^^^^^^^^^              whatwg (browsers)  127.0.0.1:80 /@1.1.1.1/

The marks stand under the host that the parser finds. Hosts found by few parsers come first, and components that differ
from the majority are red. Parsers that refuse the text at the same place share a line. A text longer than a line gets
no marks.

Of lines only those are shown that parsers differ on; in a pipe each is a line:

    urls.txt:3: differ on host, port, path (slashes): http:///google.com

Alternative: native code answered the lines of a block on which parsers agree (0c6c5f30). For 20,000 lines it took 0.16
seconds of processor time where each line by itself takes 0.32, and 0.26 with --json where each takes 2.9. A list that
long is an exception for this command.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import click

import uriverse as uv
from uriverse.cli.common import Word
from uriverse.cli.process import FileNotWritten
from uriverse.cli.screen import Screen
from uriverse.cli.texts import Run, Text, takes_texts, tell
from uriverse.confusion import COMPONENTS, Agreement, Cut
from uriverse.confusion.libraries import LIBRARIES
from uriverse.confusion.page import page
from uriverse.confusion.parsers import available_parsers, chosen_parsers
from uriverse.confusion.sentences import host_place, refusals, shown_component, usual_value
from uriverse.ground.argument_types import URL_STANDARD
from uriverse.ground.masking import Masked, shown
from uriverse.ground.output import whole_file
from uriverse.ground.pointing import printable
from uriverse.ground.widths import columns

WIDEST: Final = 72
# The indentation of continuation lines.
_INDENT: Final = 4


@click.command("agree")
@takes_texts("TEXT")
@click.option(
    "--parsers",
    default="all",
    show_default=True,
    metavar="NAMES",
    type=Word("parser", lambda: ("all", "ours", *available_parsers()), others=LIBRARIES.__contains__, several=True),
    help="all, ours, or names with commas, such as rfc3986,whatwg,requests.",
)
@click.option("--base", metavar="URI", help="The base of each TEXT; each parser resolves it itself.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write an HTML page to this file.")
@click.option("--long", "as_screens", is_flag=True, help="Write what a terminal shows.")
def command(run: Run, parsers: str, base: str | None, html: Path | None, as_screens: bool) -> None:
    """Show how each parser reads each TEXT, and why parsers differ.

    The parsers are the editions, the lenient split, the URL Standard, Python's own, and those of the installed
    libraries. They are called, and nothing is sent. --parsers chooses some of them.

    Exits with 1 if two parsers that accept a TEXT lead to different places, or if no parser accepts it. Only such lines
    of a file are written, in a pipe as one line each. Passwords are shown as stars; in a pipe JSON has every text
    whole.

    \b
    Examples:
      uriverse agree 'http://127.0.0.1\\@1.1.1.1/'
      uriverse agree --parsers rfc3986,whatwg,urllib,requests 'http:///google.com'
      uriverse agree '\\evil.example' --base https://shop.example/
      uriverse agree --json < links.txt
    """
    names = parsers if parsers in ("all", "ours") else parsers.split(",")
    try:
        chosen_parsers(names)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--parsers") from None
    agreements = []
    disagreements = 0

    def answer(text: Text) -> None:
        nonlocal disagreements
        agreement = uv.agreement(text.text, parsers=names, base=base)
        run.failed |= not agreement.agrees
        disagreements += not agreement.agrees
        if html is not None:
            agreements.append(agreement)
        elif run.as_json:
            run.write_json(agreement.as_dict())
        elif text.source is None:
            _draw(run.screen, agreement)
        elif not agreement.agrees:
            if as_screens or run.screen.is_terminal:
                _draw(run.screen, agreement)
            else:
                run.write(text.place + _sentence(agreement))

    run.each(answer)
    if run.lines and html is None and not run.as_json and not run.quiet:
        tell(f"parsers differ on {disagreements:,} of {run.lines:,} lines")
    if html is not None:
        try:
            with whole_file(html) as temporary:
                temporary.write_text(page(agreements), "utf-8")
        except OSError as error:
            raise FileNotWritten(str(html), error) from None


def _sentence(agreement: Agreement) -> str:
    """A disagreement in one line."""
    if not agreement.differing:
        return f"no parser accepts it: {shown(agreement.text)}"
    causes = ", ".join(each.id for each in agreement.confusions)
    differing = ", ".join(agreement.differing) + (f" ({causes})" if causes else "")
    return f"differ on {differing}: {shown(agreement.text)}"


def _draw(screen: Screen, agreement: Agreement) -> None:
    """The text, a line for each parser, and the classes of confusion."""
    hidden = Masked(agreement.text)
    text = hidden.shown
    visible = printable(text)
    width = columns(visible)
    has_marks = width <= WIDEST
    screen.print(visible if has_marks else shown(agreement.text), style="bold")
    accepted = [cut for cut in agreement.cuts if cut.accepted]
    usual = {name: usual_value(accepted, name) for name in COMPONENTS}
    hosts = Counter(cut.host for cut in accepted)
    name_width = max((len(_name(cut.parser)) for cut in accepted), default=0)
    below = width if has_marks else 0
    has_room = not screen.is_terminal or below + name_width + _INDENT <= screen.width
    # Rare hosts come first.
    for cut in sorted(accepted, key=lambda cut: hosts[cut.host]):
        place = host_place(agreement.text, cut) if has_marks else None
        start, end = map(hidden.at, place or (0, 0))
        marks = "" if place is None else " " * columns(visible[:start]) + "^" * columns(visible[start:end])
        style = "green" if cut.host == usual["host"] else "red"
        if has_room:
            screen.print(marks.ljust(below), style=style, end="  ")
        elif marks:
            screen.print(marks, style=style)
        screen.print(_name(cut.parser).ljust(name_width), end="  ")
        _line(screen, cut, usual, after=(below + 2 if has_room else 0) + name_width + 2)
    for names, reason in refusals(agreement.cuts).items():
        refusal = f"refused by {', '.join(map(_name, names))}: {reason}"
        screen.print_folded(refusal, head=("refused", "dim"))
    for confusion in agreement.confusions:
        sentence = f"{confusion.id}: {confusion.sentence} ({confusion.clause}; {confusion.other_clause})"
        screen.print_folded(sentence, indent=2, head=(confusion.id, "yellow"))
    screen.print()


def _name(parser: str) -> str:
    """A parser's name; whatwg is what browsers do."""
    return f"{parser} (browsers)" if parser == URL_STANDARD else parser


def _line(screen: Screen, cut: Cut, usual: dict[str, Any], *, after: int) -> None:
    """Write the components of a cut after so many columns; one that differs from the majority is coloured.

    On a terminal, components that do not fit go to indented lines below.
    """
    column, gap = after, ""
    for name in COMPONENTS:
        value: Any = getattr(cut, name)
        if value is None and name != "host":
            continue
        value_shown = shown_component(cut, name)
        wide = len(gap) + len(name) + 1 + columns(value_shown)
        if screen.is_terminal and column > _INDENT and column + wide > screen.width:
            screen.print()
            screen.print(" " * _INDENT, end="")
            column, gap = _INDENT, ""
        column += wide
        screen.print(f"{gap}{name}=", style="dim", end="")
        screen.print(value_shown, style="" if value == usual[name] else "bold red", end="")
        gap = " "
    screen.print()
