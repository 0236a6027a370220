"""`uriverse find`: the references in running text, one a line, for people or as JSON."""

from __future__ import annotations

import sys
from collections import deque
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

import uriverse as uv
from uriverse.cli.common import console, edition_option, json_option, write_json
from uriverse.cli.progress import Readable, told
from uriverse.ground.masking import shown
from uriverse.text import Match

if TYPE_CHECKING:
    from uriverse.cli.screen import Screen

# How many octets are kept to count lines: more than the search ever looks ahead.
KEPT: Final = 1 << 24
# Of a character's octets in UTF-8, all but the first (RFC 3629, section 3).
CONTINUATION: Final = bytes(range(0x80, 0xC0))


@click.command("find")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("--schemes", metavar="NAMES", default="registered", show_default=True, help="Which schemes count.")
@click.option("--abbreviated", is_flag=True, help="Find www.w3.org/Addressing/, domain names, e-mail addresses, too.")
@click.option("--lenient", is_flag=True, help="Let references go on over characters outside US-ASCII.")
@click.option("--drop-hyphens", is_flag=True, help="Drop a hyphen before a line break inside delimiters.")
@edition_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    schemes: str,
    abbreviated: bool,
    lenient: bool,
    drop_hyphens: bool,
    edition: uv.EditionId,
    as_json: bool,
) -> None:
    """List the references in the text of each FILE, or of standard input, which - names too.

    NAMES are "registered" (IANA's, and any before "//"), "any", or schemes with commas between them.

    Exits with 1 if there is no reference, or if a FILE cannot be read.

    \b
    Examples:
      uriverse find mail.txt
      uriverse find --json < mail.txt
      uriverse find notes.txt --abbreviated
      uriverse find server.log --schemes http,https
    """
    wanted = schemes if schemes in ("registered", "any") else [name.strip() for name in schemes.split(",")]
    found = failed = False
    screen = console()
    for name in files or ("-",):
        with ExitStack() as closing:
            try:
                file = sys.stdin.buffer if name == "-" else closing.enter_context(Path(name).open("rb"))
                watched = Watched(closing.enter_context(told(file)))
                for match in uv.find(
                    watched,
                    edition=edition,
                    schemes=wanted,
                    hyphens="drop" if drop_hyphens else "keep",
                    lenient=lenient,
                    abbreviated=abbreviated,
                ):
                    found = True
                    place = watched.place(match.span[0])
                    if as_json:
                        _write_json(name, place, match)
                    else:
                        _write_text(screen, name, place, match)
            except OSError as failure:
                failed = True
                click.echo(f"{shown(name)}: cannot be read: {failure.strerror or failure}", err=True)
    ctx.exit(0 if found and not failed else 1)


class Watched:
    """A binary file that knows the line and column of each place that was read not long ago."""

    def __init__(self, file: Readable) -> None:
        self._file = file
        self._pieces: deque[bytes] = deque()
        self._kept = 0
        # How much of the first piece is counted, and how many octets of the file that is in all.
        self._counted = self._at = 0
        self._line = self._column = 1

    def read(self, size: int) -> bytes:
        """Read on; what was read long ago is counted and forgotten."""
        octets = self._file.read(size)
        self._pieces.append(octets)
        self._kept += len(octets)
        while self._kept > KEPT and len(self._pieces) > 1:
            self._pass(len(self._pieces[0]) - self._counted)
        return octets

    def place(self, at: int) -> tuple[int, int]:
        """The line and column, from 1, of a place; places are asked for in order."""
        self._pass(at - self._at)
        return self._line, self._column

    def _pass(self, length: int) -> None:
        """Count over so many octets."""
        while length > 0 and self._pieces:
            piece, start = self._pieces[0], self._counted
            passed = piece[start : start + length]
            length -= len(passed)
            self._at += len(passed)
            self._counted += len(passed)
            if self._counted == len(piece):
                self._pieces.popleft()
                self._kept -= len(piece)
                self._counted = 0
            newline = passed.rfind(b"\n")
            self._line += passed.count(b"\n")
            characters = len(passed[newline + 1 :].translate(None, CONTINUATION))
            self._column = characters + (1 if newline >= 0 else self._column)


def _write_json(name: str, place: tuple[int, int], match: Match) -> None:
    write_json(
        {
            "source": name,
            "line": place[0],
            "column": place[1],
            "span": list(match.span),
            "text": match.text,
            "uri": str(match.uri),
            "trimmed": match.trimmed,
            "how": match.how,
            "alternative": None if match.alternative is None else str(match.alternative),
            "lenient": match.lenient,
            "heuristic": match.heuristic,
            "cut": match.cut,
        }
    )


def _write_text(screen: Screen, name: str, place: tuple[int, int], match: Match) -> None:
    notes = [match.how if match.heuristic is None else f"{match.how}, abbreviated: {match.heuristic}"]
    notes += [f"without {match.trimmed!r}"] if match.trimmed else []
    notes += [match.hint.replace("lenient=True", "--lenient")] if match.cut is not None else []
    notes += [f"or {match.alternative}"] if match.alternative is not None else []
    notes += ["characters outside US-ASCII percent-encoded"] if match.lenient else []
    uri = shown(str(match.uri)) if screen.is_terminal else str(match.uri)
    where = f"{shown(name)}:{place[0]}:{place[1]}: "
    screen.print_parts((where, "dim"), (uri, "green"), (f"  ({'; '.join(map(shown, notes))})", "dim"))
