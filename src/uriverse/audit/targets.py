"""Targets inside: a reference within a path, a query or a fragment that leads where the outer one does not.

    http://example.com/fetch?url=http%3A%2F%2F127.0.0.1%2Fadmin
                                 '-- found, decoded, judged as a host of its own is

Colons and slashes are found escaped too, however often, because a server decodes a value before it follows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from uriverse.audit.catalogue import active_schemes, launch
from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.audit.word_lists import words
from uriverse.ground.patterns import pattern
from uriverse.ground.records import NamedTuple
from uriverse.hosts.verdicts import verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_SLASH: Final = r"(?:/|\\|%(?:25)*(?:2[Ff]|5[Cc]))"
_COLON: Final = r"(?::|%(?:25)*3[Aa])"
# What ends an authority, plain or escaped: slashes, "?", "#", "&", and ";" and "," of parameters.
_AUTHORITY: Final = r"(?:[^/\\?#&;,%]|%(?:25)*(?!2[FfCc356]|3[FfBb]|5[Cc])[0-9A-Fa-f]{2})"
# Two slashes or more, or those after a scheme of the web, of which browsers need none.
_OPENING: Final = pattern(
    rf"(?:(?<![A-Za-z0-9])[Hh][Tt][Tt][Pp][Ss]?{_COLON}{_SLASH}*+|{_SLASH}{{2,}}+)({_AUTHORITY}{{1,255}}+)?"
)
# What no opening lacks: two slashes in turn, a backslash, an escape, or the colon of a scheme.
_MARKS: Final = ("//", ":", "%", "\\")
_SCHEME_BEFORE: Final = pattern(rf"[A-Za-z][A-Za-z0-9+.-]{{0,31}}{_COLON}\Z")
# Where a scheme and its colon may begin, before the slashes; escaped often, the colon is longer.
_BEFORE: Final = 48
_MOST_DECODINGS: Final = 4


class Target(NamedTuple):
    """A reference inside: its place, its authority decoded, and whether it has a scheme."""

    start: int
    end: int
    host: str
    scheme: bool


def _targets(part: Piece, *, values: bool) -> Iterator[Target]:
    """The references of a part that name a host; without a scheme only where a value begins, if values are meant."""
    for found in _OPENING.finditer(part.text):
        if found[1] is None:
            continue
        before = _SCHEME_BEFORE.search(part.text, max(0, found.start() - _BEFORE), found.start())
        scheme = before is not None or part.text[found.start()].isalpha()
        begins = found.start() if before is None else before.start()
        if scheme or (values and (begins == 0 or part.text[begins - 1] in "=&;?#/!")):
            yield Target(part.start + begins, part.start + found.end(), _host(found[1]), scheme)


def _host(authority: str) -> str:
    """The host of an authority, decoded."""
    host = _decoded(authority).rpartition("@")[2]
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def _decoded(text: str) -> str:
    """A text decoded until nothing is left to decode, or often enough."""
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
    """Section 7.3: who follows the inner reference arrives at its host, whatever was said of the outer one."""
    if not any(map(subject.text[subject.path.start :].__contains__, _MARKS)):
        return
    for part in subject.after_authority():
        for target in _targets(part, values=part is not subject.path):
            if verdict(target.host).kind != "public":
                yield Place(target.start, target.end, details={"host": target.host[:253]})


# Where a value begins, and the scheme that a reader finds there after it decoded the value and dropped white space.
_VALUE: Final = pattern(r"(?:^|[&;])[^=&;]{0,255}=([^&;]{1,128})")
_SCHEME: Final = pattern(r"[\x00-\x20]*([A-Za-z][A-Za-z0-9+.-]{0,31}):")


@looks_for("target-active", of="query", having="=")
def target_active(subject: Subject) -> Iterator[Place]:
    """Section 7.3: a value that a page shows as a link, or a server reads, and that runs a program or names a file."""
    assert subject.query is not None
    if ":" not in subject.query.text and "%" not in subject.query.text:
        return
    for found in _VALUE.finditer(subject.query.text):
        scheme = _SCHEME.match(_decoded(found[1]))
        if scheme is not None and _is_active(scheme[1].lower()):
            start = subject.query.start
            details = {"scheme": scheme[1].lower()}
            yield Place(start + found.start(1), start + found.end(1), details=details)


def _is_active(scheme: str) -> bool:
    """Whether a URI of a scheme is a program or starts one, holds content, encloses another URI, or names a file."""
    return scheme in active_schemes() or launch(scheme) is not None


@looks_for("target-network-path", of="query", having="=")
def target_network_path(subject: Subject) -> Iterator[Place]:
    """Section 4.2: a value that begins as a path does and names another host: a redirect to it leaves the site."""
    assert subject.query is not None
    for target in _targets(subject.query, values=True):
        if not target.scheme and target.start > subject.query.start and subject.text[target.start - 1] == "=":
            yield Place(target.start, target.end)


# A key, and a value that begins with "@", perhaps after a port; what follows may be a host.
_AT_FIRST: Final = pattern(
    r"(?:^|[&;])([^=&;]{1,64})=((?:(?::|%3[Aa])[0-9]{0,5})?(?:@|%(?:25)*40))([^&;@/?#\\]{1,255})"
)
_JOINER: Final = pattern("[_.-]|%5[Ff]|%2[DdEe]")


@looks_for("target-at-sign", of="query", having="=")
def target_at_sign(subject: Subject) -> Iterator[Place]:
    """Section 3.2.1: a server that writes the value after its own "https://host" sends its visitors to another.

    "@" begins the names of people too. So the key must be one of a redirect, or what follows must look like a host.
    """
    assert subject.query is not None
    for found in _AT_FIRST.finditer(subject.query.text):
        if "." in found[3] or _JOINER.sub("", found[1]).lower() in words()["redirect_keys"]:
            yield Place(subject.query.start + found.start(2), subject.query.start + found.end(2))
