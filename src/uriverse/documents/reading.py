"""Read the documents of a source one by one, each by the reader of its format.

    links("mail.eml")                        one source
      documents(source)                      Document("mail.eml", data)
        read_document(document, base, ...)         the format is detected: mime
          readers.mime.references(...)       rows of the mail's fields
            context.read(part, base)         Document("mail.eml, part 1", data, format="html"): read_document(...) again
              readers.html.references(...)   rows of the page

A reader's module is imported lazily. An unreadable document gives an error row, and the next source is read.
"""

from __future__ import annotations

from _collections_abc import Iterable, Iterator
from functools import partial
from importlib import import_module
from io import BytesIO

from uriverse._core import LinkRows, link_octets
from uriverse.documents.base import Base, outermost
from uriverse.documents.context import SEARCH_RULES, Context, Reader, SearchRules
from uriverse.documents.document import Document
from uriverse.documents.encodings import declared, in_utf_8
from uriverse.documents.formats import FORMATS, HEAD, Format, detect_format, wrong_format
from uriverse.documents.gzip import MAGIC, expanded
from uriverse.documents.limits import DEFAULT, Limits
from uriverse.documents.rows import FoundReference, charset_row, guarded, incomplete, one_by_one, unreadable
from uriverse.documents.sources.files import File, Readable, documents_of_file
from uriverse.documents.sources.given import Source, check, opened
from uriverse.documents.sources.streams import archived
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import EDITION, TEXT, takes, text_or_none
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, cast
from uriverse.ground.records import NamedTuple
from uriverse.text.options import NO_OPTIONS, SearchOptions

if TYPE_CHECKING:
    import pyarrow

    from uriverse._core import Column, Text
    from uriverse.editions.registry import Standard
    from uriverse.text.schemes import Schemes


@takes(
    base=(TEXT, type(None)),
    default_base=(TEXT, type(None)),
    edition=EDITION,
    format=(str, type(None)),
    limits=Limits,
    skipped=bool,
    hints=bool,
    lenient=bool,
    schemes=Iterable,
    options=SearchOptions,
)
def links(
    *sources: Source,
    base: Text | None = None,
    default_base: Text | None = None,
    edition: Standard = DEFAULT_EDITION,
    format: str | None = None,
    limits: Limits = DEFAULT,
    skipped: bool = False,
    hints: bool = False,
    lenient: bool = False,
    schemes: Schemes = "registered",
    options: SearchOptions = NO_OPTIONS,
) -> Links:
    """The references in documents: an iterator of rows, with a method `to_arrow` for columns.

    Args:
        sources: names of files and directories, open binary files, responses of `requests`, `httpx` and
            `urllib.request`, messages of `email`, and documents in memory (`Document`).
        base: the retrieval URI of the documents (RFC 3986, section 5.1.3), for a directory the base of its files; by
            default the URI of each file or response.
        default_base: the base of documents without another one (RFC 3986, section 5.1.4).
        edition: the edition that checks and resolves references, or "whatwg" for the URL Standard.
        format: a name of `FORMATS`; by default detected from the document's metadata, name and first octets.
        limits: the limits of a document.
        skipped: whether to yield rows for files without a reader (a picture in a directory, a script in an archive).
        hints: whether to yield rows for references that are not links, with their class as `hint`: JSON-LD, the URLs of
            `og:` metas, import maps, `data-src`, the bare URLs in a page's text (`hints.toml` has the classes).
        lenient, schemes: options for references in running text, as for `uriverse.find`.
        options: the choices that few callers need, as for `uriverse.find`.

    A source that cannot be read gives one row with its `error`, which names a missing extra.

    Raises:
        TypeError: if an argument has a wrong type; the message says what to use instead.
        ValueError: if a source is a document's text instead of its name, or there is no such format.

    >>> import io
    >>> from uriverse.documents import links
    >>> page = io.BytesIO(b"<base href=/d/><a href=x>")
    >>> [row.resolved for row in links(page, base="http://a/b")]
    ['http://a/d/', 'http://a/d/x']
    """
    check(sources, edition=edition, format=format)
    documents = opened(*sources, base=base, format=format, limits=limits)
    rules = SearchRules(lenient, schemes, hints, options)
    return Links(documents, Options(edition, text_or_none(default_base), limits, skipped, rules))


class Links(Iterator[FoundReference]):
    """The references of documents, read lazily: rows one by one, or columns by `to_arrow`."""

    def __init__(self, documents: Iterator[Document | FoundReference], options: Options) -> None:
        self._documents = documents
        self._options = options
        self._rows: Iterator[FoundReference] | None = None

    def __iter__(self) -> Iterator[FoundReference]:
        # Return the generator itself, which saves a call for each row.
        if self._rows is None:
            self._rows = self._options.rows(self._documents)
        return self._rows

    def __next__(self) -> FoundReference:
        return next(iter(self))

    def to_arrow(self) -> pyarrow.RecordBatchReader:
        """The same rows as Arrow record batches, several times as fast: most never become Python objects.

        The columns are the fields of `FoundReference`: `line` and `column` are int64, `valid` and `follow` are bool,
        `rel` is a list of strings, the rest are strings. Batches are read lazily, so any number of documents fits into
        memory. Lone surrogates become replacement characters.

        Raises:
            ModuleNotFoundError: if pyarrow is not installed; the message names the extra.
            ValueError: if rows were read before.

        >>> import io
        >>> from uriverse.documents import links
        >>> table = links(io.BytesIO(b"<a href=x>"), base="http://a/b").to_arrow().read_all()
        >>> table["resolved"].to_pylist()
        ['http://a/x']
        """
        from uriverse.documents import arrow

        if self._rows is not None:
            raise ValueError("rows were read before: call links(...) again for columns")
        self._rows = iter(())
        return arrow.reader(self._options.columns(self._documents))


class Options(NamedTuple):
    """The options of `links`. They are sent to worker processes."""

    edition: Standard = DEFAULT_EDITION
    default_base: str | None = None
    limits: Limits = DEFAULT
    skipped: bool = False
    search: SearchRules = SEARCH_RULES

    def rows(self, documents: Iterable[Readable]) -> Iterator[FoundReference]:
        """Yield the rows of documents; rows among them are passed on."""
        return one_by_one(self.parts(documents, LinkRows()))

    def parts(self, documents: Iterable[Readable], buffer: LinkRows) -> Iterator[FoundReference | LinkRows]:
        """Yield the same rows, one by one or in the buffer, which the caller empties."""
        context = self.context(buffer)
        outer = self.outer
        for item in documents:
            opened = documents_of_file(item, item.format, None, self.limits) if isinstance(item, File) else (item,)
            for document in opened:
                if not isinstance(document, FoundReference):
                    yield from references(document, outer, context, skipped=self.skipped)
                elif self.skipped or document.problem != "skipped":
                    yield document

    @property
    def outer(self) -> Base:
        """The base around documents (RFC 3986, section 5.1.4)."""
        return outermost(None, self.default_base, self.edition, self.limits)

    def context(self, buffer: LinkRows) -> Context:
        """The context of documents that are not in others."""
        return Context(self.edition, read_document, buffer, self.limits, self.search)

    def columns(self, documents: Iterable[Readable], buffer: LinkRows | None = None) -> Iterator[Column]:
        """Yield the same rows as struct columns of some thousand rows, without an object for each row.

        A caller that inspects the buffer afterwards gives one.
        """
        buffer = LinkRows() if buffer is None else buffer
        for rows in self.parts(documents, buffer):
            if rows is not buffer:
                buffer.append(cast(FoundReference, rows))
            if buffer.is_full:
                yield buffer.finish()
        if len(buffer):
            yield buffer.finish()


def references(
    document: Document, outer: Base, context: Context, *, skipped: bool = False
) -> Iterator[FoundReference | LinkRows]:
    """Yield the rows of one document, one by one or in the context's buffer, which the caller empties."""
    limits, buffer = context.limits, context.buffer
    uri, context = document.uri, context.of_document(document)
    rows = guarded(
        document.name,
        lambda: read_document(document, outer if uri is None else outer.inner(uri, "retrieval"), context),
    )
    rows_left, octets = limits.references, max(limits.output, limits.growth * len(document.data))
    octets_left = octets
    start, start_octets = len(buffer), buffer.octets
    for batch in rows:
        count, size = len(buffer) - start, buffer.octets - start_octets
        fits = batch is buffer and count <= rows_left and size <= octets_left
        for row in (batch,) if fits or isinstance(batch, FoundReference) else one_by_one((batch,), start):
            if not rows_left or octets_left <= 0:
                references = f"more than {limits.references} references"
                too_much = references if not rows_left else f"references that make more than {octets} octets"
                yield incomplete(document.name, f"it holds {too_much}")
                return
            if not isinstance(row, FoundReference):
                rows_left, octets_left = rows_left - count, octets_left - size
            elif row.reference is None and row.problem == "skipped" and not skipped:
                continue
            else:
                rows_left, octets_left = rows_left - 1, octets_left - link_octets(row)
            yield row
        start, start_octets = len(buffer), buffer.octets


def read_document(document: Document, base: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
    """Yield a row for each reference in a document, with the base around it.

    A document with a wrong transport charset is still read, with an error row.
    """
    edition, limits = context.edition, context.limits
    if context.depth > limits.documents:
        yield unreadable(document.name, f"more than {limits.documents} documents are nested")
        return
    if document.headers:
        yield from reader(FORMATS["http"])(document, base, context)
        return
    format = FORMATS[document.format or detect_format(document.name, document.data[:HEAD])]
    if document.format is None:
        document = document._replace(format=format.name)
    if format.archive:
        stream = BytesIO(document.data)
        head = document.data[: len(MAGIC)]
        members = archived(format, stream, head, document.name, document.uri, limits, context.opening)
        for item in members:
            if isinstance(item, FoundReference):
                yield item
            else:
                yield from context.read(item, outermost(item.uri, None, edition, limits))
        return
    if document.data.startswith(MAGIC):
        zipped = document.data
        data, reason = context.opening.open(len(zipped), partial(expanded, zipped), format.cost)
        if reason is not None:
            yield unreadable(document.name, reason)
            return
        document = document._replace(data=data)
    if len(document.data) > limits.octets // format.cost:
        yield unreadable(document.name, f"it is longer than {limits.octets // format.cost} octets")
        return
    other = wrong_format(document.data, format)
    if other is not None:
        yield unreadable(document.name, f"it is {other}")
        return
    if format.transcoded and format.name == "xml" and document.encoding is None:
        document = document._replace(encoding=declared(document.data))
    if document.encoding is not None and format.transcoded:
        document, reason = in_utf_8(document)
        if reason is not None:
            yield charset_row(document.name, reason)
    yield from reader(format)(document, base, context)


@cache
def reader(format: Format) -> Reader:
    """The reader of a format, imported lazily."""
    return cast(Reader, import_module(format.module).references)
