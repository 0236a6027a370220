"""Web archives (WARC, ISO 28500, and the older ARC), plain or gzip: the documents in their records, read as a stream.

A record's target URI is where its content was retrieved from. Responses keep their header fields, and are read as such.
Resources and conversions are documents by their type. Requests, revisits and what describes the crawl hold nothing that
was retrieved. Content that no reader takes is passed over without being in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import IO, Final

from uriverse.documents.coding import decoded
from uriverse.documents.document import Document
from uriverse.documents.formats import format_by_type, media_type
from uriverse.documents.limits import Limits
from uriverse.documents.rows import FoundReference, incomplete, of_kind, unreadable, walled
from uriverse.documents.sources.warc_records import Records, Trouble, first_values, is_response, target

READ: Final = frozenset({"response", "resource", "conversion"})
CODINGS: Final = ("transfer-encoding", "content-encoding")


def documents(stream: IO[bytes], name: str, uri: str | None, limits: Limits) -> Iterator[Document | FoundReference]:
    """Yield the documents of an archive; a record that is damaged or cut short has a row that says so.

    Args:
        stream: the file, without its compression; no more than one record's content is in memory.
        name: what its rows call it; a record's number is added to it.
        uri: where the archive was retrieved from, which says nothing about what is in it.
        limits: how long a record's content and head may be.
    """
    del uri
    records = Records(stream, limits.head)
    for found in records:
        own = f"{name}, record {records.number}"
        if isinstance(found, Trouble):
            between = f"after record {records.number}, {found.reason}"
            yield incomplete(name, between) if found.between else incomplete(own, found.reason)
        elif found.get("warc-type") in READ:
            yield from walled(own, partial(_documents_of, found, records, own, limits))


def _documents_of(
    of_record: dict[str, str], records: Records, name: str, limits: Limits
) -> Iterator[Document | FoundReference]:
    """The document in a record, from its own fields and its content."""
    retrieved = target(of_record)
    headers = records.response() if is_response(of_record) else ()
    if isinstance(headers, str):
        yield unreadable(name, headers)
        return
    # A content's type: the response's if it is one, else the record's own.
    types = [value for name, value in headers if name.lower() == "content-type"]
    kind, charset = media_type(", ".join(types) if headers else of_record.get("content-type", ""))
    format = None if kind is None else format_by_type(kind, retrieved or "")
    data = b""
    if format is None and kind is not None:
        yield of_kind(name, kind)
    else:
        stored = records.read(limits.octets + 1)
        if len(stored) > limits.octets:
            yield unreadable(name, f"it is longer than {limits.octets} octets")
            return
        fields = first_values(headers)
        transfer, content = (fields.get(name, "") for name in CODINGS)
        data, damage = decoded(stored, transfer, content, limits.octets)
        truncated = of_record.get("warc-truncated")
        if truncated:
            yield incomplete(name, f"it was cut short when it was archived ({truncated})")
        if damage is not None:
            yield incomplete(name, damage)
    if headers:
        yield Document(name, data, retrieved, None, None, headers)
    elif data:
        yield Document(name, data, retrieved, format, charset)
