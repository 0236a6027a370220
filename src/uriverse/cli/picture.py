"""The picture of a reference: its components under the text, with their offsets.

    http://user@h:80/a/b?q#f
    ├──┘   ├──┘ │ ├┘├──┘ │ │
    │      │    │ │ │    │ └── fragment   23-24  f
    │      │    │ │ │    └──── query      21-22  q
    │      │    │ │ └───────── path       16-20  /a/b
    │      │    │ └─────────── port       14-16  80
    │      │    └───────────── host       12-13  h
    │      ├────────────────── userinfo   7-11   user
    │      └────────────────── authority  7-16   user@h:80
    └───────────────────────── scheme     0-4    http

Offsets count characters of the text itself; the end is the place after the last. An undefined component has no line; an
empty one has a line of its own, because they differ. A secret is three stars. The marks stand in columns of the
terminal, of which an ideograph takes two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from uriverse.ground.masking import Masked
from uriverse.ground.widths import columns
from uriverse.reference.spans import Span, spans

if TYPE_CHECKING:
    from rich.text import Text

    from uriverse import URIReference

STYLES: Final = {
    "scheme": "magenta",
    "authority": "dim",
    "userinfo": "red",
    "host": "bold green",
    "port": "yellow",
    "path": "cyan",
    "params": "bright_cyan",
    "query": "bright_blue",
    "fragment": "bright_magenta",
}


# A picture is for the eye; under a line of 10 MB it would be 180 MB long.
LONGEST: Final = 4096


class Lines(NamedTuple):
    """The characters that a picture is drawn with."""

    bar: str
    tee: str
    corner: str
    dash: str
    close: str


UNICODE: Final = Lines("│", "├", "└", "─", "┘")
ASCII: Final = Lines("|", "+", "+", "-", "+")


class Picture(NamedTuple):
    """A drawn reference: its text without a final line break, and where which style stands in it."""

    plain: str
    styles: list[tuple[int, int, str]]

    def styled(self) -> Text:
        """The picture as rich shows it."""
        from rich.text import Span as Coloured
        from rich.text import Text

        return Text(self.plain, spans=[Coloured(*style) for style in self.styles])


def draw(reference: URIReference, *, lines: Lines = UNICODE, width: int | None = None) -> Picture:
    """The picture of a reference.

    Args:
        reference: what is drawn.
        lines: the characters to draw with.
        width: of the terminal; where the picture is wider, the components are listed without it. So they are under a
            text of more than 4096 characters, and components longer than that are cut.
    """
    hidden = Masked.of(str(reference))
    text = hidden.shown
    written = spans(reference)
    found = [Span(span.name, hidden.at(span.start), hidden.at(span.end)) for span in written]
    placed = found
    if not text.isascii():
        placed = [Span(span.name, columns(text[: span.start]), columns(text[: span.end])) for span in found]
    starts = [span.start for span in placed]
    is_long = len(text) > LONGEST
    pictured = not is_long and (width is None or max(starts) + 32 <= width >= columns(text))
    rows = [text]
    if pictured:
        rows.append(_underline(placed, lines))
    edge = max(starts) + 4
    places = [f"{start}-{end}" for _, start, end in written]
    longest = max(map(len, places))
    styles = [(start, end, STYLES[name]) for name, start, end in found]
    at = sum(map(len, rows)) + len(rows)
    for index in range(len(found) - 1, -1, -1):
        name, start, end = found[index]
        branch = _branch(starts[:index], starts[index], edge, lines) if pictured else ""
        part = f"{text[start : start + LONGEST]}..." if end - start > LONGEST else text[start:end]
        row = f"{branch}{name:9}  {places[index]:{longest}}  {part}".rstrip()
        styles.append((at + len(branch), at + len(branch) + 9, STYLES[name]))
        rows.append(row)
        at += len(row) + 1
    return Picture("\n".join(rows), styles)


def _underline(found: list[Span], lines: Lines) -> str:
    """The marks under the text: of every component but an authority whose parts are marked."""
    in_parts = any(span.name in {"userinfo", "host", "port"} for span in found)
    row = [" "] * (max([end for _, _, end in found]) + 1)
    for name, start, end in found:
        if name == "authority" and in_parts:
            continue
        if row[start] == " ":
            row[start] = lines.bar if end - start < 2 else lines.tee
        if end - start > 1:
            row[start + 1 : end - 1] = lines.dash * (end - start - 2)
            row[end - 1] = lines.close
    return "".join(row).rstrip()


def _branch(earlier: list[int], start: int, edge: int, lines: Lines) -> str:
    bars, at = "", 0
    for place in earlier:
        if at <= place < start:
            bars += " " * (place - at) + lines.bar
            at = place + 1
    corner = lines.tee if start in earlier else lines.corner
    return bars + " " * (start - at) + corner + lines.dash * (edge - start - 2) + " "
