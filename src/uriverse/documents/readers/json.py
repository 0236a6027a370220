"""JSON and JSON lines: every string that is a URI, with the JSON pointer (RFC 6901) of its place.

JSON has no base, and a string that has no scheme may be anything, so only strings that the edition accepts as a URI are
references. The names of members are no values, and have no pointer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from uriverse.documents.encodings import decode
from uriverse.documents.rows import FoundReference, Rows
from uriverse.documents.standards import grammar_of
from uriverse.text.judging import whole

if TYPE_CHECKING:
    from uriverse.documents.base import Base
    from uriverse.documents.context import Context
    from uriverse.documents.document import Document

# RFC 3986, section 3.1. Most strings of a document do not begin so, and are not given to the engine.
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*+:")


class Members(NamedTuple):
    """An object as its text has it: a name may come twice (RFC 8259, section 4)."""

    pairs: list[tuple[str, object]]


def _no_number(text: str) -> None:
    """Take the place of `int`: a number has no reference, however long it is."""


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each URI in a JSON text; a file of JSON lines is one text a line.

    Args:
        document: JSON in UTF-8, or in UTF-16 or UTF-32 with or without a mark; JSON lines in UTF-8.
        base: the base around it, which the rows show; no URI needs it.
        context: the edition of the syntax, and how much a document may cost.
    """
    rows = Rows(document, base, context.edition)
    text, _ = decode(document.data, json.detect_encoding(document.data).removesuffix("-sig"))
    try:
        value = _parsed(text)
    except (ValueError, RecursionError) as failure:
        if not _has_lines(text):
            yield rows.failed(_reason(failure), _place(failure))
            return
        yield from _lines(text, rows)
        return
    yield from _walk(value, None, rows)


def _parsed(text: str) -> object:
    return json.loads(
        text, object_pairs_hook=Members, parse_int=_no_number, parse_float=_no_number, parse_constant=_no_number
    )


def _has_lines(text: str) -> bool:
    """Whether a text is JSON lines: its first line that is not blank is a JSON text by itself."""
    for line in text.split("\n"):
        if line.strip():
            try:
                _parsed(line)
            except (ValueError, RecursionError):
                return False
            return True
    return False


def _lines(text: str, rows: Rows) -> Iterator[FoundReference]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = _parsed(line)
        except (ValueError, RecursionError) as failure:
            yield rows.failed(_reason(failure), (number, None))
            continue
        yield from _walk(value, number, rows)


def _walk(value: object, line: int | None, rows: Rows) -> Iterator[FoundReference]:
    """Yield the rows of a value, in the text's order; a value may be nested deeper than calls may be."""
    waiting: list[tuple[str, object]] = [("", value)]
    while waiting:
        pointer, value = waiting.pop()
        if isinstance(value, str):
            if _SCHEME.match(value) and whole(value, grammar_of(rows.edition)) is not None:
                yield rows.row(value, (line, None), "string", pointer)
        elif isinstance(value, Members):
            waiting += ((f"{pointer}/{_escaped(name)}", member) for name, member in reversed(value.pairs))
        elif isinstance(value, list):
            waiting += ((f"{pointer}/{at}", value[at]) for at in range(len(value) - 1, -1, -1))


def _escaped(name: str) -> str:
    """RFC 6901, section 3: "~" is written "~0" and "/" is written "~1"."""
    return name.replace("~", "~0").replace("/", "~1")


def _reason(failure: Exception) -> str:
    return "its values are nested too deep" if isinstance(failure, RecursionError) else f"it is not JSON: {failure}"


def _place(failure: Exception) -> tuple[int | None, int | None]:
    return (failure.lineno, failure.colno) if isinstance(failure, json.JSONDecodeError) else (None, None)
