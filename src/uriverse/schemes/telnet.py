"""telnet: a login on a server (RFC 1738, section 3.8; RFC 4248)."""

from __future__ import annotations

from uriverse.ground.lean_typing import Self
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components
from uriverse.schemes.parts import View, authority, host_of, login, login_of


@dataclass(frozen=True, slots=True, repr=False)
class Telnet(View):
    """A telnet URI.

    Attributes:
        host, port: the server; a port of None means 23.
        user, password: suggestions for the login; None means absent.

    >>> from uriverse import schemes
    >>> schemes.view("telnet://guest@h:2323/")
    Telnet(host='h', port=2323, user='guest')
    """

    host: str
    port: int | None = None
    user: str | None = None
    password: str | None = None
    scheme: str = field(default="telnet", kw_only=True)
    document: str = field(default="rfc4248", kw_only=True)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Take the login; "the final "/" character may be omitted" and has no meaning."""
        return cls(host_of(parts) or "", parts.port, *login_of(parts), **cls._shared(parts, scheme))

    def written(self, scheme: Scheme) -> str:
        return f"{authority(self.host, self.port, login(scheme, self.user, self.password))}/"
