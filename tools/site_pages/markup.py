"""Markdown with arbitrary text: code spans, tables, raw HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

_TICKS = re.compile("`+")
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|$~^])")


def printable(text: str) -> str:
    """Escape invisible characters like Python."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def code(text: str, longest: int = 80) -> str:
    """Return a text as code, also for tables; a long one is shortened in the middle and an empty one is named.

    >>> code("a|b"), code("")
    ('`a\\\\|b`', '*empty*')
    """
    if not text:
        return "*empty*"
    shown = printable(text)
    if len(shown) > longest:
        shown = f"{shown[: longest // 2]}…{shown[-longest // 2 :]}"
    ticks = "`" * (max(map(len, _TICKS.findall(shown)), default=0) + 1)
    pad = " " if shown.startswith(("`", " ")) or shown.endswith(("`", " ")) else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}".replace("|", "\\|")


def plain(text: str) -> str:
    """Return a text as prose, with markup escaped.

    >>> plain("a_b <c>")
    'a\\\\_b \\\\<c\\\\>'
    """
    return _MARKS.sub(r"\\\1", printable(text))


def slug(heading: str) -> str:
    """Return the anchor that the site gives to a heading.

    >>> slug("Write https in a list, and count")
    'write-https-in-a-list-and-count'
    """
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def opening(title: str, description: str) -> str:
    """Return the title of a page, and the description that search engines show.

    >>> opening("a", "b")
    '# a\\n<!-- description: b -->\\n\\n'
    """
    return f"# {title}\n<!-- description: {description} -->\n\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table, or "" if there are no rows."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    if not lines:
        return ""
    return "\n".join((f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *lines, "", ""))


def block(text: str, language: str = "text") -> str:
    """Return a code block, with a fence longer than any in it."""
    ticks = "`" * max(3, max(map(len, _TICKS.findall(text)), default=0) + 1)
    return f"{ticks}{language}\n{text}\n{ticks}\n\n"


def raw(html: str) -> str:
    """Return raw HTML."""
    return f"```{{raw}} html\n{html}\n```\n\n"


def tag(relation: str) -> str:
    """Return the relation of two languages as a coloured word."""
    return f'<span class="relation {escape(relation)}">{escape(relation)}</span>'


def toctree(entries: Iterable[str], caption: str = "", *, hidden: bool = True, depth: int = 1) -> str:
    """Return the menu of subpages."""
    options = [f":maxdepth: {depth}", *([":hidden:"] if hidden else []), *([f":caption: {caption}"] if caption else [])]
    return "\n".join(("```{toctree}", *options, "", *entries, "```", "", ""))
