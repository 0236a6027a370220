"""Limits on the work and memory for one document.

Hostile documents can grow: gzip expands a thousandfold, and nested relative bases grow with every element. Each limit
is checked where the growth happens. The part beyond a limit is not read, and a row names the limit.
"""

from __future__ import annotations

from uriverse.ground.argument_types import wrong_type
from uriverse.ground.records import dataclass, fields


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits for each document.

    Time is linear in a document's octets and in its rows. Memory is linear in its octets: an HTML page takes about
    eight times its size, and fifty octets for each NUL in its text.

    Attributes:
        octets: the decompressed size of a document. For Markdown a sixteenth of it, because its parser needs sixteen
            times the time and memory of others.
        references: the rows of a document.
        output: the octets of text in the rows of a document; or `growth` times its size, if that is more.
        growth: the octets of rows for each octet of a document; and the characters to which the entities of an XML
            document expand, which may be a million in any case.
        base: the characters of a base URI.
        bases: the nested bases, each relative to the one around it.
        documents: the nested documents: a page in a mail in an archive counts three.
        parts: the parts of a message.
        head: the octets of the header fields of a record of an archive.
        compression: the octets that an octet of a compressed document may open to; the same for all documents of an
            archive together, which may open to `octets` in any case.
        defaults: the default attributes of an element of XML.
        expansion: the characters of an XML document that is written out, with its entities and default attributes, for
            each of its octets; one of less than 2 KB may have 8 KB.
        namespace: the characters of the name of a namespace of XML.
        steps: the steps for each character of a paragraph of Markdown that find the ends of brackets.

    >>> from uriverse.documents import Document, Limits, links
    >>> [row.error for row in links(Document("page", b"<p>x</p>"), limits=Limits(octets=4))]
    ['cannot be read: it is longer than 4 octets']
    """

    octets: int = 1 << 27
    references: int = 10_000_000
    output: int = 1 << 26
    growth: int = 64
    base: int = 1 << 16
    bases: int = 1000
    documents: int = 50
    parts: int = 100_000
    head: int = 1 << 16
    compression: int = 1000
    defaults: int = 1000
    expansion: int = 4
    namespace: int = 1000
    steps: int = 4

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if type(value) is not int:
                raise wrong_type(field.name, "an int", value)
            if value < 0:
                raise ValueError(f"{field.name} must be 0 or more, not {value}")


DEFAULT = Limits()
