"""Where the secrets of a text stand, by regular expressions: the slow twin of `crates/text/src/secrets.rs`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Final
from urllib.parse import unquote

from twins.secret_forms import forms
from uriverse.ground.secret_names import STRONG, TOKEN_PREFIXES

Span = tuple[int, int]

# What separates the references of running text; `\s` is what `str.isspace` is.
_BOUND: Final = r"\s\"'`<>"
_PIECE: Final = re.compile(rf"[^{_BOUND}]+")
# What ends a port: a bracket, a comma, a control character, also as JSON and HTML write them, and East Asian marks.
_ASCII_ENDS: Final = [*"()[]{},\"'`<>", *map(chr, range(32)), "\x7f"]
_AS_JSON: Final = "|".join(f"{ord(end):02x}" for end in [*_ASCII_ENDS, " "])
_AS_HTML: Final = "quot|#34|apos|#39|#x27|lt|gt|nbsp"
_WIDE_ENDS: Final = "’”»›、。〈〉《》「」『』【】（），；］｝"
_PORT_END: Final = (
    rf"[{re.escape(''.join(_ASCII_ENDS))}]|\\+(?:[nrt]|(?:u00(?i:{_AS_JSON})))|&(?:{_AS_HTML});|[{_WIDE_ENDS}]"
)
_PORT: Final = rf"(?:[0-9]{{0,5}}+\Z|[0-9]{{1,5}}+(?:{_PORT_END}))"
_ENCODED_BOUND: Final = "%(?:20|09|0[Aa]|0[Dd]|22|27|60|3[CcEe])"
_ENCODED_PORT_END: Final = rf"[+{re.escape(''.join(_ASCII_ENDS))}]|{_ENCODED_BOUND}|%(?:28|29|5[BbDd]|7[BbDd]|2[Cc])"
_ENCODED_PORT: Final = rf"(?:[0-9]{{0,5}}+\Z|[0-9]{{1,5}}+(?:{_ENCODED_PORT_END}))"
# An IPv6 address, whose colons do not end a user.
_LITERAL: Final = r"(?:\[[0-9A-Fa-f:.]*+\])"
_HOST_WITH_PORT: Final = rf"(?:{_LITERAL}[A-Za-z0-9._-]*+|[A-Za-z0-9._-]++):{_PORT}"

_SLASHES: Final = r"[/\\][/\\]"
_SPECIAL: Final = r"(?<![A-Za-z0-9+.-])(?i:https?|wss?|ftp):"
_PREFIXES: Final = "|".join(TOKEN_PREFIXES)


class _Userinfos:
    """The patterns of userinfos, in one reference or in a piece of running text."""

    def __init__(self, *, running: bool) -> None:
        not_port = rf"(?!{_PORT})" if running else ""
        literal = rf"{_LITERAL}?+" if running else ""

        def password(ends: str) -> str:
            """Up to the last "@"; in running text an "@" before a host with a port is the last one."""
            last = rf"([^{ends}]+)(?=@)"
            if not running:
                return last
            return rf"{not_port}(?!@{_HOST_WITH_PORT})(?:(?=([^{ends}]+?)@{_HOST_WITH_PORT})|(?={last}))"

        def user(slashes: str, ends: str) -> str:
            """A user and its colon, which is encoded if there is no other."""
            return rf"{slashes}(?P<user>{literal}[^{ends}:]*)"

        of_authority, in_text = password(r"/\\?#"), password(r"/\\?# \t\n\f\r")
        of_old_authority = password(r"/\\#")
        after_slashes = r"%2[Ff]%2[Ff]" if running else r"%2[Ff]%2[Ff]|\A"
        bound, port = (_ENCODED_BOUND, rf"(?!{_ENCODED_PORT})") if running else ("(?!)", "")
        patterns = []
        # RFC 3986, section 3.2: a backslash does not end an authority.
        for slashes, ends in ((_SLASHES, r"/\\?#"), ("//", "/?#")):
            patterns.append(rf"{user(slashes, ends)}:{password(ends)}")
            no_colon = rf"(?={slashes}{literal}[^{ends}:]*(?:[{ends}]|\Z))"
            patterns.append(rf"{no_colon}{slashes}(?P<user>(?>[^{ends}]*?(?=%3[Aa])))%3[Aa]{password(ends)}")
        # RFC 1738, section 5, and RFC 1808: a user may have "?", and an authority ends at "/".
        patterns.append(rf"{_SLASHES}[^/\\#:?]*\?[^/\\#:]*:{of_old_authority}")
        self.of_slashes: Final = [re.compile(pattern) for pattern in patterns]
        others = [
            r"%2[Ff]%2[Ff]"
            rf"(?>(?:[^/?#&%:]|(?!{bound})%(?!2[Ff]|3[AaFf]|23|40))*)(?:%3[Aa]|:){port}"
            rf"((?:[^/?#&%]|(?!%2[Ff]|%3[Ff]|%23|{bound})%)+)(?=%40|@)",
            rf"(?i:(?:\A[\x00-\x20]*|(?<=[/\\?#]))(?:https?|wss?|ftp):){not_port}"
            rf"[/\\]?[^/\\?#:@]*:{of_authority}",
            # After other text, white space ends the userinfo.
            rf"{_SPECIAL}{not_port}[/\\]?[^/\\?#:@ \t\n\f\r]*:{in_text}",
            rf"{_SLASHES}((?:{_PREFIXES})[A-Za-z0-9_.~-]*)(?=[:@]|%3[Aa]|%40)",
            rf"(?:{after_slashes}|{_SPECIAL}{not_port}[/\\]?)"
            rf"((?:{_PREFIXES})[A-Za-z0-9_.~-]*)(?=[:@]|%3[Aa]|%40)",
        ]
        self.others: Final = [re.compile(pattern, re.ASCII) for pattern in others]
        # A password with "/", "?" or "#" in it, written as it is, ends the authority too early: what stands after the
        # colon is not a port. The same where the user is an address of mail.
        self.broken: Final = [
            re.compile(rf"{_SLASHES}[^/?#:@\[]*:(?![0-9]*(?:[/?#]|\Z)){not_port}([^@]+)@"),
            re.compile(
                rf"{_SLASHES}[^/?#:@\[\x00-\x20]*@[^/?#:\[\x00-\x20]*:(?![0-9]*(?:[/?#]|\Z)){not_port}([^@\x00-\x20]+)@"
            ),
        ]

    def find(self, text: str) -> Iterator[Span]:
        for pattern in (*self.of_slashes, *self.others):
            for match in _overlapping(pattern, text):
                yield from _secrets_of(match)


def _overlapping(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    for at in range(len(text)):
        if match := pattern.match(text, at):
            yield match


def _secrets_of(match: re.Match[str]) -> Iterator[Span]:
    """The span of the password, and of the user if that is a token."""
    groups = [group for group in range(1, (match.re.groups or 0) + 1) if match.re.groupindex.get("user") != group]
    password = next(group for group in groups if match.start(group) >= 0)
    yield match.span(password)
    if "user" in match.re.groupindex and match[password] == "x-oauth-basic" and match["user"]:
        yield match.span("user")


_IN_REFERENCE: Final = _Userinfos(running=False)
_IN_PIECE: Final = _Userinfos(running=True)
_TWO_SLASHES: Final = re.compile(r"//|\\\\")
# What separates the references of a line that is read as one.
_SEPARATOR: Final = re.compile(r"[\x00-\x20\"'<>]")
# RFC 8259, section 7, of US-ASCII characters.
_JSON_ESCAPE_OR_CHARACTER: Final = re.compile(r"\\u00[0-7][0-9A-Fa-f]|.", re.DOTALL)
# A name has 64 characters at most, so a text of names without values is read once, not once for each of them.
_NAME: Final = rf"((?:amp;)?[^=&;#?/{_BOUND}]{{1,64}})="
_PAIR: Final = re.compile(rf"(?<=[?&#]){_NAME}([^&#\r\n]+)")
# The same in running text, where a value ends with white space or a quotation mark too, and a parameter of the path.
_PAIR_IN_TEXT: Final = re.compile(rf"(?<=[?&;#]){_NAME}([^&#{_BOUND}]+)")
_PARAMETER: Final = re.compile(rf"(?<=;){_NAME}([^;/?#&\r\n]+)")
_ENCODED_PAIR: Final = re.compile(
    rf"(?:%3[Ff]|%26|%23)((?:[A-Za-z0-9_.~-]|%5[BbDd]){{1,64}})%3[Dd]((?:[^&#%{_BOUND}]|%(?!26|23))+)"
)


# PHP, Rails and Node's qs: elements of lists have "[]" or their index, fields of objects have their names in brackets.
_ELEMENTS: Final = re.compile(r"(?:\[[0-9]*\])+\Z")
_FIELD: Final = re.compile(r"\[([^\[]*)\]\Z")
_WORD_ENDS: Final = re.compile(r"[-_.]+|(?<=[^A-Z_.-])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def is_strong(name: str) -> bool:
    """Whether the values of a decoded name are secrets: of the whole name, or of its last field if it is nested."""
    of_list = _ELEMENTS.sub("", name)
    field = _FIELD.search(of_list)
    fields = (name, field[1] if field else of_list)
    return any(re.sub("[_.-]", "", one).lower() in STRONG or has_secret_word(one) for one in fields)


def has_secret_word(name: str) -> bool:
    if "[" in name:
        return False
    words = [word.encode("utf-8", "surrogatepass").lower().decode("latin-1") for word in _WORD_ENDS.split(name) if word]
    if {word.rstrip("0123456789") for word in words} & {"password", "passwd", "pwd", "passphrase", "secret"}:
        return True
    match words:
        case [*_, "page" | "next" | "sync" | "continuation", "token"]:
            return False
        case [*_, "token" | "credential" | "credentials" | "signature" | "ticket"]:
            return True
        case [*_, "api" | "access" | "private" | "secret", "key"]:
            return True
    return False


def secrets(text: str, hides: Callable[[str], bool], *, running: bool) -> list[Span]:
    """Where the secrets of a text stand, in order; `hides` judges a name that is decoded."""
    spans = _secrets(text, hides, running=running)
    pieces = _JSON_ESCAPE_OR_CHARACTER.findall(text)
    starts = [0, *accumulate(map(len, pieces))]
    decoded = "".join(piece if len(piece) == 1 else chr(int(piece[2:], 16)) for piece in pieces)
    spans += [(starts[start], starts[end]) for start, end in _secrets(decoded, hides, running=running)]
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _secrets(text: str, hides: Callable[[str], bool], *, running: bool) -> list[Span]:
    """Where the secrets of a text stand; in one reference also without its tabs and line breaks."""
    if running:
        return [*_userinfos_of_pieces(text), *_hidden_values(text, hides, running=True), *forms(text)]
    # URL Standard, section 4.4, step 3.
    kept = [place for place, character in enumerate(text) if character not in "\t\n\r"]
    joined = "".join(text[place] for place in kept)
    spans = [(kept[start], kept[end - 1] + 1) for start, end in _secrets_as_written(joined, hides)]
    return spans + _secrets_as_written(text, hides)


def _secrets_as_written(text: str, hides: Callable[[str], bool]) -> list[Span]:
    return [*_userinfos(text), *_hidden_values(text, hides, running=False), *forms(text)]


def _userinfos_of_pieces(text: str) -> Iterator[Span]:
    for match in _PIECE.finditer(text):
        start, piece = match.start(), match[0]
        if "@" not in piece and "%40" not in piece:
            continue
        spans = [*_IN_PIECE.find(piece)]
        if slashes := _TWO_SLASHES.search(piece):
            matches = [pattern.match(piece, slashes.start()) for pattern in _IN_PIECE.broken]
            spans += [match.span(1) for match in matches if match]
        yield from ((start + first, start + last) for first, last in spans)
        # Browsers remove tabs and line breaks between two slashes.
        if piece[0] in "/\\" and re.search(r":[/\\][\t\n\r]+\Z", text[:start]):
            of_slashes = (*_IN_PIECE.of_slashes[:2], _IN_PIECE.of_slashes[-1], _IN_PIECE.others[-2])
            for pattern in of_slashes:
                if found := pattern.match(f"/{piece}"):
                    yield from ((start + first - 1, start + last - 1) for first, last in _secrets_of(found))


def _userinfos(text: str) -> Iterator[Span]:
    if "@" not in text and "%40" not in text:
        return
    yield from _IN_REFERENCE.find(text)
    last = None
    for slashes in _TWO_SLASHES.finditer(text):
        at, end = slashes.start(), len(text)
        if last is not None:
            following = _SEPARATOR.search(text, at)
            end = following.start() if following else end
        if last is None or _SEPARATOR.search(text, last, at):
            matches = [pattern.match(text, at, end) for pattern in _IN_REFERENCE.broken]
            yield from (match.span(1) for match in matches if match)
        last = at


def _hidden_values(text: str, hides: Callable[[str], bool], *, running: bool) -> Iterator[Span]:
    for match in _values(text, running):
        if hides(unquote(match[1].removeprefix("amp;"))):
            start, end = match.span(2)
            is_escaped = match.re is not _ENCODED_PAIR and re.search(r"(?<!\\)(?:\\\\)*\\\Z", text[:end])
            end -= bool(is_escaped and text[end : end + 1] in {'"', "'"})
            if running and match.re is not _ENCODED_PAIR and re.match(rf"[{_BOUND}]|\Z", text[match.end(2) :]):
                # The marks of the sentence around a reference, unless the value has nothing else.
                end = start + len(text[start:end].rstrip(",.;:)]}") or text[start:end])
            if end > start:
                yield start, end


def _values(text: str, running: bool) -> Iterator[re.Match[str]]:
    """Each name with its value; pairs overlap, for a value may be read on as another pair."""
    yield from _ENCODED_PAIR.finditer(text)
    if running:
        patterns = [(_PAIR_IN_TEXT, 0, len(text))]
    else:
        # Before the query a ";" begins a parameter of a segment; after that it is one more delimiter of pairs.
        path_end = min((place for place in map(text.find, "?#") if place >= 0), default=len(text))
        patterns = [(_PAIR, 0, len(text)), (_PARAMETER, 0, path_end), (_PAIR_IN_TEXT, path_end, len(text))]
    for pattern, first, last in patterns:
        for at in range(first, last):
            if match := pattern.match(text, at, last):
                yield match
