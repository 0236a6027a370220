"""gopher: a type, a selector, a search and a Gopher+ string (RFC 1738, section 3.4; RFC 4266, section 2)."""

from __future__ import annotations

from uriverse.ground.lean_typing import Self
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components
from uriverse.schemes.parts import View, authority, decoded, decoded_or_none, encoded, host_of, rest_of


@dataclass(frozen=True, slots=True, repr=False)
class Gopher(View):
    """A gopher URI.

    Attributes:
        host, port: the server; a port of None means 70.
        type: one character; "1", a menu, if the path is empty.
        selector: the text that is sent to the server.
        search: the words for a search engine, or None.
        plus: the Gopher+ string, or None; it needs a `search`, which may be "".

    >>> from uriverse import schemes
    >>> schemes.view("gopher://h/7/find%09two%20words")
    Gopher(host='h', type='7', selector='/find', search='two words')
    """

    host: str
    port: int | None = None
    type: str = "1"
    selector: str = ""
    search: str | None = None
    plus: str | None = None
    scheme: str = field(default="gopher", kw_only=True)
    document: str = field(default="rfc4266", kw_only=True)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Take the type, then split at encoded tabs.

        RFC 1738, section 3.4.1: "If <gopher-path> is empty [...] <gophertype> defaults to "1"."
        """
        path = rest_of(parts)[1:]
        length = 3 if path.startswith("%") else 1
        selector, *more = path[length:].split("%09", 2)
        search, plus = (*more, None, None)[:2]
        return cls(
            host_of(parts) or "",
            parts.port,
            decoded(path[:length]) or "1",
            decoded(selector),
            decoded_or_none(search),
            decoded_or_none(plus),
            **cls._shared(parts, scheme),
        )

    def written(self, scheme: Scheme) -> str:
        if self.plus is not None and self.search is None:
            raise ValueError('a Gopher+ string needs a search, "" for none (RFC 4266, section 2.3)')
        parts = [encoded(scheme, "type", self.type) + encoded(scheme, "selector", self.selector)]
        if self.search is not None:
            parts.append(encoded(scheme, "search", self.search))
        if self.plus is not None:
            parts.append(encoded(scheme, "plus", self.plus))
        return f"{authority(self.host, self.port)}/{'%09'.join(parts)}"
