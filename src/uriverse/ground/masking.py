"""Hiding secrets wherever the library shows a text: in `repr`, in errors, on the command line, in pages, in logs.

RFC 3986, section 3.2.1: "Applications should not render as clear text any data after the first colon (":") character
found within a userinfo subcomponent", and section 7.5: a URI is "frequently displayed by browsers, stored in clear text
bookmarks, and logged". This module is the only place that decides what such data is; `secret_names.py` has the names.

It looks at characters alone, because most texts that are shown were refused and have no components. An authority
follows "//" and ends before "/", "?" or "#"; its userinfo ends with the last "@"; the password follows the first ":".
A user that begins as a token does (`ghp_`) is hidden too. Browsers need no "//" after a scheme of the web, so
`http:user:secret@h` is masked as well. A pair follows "?", "#", "&" or ";", and its value ends before "&" or "#".
Each "//" and each pair counts, so that a URI in the query of another is masked too, percent-encoded or not:

    http://user:secret@h/?next=http%3A%2F%2Fme%3Asecret%40h&token=abc   becomes
    http://user:***@h/?next=http%3A%2F%2Fme%3A***%40h&token=***

A secret of any length becomes three stars. Places that a message names, such as "at 30", count in the text itself.
`str` of a reference, its components and an error's `.text` are never masked: they are the data.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from uriverse.ground.secret_names import STRONG, TOKEN_PREFIXES

STARS: Final = "***"

# Where a secret begins and ends, in characters.
Place: TypeAlias = "tuple[int, int]"
# Says of a name, decoded but otherwise as it is written, whether its value is hidden.
Hides: TypeAlias = Callable[[str], bool]

# Linear: a match never crosses a "/" or a "\\", so no character is read for more than two starting points.
_PLAIN: Final = re.compile(r"[/\\]{2}[^/\\?#:]*:([^/\\?#]+)(?=@)")
_ENCODED: Final = re.compile(
    r"%2[Ff]%2[Ff](?:[^/?#&%:]|%(?!2[Ff]|3[AaFf]|23|40))*(?:%3[Aa]|:)((?:[^/?#&%]|%(?!2[Ff]|3[Ff]|23))+?)(?=%40|@)"
)
# No match crosses what another could begin after.
_WITHOUT_SLASHES: Final = re.compile(
    r"(?:\A[\x00-\x20]*|(?<=[/\\?#]))(?:https?|wss?|ftp):[/\\]?[^/\\?#:@]*:([^/\\?#]+)(?=@)", re.IGNORECASE
)
_TOKEN: Final = re.compile(
    rf"(?:[/\\]{{2}}|%2[Ff]%2[Ff]|\A)((?:{'|'.join(TOKEN_PREFIXES)})[A-Za-z0-9_.~-]*)(?=[:@]|%3[Aa]|%40)"
)
# A password with "/", "?" or "#" in it, written as it is, ends the authority too early: what stands after the colon is
# not a port. Only the first "//" of a text is looked at, so that this is linear as well.
_BROKEN: Final = re.compile(r"[/\\]{2}[^/?#:@\[]*:(?!\d*(?:[/?#]|\Z))([^@]+)@")
_USERINFO: Final = re.compile(r"\A[^:]*:(.+)\Z", re.DOTALL)
_AUTHORITY: Final = re.compile(r"\A[^:@]*:(.+)@", re.DOTALL)
# A name has 64 characters at most, so a text of names without values is read once, not once for each of them.
_NAME: Final = r"((?:amp;)?[^=&;#?/\s\"'<>]{1,64})="
# Without one of these, and without a name whose values are hidden, a text has no secrets.
_SIGNS: Final = ("@", "%40", "%3", "%23", "%26")
_NAME_OF_PAIR: Final = re.compile(rf"(?<=[?&#;]){_NAME}")
_PAIR: Final = re.compile(rf"(?<=[?&#]){_NAME}([^&#\r\n]+)")
# The same in running text, where a value ends with white space or a quotation mark too, and a parameter of the path.
_PAIR_IN_TEXT: Final = re.compile(rf"(?<=[?&;#]){_NAME}([^&#\s\"'<>]+)")
_PARAMETER: Final = re.compile(rf"(?<=;){_NAME}([^;/?#&\r\n]+)")
_ENCODED_PAIR: Final = re.compile(r"(?:%3[Ff]|%26|%23)([A-Za-z0-9_.~-]{1,64})%3[Dd]((?:[^&#%\s\"'<>]|%(?!26|23))+)")
_JOINERS: Final = re.compile("[_.-]")


def plain_name(name: str) -> str:
    """A name as `secret_names` has it.

    >>> plain_name("X-Amz-Signature")
    'xamzsignature'
    """
    return _JOINERS.sub("", name).lower()


def is_strong(name: str) -> bool:
    """Whether the values of a name give access."""
    return plain_name(name) in STRONG


def secrets(text: str, hides: Hides = is_strong, *, running: bool = False) -> list[Place]:
    """Where the secrets of a text stand, in order; no two of them overlap.

    Args:
        text: any text, valid or not.
        hides: which names have values to hide.
        running: whether it is running text with references in it, or one reference.

    >>> secrets("http://user:secret@h/?token=abc")
    [(12, 18), (28, 31)]
    """
    found: list[Place] = []
    # No pattern of a userinfo matches without one of these.
    if "@" in text or "%40" in text:
        for pattern in (_PLAIN, _ENCODED, _WITHOUT_SLASHES, _TOKEN):
            found += [match.span(1) for match in pattern.finditer(text)]
        first = min((place for place in (text.find("//"), text.find("\\\\")) if place >= 0), default=None)
        if first is not None and (broken := _BROKEN.match(text, first)):
            found.append(broken.span(1))
    if "=" in text or "%3" in text:
        found += _values(text, hides, running)
    return _merged(found)


def masked(text: str, hides: Hides = is_strong, *, running: bool = False) -> str:
    """The text with three stars for each secret in it; the arguments are those of `secrets`.

    >>> masked("http://user:secret@h/?token=abc"), masked("https://ghp_abc@github.com/")
    ('http://user:***@h/?token=***', 'https://***@github.com/')
    """
    places = secrets(text, hides, running=running)
    return _starred(text, places) if places else text


class Masked(NamedTuple):
    """A text as it is shown, and where in it a place of the text itself is.

    >>> found = Masked.of("http://user:secret@h/ b")
    >>> found.shown, found.at(21)
    ('http://user:***@h/ b', 18)
    """

    shown: str
    places: Sequence[Place]

    @classmethod
    def of(cls, text: str) -> Masked:
        """Mask a text."""
        places = secrets(text)
        return cls(_starred(text, places), places)

    def at(self, place: int) -> int:
        """Where a place of the text is in what is shown; one within a secret is where its stars begin."""
        before = bisect_right(self.places, place, key=lambda found: found[1])
        shift = sum(len(STARS) - (end - start) for start, end in self.places[:before])
        if before < len(self.places) and self.places[before][0] < place:
            place = self.places[before][0]
        return place + shift


def shown(text: str) -> str:
    """A name, an argument or a text for people: secrets are stars, and what is not printable is escaped.

    >>> shown("http://u:pw@h/\\x1b[31m")
    'http://u:***@h/\\\\x1b[31m'
    """
    return escaped(masked(text))


def shown_lines(lines: str) -> str:
    """Lines for people, each as `shown` has it by itself.

    >>> shown_lines("http://u:pw@h/\\nhttp://h/?q=1\\n")
    'http://u:***@h/\\nhttp://h/?q=1\\n'
    """
    may_hide = any(map(lines.__contains__, _SIGNS)) or any(
        "%" in name or is_strong(name.removeprefix("amp;")) for name in set(_NAME_OF_PAIR.findall(lines))
    )
    if not may_hide and lines.replace("\n", "").isprintable():
        return lines
    return "\n".join(map(shown, lines.split("\n")))


def escaped(text: str) -> str:
    """A text whose control characters are visible, so that it cannot steer a terminal."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def masked_part(name: str, text: str) -> str:
    """One component with the secrets in it made stars; `name` is "authority", "userinfo", "password" or any other.

    A "repair" is a text that was made of another and may have lost the "//" before its authority. What could be a
    password in it is hidden, wherever the authority begins.

    >>> masked_part("userinfo", "user:secret"), masked_part("path", "/a:b@c"), masked_part("query", "token=abc")
    ('user:***', '/a:b@c', 'token=***')
    """
    if name == "password":
        return STARS if text else text
    if name == "repair" and masked(text) == text:
        name = "authority"
    if name in _LEADS:
        return masked(_LEADS[name] + text)[len(_LEADS[name]) :]
    if name == "user":
        return masked(f"//{text}@")[2:-1]
    pattern = {"authority": _AUTHORITY, "userinfo": _USERINFO}.get(name)
    if pattern is None:
        return masked(text)
    places = secrets(f"//{text}" + "@" * (name == "userinfo"))
    places = [(start - 2, end - 2) for start, end in places]
    places += [match.span(1) for match in pattern.finditer(text)]
    return _starred(text, _merged(places))


# What stands before a component that is shown by itself.
_LEADS: Final = {"query": "?", "fragment": "#", "params": ";"}


def masked_repr(value: Any) -> str:
    """The `repr` of a dataclass or a named tuple, with the secrets in its texts masked.

    A class calls it in its own `__repr__`.
    """
    names = getattr(value, "_fields", None)
    if names is None:
        names = [name for name, field in value.__dataclass_fields__.items() if field.repr]
    fields = [(name, getattr(value, name)) for name in names]
    component = next((field for name, field in fields if name == "component" and isinstance(field, str)), "")
    parts = (f"{name}={masked_field(component if name == 'text' else name, field)}" for name, field in fields)
    return f"{type(value).__qualname__}({', '.join(parts)})"


def masked_field(name: str, value: object) -> str:
    """The `repr` of a field: texts masked, also within plain containers; other values mask themselves."""
    if type(value) is str:
        return repr(masked_part(name, value))
    if type(value) is bytes:
        return repr(masked(value.decode("latin-1")).encode("latin-1"))
    if type(value) is tuple:
        inner = ", ".join(masked_field(name, item) for item in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if type(value) is list:
        return f"[{', '.join(masked_field(name, item) for item in value)}]"
    if type(value) is dict:
        pairs = (
            f"{masked_field('', key)}: {masked_field('password' if is_strong(str(key)) else str(key), item)}"
            for key, item in value.items()
        )
        return f"{{{', '.join(pairs)}}}"
    return repr(value)


def _values(text: str, hides: Hides, running: bool) -> Iterable[Place]:
    """Where the values of names stand that are hidden."""
    if running:
        matches = list(_PAIR_IN_TEXT.finditer(text))
    else:
        # Before the query a ";" begins a parameter of a segment; after that it is one more delimiter of pairs.
        path_end = min((place for place in map(text.find, "?#") if place >= 0), default=len(text))
        matches = [*_PAIR.finditer(text), *_PARAMETER.finditer(text, 0, path_end)]
        matches += _PAIR_IN_TEXT.finditer(text, path_end)
    for match in (*matches, *_ENCODED_PAIR.finditer(text)):
        name = match[1].removeprefix("amp;")
        if "%" in name:
            # Most processes never need it, and to import it takes as long as a thousand texts.
            from urllib.parse import unquote

            name = unquote(name)
        if hides(name):
            yield match.span(2)


def _merged(places: list[Place]) -> list[Place]:
    """Places in order, those that overlap as one."""
    merged: list[Place] = []
    for start, end in sorted(places):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _starred(text: str, places: Sequence[Place]) -> str:
    pieces, done = [], 0
    for start, end in places:
        pieces += [text[done:start], STARS]
        done = end
    return "".join((*pieces, text[done:]))
