"""Plain URLs: texts in which no check can find anything, recognized in one pass by the engine. Most URLs are plain.

    https://www.example.com/docs/2003/index.html?id=3&page=2#top
            '-- labels ---''-- segments -------' '-- pairs -'

It is correct because the shape (`crates/text/src/plain.rs`) excludes everything that a check looks for. This module
passes the checks' lists to it. A finding in a text that `is_plain` accepts is a bug. The tests call all checks on texts
of that shape and similar ones, and compare.

If the whole text is not plain, parts may be. `https://WWW.example.com:8080/a%41?q=%41` has a plain scheme, a host that
is plain except for capitals, and a path that is plain except for escapes. So only the checks of capitals, of the port,
of the query and of escapes in the whole text still run.

If a text has only frequent findings, the engine counts them (`crates/text/src/plain/counts.rs`), and only their checks
run.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.audit.word_lists import active_schemes, words
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.secret_names import STRONG
from uriverse.ground.shipped_data import given_list
from uriverse.ground.tables import tables
from uriverse.text.domains import top_level

if TYPE_CHECKING:
    from uriverse._core import Components
    from uriverse.editions.ids import EditionId

# Registered schemes of servers: no check reports them if an authority follows.
_SCHEMES: Final = frozenset({"gopher", *_core.SPECIAL_SCHEMES}) - {"file"}

# Every mark, delimiter and escape that a plain URL may have, in each component that allows it.
_MARKS: Final = ".~+,()!$*&=@;:"
_ESCAPES: Final = "%C3%A9%20%22%3C%3E%5B%5D%5E%60%7B%7C%7D%3B%40%26%3D%2B%24%2C"
_FRAGMENT_CHARACTERS: Final = ".~+,()!$*&@;:/?%C3%A9%20%22%3C%3E%5B%5D%5E%60%7B%7C%7D"
_ALL_CHARACTERS: Final = f"http://1_a.b/{_MARKS}{_ESCAPES}?{_MARKS}/?{_ESCAPES}%3A%2F%3F%23%25#{_FRAGMENT_CHARACTERS}"

# The octets of a dotted-decimal IPv4 address. Only the checks of addresses can find anything in such a host.
_OCTETS: Final = frozenset(map(str, range(256)))

NO_PARTS: Final[frozenset[str]] = frozenset()


@cache
def plain() -> _core.Plain:
    """The engine's recognizer, built from the lists that checks use."""
    hosts, listed = given_list("hosts"), words()
    of_hosts = tables("hosts/data")["kinds"] if hosts is None else hosts.names
    noted = {
        name
        for list in ("local_names", "localhost_names", "metadata_names", "resolving_names")
        for name in of_hosts[list]
    }
    # The engine compares the part of a scheme before its first "."; a scheme with another mark is never plain.
    active = (*active_schemes(), *tables("audit")["launching-schemes"]["prefixes"])
    schemes = {scheme.partition(".")[0] for scheme in active}
    devices = sorted(listed["devices"])
    return _core.Plain(sorted(top_level()), sorted(noted), devices, sorted(STRONG), sorted(schemes))


@cache
def counting() -> _core.Plain:
    """The same recognizer, which also counts the findings of ports and addresses."""
    numbers = tables("audit")["numbers"]
    if given_list("hosts") is not None:
        numbers = numbers | {"addresses": counted_blocks()}
    return plain().with_numbers(**numbers)


def counted_blocks() -> list[tuple[int, int, str]]:
    """The blocks of IPv4 addresses with their findings."""
    from uriverse.hosts.kinds import process_lists

    return [(begin, free, f"address-{kind}") for begin, free, kind in process_lists().blocks(4)]


def is_plain(text: str) -> bool:
    """Whether a text is a web URL in which no check of any edition finds anything.

    >>> is_plain("https://www.example.com/docs/index.html?id=3"), is_plain("http://localhost/"), is_plain("HTTP://a.b/")
    (True, False, False)
    """
    return plain().url(text)


def finds_nothing(text: str, edition: object) -> bool:
    """Whether no check by an edition finds anything in a text; it also recognizes IRIs and "xn--" names.

    >>> finds_nothing("https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/\u00e9", "rfc3987")
    True
    """
    if takes_plain(edition):
        return is_plain(text) or (text.isascii() and plain().iri(text))
    # Normal forms of RFC 3987 decode escaped letters, so a text with escapes need not be normal.
    return edition == "rfc3987" and "%" not in text and (is_plain(text) or plain().iri(text))


def takes_plain(edition: object) -> bool:
    """Whether every plain URL is valid and in its normal form by an edition. False for a user's own edition.

    RFC 1738 refuses "~"; normal forms of RFC 3987 decode escaped letters, those of url-syntax-03 decode "%2C". A user's
    edition may refuse anything.
    """
    return edition in _ids() and _keeps(edition)


@cache
def _ids() -> tuple[object, ...]:
    """The built-in editions. A tuple, because a user's edition need not be hashable."""
    return tuple(_core.edition_ids())


@cache
def _keeps(edition: EditionId) -> bool:
    """Whether an edition accepts the text with all marks and escapes, and the text is its own normal form."""
    valid = _core.is_valid(_ALL_CHARACTERS, edition=edition)
    return valid and str(_core.parse(_ALL_CHARACTERS, edition=edition).normalize()) == _ALL_CHARACTERS


def takes_counts(edition: object) -> bool:
    """Whether the engine's counts apply to an edition: its normal forms must be those of RFC 3986."""
    return edition in _ids() and _keeps(edition) and _has_usual_normal_form(edition)


@cache
def _has_usual_normal_form(edition: EditionId) -> bool:
    reference = _core.parse("HTTP://EXAMPLE.com/./a/../%7e%c3", edition=edition)
    return str(reference.normalize()) == "http://example.com/~%C3"


def plain_parts(parts: Components) -> frozenset[str]:
    """Return the components in which no check finds anything, as names for `plans.plan`.

    >>> from uriverse import split
    >>> sorted(plain_parts(split("http://example.com/a?b=%41")) & {"host", "path", "query"})
    ['host', 'path']
    """
    host, query, fragment = parts.host, parts.query, parts.fragment
    if host is None or parts.scheme not in _SCHEMES:
        return NO_PARTS
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
