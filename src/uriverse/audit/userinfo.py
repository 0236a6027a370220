"""Userinfo: secrets in it, and names in it that look like the host (RFC 3986, sections 7.5 and 7.6)."""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.audit.word_lists import words
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.text.domains import is_known, is_name

# Words that could be host names, with a dot or its escape, between other escapes; not the domain of an e-mail address.
_NAME: Final = pattern(r"%(?!2[Ee])[0-9A-Fa-f]{2}|(?P<name>(?:[A-Za-z0-9-]|(?:%2[Ee]|\.)(?=[A-Za-z0-9]))++)")
_DOT: Final = pattern("%2[Ee]")
_ADDRESS_BEFORE: Final = pattern(r"[A-Za-z0-9._+-](?:@|%40)\Z")
# A longer userinfo is dangerous for its length alone and is not searched further.
LONGEST: Final = 4096
_DELIMITER: Final = pattern(r"%(?:2[Ff]|3[AaFf]|40|23|5[Cc])")


@looks_for("userinfo-password", component="userinfo")
def userinfo_password(_: Subject, userinfo: Piece) -> Iterator[Place]:
    """Section 7.5: "A password ... is deprecated and should be considered an error"."""
    colon = userinfo.text.find(":") + 1
    if colon and colon < len(userinfo.text):
        yield Place(userinfo.start + colon, userinfo.end)


@looks_for("userinfo-misleading", component="userinfo")
def userinfo_misleading(subject: Subject, userinfo: Piece) -> Iterator[Place]:
    """Section 7.6: "appearing to identify one (trusted) naming authority while actually identifying" another."""
    assert subject.host is not None
    text = userinfo.text
    if "." not in text and "%2" not in text:
        return
    from uriverse.hosts.numeric import inet_aton

    for match in _NAME.finditer(text, 0, LONGEST):
        name = _DOT.sub(".", match["name"] or "")
        looks_like_one = (is_name(name) and is_known(name)) or (name.count(".") == 3 and inet_aton(name) is not None)
        if looks_like_one and not _ADDRESS_BEFORE.search(text, max(0, match.start() - 4), match.start()):
            start = userinfo.start
            details = {"name": name, "host": subject.host.text[:253]}
            yield Place(start + match.start(), start + match.end(), details=details)


@looks_for("userinfo-in-http", component="userinfo")
def userinfo_in_http(subject: Subject, userinfo: Piece) -> Iterator[Place]:
    """RFC 9110, section 4.2.4: "A sender MUST NOT generate the userinfo subcomponent"."""
    if userinfo.text and subject.scheme_name in words()["web"]:
        yield Place(userinfo.start, userinfo.end)


@looks_for("userinfo-empty", component="userinfo")
def userinfo_empty(_: Subject, userinfo: Piece) -> Iterator[Place]:
    """An "@" with nothing before it, which some parsers overlook."""
    if not userinfo.text:
        yield Place(userinfo.start, userinfo.start + 1, "")


@looks_for("userinfo-escaped-delimiter", component="userinfo", having="%")
def userinfo_escaped_delimiter(_: Subject, userinfo: Piece) -> Iterator[Place]:
    """Section 7.3: "the decoded octets might be mistaken for delimiters"."""
    return userinfo.places(_DELIMITER)
