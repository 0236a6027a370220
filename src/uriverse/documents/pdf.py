"""PDF: the link annotations of its pages, read by a parser (ISO 32000-2).

12.6.4.8, URI actions: the `URI` of an annotation's action is the reference, in ASCII, since PDF 2.0 in UTF-8; the
`Base` of the catalogue's `URI` dictionary is the base for relative ones, which is the base that the content embeds.
Text that merely looks like a reference is none here. An element is named by its page, "page 3"; the attribute is the
path to the text in the annotation.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from uriverse.documents.references import FoundReference
from uriverse.documents.rows import Rows

try:
    import pypdf
    from pypdf.generic import ArrayObject, ByteStringObject, DictionaryObject, TextStringObject
except ModuleNotFoundError as missing:
    hint = "reading PDF needs the extra 'pdf': pip install 'uriverse[pdf]'"
    raise ModuleNotFoundError(hint, name=missing.name) from None

if TYPE_CHECKING:
    from uriverse import Edition, EditionId
    from uriverse.documents.base import Base
    from uriverse.documents.document import Document

# An action may be followed by others (12.6.2, Next); a chain that comes back to itself ends here.
LONGEST_CHAIN: Final = 100


def references(document: Document, base: Base, edition: EditionId | Edition) -> Iterator[FoundReference]:
    """Yield a row for each link annotation that has a URI action, page by page.

    A file that is damaged gives the rows up to the damage, then one that says so.

    Args:
        document: the file.
        base: the base around it.
        edition: the edition of the syntax.
    """
    rows = Rows(document, base, edition)
    try:
        reader = pypdf.PdfReader(io.BytesIO(document.data))
        if reader.is_encrypted and not reader.decrypt(""):
            yield rows.failed("it is encrypted")
            return
        offered = _text(_dictionary(_dictionary(reader.root_object).get("/URI")).get("/Base"))
        if offered is not None:
            rows.base = base.inner(offered, "embedded")
        for number, page in enumerate(reader.pages, 1):
            for path, reference in _of_page(page):
                yield rows.row(reference, element=f"page {number}", attribute=path)
    except Exception as failure:  # the parser raises whatever a damaged file makes it stumble over
        yield rows.failed(f"it is damaged, or no PDF: {failure}".splitlines()[0])


def _of_page(page: DictionaryObject) -> Iterator[tuple[str, str]]:
    annotations = _resolved(page.get("/Annots"))
    if not isinstance(annotations, ArrayObject):
        return
    for entry in annotations:
        annotation = _dictionary(entry)
        if annotation.get("/Subtype") != "/Link":
            continue
        path, action = "/A", _dictionary(annotation.get("/A"))
        for _ in range(LONGEST_CHAIN):
            text = _text(action.get("/URI")) if action.get("/S") == "/URI" else None
            if text is not None:
                yield f"{path}/URI", text
            following = _resolved(action.get("/Next"))
            if isinstance(following, ArrayObject):
                following = following[0] if following else None
            if following is None:
                break
            path, action = f"{path}/Next", _dictionary(following)


def _resolved(entry: object) -> object:
    return entry.get_object() if isinstance(entry, pypdf.generic.PdfObject) else entry


def _dictionary(entry: object) -> DictionaryObject:
    found = _resolved(entry)
    return found if isinstance(found, DictionaryObject) else DictionaryObject()


def _text(entry: object) -> str | None:
    found = _resolved(entry)
    if isinstance(found, ByteStringObject):
        return bytes(found).decode("utf-8", "surrogateescape")
    return str(found) if isinstance(found, TextStringObject) else None
