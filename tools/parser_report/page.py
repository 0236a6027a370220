"""Parts as one HTML page that loads nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from parser_report.subjects import Part

STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1.5rem auto; max-width: 60rem; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
h2 { margin-top: 3rem; }
svg { display: block; width: 100%; max-width: 44rem; margin: 1rem 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { padding: .3rem .6rem; text-align: left; vertical-align: top; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
p, li, td { overflow-wrap: anywhere; }
td { min-width: 4rem; }
td.date { white-space: nowrap; }
@media (max-width: 60rem) {
  table { width: max-content; }
  td, th { max-width: 14rem; }
  td:first-child, th:first-child { position: sticky; left: 0; background: Canvas; }
}
code { font: .875em ui-monospace, monospace; background: color-mix(in srgb, currentColor 8%, transparent); }
code { padding: .1em .25em; border-radius: .2em; overflow-wrap: anywhere; white-space: pre-wrap; }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .5rem 0; }
summary { cursor: pointer; font-weight: 600; }
"""


def as_page(title: str, parts: Iterable[Part], each: Sequence[tuple[str, str, Sequence[Part]]]) -> str:
    """The page.

    Args:
        title: its heading.
        parts: what compares implementations.
        each: for each implementation its name, its title and its parts.
    """
    body = [_part(part, "h2") for part in parts]
    body.append("<h2>Each implementation</h2>")
    for name, its_title, its_parts in each:
        inside = "\n".join(_part(part, "h3") for part in its_parts)
        body.append(f'<details id="{name}"><summary>{escape(its_title)}</summary>\n{inside}\n</details>')
    # A link to an implementation opens its part.
    script = (
        "onhashchange=()=>{const it=document.getElementById(location.hash.slice(1));if(it)it.open=true};onhashchange()"
    )
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    style = f"<title>{escape(title)}</title>\n<style>{STYLE}</style>"
    page = "\n".join(body)
    return (
        f'<!doctype html>\n<html lang="en">\n{head}{style}\n<h1>{escape(title)}</h1>\n{page}\n'
        f"<script>{script}</script>\n</html>\n"
    )


def _part(part: Part, heading: str) -> str:
    said = "".join(f"<p>{_inline(sentence)}</p>" for sentence in part.sentences)
    return f"<{heading}>{escape(part.heading)}</{heading}>\n{said}\n{part.picture}{_table(part)}"


def _table(part: Part) -> str:
    if not part.rows:
        return ""
    head = "".join(f"<th>{escape(column)}</th>" for column in part.columns)
    rows = "\n".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in part.rows)
    return f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></div>'


def _cell(text: str) -> str:
    """A cell; a date stays on one line."""
    kind = ' class="date"' if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else ""
    return f"<td{kind}>{_inline(text)}</td>"


def _inline(text: str) -> str:
    """Text between backquotes as code; [words](FOLDER/NAME.md) as a link to the part NAME of the page."""
    pieces = text.split("`")
    return "".join(f"<code>{escape(each)}</code>" if place % 2 else _linked(each) for place, each in enumerate(pieces))


def _linked(text: str) -> str:
    before, found, rest = text.partition("](")
    words, name = before.rpartition("[")[2], rest.partition(".md)")[0].rpartition("/")[2]
    if not found or ".md)" not in rest:
        return escape(text)
    begin, end = before.rpartition("[")[0], rest.partition(".md)")[2]
    return f'{escape(begin)}<a href="#{escape(name)}">{escape(words)}</a>{_linked(end)}'
