"""ldap: a search in a directory (RFC 4516)."""

from __future__ import annotations

from _collections_abc import Iterator, Sequence

from uriverse.ground.lean_typing import Self
from uriverse.ground.records import NamedTuple, dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components, Refused
from uriverse.schemes.parts import View, authority, decoded, decoded_or_none, encoded, host_of


class Extension(NamedTuple):
    """An LDAP URL extension; a client must refuse the URL if it does not know a critical one ("!", section 2)."""

    type: str
    value: str | None = None
    critical: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class LDAP(View):
    """An ldap URL. Omitted parts are None, "" or (), with the defaults of section 2.

    Attributes:
        host, port: the server; "" means the client's own, and a port of None means 389.
        dn: the distinguished name at which the search begins; "" is the root.
        attributes: which to return; () is all user attributes.
        scope: "base", "one", "sub" or None, which is "base".
        filter: the search filter, or None, which is "(objectClass=*)".
        extensions: the extensions, in order.

    >>> from uriverse import schemes
    >>> found = schemes.view("ldap://h:6666/o=University%20of%20Michigan,c=US??sub?(cn=Babs%20Jensen)")
    >>> found.dn, found.scope, found.filter
    ('o=University of Michigan,c=US', 'sub', '(cn=Babs Jensen)')
    """

    host: str = ""
    port: int | None = None
    dn: str = ""
    attributes: Sequence[str] = ()
    scope: str | None = None
    filter: str | None = None
    extensions: Sequence[Extension] = ()
    scheme: str = field(default="ldap", kw_only=True)
    document: str = field(default="rfc4516", kw_only=True)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Split at the question marks, then at commas, then decode.

        Raises:
            Refused: if the host has a null byte, which only extensions may have (section 2.1).
        """
        if "%00" in (parts.host or ""):
            raise Refused("a host has no null byte", "host", "2.1")
        attributes, scope, filter_, extensions, *_ = [*(parts.query or "").split("?"), "", "", "", ""]
        return cls(
            host_of(parts) or "",
            parts.port,
            decoded(parts.path[1:]),
            tuple(map(decoded, attributes.split(","))) if attributes else (),
            scope.lower() or None,
            decoded_or_none(filter_ or None),
            tuple(_extensions(extensions)),
            **cls._shared(parts, scheme),
        )

    def written(self, scheme: Scheme) -> str:
        """Write the parts, without empty ones at the end."""
        extensions = [
            f"{'!' if critical else ''}{kind}" + ("" if value is None else f"={encoded(scheme, 'extension', value)}")
            for kind, value, critical in self.extensions
        ]
        parts = [
            encoded(scheme, "dn", self.dn),
            ",".join(encoded(scheme, "attribute", name) for name in self.attributes),
            self.scope or "",
            encoded(scheme, "filter", self.filter or ""),
            ",".join(extensions),
        ]
        while parts and not parts[-1]:
            parts.pop()
        return f"{authority(self.host, self.port)}{'/' if parts else ''}{'?'.join(parts)}"


def _extensions(text: str) -> Iterator[Extension]:
    for item in text.split(",") if text else ():
        kind, mark, value = item.removeprefix("!").partition("=")
        yield Extension(kind, decoded(value) if mark else None, item.startswith("!"))
