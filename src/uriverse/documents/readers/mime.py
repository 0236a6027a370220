"""MIME messages: mails, web pages saved as one file (MHTML), news; the base in each part, and all references.

RFC 2557, section 5: the base in a part is the one in its content; else its Content-Location, else that of the entities
around it, the innermost first; else the message's retrieval URI; else "thismessage:/". RFC 2110, section 4.1, also has
Content-Base, which outranks the Content-Location of the same head and is its base.

Rows of references to another part name the part: `cid:` and `mid:` (RFC 2392), and URIs that equal the Content-Location
of a part, preferably in the same multipart/related (RFC 2557, section 8.2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from typing import Final
from urllib.parse import unquote

from uriverse.documents.base import Base
from uriverse.documents.context import Context
from uriverse.documents.document import Document
from uriverse.documents.formats import format_by_type
from uriverse.documents.mime_structure import AS_IT_IS, Entity, entities
from uriverse.documents.readers.header_fields import BASES, MAIL_FIELDS, folded, identifier, offered_base
from uriverse.documents.rows import FoundReference, RowMaker, incomplete, refused_base, skipped
from uriverse.editions.registry import EDITIONS, Edition

# RFC 2557, section 5 (e): "a base URL of 'thismessage:/' MUST be employed", if nothing else gives one.
THIS_MESSAGE: Final = "thismessage:/"
# RFC 3676, sections 4.1 to 4.5: a space, a line break, and the next line's quotation marks and stuffing. The separator
# of signatures, "-- ", is not flowed.
_DELSP: Final = re.compile(rb"(?<!\n--) \r?\n>*+ ?(?!\r?\n)")
_LEADS: Final = re.compile(r"(?i)(cid|mid):([^?#]*)")


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each reference of a message, entity by entity; a part's rows have its name."""
    yield from _Message(document, base, context).rows()


class _Message:
    def __init__(self, document: Document, base: Base, context: Context) -> None:
        self.document = document
        self.context = context
        self.entities = entities(document.data, context.limits.parts)
        # draft-fielding-url-syntax-03 and -04, 5.1.2: "the retrieval context of a component part is the base URL of the
        # composite entity".
        edition = context.edition if isinstance(context.edition, Edition) else EDITIONS.get(context.edition)
        self.counts_for_parts = edition is not None and edition.resolution.get("composite_base") == "parts"
        outer = base if base.uri is not None else base.inner(THIS_MESSAGE, "default")
        self.around: list[Base] = []  # by entity number, as are the next lists: the base around its head
        self.inside: list[Base] = []  # the base for its content
        self.related: list[int] = []  # the innermost multipart/related around it, or -1
        self.location: list[str | None] = []  # the URI of its content
        self.by_id: dict[str, Entity] = {}
        self.by_message: dict[str, Entity] = {}
        self.by_location: dict[tuple[int, str], Entity] = {}
        for entity in self.entities:
            self._place(entity, outer)

    def _place(self, entity: Entity, outer: Base) -> None:
        parent = entity.parent
        around = outer if parent is None else self.inside[parent.number]
        inside, location = around, None
        based = self._based(entity, around)
        if not entity.is_multipart or self.counts_for_parts:
            inside = based
        reference = next(folded(entity.field("content-location")), None)
        if reference is not None:
            # A part's location is relative to the Content-Base of its head, else to the base around it.
            located = based.inner(reference, "entity")
            if located.refused is based.refused and located.uri is not None:
                location = located.text
            if inside.uri is around.uri and not _LEADS.match(reference):
                # A "cid:" identifies the part (RFC 2557, section 8.2) and cannot be a base.
                inside = located
        related = -1 if parent is None else self.related[parent.number]
        if location is not None:
            self.by_location.setdefault((related, location), entity)
            self.by_location.setdefault((-1, location), entity)
        if "content-id" in entity.fields:
            self.by_id.setdefault(identifier(entity.field("content-id")), entity)
        if "message-id" in entity.fields:
            self.by_message.setdefault(identifier(entity.field("message-id")), entity)
        self.around.append(around)
        self.inside.append(inside)
        self.location.append(location)
        self.related.append(entity.number if entity.media_type == "multipart/related" else related)

    def _based(self, entity: Entity, around: Base) -> Base:
        """The base after the Content-Base of a head, for its other fields and its content.

        RFC 2110, section 4.2: it is valid only for its own heading and text, and "is thus meaningless in multipart
        headings" for the parts. By the drafts of 1996 and 1997 it is valid for them too.
        """
        offered = offered_base(entity.fields, MAIL_FIELDS)
        return around if offered is None else around.inner(offered, "entity")

    def rows(self) -> Iterator[FoundReference]:
        for entity in self.entities:
            yield from self._fields(entity)
            if entity.trouble is not None:
                yield incomplete(self._name(entity), entity.trouble)
            if not entity.is_multipart and not entity.is_nested:
                for row in self._content(entity):
                    yield self._with_part(row, entity)

    def _fields(self, entity: Entity) -> Iterator[FoundReference]:
        if entity.media_type != "message/external-body" and MAIL_FIELDS.keys().isdisjoint(entity.fields):
            return
        around = self.around[entity.number]
        maker = RowMaker(self.document._replace(name=self._name(entity)), around, self.context.edition)
        for name, (label, how) in MAIL_FIELDS.items():
            for value in entity.fields.get(name, ()):
                for reference in how(value):
                    base = self._based(entity, around) if name == "content-location" else around
                    row = maker.row(reference, element=label, base=base)
                    yield refused_base(row, base, base.inner(reference, "entity")) if name in BASES else row
        if entity.media_type == "message/external-body" and entity.url is not None:
            # RFC 2017, section 3: white space in the parameter is ignored.
            yield maker.row("".join(entity.url.split()), element="Content-Type", attribute="url")

    def _content(self, entity: Entity) -> Iterator[FoundReference]:
        format = format_by_type(entity.media_type, entity.file_name or "")
        if entity.start == entity.end or entity.media_type == "message/external-body":
            return
        name = self._name(entity)
        if format is None:
            yield skipped(name, entity.media_type)
            return
        data, damage = _decoded(self.document.data[entity.start : entity.end], entity.encoding)
        if damage is not None:
            yield incomplete(name, damage)
        if entity.delsp and entity.media_type == "text/plain":
            data = _DELSP.sub(b"", data)
        part = Document(name, data, self.location[entity.number], format, entity.charset)
        yield from self.context.rows(part, self.inside[entity.number])

    def _with_part(self, row: FoundReference, entity: Entity) -> FoundReference:
        """The row with the part that its reference refers to, or with an error if that is missing."""
        target = row.resolved
        if target is None or row.part is not None:
            return row
        lead = _LEADS.match(target)
        if lead is None:
            at = target.partition("#")[0]
            part_entity = self.by_location.get((self.related[entity.number], at)) or self.by_location.get((-1, at))
            return row if part_entity is None else row._replace(part=self._name(part_entity))
        reason = None
        if lead[1].lower() == "cid":
            # RFC 2557, section 8.2: any URI may equal a Content-Location.
            part_entity = self.by_id.get(unquote(lead[2])) or self.by_location.get((-1, target.partition("#")[0]))
            reason = "no part of the message has this Content-ID"
        else:
            message, _, part = lead[2].partition("/")
            part_entity = self.by_message.get(unquote(message))
            if part_entity is not None and part:
                part_entity = self.by_id.get(unquote(part))
                reason = "no part of the message has this Content-ID"
        if part_entity is not None:
            return row._replace(part=self._name(part_entity))
        return row if reason is None or row.error is not None else row._replace(error=reason, problem="part")

    def _name(self, entity: Entity) -> str:
        return f"{self.document.name}, part {entity.number}" if entity.number else self.document.name


def _decoded(data: bytes, encoding: str) -> tuple[bytes, str | None]:
    """Decode a body's Content-Transfer-Encoding (RFC 2045, section 6); return an error or None too."""
    if encoding in AS_IT_IS:
        return data, None
    if encoding not in ("base64", "quoted-printable", "x-uuencode", "uuencode", "uue", "x-uue"):
        # RFC 2045, section 6.4: a body with an unknown encoding is octets, whatever its type.
        return b"", f"its transfer encoding is not known: {encoding!r}"
    holder = Message()
    holder["Content-Transfer-Encoding"] = encoding
    holder.set_payload(data.decode("ascii", "surrogateescape"))
    try:
        body = holder.get_payload(decode=True)
    except Exception:  # the standard library may raise anything on invalid octets
        return b"", f"its {encoding} is damaged"
    damage = f"its {encoding} is damaged" if holder.defects else None
    return (body if isinstance(body, bytes) else b""), damage
