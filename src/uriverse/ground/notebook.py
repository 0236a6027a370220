"""HTML for notebooks (`_repr_html_`): a coloured text, and a table.

The text is escaped here; callers mask passwords. Colours are half-transparent, so they are readable on dark pages too.

    http://user:pw@h/a?b     the text, each component in its colour
    scheme     0-4   http    and below it a table of the components
"""

from __future__ import annotations

from _collections_abc import Iterable, Sequence
from html import escape

from uriverse.ground.lean_typing import Final

_TEXT: Final = "font-family:ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere"
_CELL: Final = f"text-align:left;vertical-align:top;{_TEXT}"


def coloured(text: str, places: Iterable[tuple[int, int, str]] = ()) -> str:
    """A text with background colours at some positions, which must not overlap."""
    pieces, last = [], 0
    for start, end, colour in sorted(places):
        pieces += [escape(text[last:start]), f'<span style="background:{colour}">{escape(text[start:end])}</span>']
        last = end
    return f'<div style="{_TEXT}">{"".join(pieces)}{escape(text[last:])}</div>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, colour: str = "") -> str:
    """A table with row headers in the first column."""
    first = f"{_CELL};background:{colour}" if colour else _CELL
    lines = ["".join(f'<th style="{_CELL};white-space:nowrap">{escape(cell)}</th>' for cell in head)] if head else []
    for name, *cells in rows:
        others = "".join(f'<td style="{_CELL}">{escape(cell)}</td>' for cell in cells)
        lines.append(f'<th scope="row" style="{first}">{escape(name)}</th>{others}')
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
