"""http, https, ws and wss: a server, a path of segments and a query (RFC 1738, 3.3; RFC 9110, 4.2; RFC 6455, 3)."""

from __future__ import annotations

from _collections_abc import Sequence

from uriverse.ground.lean_typing import TYPE_CHECKING, Self
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import SCHEMES, Scheme
from uriverse.schemes.judging import Components
from uriverse.schemes.parts import View, authority, decoded_or_none, host_of, path_of, segments_of, written_segments

if TYPE_CHECKING:
    from uriverse.reference.queries import QueryPairs


@dataclass(frozen=True, slots=True, repr=False)
class _Web(View):
    host: str
    port: int | None = None
    segments: Sequence[str] = ()
    query: str | None = None
    userinfo: str | None = None

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Decode each segment by itself; the query stays as it is."""
        view = cls.__new__(cls)
        # Parts of a text always have the right types, so skip the checks.
        view._fill(
            host_of(parts) or "",
            parts.port,
            segments_of(parts.path),
            parts.query,
            parts.userinfo,
            scheme=scheme.name,
            document=scheme.key,
            fragment=decoded_or_none(parts.fragment),
        )
        return view

    def written(self, scheme: Scheme) -> str:
        """Encode each segment by itself; the query is written as it is."""
        start = authority(self.host, self.port, self.userinfo)
        query = "" if self.query is None else f"?{self.query}"
        return f"{start}{path_of(scheme, tuple(self.segments))}{query}"

    @property
    def pairs(self) -> QueryPairs:
        """The query's decoded pairs, separated by "&" and "="; empty without a query."""
        from uriverse.reference.queries import query_pairs

        return query_pairs(self.query or "")


@dataclass(frozen=True, slots=True, repr=False)
class HTTP(_Web):
    """An http or https URI; `scheme` says which.

    Attributes:
        host, port: the server; the port is None if undefined.
        segments: the path's decoded segments; () is the empty path, ("",) is "/".
        query: not decoded, because the scheme does not define its contents; RFC 1738 calls it the search part.
        userinfo: not decoded; RFC 9110, section 4.2.4, deprecates it.

    >>> from uriverse import schemes
    >>> schemes.view("https://h:8443/a%2Fb/?x=1")
    HTTP(host='h', port=8443, segments=('a/b', ''), query='x=1', scheme='https')
    """

    scheme: str = field(default="http", kw_only=True)
    document: str = field(default="rfc9110", kw_only=True)


@dataclass(frozen=True, slots=True, repr=False)
class WS(_Web):
    """A ws or wss URI; `scheme` says which.

    RFC 6455, section 3: path and query together are the "resource name".

    >>> from uriverse import schemes
    >>> schemes.view("wss://h/chat?room=1").resource_name
    '/chat?room=1'
    """

    scheme: str = field(default="ws", kw_only=True)
    document: str = field(default="rfc6455", kw_only=True)

    @property
    def secure(self) -> bool:
        """Whether the scheme is wss."""
        return self.scheme == "wss"

    @property
    def resource_name(self) -> str:
        """The resource of the opening handshake: the path, "/" for an empty one, and the query unless it is empty."""
        path = written_segments(SCHEMES.find(self.scheme, self.document), tuple(self.segments)) or "/"
        return f"{path}?{self.query}" if self.query else path
