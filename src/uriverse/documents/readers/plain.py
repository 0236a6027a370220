"""Plain text: the references in it, by the conventions of RFC 3986, Appendix C.

The base of a text is where it came from, but nothing in it is read as relative: a reference in a sentence has a
scheme. Abbreviated references (Appendix F) are not looked for, because a base may be defined. The element of a row says
how the reference was delimited: "bracketed", "quoted", "bare" or "URL:".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriverse.documents.encodings import decode
from uriverse.documents.rows import FoundReference, Places, Rows
from uriverse.documents.standards import grammar_of
from uriverse.text import find

if TYPE_CHECKING:
    from uriverse.documents.base import Base
    from uriverse.documents.context import Context
    from uriverse.documents.document import Document


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each reference in a text.

    Args:
        document: the text, in UTF-8 or with a byte order mark.
        base: the base around it.
        context: the edition of the syntax, and how much a document may cost.
    """
    text, _ = decode(document.data)
    rows, places = Rows(document, base, context.edition), Places(text)
    for match in find(text, edition=grammar_of(context.edition)):
        yield rows.row(str(match.uri), places.place(match.span[0]), match.how)
