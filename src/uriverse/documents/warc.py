"""Web archives (WARC, ISO 28500, and the older ARC), plain or gzip: the documents in their records, read as a stream.

A record's target URI is where its content was retrieved from. Responses keep their header fields, and are read as such;
resources and conversions are documents by their type; requests, revisits and what describes the crawl hold nothing
that was retrieved. Content that no reader takes is passed over without being in memory.

warcio reads the records. Compression is taken off before (it takes a file that is cut short for one that ends there,
and refuses one that was compressed as a whole), and heads of responses are read here, one by one: one that is broken
would end its reading of the archive.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any, Final, cast

from uriverse.documents.detection import told_by_type
from uriverse.documents.document import Document
from uriverse.documents.gzip_stream import MAGIC, Gunzip
from uriverse.documents.mime_structure import content_type
from uriverse.documents.references import FoundReference

try:
    from warcio.archiveiterator import ArchiveIterator
    from warcio.statusandheaders import StatusAndHeadersParser
except ModuleNotFoundError as missing:
    hint = "reading web archives needs the extra 'warc': pip install 'uriverse[warc]'"
    raise ModuleNotFoundError(hint, name=missing.name) from None

if TYPE_CHECKING:
    from warcio.recordloader import ArcWarcRecord

READ: Final = frozenset({"response", "resource", "conversion"})
# A record that is longer is read as far as this; a few octets may be compressed that expand to any size.
LARGEST: Final = 1 << 28


class Peeked:
    """A stream of which the first octets were looked at."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.first = stream.read(len(MAGIC))
        self._left = self.first
        self._stream = stream

    def read(self, size: int) -> bytes:
        """Read the first octets again, then the rest."""
        if not self._left:
            return self._stream.read(size)
        left, self._left = self._left, b""
        return left


def documents(stream: IO[bytes], name: str, uri: str | None) -> Iterator[Document | FoundReference]:
    """Yield the documents of an archive; a record that is damaged or cut short has a row that says so.

    Args:
        stream: the file; no more than one record's content is in memory.
        name: what its rows call it; a record is called by its number besides.
        uri: where the archive was retrieved from, which tells nothing about what is in it.
    """
    del uri
    peeked = cast(IO[bytes], Peeked(stream))
    zipped = Gunzip(peeked) if cast(Peeked, peeked).first == MAGIC else None
    number = 0
    records = ArchiveIterator(zipped or peeked, no_record_parse=True, arc2warc=True)
    try:
        for number, record in enumerate(records, 1):
            if record.rec_type in READ:
                yield from _record(record, f"{name}, record {number}")
    except OSError:
        raise
    except Exception as failure:  # the library raises whatever a damaged archive makes it stumble over
        reason = " ".join(str(failure).split()) or type(failure).__name__
        yield FoundReference(name, error=f"cannot be read after record {number}: {reason}")
    if zipped is not None and zipped.trouble is not None:
        yield FoundReference(name, error=f"cannot be read wholly: {zipped.trouble}")


def _record(record: ArcWarcRecord, name: str) -> Iterator[Document | FoundReference]:
    target = record.rec_headers.get_header("WARC-Target-URI")
    # Early writers put angle brackets around it, as the grammar of WARC 1.0 has them.
    target = None if target is None else target.removeprefix("<").removesuffix(">")
    headers: tuple[tuple[str, str], ...] = ()
    if _is_http(record, target):
        try:
            record.http_headers = StatusAndHeadersParser(["HTTP/"]).parse(record.raw_stream)
        except Exception as failure:  # what breaks a head is told by exceptions of many kinds
            yield FoundReference(name, error=f"cannot be read: {' '.join(str(failure).split()) or 'it has no head'}")
            return
        headers = tuple((str(key), str(value)) for key, value in record.http_headers.headers)
    # A content's type: the response's where it is one, else the record's own.
    fields = headers or record.rec_headers.headers
    said = next((str(value) for key, value in fields if str(key).lower() == "content-type"), None)
    media_type, charset = content_type(said or "")
    typed = said is not None
    format = told_by_type(media_type, target or "") if typed else None
    data = b""
    if format is not None or not typed:
        # Transfer and content codings are taken off.
        data = record.content_stream().read(LARGEST)
        reason = _cut_short(record, len(data))
        if reason is not None:
            yield FoundReference(name, error=f"cannot be read wholly: {reason}")
    if headers:
        yield Document(name, data, target, None, None, headers)
    elif data:
        yield Document(name, data, target, format, charset)


def _is_http(record: ArcWarcRecord, target: str | None) -> bool:
    """Whether a record's content is a response with its head; a response to a DNS query, say, is none."""
    kind = record.rec_headers.get_header("Content-Type") or ""
    if record.rec_type != "response":
        return False
    return kind.startswith("application/http") or (target or "").lower().startswith(("http:", "https:"))


def _cut_short(record: Any, size: int) -> str | None:
    """Why not all of a record's content was read, or None."""
    truncated = record.rec_headers.get_header("WARC-Truncated")
    if truncated:
        return f"it was cut short when it was archived ({truncated})"
    if size == LARGEST:
        return f"it is longer than {LARGEST} octets"
    left = getattr(record.raw_stream, "limit", 0)
    return f"{left} octets of it are missing" if left else None
