"""Queries and fragments: secrets in them, and what they can make a server do (RFC 3986, sections 7.3 and 7.5)."""

from __future__ import annotations

from collections.abc import Iterator

from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.ground.patterns import pattern
from uriverse.ground.secret_names import STRONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# A key and its value, by the convention of forms; nothing is decoded. No key that gives access is longer.
_PAIR: Final = pattern("(?:^|[&;])([A-Za-z0-9_.%-]{1,64})=([^&;]+)")
_KEY: Final = pattern("(?:^|[&;])([^=&;]+)=")
_TARGET: Final = pattern(
    r"(?:^|[&;])[^=&;]*=((?:[A-Za-z][A-Za-z0-9+.-]{1,20}(?::|%3[Aa]))?(?:/|%2[Ff]|\\|%5[Cc]){2}[^/&;][^&;]*"
    r"|[Hh][Tt][Tt][Pp][Ss]?(?::|%3[Aa])[^&;]+)"
)
_CLIMBS: Final = pattern(r"(?:=|/|\\|%2[Ff]|%5[Cc])((?:\.|%2[Ee]){2}(?:/|\\|%2[Ff]|%5[Cc]))")
_JOINER: Final = pattern("[_.-]|%5[Ff]|%2[DdEe]")
_SHOWN: Final = 64


def _credentials(part: Piece) -> Iterator[Place]:
    for found in _PAIR.finditer(part.text):
        if _JOINER.sub("", found[1]).lower() in STRONG:
            yield Place(part.start + found.start(2), part.start + found.end(2), details={"key": found[1]})


@looks_for("query-credential", of="query", having="=")
def query_credential(subject: Subject) -> Iterator[Place]:
    """Section 7.5: "URIs are frequently displayed by browsers, stored in clear text bookmarks, and logged"."""
    assert subject.query is not None
    return _credentials(subject.query)


@looks_for("fragment-credential", of="fragment", having="=")
def fragment_credential(subject: Subject) -> Iterator[Place]:
    """Section 7.5; a fragment is not sent, but it is shown, kept and read by every script of the page."""
    assert subject.fragment is not None
    return _credentials(subject.fragment)


@looks_for("query-reference", of="query", having="=")
def query_reference(subject: Subject) -> Iterator[Place]:
    """A value that names another host: a server that follows it, or sends its visitors there, must check it."""
    assert subject.query is not None
    return subject.query.places(_TARGET, 1)


@looks_for("query-climbs", of="query", having="=", matching=_CLIMBS)
def query_climbs(subject: Subject) -> Iterator[Place]:
    """Section 7.3: a value that becomes a file's name climbs out of its folder."""
    assert subject.query is not None
    return subject.query.places(_CLIMBS, 1)


@looks_for("query-repeated-key", of="query", having="&")
def query_repeated_key(subject: Subject) -> Iterator[Place]:
    """Some servers take the first value, some the last, some all; a filter may look at another than the server."""
    assert subject.query is not None
    seen: set[str] = set()
    for found in _KEY.finditer(subject.query.text):
        key = found[1].lower()
        if key.endswith(("[]", "%5b%5d")):
            continue
        if key in seen:
            start = subject.query.start
            yield Place(start + found.start(1), start + found.end(1), details={"key": found[1][:_SHOWN]})
        seen.add(key)


@looks_for("query-empty", of="query")
def query_empty(subject: Subject) -> Iterator[Place]:
    """Section 6.2.3: "http://example.com/?" cannot be assumed to be equivalent to the URI without its "?"."""
    assert subject.query is not None
    if not subject.query.text:
        yield Place(subject.query.start - 1, subject.query.end)


@looks_for("fragment-empty", of="fragment")
def fragment_empty(subject: Subject) -> Iterator[Place]:
    """Section 6.2.3: the same of a fragment."""
    assert subject.fragment is not None
    if not subject.fragment.text:
        yield Place(subject.fragment.start - 1, subject.fragment.end)
