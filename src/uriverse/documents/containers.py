"""What a container has: a mail, a page saved as one file, an EPUB, a mailbox, a web archive.

`local_targets.py` looks the targets of their references up here, not on the disk:

    book.epub, OEBPS/a.xhtml   <a href="b.xhtml#x">     a file of the book, OEBPS/b.xhtml, and in it id="x"
    mail.eml, part 1           <img src="cid:logo@h">   the part with this Content-ID
    crawl.warc.gz, record 7    <a href="/about">        a record of http://h/about, if the archive has the origin

A container is read once more for it, by the readers: its documents are recorded instead of being searched.
"""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse._core import LinkRows
from uriverse.documents.anchors import anchors_of, missing_anchor
from uriverse.documents.base import Base, outermost
from uriverse.documents.context import Context
from uriverse.documents.document import Document
from uriverse.documents.formats import FORMATS, HEAD, detect_format, format_by_suffix
from uriverse.documents.limits import Limits
from uriverse.documents.reading import read_document
from uriverse.documents.rows import FoundReference
from uriverse.documents.sources.given import documents
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal, TypeAlias
from uriverse.whatwg import URL, URLError

if TYPE_CHECKING:
    Anchors: TypeAlias = frozenset[str] | None

# The formats whose documents have parts, besides archives.
WITH_PARTS: Final = frozenset({"mime", "http"})
# The documents of a container that are recorded; an archive with more is not looked up.
MOST: Final = 1 << 18
# What is wrong with a target, and the message.
Problem: TypeAlias = tuple[Literal["no-file", "no-anchor"], str]


def href_or_none(target: str | None) -> str | None:
    """A target as serialized by the URL Standard, or None."""
    try:
        return None if target is None else URL(target).href
    except URLError:
        return None


class Contents:
    """The documents of a container.

    The anchors of a document that is no page are None: all are accepted. `origins` are those of a web archive.
    """

    def __init__(self, name: str, format: str, limits: Limits) -> None:
        self.name = name
        self.format = format
        self.by_address: dict[str, Anchors] = {}
        self.by_name: dict[str, Anchors] = {}
        self.origins: set[str] = set()
        self.is_whole: bool = True
        outer = outermost(None, None, DEFAULT_EDITION, limits)
        for document in documents(name, None, format, limits=limits):
            if isinstance(document, FoundReference):
                self._record(document.source, document.page, None)
                continue
            # Its content follows, if it has one.
            self._record(document.name, document.page, None)
            context = Context(DEFAULT_EDITION, self._within, LinkRows(), limits).of_document(document)
            for _ in self._within(document, outer, context):
                pass

    def _within(self, document: Document, base: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
        """Record a document, in place of a reader; read what has documents in it."""
        if document.headers or document.format in WITH_PARTS or document.format is None:
            yield from read_document(document, base, context)
        else:
            self._record(document.name, document.page, anchors_of(document))

    def _record(self, name: str, address: str | None, anchors: Anchors) -> None:
        self.is_whole = self.is_whole and len(self.by_name) < MOST
        if not self.is_whole:
            return
        self.by_name[name] = anchors
        href = href_or_none(address)
        if href is not None:
            self.by_address[href] = anchors
            if self.format == "warc":
                self.origins.add(_origin(href))

    def lacks(self, row: FoundReference, target: str) -> Problem | None:
        """Return the problem of a row's target in the container and its message, or None."""
        address, _, fragment = target.partition("#")
        if row.kind == "same-document" and fragment:
            return _anchor(row.source, self.by_name.get(row.source), fragment)
        if row.part is not None:
            return _anchor(row.part, self.by_name.get(row.part), fragment)
        if address in self.by_address:
            return _anchor(address, self.by_address[address], fragment)
        if not self.is_whole:
            return None
        if address.startswith("thismessage:"):
            return "no-file", f"{self.name} has no {address.removeprefix('thismessage:').lstrip('/')!r}"
        if _origin(address) in self.origins:
            return "no-file", f"{self.name} has no record of it"
        return None


def _anchor(place: str, anchors: Anchors, fragment: str) -> Problem | None:
    name = missing_anchor(anchors, fragment)
    return None if name is None else ("no-anchor", f"{place} has no anchor {name!r}")


def container_of(source: str) -> tuple[str, str] | None:
    """The container's file and format, by the name of a document in rows: of `a.epub, b.xhtml` it is `a.epub`."""
    end = len(source)
    while end >= 0:
        format = _format(source[:end])
        if format is not None:
            return source[:end], format
        end = source.rfind(", ", 0, end)
    return None


def _format(name: str) -> str | None:
    """The format of a file that is a container, or None."""
    format = format_by_suffix(name)
    if format is not None and not _is_container(format):
        return None
    try:
        with open(name, "rb") as stream:
            format = detect_format(name, stream.read(HEAD))
    except (OSError, ValueError):
        return None
    return format if _is_container(format) else None


def _is_container(format: str) -> bool:
    return format in WITH_PARTS or FORMATS[format].archive


def _origin(href: str) -> str:
    """Scheme and authority of a URL as the URL Standard serializes it."""
    return "/".join(href.split("/", 3)[:3])
