"""Where the secrets of a text stand, by regular expressions: the slow twin of `crates/text/src/secrets.rs`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Final
from urllib.parse import unquote

from uriverse.ground.secret_names import STRONG, TOKEN_PREFIXES

_SLASHES: Final = r"[/\\][/\\]"
_PLAIN: Final = re.compile(rf"{_SLASHES}[^/\\?#:]*:([^/\\?#]+)(?=@)")
# RFC 3986, section 3.2: a backslash does not end an authority.
_WITH_BACKSLASH: Final = re.compile(r"//[^/?#:]*:([^/?#]+)(?=@)")
# RFC 1738, section 5, and RFC 1808: a user may have "?", and an authority ends at "/".
_AFTER_QUESTION_MARK: Final = re.compile(rf"{_SLASHES}[^/\\#:?]*\?[^/\\#:]*:([^/\\#]+)(?=@)")
_ENCODED: Final = re.compile(
    r"%2[Ff]%2[Ff](?:[^/?#&%:]|%(?!2[Ff]|3[AaFf]|23|40))*(?:%3[Aa]|:)((?:[^/?#&%]|%(?!2[Ff]|3[Ff]|23))+?)(?=%40|@)"
)
_WITHOUT_SLASHES: Final = re.compile(
    r"(?:\A[\x00-\x20]*|(?<=[/\\?#]))(?:https?|wss?|ftp):[/\\]?[^/\\?#:@]*:([^/\\?#]+)(?=@)", re.IGNORECASE | re.ASCII
)
# After other text, white space ends the userinfo.
_SPECIAL: Final = r"(?<![A-Za-z0-9+.-])(?i:https?|wss?|ftp):"
_WITHOUT_SLASHES_IN_TEXT: Final = re.compile(
    rf"{_SPECIAL}[/\\]?[^/\\?#:@ \t\n\f\r]*:([^/\\?# \t\n\f\r]+)(?=@)", re.ASCII
)
_TOKEN: Final = re.compile(
    rf"(?:{_SLASHES}|%2[Ff]%2[Ff]|\A|{_SPECIAL}[/\\]?)"
    rf"((?:{'|'.join(TOKEN_PREFIXES)})[A-Za-z0-9_.~-]*)(?=[:@]|%3[Aa]|%40)"
)
# A password with "/", "?" or "#" in it, written as it is, ends the authority too early: what stands after the colon is
# not a port.
_BROKEN: Final = re.compile(rf"{_SLASHES}[^/?#:@\[]*:(?![0-9]*(?:[/?#]|\Z))([^@]+)@")
# The same where the user is an address of mail.
_BROKEN_OF_MAIL: Final = re.compile(
    rf"{_SLASHES}[^/?#:@\[\x00-\x20]*@[^/?#:\[\x00-\x20]*:(?![0-9]*(?:[/?#]|\Z))([^@\x00-\x20]+)@"
)
_TWO_SLASHES: Final = re.compile(r"//|\\\\")
# What separates the references of running text.
_SEPARATOR: Final = re.compile(r"[\x00-\x20\"'<>]")
# RFC 8259, section 7, of US-ASCII characters.
_JSON_ESCAPE_OR_CHARACTER: Final = re.compile(r"\\u00[0-7][0-9A-Fa-f]|.", re.DOTALL)
# A name has 64 characters at most, so a text of names without values is read once, not once for each of them.
_NAME: Final = r"((?:amp;)?[^=&;#?/\s\"'<>]{1,64})="
_PAIR: Final = re.compile(rf"(?<=[?&#]){_NAME}([^&#\r\n]+)")
# The same in running text, where a value ends with white space or a quotation mark too, and a parameter of the path.
_PAIR_IN_TEXT: Final = re.compile(rf"(?<=[?&;#]){_NAME}([^&#\s\"'<>]+)")
_PARAMETER: Final = re.compile(rf"(?<=;){_NAME}([^;/?#&\r\n]+)")
_ENCODED_PAIR: Final = re.compile(
    r"(?:%3[Ff]|%26|%23)((?:[A-Za-z0-9_.~-]|%5[BbDd]){1,64})%3[Dd]((?:[^&#%\s\"'<>]|%(?!26|23))+)"
)


# PHP, Rails and Node's qs: elements of lists have "[]" or their index, fields of objects have their names in brackets.
_ELEMENTS: Final = re.compile(r"(?:\[[0-9]*\])+\Z")
_FIELD: Final = re.compile(r"\[([^\[]*)\]\Z")


def is_strong(name: str) -> bool:
    """Whether the values of a decoded name are secrets: of the whole name, or of its last field if it is nested."""
    of_list = _ELEMENTS.sub("", name)
    field = _FIELD.search(of_list)
    return any(re.sub("[_.-]", "", one).lower() in STRONG for one in (name, field[1] if field else of_list))


def secrets(text: str, hides: Callable[[str], bool], *, running: bool) -> list[tuple[int, int]]:
    """Where the secrets of a text stand, in order; `hides` judges a name that is decoded."""
    found = _secrets(text, hides, running=running)
    pieces = _JSON_ESCAPE_OR_CHARACTER.findall(text)
    starts = [0, *accumulate(map(len, pieces))]
    decoded = "".join(piece if len(piece) == 1 else chr(int(piece[2:], 16)) for piece in pieces)
    found += [(starts[start], starts[end]) for start, end in _secrets(decoded, hides, running=running)]
    merged: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _secrets(text: str, hides: Callable[[str], bool], *, running: bool) -> list[tuple[int, int]]:
    """Where the secrets of a text stand, with its tabs and line breaks and without them."""
    # URL Standard, section 4.4, step 3; in running text they end a value.
    kept = [place for place, character in enumerate(text) if character not in "\t\n\r"]
    removed = "".join(text[place] for place in kept)
    found = _userinfos(removed)
    if not running:
        found += _hidden_values(removed, hides, running=False)
    return [
        *((kept[start], kept[end - 1] + 1) for start, end in found),
        *_userinfos(text),
        *_hidden_values(text, hides, running=running),
    ]


def _userinfos(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    if "@" in text or "%40" in text:
        of_slashes = (_PLAIN, _WITH_BACKSLASH, _AFTER_QUESTION_MARK, _ENCODED)
        for pattern in (*of_slashes, _WITHOUT_SLASHES, _WITHOUT_SLASHES_IN_TEXT, _TOKEN):
            found += [match.span(1) for match in pattern.finditer(text)]
        last = None
        for slashes in _TWO_SLASHES.finditer(text):
            at, end = slashes.start(), len(text)
            if last is not None:
                following = _SEPARATOR.search(text, at)
                end = following.start() if following else end
            if last is None or _SEPARATOR.search(text, last, at):
                broken = [pattern.match(text, at, end) for pattern in (_BROKEN, _BROKEN_OF_MAIL)]
                found += [match.span(1) for match in broken if match]
            last = at
    return found


def _hidden_values(text: str, hides: Callable[[str], bool], *, running: bool) -> list[tuple[int, int]]:
    return [match.span(2) for match in _values(text, running) if hides(unquote(match[1].removeprefix("amp;")))]


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
