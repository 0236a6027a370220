"""Parts as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from parser_report.subjects import Part


def as_markdown(title: str, parts: Iterable[Part]) -> str:
    """A document; a part's picture is a file beside it."""
    lines = [f"# {title}", "", "Made from kept answers by `python tools/generate_parser_report.py`.", ""]
    for part in parts:
        lines += [f"## {part.heading}", "", *(f"{sentence}\n" for sentence in part.sentences)]
        if part.picture:
            lines += [f"![{part.heading}]({part.name}.svg)", ""]
        if part.rows:
            lines += [f"| {' | '.join(part.columns)} |", f"|{'---|' * len(part.columns)}"]
            lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in part.rows] + [""]
    return "\n".join(lines).rstrip() + "\n"


def code(text: str) -> str:
    """A text as code, with what is not printable as escapes; an empty one is said to be empty.

    >>> code("a\\tb"), code("")
    ('`a\\\\tb`', 'the empty text')
    """
    visible = "".join(
        letter if letter.isprintable() and letter != "`" else ascii(letter)[1:-1].replace("`", "\\x60")
        for letter in text
    )
    if len(visible) > 90:
        visible = f"{visible[:80]}…{visible[-8:]}"
    return f"`{visible}`" if visible else "the empty text"
