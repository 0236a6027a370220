"""From a source to its rows: read it, see which format it is, hand it to that format's reader.

This is the one place where formats are added: a row in `FORMATS` names the module that reads it. A reader takes the
document, the base around it and the edition, and yields rows; it is imported when the first such document comes. What
cannot be read becomes a row that says so, and the next source is read.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

from uriverse.documents.base import Base, establish
from uriverse.documents.charsets import in_utf_8
from uriverse.documents.detection import HEAD, no_text, told
from uriverse.documents.document import Document
from uriverse.documents.references import FoundReference
from uriverse.documents.sources import Source, archive, documents

if TYPE_CHECKING:
    from uriverse import Edition, EditionId


class Reader(Protocol):
    """What a format's module offers as `references`."""

    def __call__(self, document: Document, base: Base, edition: EditionId | Edition) -> Iterator[FoundReference]:
        """Yield the rows of a document, given the base around it."""
        ...


class Format(NamedTuple):
    """A kind of document.

    Attributes:
        name: what a caller may ask for.
        module: where its reader is, a function `references`.
        suffixes: of the names of its files, lower case.
        signatures: of `SIGNATURES`, those that its reader reads.
        transcoded: whether its reader is given UTF-8 where a charset came with the document.
        saved: whether it is what people save from elsewhere, so that its file's URI is not where it was retrieved from.
        archive: whether its module has no reader but `documents`, which takes an archive apart.
    """

    name: str
    module: str
    suffixes: tuple[str, ...]
    signatures: tuple[bytes, ...] = ()
    transcoded: bool = False
    saved: bool = False
    archive: bool = False

    @property
    def reader(self) -> Reader:
        """The function that reads it, imported now."""
        return cast(Reader, import_module(self.module).references)


XML_SUFFIXES: Final = (".xml", ".xml.gz", ".atom", ".rss", ".rdf", ".svg", ".opml", ".xsd", ".xsl", ".xslt", ".kml")

FORMATS: Final[dict[str, Format]] = {
    each.name: each
    for each in (
        Format("html", "uriverse.documents.html", (".html", ".htm", ".xhtml", ".shtml", ".php", ".asp")),
        Format("text", "uriverse.documents.plain", (".txt", ".text", ".log"), transcoded=True),
        Format("markdown", "uriverse.documents.markdown", (".md", ".markdown", ".mkd", ".mdown"), transcoded=True),
        Format("css", "uriverse.documents.stylesheet", (".css",), transcoded=True),
        Format("xml", "uriverse.documents.xml", XML_SUFFIXES, (b"\x1f\x8b\x08",), True),
        Format(
            "json", "uriverse.documents.json", (".json", ".jsonl", ".ndjson", ".geojson", ".jsonld"), transcoded=True
        ),
        Format("pdf", "uriverse.documents.pdf", (".pdf",), (b"%PDF-",)),
        Format("mime", "uriverse.documents.mime", (".eml", ".mht", ".mhtml", ".nws"), saved=True),
        Format("http", "uriverse.documents.http", (".http",), saved=True),
        Format("mbox", "uriverse.documents.mbox", (".mbox", ".mbx"), saved=True, archive=True),
        Format("warc", "uriverse.documents.warc", (".warc", ".warc.gz", ".arc", ".arc.gz"), saved=True, archive=True),
    )
}


def links(
    *sources: Source,
    base: str | None = None,
    edition: EditionId | Edition = "rfc3986",
    format: str | None = None,
) -> Iterator[FoundReference]:
    """Yield a row for each reference in the given documents.

    Args:
        sources: names of files and directories, binary files that are open, responses of `requests`, `httpx` and
            `urllib.request`, mails as `email` has them.
        base: where the documents were retrieved from (RFC 3986, section 5.1.3); None takes each file's own URI and
            each response's. A directory's files stand under it.
        edition: the edition by which references are checked and resolved.
        format: a name of `FORMATS`; None tells each document's format from what came with
            it, its name and how it begins.

    A source that cannot be read gives one row with its `error`.

    Raises:
        ModuleNotFoundError: where the format's library is not installed; it says which extra brings it.

    >>> import io
    >>> from uriverse.documents import links
    >>> page = io.BytesIO(b"<base href=/d/><a href=x>")
    >>> [row.resolved for row in links(page, base="http://a/b")]
    ['http://a/d/', 'http://a/d/x']
    """
    for source in sources:
        for found in documents(source, base, format):
            if isinstance(found, FoundReference):
                yield found
            else:
                yield from references(found, edition=edition)


def references(
    document: Document, *, edition: EditionId | Edition = "rfc3986", format: str | None = None
) -> Iterator[FoundReference]:
    """Yield a row for each reference in one document; its base is established from `document.uri`."""
    outer = establish(retrieval=document.uri, edition=edition)
    yield from within(document, outer, edition, format=format)


def within(
    document: Document, base: Base, edition: EditionId | Edition, *, format: str | None = None
) -> Iterator[FoundReference]:
    """Yield a row for each reference in a document that has a base around it.

    A document whose octets are not in the charset that came with it is read all the same, and a row says so.
    """
    told_format = format or document.format
    if document.headers:
        yield from FORMATS["http"].reader(document._replace(format=told_format), base, edition)
        return
    chosen = FORMATS[told_format or told(document.name, document.data[:HEAD])]
    document = document._replace(format=chosen.name)
    if chosen.archive:
        for found in archive(chosen)(io.BytesIO(document.data), document.name, document.uri):
            if isinstance(found, FoundReference):
                yield found
            else:
                yield from references(found, edition=edition)
        return
    other = no_text(document.data, chosen)
    if other is not None:
        yield FoundReference(document.name, error=f"cannot be read: it is {other}")
        return
    if document.encoding is not None and chosen.transcoded:
        document, reason = in_utf_8(document)
        if reason is not None:
            yield FoundReference(document.name, error=reason)
    yield from chosen.reader(document, base, edition)
