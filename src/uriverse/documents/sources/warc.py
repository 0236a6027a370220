"""Web archives (WARC, ISO 28500, and the older ARC), plain or gzip: the documents in their records, read as a stream.

A record's target URI is where its content was retrieved from. Responses keep their header fields, and are read as such.
Resources and conversions are documents by their type. Requests, revisits and what describes the crawl hold nothing that
was retrieved. Content that no reader takes is passed over without being in memory.

Records that are written as the standard has them are read here (`warc_records.py`); warcio reads on at the first that
is not. Three things are done here, because warcio does them for archives that it trusts: compression is taken off
before (it takes a file that is cut short for one that ends there, and refuses one that was compressed as a whole), the
heads of responses are read one by one (a broken one would end its reading of the archive), and the length of heads is
bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from functools import partial
from io import StringIO
from typing import IO, TYPE_CHECKING, Any, Final

from uriverse.documents.coding import decoded
from uriverse.documents.document import Document
from uriverse.documents.formats import media_type, told_by_type
from uriverse.documents.limits import Limits
from uriverse.documents.rows import FoundReference, incomplete, of_kind, unreadable, walled
from uriverse.documents.sources.warc_records import Fields, Record, Records, TooLong, first_values, is_response, target

try:
    from warcio.archiveiterator import ArchiveIterator
    from warcio.bufferedreaders import DecompressingBufferedReader
    from warcio.statusandheaders import StatusAndHeadersParser
except ModuleNotFoundError as missing:
    hint = "reading web archives needs the extra 'warc': pip install 'uriverse[warc]'"
    raise ModuleNotFoundError(hint, name=missing.name) from None

if TYPE_CHECKING:
    from warcio.recordloader import ArcWarcRecord

READ: Final = frozenset({"response", "resource", "conversion"})
CODINGS: Final = ("transfer-encoding", "content-encoding")
# How much of a line of a head is read at once.
LINE: Final = 1 << 13


class BoundedReader(DecompressingBufferedReader):  # type: ignore[misc]
    """warcio's reader of lines, which ends when the lines of one head are too many or too long.

    Lines are read for heads and for what stands between records, and counted from `begin_head` on.
    """

    def __init__(self, stream: Any, largest: int) -> None:
        super().__init__(stream, block_size=1 << 14)
        self._largest = largest
        self._lines = 0

    def readline(self, length: int | None = None) -> bytes:
        """Read a line, or `LINE` octets of it."""
        # Asked before a line is read, so that whoever counts what was read counts this line too.
        if self._lines > self._largest:
            raise TooLong(f"a head is longer than {self._largest} octets")
        line: bytes = super().readline(min(length or LINE, LINE))
        self._lines += len(line)
        return line

    def begin_head(self) -> None:
        """Count lines anew."""
        self._lines = 0


def documents(stream: IO[bytes], name: str, uri: str | None, limits: Limits) -> Iterator[Document | FoundReference]:
    """Yield the documents of an archive; a record that is damaged or cut short has a row that says so.

    Args:
        stream: the file, without its compression; no more than one record's content is in memory.
        name: what its rows call it; a record's number is added to it.
        uri: where the archive was retrieved from, which says nothing about what is in it.
        limits: how long a record's content and head may be.
    """
    del uri
    plain = Records(stream, limits.head)
    number = 0
    while (record := plain.next()) is not None:
        number += 1
        if record.fields.get("warc-type") in READ:
            own = f"{name}, record {number}"
            yield from walled(own, partial(_plain_record, record, own, limits))
    yield from _by_warcio(plain, number, name, limits)


def _by_warcio(read: Records, number: int, name: str, limits: Limits) -> Iterator[Document | FoundReference]:
    """Yield the documents of what follows so many records that were read."""
    try:
        records = ArchiveIterator(read.rest(), no_record_parse=True, arc2warc=True)
        records.reader = reader = BoundedReader(records.fh, limits.head)
        while True:
            reader.begin_head()
            known = records.err_count
            record = _next(records)
            if records.err_count > known:
                yield incomplete(f"{name}, record {number}", "it is longer than its length says")
            if record is None:
                break
            number += 1
            if record.rec_type in READ:
                reader.begin_head()
                own = f"{name}, record {number}"
                yield from walled(own, partial(_record, record, own, limits))
    except OSError:
        raise
    except Exception as failure:  # the library raises whatever a damaged archive makes it stumble over
        reason = " ".join(str(failure).split()) or type(failure).__name__
        yield incomplete(name, f"after record {number}, {reason}")


def _next(records: Any) -> ArcWarcRecord | None:
    """The next record, or None. The library writes its warnings to standard error, where nobody asked for them."""
    with redirect_stderr(StringIO()):
        return next(records, None)


def _plain_record(record: Record, name: str, limits: Limits) -> Iterator[Document | FoundReference]:
    truncated = record.fields.get("warc-truncated")
    return _documents_of(
        name,
        target(record.fields),
        record.http,
        record.fields,
        lambda size: record.content[:size],
        lambda: _truncated(truncated),
        limits,
    )


def _record(record: ArcWarcRecord, name: str, limits: Limits) -> Iterator[Document | FoundReference]:
    fields = first_values(tuple(record.rec_headers.headers))
    retrieved = target(fields)
    headers: Fields = ()
    if is_response(fields):
        try:
            record.http_headers = StatusAndHeadersParser(["HTTP/"]).parse(record.raw_stream)
        except Exception as failure:  # a broken head raises exceptions of many kinds
            yield unreadable(name, " ".join(str(failure).split()) or "it has no head")
            return
        headers = tuple((str(key), str(value)) for key, value in record.http_headers.headers)
    yield from _documents_of(
        name, retrieved, headers, fields, record.raw_stream.read, lambda: _cut_short(record), limits
    )


def _documents_of(
    name: str,
    retrieved: str | None,
    headers: Fields,
    of_record: dict[str, str],
    read: Callable[[int], bytes],
    cut_short: Callable[[], str | None],
    limits: Limits,
) -> Iterator[Document | FoundReference]:
    """The document in a record.

    Args:
        name: what its rows call it.
        retrieved: the URI that it was retrieved from, or None.
        headers: the fields of the response that it is, or none.
        of_record: the record's own fields.
        read: reads as many octets of the content.
        cut_short: tells afterwards why the content is not whole, or returns None.
        limits: how long it may be.
    """
    # A content's type: the response's if it is one, else the record's own.
    types = [value for name, value in headers if name.lower() == "content-type"]
    kind, charset = media_type(", ".join(types) if headers else of_record.get("content-type", ""))
    format = None if kind is None else told_by_type(kind, retrieved or "")
    data = b""
    if format is None and kind is not None:
        yield of_kind(name, kind)
    else:
        stored = read(limits.octets + 1)
        if len(stored) > limits.octets:
            yield unreadable(name, f"it is longer than {limits.octets} octets")
            return
        fields = first_values(headers)
        transfer, content = (fields.get(name, "") for name in CODINGS)
        data, damage = decoded(stored, transfer, content, limits.octets)
        for reason in filter(None, (cut_short(), damage)):
            yield incomplete(name, reason)
    if headers:
        yield Document(name, data, retrieved, None, None, headers)
    elif data:
        yield Document(name, data, retrieved, format, charset)


def _cut_short(record: Any) -> str | None:
    """Why not all of a record's content is there, or None."""
    truncated = _truncated(record.rec_headers.get_header("WARC-Truncated"))
    if truncated is not None:
        return truncated
    left = getattr(record.raw_stream, "limit", 0)
    return f"{left} octets of it are missing" if left else None


def _truncated(value: str | None) -> str | None:
    """What the field WARC-Truncated says, or None."""
    return f"it was cut short when it was archived ({value})" if value else None
