"""Playlists: the media, keys and other playlists in M3U8 (RFC 8216, HTTP Live Streaming).

4.1: a line is a URI, or begins with "#". 4.2: attributes of a tag, such as `URI` and `X-ASSET-URI`, have references in
quotation marks. All are relative to the playlist's retrieval URI.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from uriverse.documents.base import Base
from uriverse.documents.context import Context
from uriverse.documents.document import Document
from uriverse.documents.encodings import decode
from uriverse.documents.rows import FoundReference, RowMaker

_TAG: Final = re.compile(r"#(EXT[^:]*+):")
_ATTRIBUTE: Final = re.compile(r'(?<![A-Z0-9-])([A-Z0-9-]++)=(?:"([^"]*+)"|[^",]*+)(?:,|\Z)')
_URI_NAME: Final = re.compile(r"(?:[A-Z0-9-]+-)?URI")


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each reference of a playlist."""
    maker = RowMaker(document, base, context.edition)
    for number, line in enumerate(decode(document.data)[0].split("\n"), 1):
        line = line.strip(" \t\r")
        tag = _TAG.match(line)
        if tag is not None:
            for attribute in _ATTRIBUTE.finditer(line, tag.end()):
                if attribute[2] and _URI_NAME.fullmatch(attribute[1]):
                    yield maker.row(attribute[2], (number, attribute.start(2) + 1), tag[1], attribute[1])
        elif line and not line.startswith("#"):
            yield maker.row(line, (number, 1), "line")
