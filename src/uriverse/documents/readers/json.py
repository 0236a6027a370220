"""JSON and JSON lines: the references in strings, each with its JSON pointer (RFC 6901).

A string is a reference if its member's name is listed (json-keys.toml), or if it is a whole URL without white space: a
scheme and "//", or a scheme that is used without "//" in its usual form. `"xsd:string"` and `"C:/x"` are not. A URL
that the edition refuses has an error row. Names of members are not searched.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from uriverse.documents.base import Base
from uriverse.documents.context import Context
from uriverse.documents.document import Document, html_piece
from uriverse.documents.encodings import decode
from uriverse.documents.readers import hints
from uriverse.documents.readers.values import is_url
from uriverse.documents.rows import FoundReference, RowMaker
from uriverse.ground.tables import tables as prepared
from uriverse.text.schemes import Policy


class Members(NamedTuple):
    """An object as pairs: a name may occur twice (RFC 8259, section 4)."""

    pairs: list[tuple[str, object]]


def _no_number(text: str) -> None:
    """Replace `int`, which is slow for long numbers."""


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each URI in a JSON text, or in each line of JSON lines.

    The text is in UTF-8, or in UTF-16 or UTF-32 with or without a mark; JSON lines are in UTF-8.
    """
    maker = RowMaker(document, base, context.edition)
    text, _ = decode(document.data, json.detect_encoding(document.data).removesuffix("-sig"))
    try:
        value = _parsed(text)
    except (ValueError, RecursionError) as failure:
        if not _has_lines(text):
            yield maker.failed(_reason(failure), _place(failure))
            return
        yield from _lines(text, maker, context)
        return
    yield from _walk(value, None, maker, context)


def _parsed(text: str) -> object:
    return json.loads(
        text, object_pairs_hook=Members, parse_int=_no_number, parse_float=_no_number, parse_constant=_no_number
    )


def _has_lines(text: str) -> bool:
    """Whether a text is JSON lines: its first non-blank line is a JSON text."""
    for line in text.split("\n"):
        if line.strip():
            try:
                _parsed(line)
            except (ValueError, RecursionError):
                return False
            return True
    return False


def _lines(text: str, maker: RowMaker, context: Context) -> Iterator[FoundReference]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = _parsed(line)
        except (ValueError, RecursionError) as failure:
            yield maker.failed(_reason(failure), (number, None))
            continue
        yield from _walk(value, number, maker, context)


@cache
def keys() -> dict[str, str]:
    """The type of a member's strings, by its name."""
    return {name: row["how"] for row in prepared("documents/readers")["json-keys"]["key"] for name in row["names"]}


def _walk(value: object, line: int | None, maker: RowMaker, context: Context) -> Iterator[FoundReference]:
    """Yield the rows of a value, in the text's order, without recursion."""
    policy, types, hinted = Policy.of(context.search.schemes), keys(), context.search.hints
    stack: list[tuple[str, str, object]] = [("", "", value)]
    while stack:
        pointer, key, value = stack.pop()
        if isinstance(value, str):
            how = types.get(key)
            if how == "html":
                for row in context.rows(html_piece(value, maker.document), maker.base):
                    yield row._replace(line=line, column=None)
            elif (how is not None and not value.startswith("_:")) or is_url(value, policy):
                yield maker.row(value, (line, None), "string", pointer)
            elif hinted and (hint := hints.key(key, value)) is not None:
                yield maker.row(value, (line, None), "string", pointer)._replace(hint=hint)
        elif isinstance(value, Members):
            stack += ((f"{pointer}/{_escaped(name)}", name, member) for name, member in reversed(value.pairs))
        elif isinstance(value, list):
            stack += ((f"{pointer}/{at}", key, value[at]) for at in range(len(value) - 1, -1, -1))


def _escaped(name: str) -> str:
    """RFC 6901, section 3: "~" is written "~0" and "/" is written "~1"."""
    return name.replace("~", "~0").replace("/", "~1")


def _reason(failure: Exception) -> str:
    return "its values are nested too deep" if isinstance(failure, RecursionError) else f"it is not JSON: {failure}"


def _place(failure: Exception) -> tuple[int | None, int | None]:
    return (failure.lineno, failure.colno) if isinstance(failure, json.JSONDecodeError) else (None, None)
