"""Agreements as one self-contained HTML page: a table for each text, with equal cuts in one row."""

from __future__ import annotations

from _collections_abc import Iterable
from html import escape

from uriverse.confusion.agreements import Agreement
from uriverse.confusion.cuts import COMPONENTS, Cut
from uriverse.confusion.sentences import equal_cuts, refusals, shown_component, shown_text, usual_value
from uriverse.ground.lean_typing import Final

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


def page(agreements: Iterable[Agreement]) -> str:
    """The page as HTML, with passwords masked.

    >>> from uriverse import confusion
    >>> "<h2>http:///h</h2>" in page([confusion.agreement("http:///h")])
    True
    """
    parts = "\n".join(_section(agreement) for agreement in agreements)
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


def _section(agreement: Agreement) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("parsers", *COMPONENTS))
    rows = [
        _row(agreement, names, [_cell(agreement, cut, name) for name in COMPONENTS])
        for names, cut in equal_cuts(agreement.cuts)
    ]
    for names, reason in refusals(agreement.cuts).items():
        cell = f'<td class="refuses" colspan="{len(COMPONENTS)}">refuse it: {escape(reason)}</td>'
        rows.append(_row(agreement, names, [cell]))
    causes = "".join(
        f"<li><b>{escape(cause.title)}</b>: {escape(f'{cause.sentence} ({cause.clause}; {cause.other_clause})')}</li>"
        for cause in agreement.confusions
    )
    return f"""<h2>{escape(shown_text(agreement.text))}</h2>
<p>{escape(agreement.verdict)}</p>
<ul>{causes}</ul>
<div><table><thead><tr>{head}</tr></thead><tbody>
{chr(10).join(rows)}
</tbody></table></div>"""


def _row(agreement: Agreement, names: tuple[str, ...], cells: list[str]) -> str:
    versions = {cut.parser: cut.version for cut in agreement.cuts}
    heads = ", ".join(f'<span title="{escape(versions[name])}">{escape(name)}</span>' for name in names)
    return f'<tr><th scope="row">{heads}</th>{"".join(cells)}</tr>'


def _cell(agreement: Agreement, cut: Cut, name: str) -> str:
    """A component, marked if it differs from most parsers' value."""
    usual = usual_value([other for other in agreement.cuts if other.accepted], name)
    kind = "" if getattr(cut, name) == usual else ' class="differs"'
    return f"<td{kind}>{escape(shown_component(cut, name))}</td>"
