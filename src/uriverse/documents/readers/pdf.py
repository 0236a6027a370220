"""PDF: the link annotations of its pages (ISO 32000-2).

12.6.4.8, URI actions: the `URI` of an annotation's action is the reference, in ASCII, since PDF 2.0 in UTF-8 (other
octets are PDFDocEncoding or, with a byte order mark, UTF-16: section 7.9.2.2); the
`Base` of the catalogue's `URI` dictionary is the embedded base. References in text do not count. The element of a row
is its page, "page 3"; the attribute is the path in the annotation.

Objects can be shared, so a small file could have millions of pages. This module walks the page tree itself, and visits
each page, list of annotations and annotation once (12.5.2: an annotation dictionary "shall be referenced from the
Annots array of only one page").
"""

from __future__ import annotations

import io
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from uriverse.documents.base import Base
from uriverse.documents.context import Context
from uriverse.documents.document import Document
from uriverse.documents.rows import FoundReference, RowMaker
from uriverse.ground.extras import Extra
from uriverse.ground.masking import masked

with Extra("pdf", "'pypdf[crypto]'", "reading PDF"):
    import pypdf
    from pypdf.errors import DependencyError
    from pypdf.generic import ArrayObject, ByteStringObject, DictionaryObject, IndirectObject, TextStringObject


# An action may be followed by others (12.6.2, Next); this ends cyclic chains.
LONGEST_CHAIN: Final = 100
# The warnings of a file that are logged.
MAX_WARNINGS: Final = 10
_LOGGER: Final = logging.getLogger(__name__)
_LOGGER.addHandler(logging.NullHandler())


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each link annotation that has a URI action, page by page.

    A damaged file gives the rows before the damage, then an error row.
    """
    maker = RowMaker(document, base, context.edition)
    offered, references, reason = _read(document)
    if offered is not None:
        maker.base = base.inner(offered, "embedded")
    for number, path, reference in references:
        yield maker.row(reference, element=f"page {number}", attribute=path)
    if reason is not None:
        yield maker.failed(reason)


def _read(document: Document) -> tuple[str | None, list[tuple[int, str, str]], str | None]:
    """The base in a file, its references with their pages and paths, and an error or None."""
    offered, references = None, list[tuple[int, str, str]]()
    with _named_warnings(document.name):
        try:
            reader = pypdf.PdfReader(io.BytesIO(document.data))
            if reader.is_encrypted and not reader.decrypt(""):
                return None, references, "it is encrypted, and needs a password"
            catalogue = _dictionary(reader.root_object)
            offered = _text(_dictionary(catalogue.get("/URI")).get("/Base"))
            visited = _Seen()
            for number, page in enumerate(_pages(catalogue, visited), 1):
                for annotation in _annotations(page, visited):
                    references += ((number, path, reference) for path, reference in _annotation_links(annotation))
        except DependencyError as failure:
            return offered, references, f"it is encrypted: {failure}; pip install 'pypdf[crypto]'"
        except Exception as failure:  # the parser may raise anything on a damaged file
            return offered, references, f"it is damaged, or not a PDF: {failure}".splitlines()[0]
    return offered, references, None


@contextmanager
def _named_warnings(name: str) -> Iterator[None]:
    """Log the parser's first warnings in this thread with the file's name, by this module's logger; count the others.

    A hostile file causes one for each object. A program that does not configure logging gets none.
    """
    parser_logger, thread = logging.getLogger("pypdf"), threading.get_ident()
    count = 0

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            nonlocal count
            if record.thread != thread:
                return
            count += 1
            if count <= MAX_WARNINGS:
                _LOGGER.log(record.levelno, "%r: %s", masked(name), record.getMessage())

    handler = Handler()
    parser_logger.addHandler(handler)
    parser_logger.propagate = False
    try:
        yield
    finally:
        parser_logger.removeHandler(handler)
        parser_logger.propagate = True
        if count > MAX_WARNINGS:
            _LOGGER.warning("%r: %d more warnings", masked(name), count - MAX_WARNINGS)


class _Seen:
    """The visited objects. Direct objects are visited with their parents."""

    def __init__(self) -> None:
        self._numbers: set[tuple[int, int]] = set()

    def is_new(self, entry: object) -> bool:
        """Whether an entry is visited for the first time."""
        if not isinstance(entry, IndirectObject):
            return True
        number = (entry.idnum, entry.generation)
        is_old = number in self._numbers
        self._numbers.add(number)
        return not is_old


def _pages(catalogue: DictionaryObject, visited: _Seen) -> Iterator[DictionaryObject]:
    """The pages in order (7.7.3); nodes of the tree have kids, pages do not."""
    root = catalogue.get("/Pages")
    if not isinstance(_resolved(root), DictionaryObject):
        raise ValueError("it has no pages")
    stack: list[object] = [catalogue.raw_get("/Pages")]
    while stack:
        entry = stack.pop()
        if not visited.is_new(entry):
            continue
        node = _dictionary(entry)
        kids = _resolved(node.get("/Kids"))
        if isinstance(kids, ArrayObject):
            stack.extend(reversed(list(kids)))
        elif node:
            yield node


def _annotations(page: DictionaryObject, visited: _Seen) -> Iterator[DictionaryObject]:
    if "/Annots" not in page or not visited.is_new(page.raw_get("/Annots")):
        return
    annotations = _resolved(page.get("/Annots"))
    if isinstance(annotations, ArrayObject):
        for entry in list(annotations):
            if visited.is_new(entry):
                yield _dictionary(entry)


def _annotation_links(annotation: DictionaryObject) -> Iterator[tuple[str, str]]:
    if annotation.get("/Subtype") != "/Link":
        return
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
    value = _resolved(entry)
    return value if isinstance(value, DictionaryObject) else DictionaryObject()


def _text(entry: object) -> str | None:
    value = _resolved(entry)
    if isinstance(value, ByteStringObject):
        return bytes(value).decode("utf-8", "surrogateescape")
    if not isinstance(value, TextStringObject):
        return None
    if value.autodetect_utf16:
        return str(value)
    # The parser decodes other octets as PDFDocEncoding, in which UTF-8 would be other letters.
    try:
        return value.original_bytes.decode("utf-8")
    except UnicodeDecodeError:
        return str(value)
