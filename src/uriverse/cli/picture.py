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

Offsets count characters; the end is the place after the last. An undefined component has no line; an empty one has a
line of its own, because they differ. A password is shown as stars. The marks stand in columns of the terminal, of
which an ideograph takes two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from uriverse.errors.widths import columns
from uriverse.masking import masked
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


class Lines(NamedTuple):
    """The characters that a picture is drawn with."""

    bar: str
    tee: str
    corner: str
    dash: str
    close: str


UNICODE: Final = Lines("│", "├", "└", "─", "┘")
ASCII: Final = Lines("|", "+", "+", "-", "+")


def draw(reference: URIReference, *, lines: Lines = UNICODE, width: int | None = None) -> Text:
    """The picture as styled text, without a final line break.

    Args:
        reference: what is drawn.
        lines: the characters to draw with.
        width: of the terminal; where the picture is wider, the components are listed without it.
    """
    from rich.text import Text

    text = masked(str(reference), keep_length=True)
    found = spans(reference)
    placed = [Span(span.name, columns(text[: span.start]), columns(text[: span.end])) for span in found]
    pictured = width is None or max(span.start for span in placed) + 32 <= width >= columns(text)
    picture = Text(text)
    for span in found:
        picture.stylize(STYLES[span.name], span.start, span.end)
    if pictured:
        picture.append("\n")
        picture.append(_underline(placed, lines))
    edge = max(span.start for span in placed) + 4
    offsets = max(len(f"{span.start}-{span.end}") for span in found)
    for index in range(len(found) - 1, -1, -1):
        span = found[index]
        picture.append("\n")
        if pictured:
            picture.append(_branch([earlier.start for earlier in placed[:index]], placed[index].start, edge, lines))
        picture.append(f"{span.name:9}", STYLES[span.name])
        place = f"{span.start}-{span.end}"
        picture.append(f"  {place:{offsets}}  {text[span.start : span.end]}".rstrip())
    return picture


def _underline(found: list[Span], lines: Lines) -> str:
    """The marks under the text: of every component but an authority whose parts are marked."""
    in_parts = any(span.name in {"userinfo", "host", "port"} for span in found)
    row: dict[int, str] = {}
    for span in found:
        if span.name == "authority" and in_parts:
            continue
        length = span.end - span.start
        row.setdefault(span.start, lines.bar if length < 2 else lines.tee)
        if length > 1:
            row.update(dict.fromkeys(range(span.start + 1, span.end - 1), lines.dash))
            row[span.end - 1] = lines.close
    return "".join(row.get(at, " ") for at in range(max(row) + 1))


def _branch(earlier: list[int], start: int, edge: int, lines: Lines) -> str:
    bars = "".join(lines.bar if at in earlier else " " for at in range(start))
    corner = lines.tee if start in earlier else lines.corner
    return bars + corner + lines.dash * (edge - start - 2) + " "
