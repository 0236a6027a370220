"""Markdown that any text can be put into: code spans, tables, raw HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

_TICKS = re.compile("`+")
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|$~^])")


def printable(text: str) -> str:
    """The text with each character that cannot be seen escaped as Python does."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def code(text: str, longest: int = 80) -> str:
    """A text as code, in a table too; a long one is cut in its middle and an empty one is named.

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
    """A text as prose: no character of it is markup.

    >>> plain("a_b <c>")
    'a\\\\_b \\\\<c\\\\>'
    """
    return _MARKS.sub(r"\\\1", printable(text))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, or nothing if there are no rows."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    if not lines:
        return ""
    return "\n".join((f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *lines, "", ""))


def block(text: str, language: str = "text") -> str:
    """Lines of code, fenced by more backticks than they have."""
    ticks = "`" * max(3, max(map(len, _TICKS.findall(text)), default=0) + 1)
    return f"{ticks}{language}\n{text}\n{ticks}\n\n"


def raw(html: str) -> str:
    """HTML as it is."""
    return f"```{{raw}} html\n{html}\n```\n\n"


def tag(relation: str) -> str:
    """How a language stands to another, as a coloured word."""
    return f'<span class="relation {escape(relation)}">{escape(relation)}</span>'


def toctree(entries: Iterable[str], caption: str = "", *, hidden: bool = True, depth: int = 1) -> str:
    """The pages below a page."""
    options = [f":maxdepth: {depth}", *([":hidden:"] if hidden else []), *([f":caption: {caption}"] if caption else [])]
    return "\n".join(("```{toctree}", *options, "", *entries, "```", "", ""))
