"""From a source to its rows: read it, see which format it is, hand it to that format's reader.

This is the one place where formats are added: a row in `FORMATS` names the module that reads it. A reader takes the
document, the base around it and the edition, and yields rows; it is imported when the first such document comes. What
cannot be read becomes a row that says so, and the next source is read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple, Protocol, cast

import uriverse as uv
from uriverse.documents.base import Base, establish
from uriverse.documents.references import FoundReference

if TYPE_CHECKING:
    from uriverse import Edition, EditionId

Source = str | os.PathLike[str] | IO[bytes]


class Document(NamedTuple):
    """A document in memory.

    Attributes:
        name: what its rows call it.
        data: its octets.
        uri: where it was retrieved from, or None.
    """

    name: str
    data: bytes
    uri: str | None = None

    def address(self, edition: EditionId | Edition) -> uv.URI | None:
        """The URI that "the current document" means: the document's own, without a fragment; None where it has none."""
        try:
            return None if self.uri is None else uv.URI(self.uri.partition("#")[0], edition=edition)
        except uv.URIError:
            return None


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
    """

    name: str
    module: str
    suffixes: tuple[str, ...]

    @property
    def reader(self) -> Reader:
        """The function that reads it, imported now."""
        return cast(Reader, import_module(self.module).references)


FORMATS: Final[dict[str, Format]] = {
    each.name: each
    for each in (Format("html", "uriverse.documents.html", (".html", ".htm", ".xhtml", ".shtml", ".php", ".asp")),)
}

# MIME Sniffing Standard, section 6, and RFC 8878: how formats begin that people give by mistake.
SIGNATURES: Final[dict[bytes, str]] = {
    b"%PDF-": "a PDF document",
    b"GIF8": "a GIF image",
    b"\x89PNG\r\n": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"RIFF": "an image or sound (RIFF)",
    b"\x1f\x8b\x08": "compressed (gzip)",
    b"\x28\xb5\x2f\xfd": "compressed (zstd)",
    b"PK\x03\x04": "a ZIP archive",
    b"OggS\x00": "a film or sound (Ogg)",
    b"\x1aE\xdf\xa3": "a film (Matroska)",
    b"wOFF": "a font",
    b"wOF2": "a font",
}


def links(
    *sources: Source,
    base: str | None = None,
    edition: EditionId | Edition = "rfc3986",
    format: str | None = None,
) -> Iterator[FoundReference]:
    """Yield a row for each reference in the given documents.

    Args:
        sources: names of files, or binary files that are open.
        base: where the documents were retrieved from (RFC 3986, section 5.1.3); None takes each file's own URI.
        edition: the edition by which references are checked and resolved.
        format: a name of `FORMATS`; None tells each document's format from its name.

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
        try:
            document = read(source, base)
        except (OSError, ValueError) as failure:
            reason = getattr(failure, "strerror", None) or str(failure)
            yield FoundReference(_name(source), error=f"cannot be read: {reason}")
            continue
        yield from references(document, edition=edition, format=format)


def references(
    document: Document, *, edition: EditionId | Edition = "rfc3986", format: str | None = None
) -> Iterator[FoundReference]:
    """Yield a row for each reference in one document; its base is established from `document.uri`."""
    other = no_text(document.data)
    if other is not None:
        yield FoundReference(document.name, error=f"cannot be read: it is {other}")
        return
    outer = establish(retrieval=document.uri, edition=edition)
    yield from FORMATS[format or told_by_name(document.name)].reader(document, outer, edition)


def read(source: Source, base: str | None) -> Document:
    """Read a source into memory.

    Raises:
        OSError: where it cannot be read.
        ValueError: where its name can be no file's name.
    """
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        return Document(str(source), path.read_bytes(), base if base is not None else file_uri(path))
    return Document(_name(source), source.read(), base)


def file_uri(path: Path) -> str:
    """The URI of a file: absolute, its symbolic links not followed, ".." taken out as the system does."""
    return Path(os.path.abspath(path)).as_uri()


def told_by_name(name: str) -> str:
    """The format that a file's suffix tells; HTML where it tells none, which is what pages without suffix are."""
    suffix = os.path.splitext(name)[1].lower()
    return next((each.name for each in FORMATS.values() if suffix in each.suffixes), "html")


def no_text(data: bytes) -> str | None:
    """What octets are that can be no page, told by how they begin; None where they may be a page.

    A page may hold any octet, NUL too, so only what begins as another format is one.
    """
    return next((what for begins, what in SIGNATURES.items() if data.startswith(begins)), None)


def _name(source: Source) -> str:
    if isinstance(source, str | os.PathLike):
        return str(source)
    return str(getattr(source, "name", "<stream>"))
