"""prospero: an object's name and its fields (RFC 1738, section 3.11; RFC 4157)."""

from __future__ import annotations

from _collections_abc import Sequence

from uriverse.ground.lean_typing import Self
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components
from uriverse.schemes.parts import View, authority, decoded, encoded, host_of, rest_of


@dataclass(frozen=True, slots=True, repr=False)
class Prospero(View):
    """A prospero URI.

    Attributes:
        host, port: the server; a port of None means 1525.
        name: the host-specific object name; its slashes "may appear without quoting" and mean nothing by themselves.
        fields: names and values that choose among objects of that name.

    >>> from uriverse import schemes
    >>> schemes.view("prospero://h/pros/name;version=1")
    Prospero(host='h', name='pros/name', fields=(('version', '1'),))
    """

    host: str
    name: str
    port: int | None = None
    fields: Sequence[tuple[str, str]] = ()
    scheme: str = field(default="prospero", kw_only=True)
    document: str = field(default="rfc4157", kw_only=True)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Split at the semicolons, then decode."""
        name, *specs = rest_of(parts)[1:].split(";")
        pairs = (spec.partition("=") for spec in specs)
        return cls(
            host_of(parts) or "",
            decoded(name),
            parts.port,
            tuple((decoded(key), decoded(value)) for key, _, value in pairs),
            **cls._shared(parts, scheme),
        )

    def written(self, scheme: Scheme) -> str:
        specs = (
            f";{encoded(scheme, 'field-name', key)}={encoded(scheme, 'field-value', value)}"
            for key, value in self.fields
        )
        return f"{authority(self.host, self.port)}/{encoded(scheme, 'name', self.name)}{''.join(specs)}"
