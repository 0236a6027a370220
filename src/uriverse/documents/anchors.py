"""The anchors of a page: the targets of fragments.

HTML Standard, section 7.4.6.4, "the indicated part of the document": a fragment selects the element with that ID, else
the `a` with that name, else the top of the page. It is tried as written, then decoded. `usemap` refers to an image map
(`map`) in the same way. In documents of other formats every fragment is accepted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from uriverse._core import decode
from uriverse.documents.formats import FORMATS, HEAD, detect_format, is_document
from uriverse.documents.limits import Limits

# Begins the directives for a browser, as in "#install:~:text=word" (URL Fragment Text Directives, section 3).
DIRECTIVE: Final = ":~:"


def missing_anchor(known: frozenset[str] | None, fragment: str) -> str | None:
    """Return the fragment's anchor if the file lacks it, else None.

    Args:
        known: the result of `anchors`; with None every fragment is accepted.
        fragment: the fragment of a URL, encoded.
    """
    wanted = fragment.partition(DIRECTIVE)[0]
    if not wanted or known is None or wanted in known:
        return None
    decoded = decode(wanted, errors="replace", malformed="keep")
    return None if decoded.lower() == "top" or decoded in known else decoded


def anchors(file: str, limits: Limits) -> frozenset[str] | None:
    """The anchors of a file; None if it is not a page, cannot be read, or is too long."""
    try:
        with Path(file).open("rb") as stream:
            head = stream.read(HEAD)
            if not is_document(file, head) or FORMATS[detect_format(file, head)].module != FORMATS["html"].module:
                return None
            data = head + stream.read(max(0, limits.octets + 1 - len(head)))
    except OSError:
        return None
    if len(data) > limits.octets:
        return None
    from uriverse.documents.readers.elements import parse

    tree = parse(data)
    found = [element.attr("id") for element in tree.find_all(attrs={"id": True})]
    found += [element.attr("name") for tag in ("a", "map") for element in tree.find_all(tag)]
    return frozenset(filter(None, found))
