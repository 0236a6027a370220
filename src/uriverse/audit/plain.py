"""Plain URLs: texts in which no check can find anything, recognized at one look by the engine. Most URLs are plain.

    https://www.example.com/docs/2003/index.html?id=3&page=2#top
            '-- labels ---''-- segments -------' '-- pairs -'

It is correct because the shape is narrow (`crates/text/src/plain.rs` has it): it leaves out whatever a check looks for.
The lists of what checks look for are handed to it here. A finding in a text that `is_plain` accepts is a bug. The tests
call all checks on texts of that shape and near it, and compare.

Where a whole text is not plain, a part of it may be. `https://WWW.example.com:8080/a%41?q=%41` has a plain scheme, a
host that is plain but for its capitals, and a path that is plain but for its escapes: the checks of capitals, of the
port, of the query and of the text as a whole, where escapes are looked for, are left.
"""

from __future__ import annotations

from functools import cache

from uriverse import _core
from uriverse._core import Components
from uriverse.audit.catalogue import active_schemes
from uriverse.audit.word_lists import words
from uriverse.ground.secret_names import STRONG
from uriverse.ground.tables import tables
from uriverse.text.domains import top_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from uriverse.editions.ids import EditionId

# Registered schemes of servers, which no check looks for when an authority follows.
_SCHEMES: Final = frozenset({"gopher", *_core.SPECIAL_SCHEMES}) - {"file"}

# Every mark, delimiter and escape that a plain URL may have, where it may have it.
_MARKS: Final = ".~+,()!$*&=@;:"
_ESCAPES: Final = "%C3%A9%20%22%3C%3E%5B%5D%5E%60%7B%7C%7D%3B%40%26%3D%2B%24%2C"
_OF_ALL: Final = f"http://1_a.b/{_MARKS}{_ESCAPES}?{_MARKS}/?{_ESCAPES}%3A%2F%3F%23#.~+,()!$*&@;:/?"

# What an IPv4 address as it is usually written consists of: only the checks of addresses find anything in one.
_OCTETS: Final = frozenset(map(str, range(256)))

NOTHING: Final[frozenset[str]] = frozenset()


@cache
def plain() -> _core.Plain:
    """What the engine needs to know: the lists that checks look at."""
    listed, of_hosts = words(), tables("hosts/data")["kinds"]
    noted = {
        name
        for list in ("local_names", "localhost_names", "metadata_names", "resolving_names")
        for name in of_hosts[list]
    }
    # A scheme with "-" or "." is never plain; so none is that `launch` knows by its first letters.
    schemes = {scheme for scheme in active_schemes() if scheme.isalnum()}
    devices = sorted(listed["devices"])
    return _core.Plain(sorted(top_level()), sorted(noted), devices, sorted(STRONG), sorted(schemes))


def is_plain(text: str) -> bool:
    """Whether a text is a URL of the web in which, as one pass shows, no check of any edition finds anything.

    >>> is_plain("https://www.example.com/docs/index.html?id=3"), is_plain("http://localhost/"), is_plain("HTTP://a.b/")
    (True, False, False)
    """
    return plain().url(text)


def finds_nothing(text: str, edition: object) -> bool:
    """Whether no check by an edition finds anything in a text, as one pass shows; IRIs and "xn--" names are known, too.

    >>> finds_nothing("https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/\u00e9", "rfc3987")
    True
    """
    if takes_plain(edition):
        return is_plain(text) or (text.isascii() and plain().iri(text))
    # A normal form of RFC 3987 has letters for their escapes.
    return edition == "rfc3987" and "%" not in text and (is_plain(text) or plain().iri(text))


def takes_plain(edition: object) -> bool:
    """Whether no check by an edition finds anything in a plain URL: one of the library's own that takes it as normal.

    RFC 1738 refuses "~", a normal form of RFC 3987 has letters for their escapes, and one of url-syntax-03 has "," for
    "%2C". A user's own may refuse anything.
    """
    return edition in _ids() and _keeps(edition)


@cache
def _ids() -> tuple[object, ...]:
    """The editions of the library; an edition of a user's own compares unequal to each and need not be hashable."""
    return tuple(_core.edition_ids())


@cache
def _keeps(edition: EditionId) -> bool:
    """Whether the text with all marks and escapes is valid by an edition, and its own normal form."""
    valid = _core.is_valid(_OF_ALL, edition=edition)
    return valid and str(_core.parse(_OF_ALL, edition=edition).normalize()) == _OF_ALL


def plain_parts(parts: Components) -> frozenset[str]:
    """Return what checks are of that would find nothing, as names for `registration.plan`.

    >>> from uriverse import split
    >>> sorted(plain_parts(split("http://example.com/a?b=%41")) & {"host", "path", "query"})
    ['host', 'path']
    """
    host, query, fragment = parts.host, parts.query, parts.fragment
    if host is None or parts.scheme not in _SCHEMES:
        return NOTHING
    is_name = plain().host(host.lower() if host.isascii() else host)
    return _names(
        is_name,
        not is_name and host.count(".") == 3 and _OCTETS.issuperset(host.split(".")),
        parts.userinfo is not None,
        plain().path(parts.path.replace("%", "x")),
        query is not None and plain().query(query),
        fragment is not None and plain().fragment(fragment),
    )


@cache
def _names(host: bool, address: bool, userinfo: bool, path: bool, query: bool, fragment: bool) -> frozenset[str]:
    of_host = {"host", "international"} if host or address else set()
    of_host |= {"address", "metadata"} if host else set()
    of_authority = {"authority", "userinfo"} if host and not userinfo else set()
    plain = {"scheme": True, "path": path, "query": query, "fragment": fragment}
    return frozenset(of_host | of_authority | {name for name, holds in plain.items() if holds})
