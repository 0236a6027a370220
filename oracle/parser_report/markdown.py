"""Parts as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from parser_report.subjects import Part

BLANK = {"": "the empty text", " ": "a space"}


def as_markdown(title: str, description: str, parts: Iterable[Part]) -> str:
    """A document; a part's picture is a file in the same folder."""
    lines = [f"# {title}", f"<!-- description: {description} -->", ""]
    for part in parts:
        lines += [f"## {part.heading}", "", *(f"{sentence}\n" for sentence in part.sentences)]
        if part.picture:
            lines += [f"![{part.heading}]({part.name}.svg)", ""]
        if part.rows:
            lines += [f"| {' | '.join(part.columns)} |", f"|{'---|' * len(part.columns)}"]
            lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in part.rows] + [""]
    return "\n".join([*lines, "Made from the kept answers of `oracle/answers.json.xz`.", ""])


def code(text: str) -> str:
    """A text as code, with what is not printable or not of US-ASCII as escapes; what would be blank is named.

    >>> code("a\\tb"), code("\u00e9"), code(" "), code("")
    ('`a\\\\tb`', '`\\\\xe9`', 'a space', 'the empty text')
    """
    if text in BLANK:
        return BLANK[text]
    visible = "".join(letter if _is_plain(letter) else ascii(letter)[1:-1].replace("`", "\\x60") for letter in text)
    if len(visible) > 90:
        visible = f"{visible[:80]}…{visible[-8:]}"
    return f"`{visible}`"


def _is_plain(letter: str) -> bool:
    return letter.isascii() and letter.isprintable() and letter != "`"
