"""ftp: a login and a sequence of FTP commands (RFC 1738, section 3.2)."""

from __future__ import annotations

from _collections_abc import Sequence

from uriverse.ground.lean_typing import Self
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components
from uriverse.schemes.parts import View, authority, decoded, host_of, login, login_of, path_of, rest_of


@dataclass(frozen=True, slots=True, repr=False)
class FTP(View):
    """An ftp URL.

    Attributes:
        host, port: the server; a port of None means 21.
        user, password: None is absent, "" is empty.
        directories: the arguments of CWD commands, in order; an empty one is a command with no argument.
        name: the last segment, "" if the path ends with "/"; None if there is no path at all.
        type: "a", "i", "d" or None.

    >>> from uriverse import schemes
    >>> schemes.view("ftp://myname@host.dom//etc/motd;type=a")
    FTP(host='host.dom', user='myname', directories=('', 'etc'), name='motd', type='a')
    """

    host: str
    port: int | None = None
    user: str | None = None
    password: str | None = None
    directories: Sequence[str] = ()
    name: str | None = None
    type: str | None = None
    scheme: str = field(default="ftp", kw_only=True)
    document: str = field(default="rfc1738", kw_only=True)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Split the path at its slashes, then decode.

        RFC 1738, section 3.2.2: "Within a name or CWD component, the characters "/" and ";" are reserved and must be
        encoded. The components are decoded prior to their use in the FTP protocol."
        """
        path, _, code = rest_of(parts).partition(";")
        segments = [decoded(segment) for segment in path.split("/")[1:]]
        user, password = login_of(parts)
        return cls(
            host_of(parts) or "",
            parts.port,
            user,
            password,
            tuple(segments[:-1]),
            segments[-1] if segments else None,
            # `";type=" ftptype`: one letter, in either case.
            code[-1].lower() if code else None,
            **cls._shared(parts, scheme),
        )

    def written(self, scheme: Scheme) -> str:
        """Write the path from the directories and the name."""
        if self.name is None and (self.directories or self.type):
            raise ValueError('directories and a type need a name, "" for none (RFC 1738, section 5, ftpurl)')
        start = authority(self.host, self.port, login(scheme, self.user, self.password))
        segments = () if self.name is None else (*self.directories, self.name)
        return f"{start}{path_of(scheme, segments)}{'' if self.type is None else f';type={self.type}'}"

    def commands(self) -> list[str]:
        """The FTP commands that fetch the object, after the login (RFC 1738, section 3.2.2).

        Without a type there is no TYPE command, because the client chooses; without a name there is nothing to fetch.

        >>> from uriverse import schemes
        >>> schemes.view("ftp://h/%2Fetc/motd;type=i").commands()
        ['CWD /etc', 'TYPE I', 'RETR motd']
        """
        sent = [f"CWD {directory}" for directory in self.directories]
        if self.type == "d":
            return [*sent, f"NLST {self.name}".rstrip()]
        if self.type is not None:
            sent.append(f"TYPE {self.type.upper()}")
        return [*sent, f"RETR {self.name}"] if self.name else sent
