"""Agreements as one self-contained page: a table for each text, a row for each parser; it loads nothing."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from uriverse.confusion.agreements import Agreement
from uriverse.confusion.cuts import COMPONENTS, Cut
from uriverse.confusion.sentences import shown_component, shown_text

_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h2 { font: 1.1rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
div { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
th, td { padding: .3rem .6rem; text-align: left; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
td { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.differs { color: light-dark(#b00020, #ff8a80); font-weight: 700; }
.refuses { opacity: .7; }
"""


def page(found: Iterable[Agreement]) -> str:
    """The page as HTML, with passwords masked.

    >>> from uriverse import confusion
    >>> "<h2>http:///h</h2>" in page([confusion.agreement("http:///h")])
    True
    """
    parts = "\n".join(_section(each) for each in found)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What each parser makes of a text</title>
<style>{_STYLE}</style>
<h1>What each parser makes of a text</h1>
{parts}
</html>
"""


def _section(found: Agreement) -> str:
    first = next((cut for cut in found.cuts if cut.accepted), None)
    rows = "\n".join(_row(cut, first) for cut in found.cuts)
    head = "".join(f"<th>{escape(name)}</th>" for name in ("parser", "version", *COMPONENTS))
    verdict = "All that accept it agree." if found.agrees else f"They differ on: {', '.join(found.differing) or 'all'}."
    if not any(cut.accepted for cut in found.cuts):
        verdict = "No parser accepts it."
    causes = "".join(
        f"<li><b>{escape(each.title)}</b>: {escape(f'{each.sentence} ({each.clause}; {each.other_clause})')}</li>"
        for each in found.confusions
    )
    return f"""<h2>{escape(shown_text(found.text))}</h2>
<p>{escape(verdict)}</p>
<ul>{causes}</ul>
<div><table><thead><tr>{head}</tr></thead><tbody>
{rows}
</tbody></table></div>"""


def _row(cut: Cut, first: Cut | None) -> str:
    start = f"<tr><th>{escape(cut.parser)}</th><td>{escape(cut.version)}</td>"
    if not cut.accepted:
        return f'{start}<td class="refuses" colspan="{len(COMPONENTS)}">refuses it: {escape(cut.reason)}</td></tr>'
    cells = []
    for name in COMPONENTS:
        differs = first is not None and getattr(cut, name) != getattr(first, name)
        kind = ' class="differs"' if differs else ""
        cells.append(f"<td{kind}>{escape(shown_component(cut, name))}</td>")
    return f"{start}{''.join(cells)}</tr>"
