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

Offsets count characters of the text; the end is exclusive. An undefined component has no line, an empty one has one. A
secret is three stars. A control character is U+FFFD in the text, and escaped in its component. Marks are placed by
terminal columns, of which an ideograph takes two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from uriverse.ground.masking import Masked, escaped
from uriverse.ground.pointing import printable
from uriverse.ground.widths import columns
from uriverse.reference.spans import Span, spans

if TYPE_CHECKING:
    from rich.text import Text

    from uriverse import URIReference

STYLES: Final = {
    "scheme": "magenta", "authority": "dim", "userinfo": "red", "host": "bold green", "port": "yellow", "path": "cyan",
    "params": "bright_cyan", "query": "bright_blue", "fragment": "bright_magenta",
}  # fmt: skip


# The picture of a text of 10 MB would have 180 MB.
LONGEST: Final = 4096


class Lines(NamedTuple):
    """The characters of a picture."""

    bar: str
    tee: str
    corner: str
    dash: str
    close: str


UNICODE: Final = Lines("│", "├", "└", "─", "┘")
ASCII: Final = Lines("|", "+", "+", "-", "+")


class Picture(NamedTuple):
    """A drawn reference: its text without a final line break, and the ranges of its styles."""

    plain: str
    styles: list[tuple[int, int, str]]

    def styled(self) -> Text:
        from rich.text import Span as Coloured
        from rich.text import Text

        return Text(self.plain, spans=[Coloured(*style) for style in self.styles])


def draw(reference: URIReference, *, lines: Lines = UNICODE, width: int | None = None) -> Picture:
    """Draw a reference.

    Args:
        reference: the reference.
        lines: the characters to draw with.
        width: of the terminal. If the picture is wider, or the text has more than 4096 characters, the components are
            listed without it, and components longer than that are cut.
    """
    hidden = Masked(reference)
    text = printable(hidden.shown)
    written = spans(reference)
    masked_spans = [Span(span.name, hidden.at(span.start), hidden.at(span.end)) for span in written]
    placed = masked_spans
    if not text.isascii():
        placed = [Span(span.name, columns(text[: span.start]), columns(text[: span.end])) for span in masked_spans]
    starts = [span.start for span in placed]
    is_long = len(text) > LONGEST
    pictured = not is_long and (width is None or max(starts) + 32 <= width >= columns(text))
    rows = [text]
    if pictured:
        rows.append(_underline(placed, lines))
    column_of_names = max(starts) + 4
    places = [f"{start}-{end}" for _, start, end in written]
    longest = max(map(len, places))
    styles = [(start, end, STYLES[name]) for name, start, end in masked_spans]
    at = sum(map(len, rows)) + len(rows)
    for index in range(len(masked_spans) - 1, -1, -1):
        name, start, end = masked_spans[index]
        branch = _branch(starts[:index], starts[index], column_of_names, lines) if pictured else ""
        part = escaped(hidden.shown[start : min(end, start + LONGEST)]) + "..." * (end - start > LONGEST)
        row = f"{branch}{name:9}  {places[index]:{longest}}  {part}".rstrip()
        styles.append((at + len(branch), at + len(branch) + 9, STYLES[name]))
        rows.append(row)
        at += len(row) + 1
    return Picture("\n".join(rows), styles)


def _underline(masked_spans: list[Span], lines: Lines) -> str:
    """Return the line of marks; an authority has none if its parts have marks."""
    in_parts = any(span.name in {"userinfo", "host", "port"} for span in masked_spans)
    row = [" "] * (max([end for _, _, end in masked_spans]) + 1)
    for name, start, end in masked_spans:
        if name == "authority" and in_parts:
            continue
        if row[start] == " ":
            row[start] = lines.bar if end - start < 2 else lines.tee
        if end - start > 1:
            row[start + 1 : end - 1] = lines.dash * (end - start - 2)
            row[end - 1] = lines.close
    return "".join(row).rstrip()


def _branch(earlier: list[int], start: int, end: int, lines: Lines) -> str:
    """Return the line from a component's start to its name in column `end`, past the bars of earlier starts."""
    bars, at = "", 0
    for place in earlier:
        if at <= place < start:
            bars += " " * (place - at) + lines.bar
            at = place + 1
    corner = lines.tee if start in earlier else lines.corner
    return bars + " " * (start - at) + corner + lines.dash * (end - start - 2) + " "
