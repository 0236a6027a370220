"""Origins and sites: the browser's boundaries between URIs (URL Standard, "origin"; HTML, "same site").

The engine (`crates/hosts`) reads hosts by the URL Standard's host parser, so two spellings of one host are equal. Only
special schemes except "file" have a tuple origin. All others (`data`, `mailto`) have an opaque origin: it equals no
origin, not even itself, and `origin` returns None.

    https://a.example.com/x   origin https, a.example.com, 443   site https, example.com
    https://b.example.com:8443                                   another origin, the same site
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import TEXT, takes
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.records import dataclass
from uriverse.hosts.suffixes import SuffixList, table_of

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Text

# The schemes with a tuple origin, and their default ports: URL Standard, "special scheme" without "file".
DEFAULT_PORTS: Final = {scheme: port for scheme, port in _core.SPECIAL_SCHEMES.items() if port is not None}


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host and port, each in a normal form for comparison.

    Attributes:
        scheme: in lower case.
        host: an address in its usual form, an IPv6 one in brackets; or a name in US-ASCII and lower case.
        port: the number; the scheme's default if the URI has none.

    >>> from uriverse import hosts
    >>> str(hosts.origin("HTTP://B%C3%BCcher.example:80/a")), str(hosts.origin("https://[0:0::1]:8443/"))
    ('http://xn--bcher-kva.example', 'https://[::1]:8443')
    """

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        port = "" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"


def origin(reference: Text, *, edition: AnyEdition = None) -> Origin | None:
    """Return the origin of a URI, or None if it is opaque.

    Args:
        reference: a text or a reference.
        edition: the edition of a text.

    Raises:
        URISyntaxError: if the edition refuses the text.

    >>> origin("https://example.com/a?b") == origin("https://EXAMPLE.com:443/c"), origin("data:,x")
    (True, None)
    """
    return _core.origin(reference, Origin, edition=edition)


def site(
    reference: Text,
    *,
    schemeful: bool = True,
    edition: AnyEdition = None,
    suffixes: SuffixList | None = None,
) -> str | None:
    """Return the site of a URI: its origin's scheme, and the registrable domain of its host (HTML, "obtain a site").

    Args:
        reference: a text or a reference.
        schemeful: whether the site includes the scheme.
        edition: the edition of a text.
        suffixes: another list of public suffixes than the one that the package ships.

    Returns:
        The site, with the whole host if it has no registrable domain; None if the origin is opaque.

    Raises:
        URISyntaxError: if the edition refuses the text.

    >>> site("https://a.example.co.uk:8443/b"), site("http://a.example.co.uk/", schemeful=False)
    ('https://example.co.uk', 'example.co.uk')
    >>> site("http://0x7f.1/"), site("mailto:a@example.com")
    ('http://127.0.0.1', None)
    """
    return _core.site(reference, table_of(suffixes), schemeful, edition=edition)


def same_origin(a: Text, b: Text, *, edition: AnyEdition = None) -> bool:
    """Whether two URIs have the same origin: scheme, host and port (URL Standard, "origin"; RFC 6454, section 5).

    Args:
        a, b: texts or references.
        edition: the edition of texts.

    Returns:
        True or False; False if an origin is opaque.

    Raises:
        URISyntaxError: if the edition refuses a text.

    >>> import uriverse as uv
    >>> uv.same_origin("https://example.com/a", "https://example.com:443/b")
    True
    >>> uv.same_origin("https://example.com/", "http://example.com/"), uv.same_origin("data:,x", "data:,x")
    (False, False)
    """
    return _core.same_origin(a, b, edition=edition)


@takes(a=TEXT, b=TEXT)
def same_site(
    a: Text,
    b: Text,
    *,
    schemeful: bool = True,
    edition: AnyEdition = None,
    suffixes: SuffixList | None = None,
) -> bool:
    """Whether two URIs are of the same site: the same host or registrable domain, and scheme (HTML, "same site").

    Args:
        a, b: texts or references.
        schemeful: whether the schemes must be the same.
        edition: the edition of texts.
        suffixes: another list of public suffixes than the one that the package ships.

    Returns:
        True or False; False if an origin is opaque.

    Raises:
        URISyntaxError: if the edition refuses a text.

    >>> import uriverse as uv
    >>> uv.same_site("https://a.example.co.uk/", "https://b.example.co.uk:8443/")
    True
    >>> uv.same_site("https://a.github.io/", "https://b.github.io/")
    False
    >>> uv.same_site("http://example.com/", "https://www.example.com/", schemeful=False)
    True
    """
    table = table_of(suffixes)
    first = _core.site(a, table, schemeful, edition=edition)
    second = _core.site(b, table, schemeful, edition=edition)
    return first is not None and first == second
