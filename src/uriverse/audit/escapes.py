"""Escapes: octets that change what the next parser sees (RFC 3986, sections 2.3, 2.4, 7.2 and 7.3)."""

from __future__ import annotations

from _collections_abc import Iterable, Iterator
from itertools import chain

from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Piece, Place, Subject
from uriverse.audit.word_lists import words
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.patterns import pattern
from uriverse.ground.unicode_tables import JOINERS, joins

if TYPE_CHECKING:
    import re

_NUL: Final = pattern("%00")
_LINE_BREAKS: Final = pattern("(?:%0[AaDd])++")
# The escapes of two characters of one block of 256 whose low octets are CR and LF, in either order: U+560D and U+560A.
# Not U+4E0D and U+4E0A, which are two of the commonest words of Chinese.
_BLOCK_OF_256: Final = "%(?:C[48C]|D[048C])|%E[0-9A-F]%[89AB][048C]"
_CUT_SHORT: Final = pattern(rf"(?i)(?!%E4%B8)({_BLOCK_OF_256})(?:%8D\1%8A|%8A\1%8D)")
_CONTROLS: Final = pattern("%(?:0[1-9BbCcEeFf]|1[0-9A-Fa-f]|7[Ff])")
_SLASH: Final = pattern("%(?:2[Ff]|5[Cc])")
_QUESTION_OR_HASH: Final = pattern("%(?:3[Ff]|23)")
_UNRESERVED: Final = pattern("%(?:2[DdEe]|3[0-9]|4[1-9A-Fa-f]|5[0-9AaFf]|6[1-9A-Fa-f]|7[0-9AaEe])")
_DOUBLE: Final = pattern("%25(?:25)*[0-9A-Fa-f]{2}")
_MALFORMED: Final = pattern("%(?![0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})")
_PERCENT_U: Final = pattern("%u[0-9A-Fa-f]{4}")
_OVERLONG: Final = pattern("(?i)%C[01]%[89AB][0-9A-F]|%E0%[89][0-9A-F]%[89AB][0-9A-F]|%F0%8[0-9A-F]")
_HIGH: Final = pattern("(?:%[89A-Fa-f][0-9A-Fa-f])++")
_INVISIBLE: Final = pattern(
    "(?i)%E2%80%(?:8[B-F]|A[A-E])|%E2%81%A[0-9A-F]|%EF%BB%BF|%C2%AD|%D8%9C",
    needs=("%E", "%e", "%C2", "%c2", "%D8", "%d8"),
)
_JOINER_ESCAPES: Final = frozenset({"%E2%80%8C", "%E2%80%8D"})
_BODY: Final = pattern("(?i)body(?:=|\\Z)")


def _places(parts: Iterable[Piece], pattern: re.Pattern[str]) -> Iterator[Place]:
    return chain.from_iterable(part.places(pattern) for part in parts)


def _protocol_parts(subject: Subject) -> Iterator[Piece]:
    """The parts that a client decodes and passes to a protocol: no fragment, and no path that is the content itself."""
    yield from subject.parts("userinfo", "host")
    if subject.scheme_name not in words()["content"]:
        yield from subject.parts("path", "params")


def _mail_fields(subject: Subject) -> Iterator[Piece]:
    """The fields of a mailto query except the body, in which line breaks are usual (RFC 6068, section 5)."""
    assert subject.query is not None
    at = subject.query.start
    for field in subject.query.text.split("&"):
        if _BODY.match(field) is None:
            yield Piece(at, field)
        at += len(field) + 1


def _look_for(finding: str, having: str, pattern: re.Pattern[str], *names: str, replacement: str | None = None) -> None:
    @looks_for(finding, having=having, matching=pattern)
    def look(subject: Subject) -> Iterator[Place]:
        return chain.from_iterable(part.places(pattern, 0, replacement) for part in subject.parts(*names))


_ALL: Final = ("userinfo", "host", "path", "params", "query", "fragment")
_WITHOUT_HOST: Final = ("userinfo", "path", "params", "query", "fragment")
# Section 7.3: "should be rejected if the application is not expecting to receive raw data within a component".
_look_for("escape-nul", "%00", _NUL, *_ALL)
# Section 7.3: "must split the URI into its components ... prior to decoding".
_look_for("escape-question-or-hash", "%", _QUESTION_OR_HASH, "path")
# Section 2.4: "Implementations must not percent-encode or decode the same string more than once".
_look_for("escape-double", "%25", _DOUBLE, "userinfo", "path", "params")
# Section 2.4 applies to queries too; but a value that is a URI itself may need a double escape.
_look_for("escape-double-in-query", "%25", _DOUBLE, "query", "fragment")
# Section 2.1: an escape is a percent sign and two hexadecimal digits.
_look_for("escape-malformed", "%", _MALFORMED, *_WITHOUT_HOST, replacement="%25")
# RFC 3629, section 10: a decoder that accepts overlong forms lets "/../" pass a filter.
_look_for("escape-overlong", "%", _OVERLONG, *_ALL)


@looks_for("escape-line-break", having="%0", matching=_LINE_BREAKS)
def escape_line_break(subject: Subject) -> Iterator[Place]:
    """Section 7.2: "for example, CR and LF characters for the TELNET protocol"."""
    yield from _places(_protocol_parts(subject), _LINE_BREAKS)
    if subject.scheme_name == "mailto" and subject.query is not None:
        yield from _places(_mail_fields(subject), _LINE_BREAKS)


@looks_for("escape-line-break-in-query", component="query", having="%0", matching=_LINE_BREAKS)
def escape_line_break_in_query(subject: Subject) -> Iterator[Place]:
    """A form's text may have lines; a server that copies them into a header is open to header injection."""
    if subject.scheme_name != "mailto":
        yield from _places(subject.parts("query"), _LINE_BREAKS)


@looks_for("escape-line-break-cut-short", having="%8", matching=_CUT_SHORT)
def escape_line_break_cut_short(subject: Subject) -> Iterator[Place]:
    """Section 7.2: characters that become CR and LF in a program that keeps the low octet of each."""
    return _places(subject.after_authority(), _CUT_SHORT)


@looks_for("escape-control", having="%", matching=_CONTROLS)
def escape_control(subject: Subject) -> Iterator[Place]:
    """Control characters other than NUL and line breaks."""
    yield from _places(_protocol_parts(subject), _CONTROLS)
    yield from _places(subject.parts("query"), _CONTROLS)


@looks_for("escape-slash", having="%", matching=_SLASH)
def escape_slash(subject: Subject) -> Iterator[Place]:
    """Section 7.3: "File systems typically assign an operational meaning to special characters", the slashes first."""
    if subject.hierarchical:
        yield from _places(subject.parts("path"), _SLASH)


@looks_for("escape-unreserved", having="%", matching=_UNRESERVED)
def escape_unreserved(subject: Subject) -> Iterator[Place]:
    """Section 2.3: "percent-encoded octets in the ranges of ALPHA ... should not be created by URI producers"."""
    for part in subject.parts("path", "params", "query", "fragment"):
        for match in _UNRESERVED.finditer(part.text):
            letter = chr(int(match[0][1:], 16))
            yield Place(part.start + match.start(), part.start + match.end(), letter, {"letter": letter})


@looks_for("escape-percent-u", having="%u", matching=_PERCENT_U)
def escape_percent_u(subject: Subject) -> Iterator[Place]:
    """A form of escape that no document defines and some servers decode."""
    for part in subject.parts(*_ALL):
        for match in _PERCENT_U.finditer(part.text):
            number = int(match[0][2:], 16)
            encoded = "".join(f"%{octet:02X}" for octet in chr(number).encode("utf-8", "surrogatepass"))
            replacement = None if 0xD800 <= number < 0xE000 else encoded
            yield Place(part.start + match.start(), part.start + match.end(), replacement)


@looks_for("escape-not-utf8", having="%", matching=_HIGH)
def escape_not_utf8(subject: Subject) -> Iterator[Place]:
    """Section 2.5: new schemes encode characters in UTF-8; for others a parser has to guess."""
    for part in subject.parts(*_WITHOUT_HOST):
        for match in _HIGH.finditer(part.text):
            try:
                bytes.fromhex(match[0].replace("%", "")).decode()
            except UnicodeDecodeError:
                yield Place(part.start + match.start(), part.start + match.end())


@looks_for("escape-invisible", having="%", matching=_INVISIBLE)
def escape_invisible(subject: Subject) -> Iterator[Place]:
    """RFC 3987, section 8: the decoded text can be made to look like another."""
    for part in subject.parts(*_WITHOUT_HOST):
        for run in _HIGH.finditer(part.text):
            text = bytes.fromhex(run[0].replace("%", "")).decode(errors="replace")
            are_needed = all(joins(text, at) for at, c in enumerate(text) if c in JOINERS)
            for match in _INVISIBLE.finditer(run[0]):
                if not (are_needed and match[0].upper() in _JOINER_ESCAPES):
                    yield Place(part.start + run.start() + match.start(), part.start + run.start() + match.end())
