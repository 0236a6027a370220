"""Connection strings: `postgresql+psycopg://u:p@h1:5432,h2/db?sslmode=require`.

They look like URIs but may have several hosts. `connections.toml` has the schemes and their sources. Each host is
parsed as a URI of its own: `pg://u@h1:1,h2/db` as `pg://u@h1:1/db` and `pg://u@h2/db`. If RFC 3986 refuses one of
these, the connection string is refused. A "_" in a driver, as in SQLAlchemy's `oracle+cx_oracle`, is parsed as "-",
because a scheme cannot have it (section 3.1).
"""

from __future__ import annotations

from _collections_abc import Sequence

from uriverse import _core
from uriverse.ground.base_errors import UnknownWordError
from uriverse.ground.caching import cache
from uriverse.ground.later import pydantic_serializer
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final
from uriverse.ground.masking import masked_repr
from uriverse.ground.patterns import pattern
from uriverse.ground.records import dataclass, fields
from uriverse.ground.tables import tables
from uriverse.reference.reading import data
from uriverse.schemes.field_types import take_types

if TYPE_CHECKING:
    from uriverse._core import Text

_COMMA: Final = pattern(r",(?![^\[\]]*\])")


@cache
def _hosts() -> dict[str, dict[str, Any]]:
    table: dict[str, dict[str, Any]] = tables("schemes")["connections"]["hosts"]
    return table


def is_connection(scheme: str | None) -> bool:
    """Whether a scheme, with or without a driver, is one of connection strings.

    >>> [is_connection(scheme) for scheme in ("postgresql+psycopg", "mongodb+srv", "https", None)]
    [True, True, False, False]
    """
    return _cut_driver((scheme or "").lower())[0] in _hosts()


def names() -> tuple[str, ...]:
    """The schemes of connection strings."""
    return tuple(_hosts())


def _is_form(scheme: str, driver: str | None) -> bool:
    """Whether "+" in the query is a space."""
    return driver is not None or bool(_hosts().get(scheme, {}).get("form"))


def _cut_driver(scheme: str) -> tuple[str, str | None]:
    if scheme in _hosts():
        return scheme, None
    name, plus, driver = scheme.partition("+")
    return name, driver if plus else None


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Connection:
    """A parsed connection string; `str` gives the text.

    Attributes:
        scheme: in lower case, without a driver.
        driver: the text after "+" in the scheme, such as "psycopg", or None.
        user, password: decoded; None if undefined.
        hosts: each host with its port or None; an IPv6 address without brackets. () if there is
            no authority or an empty one.
        database: the path after its first "/", decoded; None if the path is empty. Of `sqlite:///a.db` it is "a.db", a
            relative path, and of `sqlite:////a.db` "/a.db"; `sqlite://` is a database in memory.
        options: the decoded pairs of the query. In a URL with a driver, or of a scheme of SQLAlchemy alone, "+" is a
            space, as SQLAlchemy reads it; else it is a plus sign, as libpq does.

    >>> from uriverse import schemes
    >>> found = schemes.view("postgresql+psycopg://u:p%40ss@h1:5432,[::1]/db?sslmode=require")
    >>> found.driver, found.user, found.password, found.hosts, found.database
    ('psycopg', 'u', 'p@ss', (('h1', 5432), ('::1', None)), 'db')
    >>> str(found)
    'postgresql+psycopg://u:p%40ss@h1:5432,[::1]/db?sslmode=require'
    """

    scheme: str
    driver: str | None = None
    user: str | None = None
    password: str | None = None
    hosts: Sequence[tuple[str, int | None]] = ()
    database: str | None = None
    options: Sequence[tuple[str, str | None]] = ()

    def __post_init__(self) -> None:
        take_types(self)
        allowed = _hosts().get(self.scheme, {}).get("hosts")
        if allowed == "none" and self.hosts:
            path = self.hosts[0][0]
            raise ValueError(f"a {self.scheme} URI has no host: a path follows three slashes, {self.scheme}:///{path}")
        if allowed == "one" and len(self.hosts) > 1:
            raise ValueError(f"a {self.scheme} URI has one host, and here are {len(self.hosts)}")

    @classmethod
    def read(cls, text: Text) -> Connection:
        """Read a connection string.

        Raises:
            URISyntaxError: RFC 3986 refuses the text with one of its hosts.
            ValueError: for another scheme, a missing "//", more hosts than the scheme allows, or a fragment, which a
                connection string cannot have: the password of `pg://user:1#2@h` would be lost.
        """
        parts = _core.split(text, edition="rfc3986")
        scheme, driver = _cut_driver((parts.scheme or "").lower())
        if scheme not in _hosts():
            raise UnknownWordError("scheme", scheme, names())
        if parts.authority is None:
            raise ValueError(f'"//" is missing after "{scheme}:"')
        userinfo, at, hosts = parts.authority.rpartition("@")
        if _hosts()[scheme]["hosts"] == "brackets" and hosts.startswith("[") and hosts.endswith("]") and "," in hosts:
            hosts = hosts[1:-1]
        host_texts = _COMMA.split(hosts) if "," in hosts else [hosts]
        start, end = parts.text.partition("//")[0].replace("_", "-"), parts.text[_end_of_authority(parts) :]
        if _is_form(scheme, driver) and parts.query:
            path, _, rest = end.partition("?")
            query, sharp, fragment = rest.partition("#")
            end = f"{path}?{query.replace('+', '%20')}{sharp}{fragment}"
        uris = [_core.URI(f"{start}//{userinfo}{at}{host}{end}") for host in host_texts]
        first = uris[0]
        if first.fragment is not None:
            raise ValueError('a connection string has no fragment: write the "#" of a password as "%23"')
        addresses = [((uri.host or "").removeprefix("[").removesuffix("]"), uri.port) for uri in uris]
        return cls(
            scheme=scheme,
            driver=driver,
            user=first.user,
            password=first.password,
            hosts=tuple((data(host), port) for host, port in addresses) if hosts else (),
            database=data(first.path[1:]) if first.path else None,
            options=tuple(first.query_pairs),
        )

    __pydantic_serializer__ = property(pydantic_serializer)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from uriverse.errors.pydantic_schema import text_schema

        return text_schema(lambda value: value if isinstance(value, cls) else cls.read(value), None)

    def __str__(self) -> str:
        """The connection string; an invalid part is an error of `uriverse.compose`."""
        scheme = self.scheme if self.driver is None else f"{self.scheme}+{self.driver}"
        row = _hosts().get(self.scheme, {"hosts": "several"})
        # Paths of files and sentinels have segments; for other schemes "/" is data, as in AMQP's virtual host "/".
        component = "path" if row.get("path") else "segment"
        database = "" if self.database is None else "/" + _core.encode(self.database, component=component)
        uris = [
            _core.compose(
                scheme=scheme.replace("_", "-"),
                user=self.user,
                password=self.password,
                host=host if _core.is_valid(f"//[{host}]") or not host else _core.encode(host, component="reg-name"),
                port=port,
                path=database,
                pairs=self.options or None,
            )
            for host, port in self.hosts or (("", None),)
        ]
        hosts = ",".join((uri.authority or "").rpartition("@")[2] for uri in uris)
        first = _core.split(str(uris[0]))
        user, colon, password = (first.userinfo or "").partition(":")
        password = password.replace(":", row.get("colon", ":"))
        userinfo = "" if first.userinfo is None else f"{user}{colon}{password}@"
        if row["hosts"] == "brackets" and len(uris) > 1:
            hosts = f"[{hosts}]"
        path, mark, query = first.text[_end_of_authority(first) :].partition("?")
        if _is_form(self.scheme, self.driver):
            query = query.replace("%20", "+")
        return f"{scheme}://{userinfo}{hosts}{path}{mark}{query}"

    def __repr__(self) -> str:
        return masked_repr(self, [part.name for part in fields(self) if getattr(self, part.name) not in {None, ()}])


def _end_of_authority(parts: _core.Components) -> int:
    return len(parts.scheme or "") + 1 + (0 if parts.authority is None else 2 + len(parts.authority))
