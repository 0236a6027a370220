"""The value of a scheme without its own module: the generic components, not decoded."""

from __future__ import annotations

from uriverse.ground.lean_typing import Self
from uriverse.ground.records import dataclass
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components
from uriverse.schemes.parts import View


@dataclass(frozen=True, slots=True, repr=False)
class Plain(View):
    """Authority, path and query, not decoded, because no module describes their parts.

    >>> Plain("/a%20b", authority="h", scheme="x", document="mine").written(None)
    '//h/a%20b'
    """

    path: str
    query: str | None = None
    authority: str | None = None

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        return cls(parts.path, parts.query, parts.authority, **cls._shared(parts, scheme))

    def written(self, scheme: Scheme | None) -> str:
        """Join the components (RFC 3986, section 5.3)."""
        del scheme
        start = "" if self.authority is None else f"//{self.authority}"
        return f"{start}{self.path}{'' if self.query is None else f'?{self.query}'}"
