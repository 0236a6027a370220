"""wais: a database, a search in it, or a document of it (RFC 1738, section 3.9; RFC 4156)."""

from __future__ import annotations

from uriverse.ground.lean_typing import Self
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components
from uriverse.schemes.parts import View, authority, decoded_or_none, encoded, host_of, segments_of


@dataclass(frozen=True, slots=True, repr=False)
class WAIS(View):
    """A wais URI: a database; with `search` a search of it; with `type` and `path` a document of it.

    >>> from uriverse import schemes
    >>> schemes.view("wais://h/db?words")
    WAIS(host='h', database='db', search='words')
    """

    host: str
    database: str
    port: int | None = None
    search: str | None = None
    type: str | None = None
    path: str | None = None
    scheme: str = field(default="wais", kw_only=True)
    document: str = field(default="rfc4156", kw_only=True)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        database, type_, path = (*segments_of(parts.path), None, None)[:3]
        return cls(
            host_of(parts) or "",
            database or "",
            parts.port,
            decoded_or_none(parts.query),
            type_,
            path,
            **cls._shared(parts, scheme),
        )

    def written(self, scheme: Scheme) -> str:
        if (self.type is None) != (self.path is None) or (self.search is not None and self.type is not None):
            raise ValueError("a document has a type and a path, and no search (RFC 1738, section 3.9)")
        text = f"{authority(self.host, self.port)}/{encoded(scheme, 'database', self.database)}"
        if self.search is not None:
            return f"{text}?{encoded(scheme, 'search', self.search)}"
        if self.type is not None and self.path is not None:
            return f"{text}/{encoded(scheme, 'type', self.type)}/{encoded(scheme, 'path', self.path)}"
        return text
