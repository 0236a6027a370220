"""Plain text: the references in it, by the conventions of RFC 3986, Appendix C.

References in text have a scheme, so the base is not used. Abbreviated references (Appendix F) are not searched, because
there may be a base. The element of a row is the kind of delimiters: "bracketed", "quoted", "bare" or "URL:". Folded
lines of iCalendar and vCard are joined, and lines are counted after that.
"""

from __future__ import annotations

import re
from _collections_abc import Iterator

from uriverse.documents.encodings import decode
from uriverse.documents.rows import FoundReference, Places, RowMaker, incomplete
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import is_url_standard
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.text.defanging import Refanged
from uriverse.text.finding import scanner
from uriverse.text.matches import Match
from uriverse.text.scanning import LONGEST_BARE

if TYPE_CHECKING:
    from uriverse.documents.base import Base
    from uriverse.documents.context import Context
    from uriverse.documents.document import Document
    from uriverse.editions.registry import Standard

# Standards whose references may have unescaped letters beyond US-ASCII.
IRIS: Final = ("rfc3987", "whatwg")
_FOLD: Final = re.compile(r"\r?\n[ \t]")


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each reference in a text.

    If a host goes on with characters that the edition refuses, the part before them would be another host. Such a
    reference gives an error row.

    The text is in UTF-8, or begins with a byte order mark.
    """
    text, _ = decode(document.data)
    if document.format == "icalendar":
        # RFC 5545, section 3.1: a line break that white space follows folds a long line.
        text = _FOLD.sub("", text)
    refanged = Refanged(len) if context.search.options.defanged else None
    rows, places = RowMaker(document, base, context.edition), Places(text)
    # The document is in memory and its size is limited, so references need no limit of their own.
    search = scanner(
        # The URL Standard does not define URLs in running text.
        edition=DEFAULT_EDITION if is_url_standard(context.edition) else context.edition,
        schemes=context.search.schemes,
        lenient=context.search.lenient or context.edition in IRIS,
        max_length=max(len(text), LONGEST_BARE),
    )
    if refanged is not None:
        text = refanged.add(text, True)
    for match in search.scan(text, True):
        match = match if refanged is None else refanged.placed(match)
        row = rows.row(_reference(match, context.edition), places.place(match.span[0]), match.how)
        yield row._replace(cut=match.cut, trimmed=match.trimmed or None)
    for out in search.left_out:
        at = out.at if refanged is None else refanged.place(out.at)
        yield incomplete(document.name, f"a reference is left out: {out.hint}", places.place(at))


def _reference(match: Match, edition: Standard) -> str:
    """The reference of a match; unescaped if the edition allows characters beyond US-ASCII."""
    if not (match.lenient and edition in IRIS):
        return str(match.uri)
    written = "".join(match.text.split())
    return written[4:] if written[:4].upper() == "URL:" else written
