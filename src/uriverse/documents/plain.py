"""Plain text: the references in it, by the conventions of RFC 3986, Appendix C.

The base of a text is where it came from, but nothing in it is read as relative: a reference in a sentence has a
scheme. Abbreviated references (Appendix F) are not looked for, because a base may be defined. The element of a row says
how the reference was delimited: "bracketed", "quoted", "bare" or "URL:".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriverse.documents.decoding import decode
from uriverse.documents.references import FoundReference
from uriverse.documents.rows import Places, Rows
from uriverse.text import find

if TYPE_CHECKING:
    from uriverse import Edition, EditionId
    from uriverse.documents.base import Base
    from uriverse.documents.document import Document


def references(document: Document, base: Base, edition: EditionId | Edition) -> Iterator[FoundReference]:
    """Yield a row for each reference in a text.

    Args:
        document: the text, in UTF-8 or with a byte order mark.
        base: the base around it.
        edition: the edition of the syntax.
    """
    text = decode(document.data)
    rows, places = Rows(document, base, edition), Places(text)
    for match in find(text, edition=edition):
        yield rows.row(str(match.uri), places.place(match.span[0]), match.how)
