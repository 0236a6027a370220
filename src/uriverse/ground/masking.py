"""Hiding passwords wherever the library shows a text: in `repr`, in errors, on the command line, in pages.

RFC 3986, section 3.2.1: "Applications should not render as clear text any data after the first colon (":") character
found within a userinfo subcomponent". This module is the only place that decides what such data is.

It looks at characters alone, because most texts that are shown were refused and have no components. An authority
follows "//" and ends before "/", "?" or "#"; its userinfo ends with the last "@"; the password follows the first ":".
Browsers need no "//" after a scheme of the web, so `http:user:secret@h` is masked as well.
Each "//" counts, so that a URI in the query of another is masked too, percent-encoded or not:

    http://user:secret@h/?next=http%3A%2F%2Fme%3Asecret%40h   becomes
    http://user:***@h/?next=http%3A%2F%2Fme%3A***%40h

`str` of a reference, its components and an error's `.text` are never masked: they are the data.
"""

from __future__ import annotations

import re
from typing import Any, Final

STARS: Final = "***"

# Linear: a match never crosses a "/" or a "\\", so no character is read for more than two starting points.
_PLAIN: Final = re.compile(r"[/\\]{2}[^/\\?#:]*:([^/\\?#]+)(?=@)")
_ENCODED: Final = re.compile(
    r"%2[Ff]%2[Ff](?:[^/?#&%:]|%(?!2[Ff]|3[AaFf]|23|40))*(?:%3[Aa]|:)((?:[^/?#&%]|%(?!2[Ff]|3[Ff]|23))+?)(?=%40|@)"
)
# No match crosses what another could begin after.
_WITHOUT_SLASHES: Final = re.compile(
    r"(?:\A[\x00-\x20]*|(?<=[/\\?#]))(?:https?|wss?|ftp):[/\\]?[^/\\?#:@]*:([^/\\?#]+)(?=@)", re.IGNORECASE
)
# A password with "/", "?" or "#" in it, written as it is, ends the authority too early: what stands after the colon is
# not a port. Only the first "//" of a text is looked at, so that this is linear as well.
_BROKEN: Final = re.compile(r"[/\\]{2}[^/?#:@\[]*:(?!\d*(?:[/?#]|\Z))([^@]+)@")
_USERINFO: Final = re.compile(r"\A[^:]*:(.+)\Z", re.DOTALL)
_AUTHORITY: Final = re.compile(r"\A[^:@]*:(.+)@", re.DOTALL)


def masked(text: str, *, keep_length: bool = False) -> str:
    """The text with each password in it made stars.

    Args:
        text: any text, valid or not.
        keep_length: one star for each character, so that places in the text stay right; else three stars.

    >>> masked("http://user:secret@h/")
    'http://user:***@h/'
    """
    # No pattern matches without one of these.
    if "@" not in text and "%40" not in text:
        return text
    for pattern in (_PLAIN, _ENCODED, _WITHOUT_SLASHES):
        text = _starred(pattern, text, keep_length)
    first = _first_slashes(text)
    if first is not None and (broken := _BROKEN.match(text, first)) and set(broken[1]) != {"*"}:
        text = text[: broken.start(1)] + _stars(broken[1], keep_length) + text[broken.end(1) :]
    return text


def masked_part(name: str, text: str, *, keep_length: bool = False) -> str:
    """One component with a password in it made stars; `name` is "authority", "userinfo", "password" or any other.

    A "repair" is a text that was made of another and may have lost the "//" before its authority. What could be a
    password in it is hidden, wherever the authority begins.

    >>> masked_part("userinfo", "user:secret"), masked_part("path", "/a:b@c")
    ('user:***', '/a:b@c')
    """
    if name == "password":
        return _stars(text, keep_length) if text else text
    if name == "repair" and masked(text) == text:
        name = "authority"
    pattern = {"authority": _AUTHORITY, "userinfo": _USERINFO, "user": _USERINFO}.get(name)
    return masked(text, keep_length=keep_length) if pattern is None else _starred(pattern, text, keep_length)


def masked_repr(value: Any) -> str:
    """The `repr` of a dataclass or a named tuple, with the passwords in its texts masked.

    A class calls it in its own `__repr__`.
    """
    names = getattr(value, "_fields", None)
    if names is None:
        names = [name for name, field in value.__dataclass_fields__.items() if field.repr]
    fields = [(name, getattr(value, name)) for name in names]
    component = next((field for name, field in fields if name == "component" and isinstance(field, str)), "")
    shown = (f"{name}={masked_field(component if name == 'text' else name, field)}" for name, field in fields)
    return f"{type(value).__qualname__}({', '.join(shown)})"


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
        pairs = (f"{masked_field('', key)}: {masked_field(str(key), item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    return repr(value)


def _starred(pattern: re.Pattern[str], text: str, keep_length: bool) -> str:
    def hidden(match: re.Match[str]) -> str:
        start, end = match.span(1)
        return text[match.start() : start] + _stars(match[1], keep_length) + text[end : match.end()]

    return pattern.sub(hidden, text)


def _stars(secret: str, keep_length: bool) -> str:
    return "*" * len(secret) if keep_length else STARS


def _first_slashes(text: str) -> int | None:
    places = [place for place in (text.find("//"), text.find("\\\\")) if place >= 0]
    return min(places, default=None)
