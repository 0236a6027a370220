"""What a notebook shows of a reference, a finding, an explanation or a difference: HTML for `_repr_html_`.

Everything that comes from a text is escaped, and passwords are stars. Colours lie half-transparent over the page's own,
so that they can be read in the dark, too.

    http://user:pw@h/a?b     the text, each component on a colour of its own
    scheme     0-4   http    and below it a table of the components
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from uriverse.ground.masking import Masked, masked
from uriverse.reference.spans import Span, spans

if TYPE_CHECKING:
    from uriverse import _core
    from uriverse.audit.values import Row
    from uriverse.lab.difference import Difference
    from uriverse.lab.explanation import Explanation, Outcome

COLOURS: Final = {
    "scheme": "#a33ea155",
    "userinfo": "#d0303055",
    "host": "#2e9e4455",
    "port": "#c9a00055",
    "path": "#2090b055",
    "params": "#20b09a55",
    "query": "#3a6ae055",
    "fragment": "#b04ae055",
}
SEVERITIES: Final = {"info": "#2090b055", "warning": "#c9a00055", "danger": "#d0303055", "error": "#a33ea155"}
_TEXT: Final = "font-family:ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere"
_CELL: Final = f"text-align:left;vertical-align:top;{_TEXT}"


def reference(value: _core.URIReference | _core.Components) -> str:
    """A reference or a split text: its text in colours, and its components with their places."""
    hidden = Masked.of(str(value))
    text = hidden.shown
    found = [(span, Span(span.name, hidden.at(span.start), hidden.at(span.end))) for span in spans(value)]
    # An authority with parts is drawn by its parts.
    in_parts = {span.name for span, _ in found} & {"userinfo", "host", "port"}
    drawn = [place for span, place in found if not (span.name == "authority" and in_parts)]
    rows = [(span.name, f"{span.start}-{span.end}", text[place.start : place.end]) for span, place in found]
    places = [(span.start, span.end, COLOURS.get(span.name, "")) for span in drawn]
    return _coloured(text, places) + _table(("component", "place", "text"), rows)


def finding(value: Row) -> str:
    """A row of the audit: what it is, where it stands, and what to do."""
    fields = [
        ("finding", value.id),
        ("severity", value.severity),
        ("place", f"{value.start}-{value.end}"),
        ("clause", value.clause),
        ("what", masked(value.message)),
        ("do", masked(value.fix or "")),
        ("instead", masked(value.replacement or "")),
    ]
    return _table((), [row for row in fields if row[1]], colour=SEVERITIES.get(value.severity, ""))


def explanation(value: Explanation) -> str:
    """What each edition makes of a text."""
    rows = [(outcome.edition, outcome.kind or "refused", _made_of(outcome)) for outcome in value]
    return _coloured(masked(value.text), ()) + _table(("edition", "verdict", "components, or why not"), rows)


def difference(value: Difference) -> str:
    """What two editions judge differently: each changed rule with the shortest texts that only one accepts."""
    head = ("rule", f"{value.new} is", f"only {value.old}", f"only {value.new}")
    rows = [
        (
            row.rule,
            row.relation,
            *("\n".join(repr(each.text) for each in only) for only in (row.only_old, row.only_new)),
        )
        for row in value.changed
    ]
    return _table(head, rows)


def _made_of(outcome: Outcome) -> str:
    if outcome.refusal is not None:
        return outcome.refusal.message
    return "\n".join(f"{part.component} {part.start}-{part.end}" for part in outcome.parts)


def _coloured(text: str, places: Iterable[tuple[int, int, str]]) -> str:
    """A text with colours behind some places, which do not overlap."""
    pieces, last = [], 0
    for start, end, colour in sorted(places):
        pieces += [escape(text[last:start]), f'<span style="background:{colour}">{escape(text[start:end])}</span>']
        last = end
    return f'<div style="{_TEXT}">{"".join(pieces)}{escape(text[last:])}</div>'


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], *, colour: str = "") -> str:
    """A table whose first column names its rows."""
    first = f"{_CELL};background:{colour}" if colour else _CELL
    lines = ["".join(f'<th style="{_CELL}">{escape(cell)}</th>' for cell in head)] if head else []
    for name, *cells in rows:
        others = "".join(f'<td style="{_CELL}">{escape(cell)}</td>' for cell in cells)
        lines.append(f'<th scope="row" style="{first}">{escape(name)}</th>{others}')
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
