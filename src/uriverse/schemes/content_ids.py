"""cid and mid: parts of messages by their Content-ID and Message-ID (RFC 2392)."""

from __future__ import annotations

from uriverse.ground.lean_typing import Self
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components
from uriverse.schemes.parts import View, decoded, decoded_or_none, encoded


def _written(scheme: Scheme, identifier: str) -> str:
    """An addr-spec, encoded on both sides of its last "@"."""
    local, mark, domain = identifier.rpartition("@")
    return encoded(scheme, "id", local) + mark + encoded(scheme, "id", domain)


@dataclass(frozen=True, slots=True, repr=False)
class CID(View):
    """A body part, by its Content-ID without the angle brackets.

    >>> from uriverse import schemes
    >>> schemes.view("cid:foo4%25foo1@bar.net")
    CID(content_id='foo4%foo1@bar.net')
    """

    content_id: str
    scheme: str = field(default="cid", kw_only=True)
    document: str = field(default="rfc2392", kw_only=True)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        return cls(decoded(parts.path), **cls._shared(parts, scheme))

    def written(self, scheme: Scheme) -> str:
        return _written(scheme, self.content_id)


@dataclass(frozen=True, slots=True, repr=False)
class MID(View):
    """A message by its Message-ID, or one of its body parts by Content-ID as well.

    >>> from uriverse import schemes
    >>> schemes.view("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com").content_id
    'partA.960830.1639@XIson.com'
    """

    message_id: str
    content_id: str | None = None
    scheme: str = field(default="mid", kw_only=True)
    document: str = field(default="rfc2392", kw_only=True)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Split at the slash, then decode."""
        message, slash, content = parts.path.partition("/")
        return cls(decoded(message), decoded_or_none(content if slash else None), **cls._shared(parts, scheme))

    def written(self, scheme: Scheme) -> str:
        part = "" if self.content_id is None else f"/{_written(scheme, self.content_id)}"
        return _written(scheme, self.message_id) + part
