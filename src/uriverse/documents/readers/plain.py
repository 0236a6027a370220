"""Plain text: the references in it, by the conventions of RFC 3986, Appendix C.

The base of a text is where it came from, but nothing in it is read as relative: a reference in a sentence has a
scheme. Abbreviated references (Appendix F) are not looked for, because a base may be defined. The element of a row says
how the reference was delimited: "bracketed", "quoted", "bare" or "URL:". Folded lines of an iCalendar or vCard are put
together, and counted so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from uriverse.documents.encodings import decode
from uriverse.documents.rows import FoundReference, Places, Rows
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import is_url_standard
from uriverse.text import find

if TYPE_CHECKING:
    from uriverse.documents.base import Base
    from uriverse.documents.context import Context
    from uriverse.documents.document import Document

# Standards whose references have letters beyond US-ASCII as they are.
IRIS: Final = ("rfc3987", "whatwg")
_FOLD: Final = re.compile(r"\r?\n[ \t]")


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each reference in a text.

    Args:
        document: the text, in UTF-8 or with a byte order mark.
        base: the base around it.
        context: the edition of the syntax, and how much a document may cost.
    """
    text, _ = decode(document.data)
    if document.format == "icalendar":
        # RFC 5545, section 3.1: a line break that white space follows folds a long line.
        text = _FOLD.sub("", text)
    lenient = context.search.lenient or context.edition in IRIS
    rows, places = Rows(document, base, context.edition), Places(text)
    # A document is in memory and has a limit of its own: no reference in it is too long.
    found = find(
        text,
        # The URL Standard does not say where a URL ends in running text.
        edition=DEFAULT_EDITION if is_url_standard(context.edition) else context.edition,
        schemes=context.search.schemes,
        lenient=lenient,
        max_length=max(len(text), 1),
    )
    for match in found:
        reference = str(match.uri)
        if match.lenient and context.edition in IRIS:
            reference = "".join(match.text.split())
            reference = reference[4:] if reference[:4].upper() == "URL:" else reference
        row = rows.row(reference, places.place(match.span[0]), match.how)
        yield row._replace(cut=match.cut, trimmed=match.trimmed or None)
