"""Style sheets: their references, relative to the sheet's own URI.

CSS Values Level 4, section 4.5: a relative URL in a style sheet is resolved against the base URL of the sheet, not of
the page that uses it. A sheet cannot set another base.
"""

from __future__ import annotations

from collections.abc import Iterator

from uriverse.documents.base import Base
from uriverse.documents.context import Context
from uriverse.documents.document import Document
from uriverse.documents.encodings import decode_style_sheet
from uriverse.documents.readers.css import located
from uriverse.documents.rows import FoundReference, Places, RowMaker


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each reference of a style sheet."""
    text = decode_style_sheet(document.data)
    maker, places = RowMaker(document, base, context.edition), Places(text)
    for at, element, reference in located(text):
        yield maker.row(reference, places.place(at), element, new_request=True)
