"""The anchors of a page: the targets of fragments.

HTML Standard, section 7.4.6.4, "the indicated part of the document": a fragment selects the element with that ID, else
the `a` with that name, else the top of the page. It is tried as written, then decoded. `usemap` refers to an image map
(`map`) in the same way. In documents of other formats every fragment is accepted.
"""

from __future__ import annotations

from pathlib import Path

from uriverse._core import decode
from uriverse.documents.document import Document
from uriverse.documents.formats import FORMATS, HEAD, detect_format, is_document
from uriverse.documents.limits import Limits
from uriverse.ground.lean_typing import Final

PIECE: Final = 1 << 16

# Begins the directives for a browser, as in "#install:~:text=word" (URL Fragment Text Directives, section 3).
DIRECTIVE: Final = ":~:"


def missing_anchor(anchors: frozenset[str] | None, fragment: str) -> str | None:
    """Return the fragment's anchor if the file lacks it, else None."""
    anchor = fragment.partition(DIRECTIVE)[0]
    if not anchor or anchors is None or anchor in anchors:
        return None
    decoded = decode(anchor, errors="replace", malformed="keep")
    return None if decoded.lower() == "top" or decoded in anchors else decoded


def anchors(file: str, limits: Limits) -> frozenset[str] | None:
    """The anchors of a file; None if it is not a page, cannot be read, or is too long."""
    try:
        with Path(file).open("rb") as stream:
            head = stream.read(HEAD)
            if not is_document(file, head) or FORMATS[detect_format(file, head)].module != FORMATS["html"].module:
                return None
            # One `read` of so many octets would reserve them all, however short the file is.
            pieces, length = [head], len(head)
            while length <= limits.octets and (piece := stream.read(PIECE)):
                pieces.append(piece)
                length += len(piece)
    except OSError:
        return None
    return None if length > limits.octets else _page_anchors(b"".join(pieces), None)


def anchors_of(document: Document) -> frozenset[str] | None:
    """The anchors of a document in memory, whose format is known; None if it is not a page."""
    format = FORMATS.get(document.format or "")
    is_page = format is not None and format.module == FORMATS["html"].module
    return _page_anchors(document.data, document.encoding) if is_page else None


def _page_anchors(data: bytes, encoding: str | None) -> frozenset[str]:
    from uriverse.documents.readers.elements import parse

    try:
        tree = parse(data, encoding)
    except LookupError:
        tree = parse(data)
    names = [element.attr("id") for element in tree.find_all(attrs={"id": True})]
    names += [element.attr("name") for tag in ("a", "map") for element in tree.find_all(tag)]
    return frozenset(filter(None, names))
