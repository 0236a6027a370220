"""Pictures of tables as SVG: bars and heat maps, 400 units wide so that they fit a phone, in light and in dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, ROW, LABEL = 400, 18, 150
# As many as fit before LABEL.
LETTERS = 24
STYLE = (
    "text{font:11px system-ui,sans-serif;fill:#222}rect{fill:#2b6cb0}"
    ".more{fill:#c05621}.none{fill:#8884}.number{font-size:10px}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}rect{fill:#63b3ed}}"
)


def bars(title: str, rows: Sequence[tuple[str, Sequence[float], str]]) -> str:
    """A bar a row: its label, one or two lengths that stand one after the other, and the text at its end."""
    most = max((sum(lengths) for _, lengths, _ in rows), default=0) or 1
    room = WIDTH - LABEL - 70
    body = []
    for place, (label, lengths, said) in enumerate(rows):
        top, at = place * ROW, float(LABEL)
        body.append(_text(LABEL - 6, top + 13, label, anchor="end"))
        for length, kind in zip(lengths, ("", "more"), strict=False):
            wide = length / most * room
            body.append(f'<rect class="{kind}" x="{at:.1f}" y="{top + 3}" width="{wide:.1f}" height="{ROW - 5}"/>')
            at += wide
        body.append(_text(at + 4, top + 13, said, kind="number"))
    return _picture(title, len(rows) * ROW + 4, body)


def heat(
    title: str,
    columns: Sequence[str],
    rows: Mapping[str, Sequence[float | None]],
    said: str = "{:.0f}",
    corner: str = "",
) -> str:
    """A field for each row and column, the stronger the greater its number; none where the number is None.

    `corner` stands above the labels of the rows.
    """
    numbers = [each for row in rows.values() for each in row if each is not None]
    most = max(numbers, default=0) or 1
    head = 12 + max((len(column) for column in columns), default=0) * 5
    # The last column's name, which leans to the right, needs room.
    wide = (WIDTH - LABEL - 24) / max(len(columns), 1)
    body = [_text(LABEL - 6, head - 6, corner, "end", "number")] if corner else []
    for place, column in enumerate(columns):
        at = LABEL + (place + 0.5) * wide
        body.append(f'<text transform="translate({at + 4:.1f} {head - 4}) rotate(-60)">{escape(column)}</text>')
    for number, (label, values) in enumerate(rows.items()):
        top = head + number * ROW
        body.append(_text(LABEL - 6, top + 13, label, anchor="end"))
        for place, value in enumerate(values):
            box = f'x="{LABEL + place * wide:.1f}" y="{top + 1}" width="{wide - 2:.1f}" height="{ROW - 2}"'
            if value is None:
                body.append(f'<rect class="none" {box}/>')
                continue
            body.append(f'<rect class="more" fill-opacity="{0.08 + 0.7 * value / most:.2f}" {box}/>')
            if wide >= 24 or len(said.format(value)) * 6 < wide:
                body.append(_text(LABEL + (place + 0.5) * wide - 1, top + 13, said.format(value), "middle", "number"))
    return _picture(title, head + len(rows) * ROW + 4, body)


def _text(x: float, y: float, said: str, anchor: str = "start", kind: str = "") -> str:
    short = said if len(said) <= LETTERS else f"{said[: LETTERS - 1]}…"
    return f'<text class="{kind}" x="{x:.1f}" y="{y}" text-anchor="{anchor}">{escape(short)}</text>'


def _picture(title: str, height: int, body: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
    return f'{head} aria-label="{escape(title)}">\n<style>{STYLE}</style>\n{chr(10).join(body)}\n</svg>\n'
