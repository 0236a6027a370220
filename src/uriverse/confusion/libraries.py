"""Other libraries as parsers: real calls of the installed versions, not reimplementations.

Each function takes a text and returns its library's scheme, userinfo, host, port, path, query and fragment. If the
library fetches, the host is that of the connection it would open. A refusal is the library's exception.

| parser | calls |
|---|---|
| `urllib` | `urllib.parse.urlsplit` |
| `urllib.request` | `Request`, then the host of `http.client.HTTPConnection` |
| `requests` | `Request.prepare`, then the connection pool of the session's adapter |
| `urllib3` | `parse_url`, then `PoolManager.connection_from_host`, as `PoolManager.urlopen` does |
| `httpx` | `httpx.URL` |
| `yarl` | `yarl.URL`, which aiohttp uses |
| `furl` | `furl.furl` |
| `hyperlink` | `URL.from_text`, then `to_uri` |
| `rfc3986` (the library) | `urlparse`; the parser is named `rfc3986-library` |
| `pydantic` | `AnyUrl` through `TypeAdapter` |
| `django` | `URLValidator`, then `urlsplit`, by which it judges the host |
| `werkzeug` | `iri_to_uri`, then `urlsplit` |
"""

from __future__ import annotations

import platform
from _collections_abc import Callable
from importlib import import_module
from importlib.metadata import version as distribution_version
from importlib.util import find_spec

from uriverse import _core
from uriverse.confusion.cuts import Cut, one_line
from uriverse.ground.caching import cache
from uriverse.ground.late import ipaddress, re, urllib_parse
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.ground.records import NamedTuple
from uriverse.hosts.numeric import inet_aton

# The URL Standard's forbidden host code points (section 3.2): resolvers refuse such names.
_NOT_IN_NAME: Final = pattern(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
LONGEST_NAME: Final = 1024


class Parts(NamedTuple):
    """The unchanged result of a library; the host with or without brackets."""

    scheme: str | None
    userinfo: str | None
    host: str | None
    port: int | None
    path: str
    query: str | None
    fragment: str | None


class Library(NamedTuple):
    """A parser.

    Attributes:
        distribution: the distribution, for the version; "" for Python itself.
        module: the module to import.
        read: its call that parses.
        join: its call that resolves a reference; by default `urljoin`, which requests and urllib3 call too.
        connects: whether it fetches. Then it refuses a host that no resolver accepts; a library that only parses
            returns such a host to a check, which may accept it.
    """

    distribution: str
    module: str
    read: Callable[[str], Parts]
    join: Callable[[str, str], str] = urllib_parse.urljoin
    connects: bool = False


def _login(user: str | None, password: str | None) -> str | None:
    """The userinfo of a library that returns user and password separately."""
    if user is None and password is None:
        return None
    return user if password is None else f"{user or ''}:{password}"


def _urllib(text: str) -> Parts:
    parts = urllib_parse.urlsplit(text)
    login = _login(parts.username, parts.password)
    return Parts(
        parts.scheme or None, login, parts.hostname, parts.port, parts.path, parts.query or None, parts.fragment or None
    )


def _target(target: str | None) -> tuple[str, str | None]:
    """Path and query of the target of a request."""
    path, mark, query = (target or "").partition("#")[0].partition("?")
    return path, query if mark else None


def _urllib_request(text: str) -> Parts:
    from http.client import HTTPConnection, HTTPSConnection
    from urllib.request import Request

    class WithoutCertificates(HTTPConnection):
        """As the connection for "https", which would load certificates."""

        default_port = HTTPSConnection.default_port

    request = Request(text)
    if request.type not in {"http", "https"}:
        raise ValueError(f"its HTTP handlers do not open the scheme {request.type!r}")
    if not request.host:
        raise ValueError("no host given")
    connection = (WithoutCertificates if request.type == "https" else HTTPConnection)(request.host)
    return Parts(request.type, None, connection.host, connection.port, *_target(request.selector), None)


def _requests(text: str) -> Parts:
    requests = import_module("requests")
    with requests.Session() as session:
        prepared = requests.Request("GET", text).prepare()
        pool = session.get_adapter(prepared.url).get_connection_with_tls_context(prepared, verify=True)
        login = import_module("urllib3").util.parse_url(prepared.url).auth
        return Parts(pool.scheme, login, pool.host, pool.port, *_target(prepared.path_url), None)


def _urllib3(text: str) -> Parts:
    urllib3 = import_module("urllib3")
    url = urllib3.util.parse_url(text)
    pool = urllib3.PoolManager().connection_from_host(url.host, port=url.port, scheme=url.scheme)
    return Parts(pool.scheme, url.auth, pool.host, pool.port, *_target(url.request_uri), url.fragment)


def _httpx(text: str) -> Parts:
    url = import_module("httpx").URL(text)
    target, host = _target(url.raw_path.decode("ascii")), url.raw_host.decode("ascii")
    return Parts(url.scheme or None, url.userinfo.decode() or None, host, url.port, *target, url.fragment or None)


def _yarl(text: str) -> Parts:
    url = import_module("yarl").URL(text)
    login, query = _login(url.raw_user, url.raw_password), url.raw_query_string or None
    return Parts(url.scheme or None, login, url.raw_host, url.port, url.raw_path, query, url.raw_fragment or None)


def _yarl_join(base: str, text: str) -> str:
    yarl = import_module("yarl")
    return str(yarl.URL(base).join(yarl.URL(text)))


def _furl(text: str) -> Parts:
    url = import_module("furl").furl(text)
    # `username` and `password` are decoded already.
    login, query = (url.netloc or "").rpartition("@")[0] or None, str(url.query) or None
    return Parts(url.scheme, login, url.host, url.port, str(url.path), query, str(url.fragment) or None)


def _hyperlink(text: str) -> Parts:
    url = import_module("hyperlink").URL.from_text(text).to_uri()
    path = ("/" if url.rooted else "") + "/".join(url.path)
    query = url.to_text().partition("#")[0].partition("?")[2] or None
    return Parts(
        url.scheme or None, url.userinfo or None, url.host or None, url.port, path, query, url.fragment or None
    )


def _rfc3986(text: str) -> Parts:
    url = import_module("rfc3986").urlparse(text)
    return Parts(url.scheme, url.userinfo, url.host, url.port, url.path or "", url.query, url.fragment)


def _pydantic(text: str) -> Parts:
    pydantic = import_module("pydantic")
    try:
        url = pydantic.TypeAdapter(pydantic.AnyUrl).validate_python(text)
    except pydantic.ValidationError as error:
        raise ValueError(error.errors()[0]["msg"]) from None
    login = _login(url.username, url.password)
    return Parts(url.scheme, login, url.host, url.port, url.path or "", url.query, url.fragment)


def _django(text: str) -> Parts:
    validators = import_module("django.core.validators")
    errors = import_module("django.core.exceptions")
    try:
        validators.URLValidator()(text)
    except errors.ValidationError as error:
        # Its own message is a translation, which needs a project's settings.
        raise ValueError(f"URLValidator: {error.code}") from None
    return _urllib(text)


LIBRARIES: Final[dict[str, Library]] = {
    "urllib": Library("", "urllib", _urllib),
    "urllib.request": Library("", "urllib", _urllib_request, connects=True),
    "requests": Library("requests", "requests", _requests, connects=True),
    "urllib3": Library("urllib3", "urllib3", _urllib3, connects=True),
    "httpx": Library(
        "httpx", "httpx", _httpx, lambda base, text: str(import_module("httpx").URL(base).join(text)), connects=True
    ),
    "yarl": Library("yarl", "yarl", _yarl, _yarl_join, connects=True),
    "furl": Library("furl", "furl", _furl, lambda base, text: str(import_module("furl").furl(base).join(text).url)),
    "hyperlink": Library(
        "hyperlink",
        "hyperlink",
        _hyperlink,
        lambda base, text: str(import_module("hyperlink").URL.from_text(base).click(text).to_text()),
    ),
    "rfc3986-library": Library(
        "rfc3986",
        "rfc3986",
        _rfc3986,
        lambda base, text: str(import_module("rfc3986").uri_reference(text).resolve_with(base).unsplit()),
    ),
    "pydantic": Library("pydantic", "pydantic", _pydantic),
    "django": Library("Django", "django", _django),
    "werkzeug": Library("Werkzeug", "werkzeug", lambda text: _urllib(import_module("werkzeug.urls").iri_to_uri(text))),
}


@cache
def is_installed(parser: str) -> bool:
    """Whether a library is installed; does not import it."""
    return find_spec(LIBRARIES[parser].module) is not None


@cache
def library_version(parser: str) -> str:
    """The version of a library, or of Python for its own modules."""
    distribution = LIBRARIES[parser].distribution
    return distribution_version(distribution) if distribution else f"Python {platform.python_version()}"


def library_cut(text: str, parser: str, base: str | None = None) -> Cut:
    """The cut of a library for a text, which it first resolves if there is a base.

    >>> library_cut("http://a:80@B/x", "urllib").host
    'b'
    """
    library, version = LIBRARIES[parser], library_version(parser)
    try:
        text = text if base is None else library.join(base, text)
        parts = library.read(text)
        host = None if not parts.host else looked_up_host(parts.host)
    except Exception as error:  # a library may raise anything to refuse a text
        return Cut(parser, version, one_line(error, text), text=text)
    if library.connects and host is not None and _NOT_IN_NAME.search(host.strip("[]").replace(":", "")):
        return Cut(parser, version, "the host has a character that no resolver takes", text=text)
    has_host = host is not None
    scheme = parts.scheme.lower() if parts.scheme else None
    # Some libraries add the default port: a port that is not in the text.
    is_written = parts.port is not None and re.search(rf":0*{parts.port}(?![0-9])", text) is not None
    port = str(parts.port) if has_host and is_written else ""
    return Cut(
        parser,
        version,
        "",
        scheme,
        None if parts.userinfo is None else _core.agreement_form("userinfo", parts.userinfo),
        host,
        _core.agreement_form("port", port, scheme=scheme, has_host=has_host),
        _core.agreement_form("path", parts.path, scheme=scheme, has_host=has_host) or "",
        parts.host or None,
        text,
        parts.query,
        parts.fragment,
    )


def _ipv6(text: str) -> str:
    """An IPv6 address in normalized form with brackets; Python 3.12 and 3.13 write mapped ones differently."""
    ipaddress.IPv6Address(text)
    return str(_core.agreement_form("host", f"[{text}]"))


def looked_up_host(host: str) -> str:
    """The name or address that `socket.getaddrinfo` looks up: IDNA 2003, then rare forms.

    >>> looked_up_host("Fa\u00df.example"), looked_up_host("0x7f.1"), looked_up_host("::0001")
    ('fass.example', '127.0.0.1', '[::1]')
    """
    if len(host) > LONGEST_NAME:
        raise ValueError("the host is longer than any name")
    name = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if ":" in name:
        try:
            return _ipv6(urllib_parse.unquote(name).partition("%")[0])
        except ValueError:
            return host.lower()
    if not name.isascii():
        name = name.encode("idna").decode("ascii")
    address = inet_aton(name.removesuffix("."))
    return name.lower().removesuffix(".") if address is None else str(address)
