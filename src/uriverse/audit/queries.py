"""Queries and fragments: secrets, and values that attack a server (RFC 3986, sections 7.3 and 7.5)."""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse import _core
from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.ground.lean_typing import Final
from uriverse.ground.masking import STRONG_NAMES
from uriverse.ground.patterns import pattern

# A key and its value as forms encode them; PHP and Rails write nested keys in brackets. The fragment of an application
# may have a path and a query: "#/a?token=b".
_PAIR_OF_FRAGMENT: Final = pattern(r"(?:^|[?&;])([][A-Za-z0-9_.%-]{1,64})=([^?&;]+)")
_SEPARATOR: Final = pattern("[&;]")
_KEY: Final = pattern("(?:^|[&;])([^=&;]+)=")
_TARGET: Final = pattern(
    r"(?:^|[&;])[^=&;]*=((?:(?:[A-Za-z0-9+.-]|%[2-7][0-9A-Fa-f]){2,21}(?::|%3[Aa]))?(?:/|%2[Ff]|\\|%5[Cc]){2}[^/&;][^&;]*"
    r"|[Hh][Tt][Tt][Pp][Ss]?(?::|%3[Aa])[^&;]+)",
    needs=("/", "\\", ":", "%2", "%3", "%5"),
)
_LONGEST_KEY: Final = 64


@looks_for("query-credential", component="query", having="=")
def query_credential(subject: Subject) -> Iterator[Place]:
    """Section 7.5: "URIs are frequently displayed by browsers, stored in clear text bookmarks, and logged"."""
    last = -1
    for row in subject.nested_query:
        if row.kind == "value" and row.start != last:
            last = row.start
            yield Place(row.start, row.end, details={"key": row.name[:_LONGEST_KEY]})


@looks_for("fragment-credential", component="fragment", having="=")
def fragment_credential(_: Subject, fragment: Piece) -> Iterator[Place]:
    """Section 7.5; a fragment is not sent, but it is shown, kept and read by every script of the page."""
    for match in _PAIR_OF_FRAGMENT.finditer(fragment.text):
        if STRONG_NAMES.hides(match[1]):
            start = fragment.start
            yield Place(start + match.start(2), start + match.end(2), details={"key": match[1]})


@looks_for("query-reference", component="query", having="=")
def query_reference(_: Subject, query: Piece) -> Iterator[Place]:
    """A value that names a host: a server that follows it, or sends its visitors there, must check it."""
    return query.places(_TARGET, 1)


@looks_for("query-climbs", component="query")
def query_climbs(subject: Subject) -> Iterator[Place]:
    """Section 7.3: a value that becomes a file's name, or a query that is one, leaves its folder (path traversal)."""
    return (Place(row.start, row.end) for row in subject.nested_query if row.kind == "climb")


@looks_for("query-repeated-key", component="query", matching=_SEPARATOR)
def query_repeated_key(_: Subject, query: Piece) -> Iterator[Place]:
    """Some servers take the first value, some the last, some all; a filter may check another one than the server.

    RFC 1866, section 8.2.1, proposes ";" as a separator next to "&", and servers that follow it split there too.
    """
    keys = _KEY.findall(query.text.lower())
    if "%" not in query.text and "+" not in query.text and len(set(keys)) == len(keys):
        return
    earlier_keys: set[str] = set()
    for match in _KEY.finditer(query.text):
        key = _core.decode(match[1].replace("+", " "), malformed="keep").lower()
        if key.endswith("[]"):
            continue
        if key in earlier_keys:
            start = query.start
            yield Place(start + match.start(1), start + match.end(1), details={"key": match[1][:_LONGEST_KEY]})
        earlier_keys.add(key)


@looks_for("query-empty", component="query")
def query_empty(_: Subject, query: Piece) -> Iterator[Place]:
    """Section 6.2.3: "http://example.com/?" cannot be assumed to be equivalent to the URI without its "?"."""
    if not query.text:
        yield Place(query.start - 1, query.end)


@looks_for("fragment-empty", component="fragment")
def fragment_empty(_: Subject, fragment: Piece) -> Iterator[Place]:
    """Section 6.2.3: the same for a fragment."""
    if not fragment.text:
        yield Place(fragment.start - 1, fragment.end)
