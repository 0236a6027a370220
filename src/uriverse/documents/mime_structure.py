"""The structure of a MIME message (RFC 2045, RFC 2046): its entities with their positions, not decoded.

The standard library parses headers and parameters. Its parser of whole messages recurses for each multipart, so this
module splits messages itself, in one pass over the lines that begin with "--". A stack has the open entities and a
dictionary their boundaries, so the cost of a line does not depend on the depth.

    From: a@b                            entity 0, multipart/related; boundary=x
    Content-Type: multipart/related;...
                                         <- the head ends at the first empty line
    --x                                  <- delimiter: open entities inside x end, entity 1 begins
    Content-Type: text/html

    <p>                                  <- the body of entity 1
    --x--                                <- close delimiter: x is no longer a boundary; the rest is epilogue
"""

from __future__ import annotations

import re
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

from uriverse.ground.lean_typing import Any, Final

# RFC 2046, section 5.1.1: a delimiter is at the start of a line; white space may follow it.
_DASHES: Final = re.compile(rb"^--[^\r\n]*", re.M)
_EMPTY_LINE: Final = re.compile(rb"^\r?\n", re.M)
# Longer fields are ignored: the standard library would be slow.
LONGEST_STRUCTURE: Final = 1 << 14
NESTED: Final = frozenset({"message/rfc822", "message/global", "message/news"})
AS_IT_IS: Final = frozenset({"", "7bit", "8bit", "binary"})
# The newer policy parses fields by the whole grammar of RFC 5322: it recurses on comments and raises on invalid ones.
_HEADS: Final = BytesHeaderParser(policy=compat32)


class Entity:
    """A message, a multipart or a part.

    Attributes:
        number: its index in the message, in the order of starts; the message is 0.
        parent: the entity around it, or None.
        depth: the number of entities around it.
        fields: its header fields by lower-case name: the values as written, unfolded.
        media_type: type and subtype, lower case.
        charset, boundary, file_name, url: parameters of its structure fields, or None.
        encoding: its Content-Transfer-Encoding, lower case.
        delsp: whether lines were folded by a space and a line break (RFC 3676, section 4.1).
        start, end: the position of its body.
        trouble: an error in its structure, or None.
    """

    __slots__ = (
        *("boundary", "charset", "delsp", "depth", "encoding", "end", "fields", "file_name", "media_type", "number"),
        *("parent", "start", "trouble", "url"),
    )

    def __init__(self, number: int, parent: Entity | None, head: bytes, start: int) -> None:
        self.number = number
        self.parent = parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.start: int = start
        self.end: int = start
        self.trouble: str | None = None
        message = _HEADS.parsebytes(head)
        self.fields: dict[str, list[str]] = {}
        for name, value in message.raw_items():
            self.fields.setdefault(name.lower(), []).append(re.sub(r"[\r\n]+", "", str(value)).strip())
        # RFC 2046, section 5.1.5: in a digest, a part without a type is a message.
        in_digest = parent is not None and parent.media_type == "multipart/digest"
        message.set_default_type("message/rfc822" if in_digest else "text/plain")
        self._structure(message)

    def _structure(self, message: Message) -> None:
        """Parse the fields that describe the body; an invalid one counts as absent."""
        for name in ("content-type", "content-disposition", "content-transfer-encoding"):
            if any(len(value) > LONGEST_STRUCTURE for value in self.fields.get(name, ())):
                del message[name]
                self.trouble = f"its {name} is too long to be read"
        self.media_type: str = message.get_content_type()
        self.encoding: str = self.field("content-transfer-encoding").partition(";")[0].strip().lower()
        self.charset: str | None = None
        self.boundary: str | None = None
        self.url: str | None = None
        self.delsp: bool = False
        self.file_name: str | None = None
        if "content-type" not in message and "content-disposition" not in message:
            return
        try:
            values: dict[str, str] = {}
            pairs: list[tuple[str, Any]] = message.get_params([])
            for name, value in pairs:
                # RFC 2231: a value in the extended form is charset, language and text.
                values.setdefault(name.lower(), str(value[2] if isinstance(value, tuple) else value).strip())
            if "content-disposition" in self.fields or "name" in values:
                self.file_name = message.get_filename()
        except Exception:  # the standard library may raise anything on invalid parameters
            self.trouble = "the parameters of its content-type cannot be read"
            return
        self.delsp = [values.get(name, "").lower() for name in ("format", "delsp")] == ["flowed", "yes"]
        self.charset, self.boundary, self.url = values.get("charset"), values.get("boundary"), values.get("url")

    def field(self, name: str) -> str:
        return self.fields.get(name, [""])[0]

    @property
    def is_multipart(self) -> bool:
        """Whether a boundary splits its body."""
        return self.media_type.startswith("multipart/") and self.boundary is not None

    @property
    def is_nested(self) -> bool:
        """Whether its body is an unencoded message."""
        return self.media_type in NESTED and self.encoding in AS_IT_IS


def entities(data: bytes, most: int = 100_000) -> list[Entity]:
    """The entities of a message, in the order of their starts; the first one's `trouble` reports if there are more.

    >>> mail = b"Content-Type: multipart/mixed; boundary=x\\n\\n--x\\n\\na\\n--x\\nContent-Type: text/html\\n\\nb\\n"
    >>> [(each.media_type, (mail + b"--x--")[each.start : each.end]) for each in entities(mail + b"--x--")][1:]
    [('text/plain', b'a'), ('text/html', b'b')]
    """
    return _Cutter(data, most).entities


class _Cutter:
    def __init__(self, data: bytes, most: int) -> None:
        self.data = data
        self.most = most
        self.is_over = False
        self.entities: list[Entity] = []
        self.open: list[Entity] = []
        self.boundaries: dict[bytes, list[Entity]] = {}
        self.empty_line = (0, -1, -1)  # cached: where the search began, start, end
        at: int | None = self._begin(0)
        while at is not None:
            at = self._next(at)
        self._end(0, len(data), is_cut=True)
        if self.is_over:
            self.entities[0].trouble = f"it has more than {most} parts"

    def _next(self, at: int) -> int | None:
        """Process the next delimiter; return where the search continues."""
        for match in _DASHES.finditer(self.data, at):
            owner, closes = self._delimiter(match[0])
            if owner is None:
                continue
            # RFC 2046, section 5.1.1: the line break before a delimiter belongs to the delimiter.
            end = match.start()
            if end and self.data[end - 1] == 10:
                end -= 2 if self.data[end - 2 : end - 1] == b"\r" else 1
            self._end(owner.depth + 1, end, is_cut=True)
            if closes:
                self._forget(owner)
                return match.end()
            if len(self.entities) >= self.most:
                self.is_over = True
                return None
            line = self.data.find(b"\n", match.end())
            return self._begin(len(self.data) if line < 0 else line + 1)
        return None

    def _delimiter(self, line: bytes) -> tuple[Entity | None, bool]:
        """The innermost multipart that a line delimits, and whether the line closes it."""
        text = line[2:].rstrip(b" \t")
        owners = self.boundaries.get(text)
        if owners:
            return owners[-1], False
        owners = self.boundaries.get(text[:-2]) if text.endswith(b"--") else None
        return (owners[-1], True) if owners else (None, False)

    def _begin(self, at: int) -> int:
        """Begin an entity, and a nested message in it; return where its body's delimiters may begin."""
        while True:
            head_end, body = self._head(at)
            parent = self.open[-1] if self.open else None
            entity = Entity(len(self.entities), parent, self.data[at:head_end], body)
            self.entities.append(entity)
            self.open.append(entity)
            if entity.is_multipart:
                boundary = (entity.boundary or "").encode("utf-8", "surrogateescape").rstrip()
                self.boundaries.setdefault(boundary, []).append(entity)
            elif entity.media_type.startswith("multipart/"):
                entity.trouble = "it is a multipart without a boundary"
            elif entity.is_nested and body < len(self.data) and head_end < body:
                if len(self.entities) < self.most:
                    at = body
                    continue
                self.is_over = True
            return body

    def _head(self, at: int) -> tuple[int, int]:
        """The end of a head and the start of its body: at an empty line, before a delimiter, or at the end."""
        looked_from, empty, after = self.empty_line
        if not looked_from <= at <= empty:
            match = _EMPTY_LINE.search(self.data, at)
            size = len(self.data)
            empty, after = (match.start(), match.end()) if match else (size, size)
            self.empty_line = (at, empty, after)
        for match in _DASHES.finditer(self.data, at, empty):
            if self._delimiter(match[0])[0] is not None:
                return match.start(), match.start()
        return empty, after

    def _end(self, depth: int, at: int, *, is_cut: bool) -> None:
        """End the open entities of at least a depth."""
        while len(self.open) > depth:
            entity = self.open.pop()
            entity.end = max(entity.start, at)
            if is_cut and self._forget(entity):
                entity.trouble = "it is cut short: its last boundary is missing"

    def _forget(self, entity: Entity) -> bool:
        """Remove an entity's boundary; return whether it was still open."""
        if not entity.is_multipart:
            return False
        boundary = (entity.boundary or "").encode("utf-8", "surrogateescape").rstrip()
        owners = self.boundaries.get(boundary, [])
        if entity not in owners[-1:]:
            return False
        owners.pop()
        if not owners:
            del self.boundaries[boundary]
        return True
