"""Web archives (WARC, ISO 28500, and the older ARC), plain or gzip: the documents in their records, read as a stream.

A record's target URI is the retrieval URI of its content. Responses are read with their header fields, resources and
conversions by their type. Requests and crawl metadata are skipped, and revisits, which have no content. Content without
a reader is skipped without reading it into memory.
"""

from __future__ import annotations

from _collections_abc import Iterator
from functools import partial
from typing import IO

from uriverse.documents.coding import decoded
from uriverse.documents.document import Document
from uriverse.documents.formats import format_by_type, media_type
from uriverse.documents.limits import Limits
from uriverse.documents.opening import Opening
from uriverse.documents.rows import FoundReference, guarded, incomplete, skipped, skipped_kind, unreadable
from uriverse.documents.sources.warc_records import Fields, Records, Trouble, is_response, target
from uriverse.ground.lean_typing import Final

CONTENT_TYPES: Final = frozenset({"response", "resource", "conversion"})
NO_HEAD: Final[Fields] = ((), {})


def documents(
    stream: IO[bytes], name: str, uri: str | None, limits: Limits, opening: Opening
) -> Iterator[Document | FoundReference]:
    """Yield the documents of an archive; a damaged or truncated record gives an error row."""
    del uri
    records = Records(stream, limits.head)
    for record in records:
        record_name = f"{name}, record {records.number}"
        if isinstance(record, Trouble):
            between = f"after record {records.number}, {record.reason}"
            yield incomplete(name, between) if record.between else incomplete(record_name, record.reason)
        elif record.get("warc-type") == "revisit":
            yield skipped(record_name, "a revisit", target(record))
        elif record.get("warc-type") in CONTENT_TYPES:
            yield from guarded(record_name, partial(_documents_of, record, records, record_name, limits, opening))


def _documents_of(
    record_fields: dict[str, str], records: Records, name: str, limits: Limits, opening: Opening
) -> Iterator[Document | FoundReference]:
    retrieved = target(record_fields)
    head = records.response() if is_response(record_fields, retrieved) else NO_HEAD
    if isinstance(head, str):
        yield unreadable(name, head)
        return
    headers, first_values = head
    # A content's type: the response's if it is one, else the record's own.
    content_type = (first_values if headers else record_fields).get("content-type", "")
    if len(first_values) < len(headers):
        content_type = ", ".join(value for name, value in headers if name.lower() == "content-type")
    kind, charset = media_type(content_type)
    format = None if kind is None else format_by_type(kind, retrieved or "")
    data, opens = b"", 0
    if format is None and kind is not None:
        yield skipped_kind(name, kind, retrieved)
    else:
        stored = records.read(limits.octets + 1)
        if len(stored) > limits.octets:
            yield unreadable(name, f"it is longer than {limits.octets} octets")
            return
        transfer, content = first_values.get("transfer-encoding", ""), first_values.get("content-encoding", "")
        decode = partial(decoded, stored, transfer, content)
        data, damage = opening.open(len(stored), decode) if content else decode(limits.octets)
        opens = opening.share(len(stored), data, format)
        truncated = record_fields.get("warc-truncated")
        if truncated:
            yield incomplete(name, f"it was cut short when it was archived ({truncated})")
        if damage is not None:
            yield incomplete(name, damage)
    if headers:
        yield Document(name, data, retrieved, None, None, headers, opens)
    elif data:
        yield Document(name, data, retrieved, format, charset, opens=opens)
