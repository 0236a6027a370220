"""`uriverse find`: the references in running text, one a line, for people or as JSON."""

from __future__ import annotations

import os
import sys
from collections import deque
from contextlib import suppress
from typing import IO, Final, Literal

import click

import uriverse as uv
from uriverse.cli.common import (
    FILES,
    edition_option,
    json_option,
    quiet_option,
    scheme_names,
    search_option,
    write_json,
    write_line,
)
from uriverse.cli.edit_steps import Format, formatted
from uriverse.cli.inputs import NotRead, opened, standard_input
from uriverse.cli.progress import STATUS, octets_read
from uriverse.cli.screen import Screen
from uriverse.cli.texts import digest, tell
from uriverse.ground.masking import shown
from uriverse.text import Match, SearchOptions

# File suffixes of e-mail, whose text is encoded.
MAIL: Final = (".eml", ".mht", ".mhtml", ".nws", ".mbox", ".mbx")
# The placeholders of --get besides those of a reference.
PLACEHOLDERS: Final = ("source", "line", "column", "text", "how")
# The fields of a match in the objects of --json.
FIELDS: Final = ("span", "text", "uri", "trimmed", "how", "alternative", "lenient", "heuristic", "cut")
# How many octets are kept to count lines; the search never looks further ahead.
WINDOW: Final = 1 << 24
# The continuation bytes of UTF-8 (RFC 3629, section 3).
CONTINUATION: Final = bytes(range(0x80, 0xC0))


@click.command("find")
@click.argument("files", metavar="[FILE]...", nargs=-1, type=FILES)
@click.option("--schemes", metavar="NAMES", default="registered", show_default=True, help="Which schemes count.")
@click.option("--abbreviated", is_flag=True, help="Find www.w3.org/Addressing/, domain names, e-mail addresses, too.")
@click.option("--lenient", is_flag=True, help="Let references contain characters outside US-ASCII.")
@click.option(
    "--hyphens",
    type=click.Choice(("keep", "drop")),
    default="keep",
    show_default=True,
    help="What becomes of a hyphen before a line break inside delimiters.",
)
@click.option("--unique", is_flag=True, help="Write each reference once.")
@click.option(
    "--get",
    "form",
    metavar="FORMAT",
    type=Format(*PLACEHOLDERS),
    help="Write this in place of each reference, as in uriverse edit.",
)
@click.option("--long", "as_table", is_flag=True, help="Write what a terminal shows.")
@search_option
@quiet_option
@edition_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    schemes: str,
    abbreviated: bool,
    lenient: bool,
    hyphens: Literal["keep", "drop"],
    unique: bool,
    form: str | None,
    as_table: bool,
    search: SearchOptions,
    quiet: bool,
    edition: uv.EditionId,
    as_json: bool,
) -> None:
    """List the references in the text of each FILE; without FILE, or for -, of standard input.

    On a terminal each reference has its position and how it was found, and its secrets are stars. In a pipe or a file
    each is one line. FORMAT has the placeholders of "uriverse edit", and {source}, {line}, {column}, {text} and {how}.
    NAMES are "registered" (the schemes of IANA's registry, and any scheme before "//"), "any", or schemes with commas
    between them.

    The text is not decoded: use "uriverse links" for mails and web pages.

    Exits with 1 if there is no reference, or if a FILE cannot be read.

    \b
    Examples:
      uriverse find mail.txt
      uriverse find --json < mail.txt
      uriverse find notes.txt --abbreviated
      uriverse find server.log --schemes http,https
      uriverse find server.log --get '{line} {domain}' --unique
    """
    scheme_set = scheme_names(schemes)
    failed = False
    count = cut = 0
    screen = Screen()
    keys: set[bytes] = set()
    is_plain = not (as_json or screen.is_terminal or (as_table and form is None))
    has_places = not is_plain or form is not None
    write = sys.stdout.write
    if not files and standard_input().isatty():
        raise click.UsageError("name a FILE, or give text on standard input")
    for name in files or ("-",):
        if name.lower().endswith(MAIL) and not quiet:
            tell(f"{shown(name)}: the text of mails is encoded, and find reads it as it is: uriverse links decodes it")
        try:
            with opened(name) as file:
                watched = Watched(file, counts=has_places)
                matches = uv.find(
                    watched,
                    edition=edition,
                    schemes=scheme_set,
                    hyphens=hyphens,
                    lenient=lenient,
                    abbreviated=abbreviated,
                    options=search,
                )
                for match in matches:
                    count += 1
                    cut += match.cut is not None
                    place = watched.place(match.span[0]) if has_places else (0, 0)
                    fields = dict(zip(PLACEHOLDERS, map(str, (name, *place, match.text, match.how)), strict=True))
                    answer = str(match.uri) if form is None else formatted(match.uri, form, own=fields)
                    if unique:
                        if digest(answer) in keys:
                            continue
                        keys.add(digest(answer))
                    if is_plain:
                        write(f"{answer}\n")
                    elif as_json:
                        _write_json(name, place, match)
                    elif form is None:
                        _write_text(screen, name, place, match)
                    else:
                        write_line(answer, [match.text])
                for omission in matches.left_out:
                    failed = True
                    if not quiet:
                        tell(f"{shown(name)}: the reference at octet {omission.at} is left out: {omission.hint}")
        except (OSError, NotRead) as failure:
            failed = True
            if not quiet:
                tell(str(failure) if isinstance(failure, NotRead) else f"{shown(name)}: {failure}")
        finally:
            STATUS.wipe()
    if cut and is_plain and not quiet:
        tell(f"{cut} of {count} references end in the middle of a word: --long says why, --lenient reads most whole")
    ctx.exit(0 if count and not failed else 1)


class Watched:
    """A binary file that shows the progress of reading, and can return the line and column of a position just read."""

    def __init__(self, file: IO[bytes], *, counts: bool = True) -> None:
        self._file, self._counts, self._has_status = file, counts, STATUS.begins()
        self._read = self._total = 0
        with suppress(OSError):  # a file in memory has no descriptor; a pipe has no size
            self._total = os.fstat(file.fileno()).st_size
        self._pieces: deque[bytes] = deque()
        self._kept = 0
        # How much of the first piece is counted, and its position in the file.
        self._counted = self._at = 0
        self._line = self._column = 1

    def read(self, size: int) -> bytes:
        """Read on; the oldest pieces are counted and dropped."""
        octets = self._file.read(size)
        self._read += len(octets)
        if self._has_status:
            STATUS.tell(lambda: octets_read(self._read, self._total))
        if not self._counts:
            return octets
        self._pieces.append(octets)
        self._kept += len(octets)
        while self._kept > WINDOW and len(self._pieces) > 1:
            self._pass(len(self._pieces[0]) - self._counted)
        return octets

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and column, from 1, of a position; calls go forward."""
        self._pass(at - self._at)
        return self._line, self._column

    def _pass(self, length: int) -> None:
        """Count lines and columns in the next octets."""
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
    fields = {field: getattr(match, field) for field in FIELDS}
    texts = {field: str(fields[field]) for field in ("uri", "alternative") if fields[field] is not None}
    write_json({"source": name, "line": place[0], "column": place[1], **fields, **texts})


def _write_text(screen: Screen, name: str, place: tuple[int, int], match: Match) -> None:
    notes = [match.how if match.heuristic is None else f"{match.how}, abbreviated: {match.heuristic}"]
    notes += [f"without {match.trimmed!r}"] if match.trimmed else []
    notes += [match.hint] if match.cut is not None else []
    notes += [f"or {match.alternative}"] if match.alternative is not None else []
    notes += ["characters outside US-ASCII percent-encoded"] if match.lenient else []
    where = f"{shown(name)}:{place[0]}:{place[1]}: "
    screen.print_parts((where, "dim"), (shown(str(match.uri)), "green"), (f"  ({'; '.join(map(shown, notes))})", "dim"))
