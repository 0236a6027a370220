"""Texts that parsers split differently: the check sees one host and the request goes to another.

http://example.com\\@example.org/    RFC 3986: not a URI    browsers: example.com
http://a@example.com@example.org/   the host begins after the first "@", or after the last
"""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.audit.word_lists import words
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.hosts.kinds import kind_of_name

# Slashes and backslashes that browsers parse as the slashes before an authority.
_LEADING: Final = pattern(r"[/\\]{2,}")
_BACKSLASHES: Final = pattern(r"\\+")
_BRACKETS: Final = pattern(r"[\[\]]+")
_AT_AFTER: Final = pattern(r"[?#]@")


def _leading(subject: Subject) -> tuple[int, int] | None:
    """Slashes and backslashes at the start of the path that open an authority only for browsers."""
    if subject.authority is not None or (subject.scheme is not None and subject.scheme_name not in words()["server"]):
        return None
    path = subject.path
    match = _LEADING.match(path.text)
    if match is None and subject.scheme is not None and path.text.startswith("\\"):
        return path.start, path.start + 1
    return None if match is None or "\\" not in match[0] else (path.start, path.start + match.end())


@looks_for("backslash-in-authority", having="\\")
def backslash_in_authority(subject: Subject) -> Iterator[Place]:
    """Browsers read "\\" as "/", so an authority begins or ends where the grammar sees none."""
    leading = _leading(subject)
    if leading is not None:
        yield Place(*leading)
    if subject.authority is not None:
        yield from subject.authority.places(_BACKSLASHES)


@looks_for("backslash", having="\\")
def backslash(subject: Subject) -> Iterator[Place]:
    """After the authority: some parsers read a separator, others data; the grammar refuses it."""
    leading = _leading(subject)
    end = 0 if leading is None else leading[1]
    for part in subject.after_authority():
        for match in _BACKSLASHES.finditer(part.text):
            if part.start + match.start() >= end:
                length = match.end() - match.start()
                yield Place(part.start + match.start(), part.start + match.end(), "%5C" * length)


@looks_for("at-sign-twice", component="userinfo")
def at_sign_twice(_: Subject, userinfo: Piece) -> Iterator[Place]:
    """For some parsers the first "@" ends the userinfo, for others the last."""
    at = userinfo.text.find("@")
    if at >= 0:
        yield Place(userinfo.start + at, userinfo.start + at + 1, "%40")


@looks_for("at-sign-after-authority", having="@")
def at_sign_after_authority(subject: Subject) -> Iterator[Place]:
    """Parsers that look for the "@" before the end of the authority see another host."""
    if subject.authority is None or subject.path.text or not subject.authority.text:
        return
    match = _AT_AFTER.match(subject.text, subject.path.end)
    if match is not None:
        yield Place(*match.span())


@looks_for("brackets-outside-host", component="odd", matching=_BRACKETS)
def brackets_outside_host(subject: Subject) -> Iterator[Place]:
    """Section 3.2.2: only an address has brackets; browsers allow them everywhere."""
    for part in subject.after_authority():
        for match in _BRACKETS.finditer(part.text):
            encoded = match[0].replace("[", "%5B").replace("]", "%5D")
            yield Place(part.start + match.start(), part.start + match.end(), encoded)


@looks_for("scheme-without-authority", component="scheme")
def scheme_without_authority(subject: Subject, scheme: Piece) -> Iterator[Place]:
    """Section 5.2.2: a non-strict parser ignores a scheme that equals the base's; browsers see a host."""
    table = subject.scheme_table
    needs_host = subject.scheme_name in words()["server"] or (table is not None and "host" in table.nonempty)
    if needs_host and subject.authority is None:
        yield Place(scheme.start, scheme.end + 1, details={"scheme": subject.scheme_name})


# A port and the end of an authority.
_PORT_AFTER: Final = pattern(r"[0-9]{1,5}(?:[/?#]|\Z)")


@looks_for("scheme-is-a-host", component="scheme")
def scheme_is_a_host(subject: Subject, scheme: Piece) -> Iterator[Place]:
    """Section 4.5: the text before the first colon is a scheme; people and some parsers read a host and port."""
    name = subject.scheme_name
    if subject.authority is not None or ("." not in name and kind_of_name(name) != "loopback"):
        return
    if _PORT_AFTER.match(subject.text, subject.path.start):
        yield Place(scheme.start, scheme.end, details={"scheme": name})


@looks_for("network-path", component="authority")
def network_path(subject: Subject, authority: Piece) -> Iterator[Place]:
    """Section 4.2: it begins with a slash and still names another host, with the base's scheme."""
    if subject.scheme is None and authority.text:
        yield Place(authority.start - 2, authority.end)
