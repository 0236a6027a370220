"""Nested targets: a reference inside a path, query or fragment that leads to another host.

    http://example.com/fetch?url=http%3A%2F%2F127.0.0.1%2Fadmin
                                 '-- found, decoded, checked like an outer host

Escaped colons and slashes are found too, even if escaped several times: a server decodes a value before it follows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from uriverse.audit.catalogue import launch
from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.audit.word_lists import active_schemes, words
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.ground.records import NamedTuple
from uriverse.hosts.verdicts import verdict

_SLASH: Final = r"(?:/|\\|%(?:25)*(?:2[Ff]|5[Cc]))"
_COLON: Final = r"(?::|%(?:25)*3[Aa])"
# The characters of an authority. These end it, literal or escaped: slashes, "?", "#", "&", ";" and ",".
_AUTHORITY: Final = r"(?:[^/\\?#&;,%]|%(?:25)*(?!2[FfCc356]|3[FfBb]|5[Cc])[0-9A-Fa-f]{2})"
# Two or more slashes, or a web scheme, after which browsers need none.
_OPENING: Final = pattern(
    rf"(?:(?<![A-Za-z0-9])[Hh][Tt][Tt][Pp][Ss]?{_COLON}{_SLASH}*+|{_SLASH}{{2,}}+)({_AUTHORITY}{{1,255}}+)?"
)
# Every opening has one of these.
_MARKS: Final = ("//", ":", "%", "\\")
_SCHEME_BEFORE: Final = pattern(rf"[A-Za-z][A-Za-z0-9+.-]{{0,31}}{_COLON}\Z")
# How far before the slashes a scheme may begin; the colon may be escaped several times.
_BEFORE: Final = 48
_MOST_DECODINGS: Final = 4


class Target(NamedTuple):
    """A nested reference: its position, its decoded authority, and whether it has a scheme."""

    start: int
    end: int
    host: str
    scheme: bool


def _targets(part: Piece, *, values: bool) -> Iterator[Target]:
    """The references with a host in a part; with `values` also those without a scheme, at the start of a value."""
    for match in _OPENING.finditer(part.text):
        if match[1] is None:
            continue
        before = _SCHEME_BEFORE.search(part.text, max(0, match.start() - _BEFORE), match.start())
        scheme = before is not None or part.text[match.start()].isalpha()
        begins = match.start() if before is None else before.start()
        if scheme or (values and (begins == 0 or part.text[begins - 1] in "=&;?#/!")):
            yield Target(part.start + begins, part.start + match.end(), _host(match[1]), scheme)


def _host(authority: str) -> str:
    """The host of an authority, decoded."""
    host = _decoded(authority).rpartition("@")[2]
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def _decoded(text: str) -> str:
    """Decode a text until nothing changes, at most `_MOST_DECODINGS` times."""
    if "%" not in text:
        return text
    from urllib.parse import unquote

    for _ in range(_MOST_DECODINGS):
        decoded = unquote(text, errors="replace")
        if decoded == text:
            break
        text = decoded
    return text


@looks_for("target-internal")
def target_internal(subject: Subject) -> Iterator[Place]:
    """Section 7.3: a client of the inner reference connects to its host, whatever the outer check said."""
    if not any(map(subject.text[subject.path.start :].__contains__, _MARKS)):
        return
    for part in subject.after_authority():
        for target in _targets(part, values=part is not subject.path):
            if verdict(target.host).kind != "public":
                yield Place(target.start, target.end, details={"host": target.host[:253]})


# A value, and its scheme after decoding and dropping white space.
_VALUE: Final = pattern(r"(?:^|[&;])[^=&;]{0,255}=([^&;]{1,128})")
_SCHEME: Final = pattern(r"[\x00-\x20]*([A-Za-z][A-Za-z0-9+.-]{0,31}):")


@looks_for("target-active", component="query", having="=")
def target_active(_: Subject, query: Piece) -> Iterator[Place]:
    """Section 7.3: a value that a page shows as a link, or a server reads, and that runs a program or names a file."""
    if ":" not in query.text and "%" not in query.text:
        return
    for match in _VALUE.finditer(query.text):
        scheme = _SCHEME.match(_decoded(match[1]))
        if scheme is not None and _is_active(scheme[1].lower()):
            start = query.start
            details = {"scheme": scheme[1].lower()}
            yield Place(start + match.start(1), start + match.end(1), details=details)


def _is_active(scheme: str) -> bool:
    """Whether a URI of a scheme is a program or starts one, holds content, encloses another URI, or names a file."""
    return scheme in active_schemes() or launch(scheme) is not None


@looks_for("target-network-path", component="query", having="=")
def target_network_path(subject: Subject, query: Piece) -> Iterator[Place]:
    """Section 4.2: a value that begins as a path does and names another host: a redirect to it leaves the site."""
    for target in _targets(query, values=True):
        if not target.scheme and target.start > query.start and subject.text[target.start - 1] == "=":
            yield Place(target.start, target.end)


# A key, and a value that begins with "@", perhaps after a port; the rest may be a host.
_AT_FIRST: Final = pattern(
    r"(?:^|[&;])([^=&;]{1,64})=((?:(?::|%3[Aa])[0-9]{0,5})?(?:@|%(?:25)*40))([^&;@/?#\\]{1,255})"
)
_JOINER: Final = pattern("[_.-]|%5[Ff]|%2[DdEe]")


@looks_for("target-at-sign", component="query", having="=")
def target_at_sign(_: Subject, query: Piece) -> Iterator[Place]:
    """Section 3.2.1: a server that appends the value to its own "https://host" sends visitors to another host.

    User names begin with "@" too. So the key must be a redirect's, or the rest must look like a host.
    """
    for match in _AT_FIRST.finditer(query.text):
        if "." in match[3] or _JOINER.sub("", match[1]).lower() in words()["redirect_keys"]:
            yield Place(query.start + match.start(2), query.start + match.end(2))
