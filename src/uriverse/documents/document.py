"""A document in memory, with what was told about it from outside: what every reader is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import uriverse as uv

if TYPE_CHECKING:
    from uriverse import Edition, EditionId


class Document(NamedTuple):
    """A document in memory.

    Attributes:
        name: what its rows call it.
        data: its octets.
        uri: where it was retrieved from, or None.
        format: a name of `FORMATS`, where it is known; None where the name and the octets are to tell.
        encoding: the charset that came with it (a `charset` parameter, say), which outranks what it says itself;
            None where nothing came.
        headers: the header fields that it came with, in order, for the formats that read them.
    """

    name: str
    data: bytes
    uri: str | None = None
    format: str | None = None
    encoding: str | None = None
    headers: tuple[tuple[str, str], ...] = ()

    def address(self, edition: EditionId | Edition) -> uv.URI | None:
        """The URI that "the current document" means: the document's own, without a fragment; None where it has none."""
        try:
            return None if self.uri is None else uv.URI(self.uri.partition("#")[0], edition=edition)
        except uv.URIError:
            return None
