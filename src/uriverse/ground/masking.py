"""Mask secrets wherever the library shows a text: in `repr`, errors, the command line, pages and logs.

RFC 3986, section 3.2.1: "Applications should not render as clear text any data after the first colon (":") character
found within a userinfo subcomponent", and section 7.5: a URI is "frequently displayed by browsers, stored in clear text
bookmarks, and logged". `secret_names.py` has the names, and `crates/text/src/secrets.rs` finds the secrets without
parsing, because most texts in messages are invalid:

    http://user:secret@h/?next=http%3A%2F%2Fme%3Asecret%40h&token=abc   becomes
    http://user:***@h/?next=http%3A%2F%2Fme%3A***%40h&token=***

A secret of any length becomes three stars. A position in a message, such as "at 30", is one in the original text. `str`
of a reference, its components and an error's `.text` are data and never masked.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterable, Sequence

from uriverse._core import Components, SecretNames, URIReference
from uriverse.ground.lean_typing import Any, Final, TypeAlias

STARS: Final = "***"
STRONG_NAMES: Final = SecretNames()

# Start and end of a secret, in characters.
Place: TypeAlias = "tuple[int, int]"


def secrets(text: str | URIReference | Components) -> list[Place]:
    """The positions of the secrets in a text, in order and without overlaps; in a reference, also by its edition.

    >>> secrets("http://user:secret@h/?token=abc")
    [(12, 18), (28, 31)]
    """
    if isinstance(text, str):
        return STRONG_NAMES.places(text)
    if text.userinfo is None:
        return STRONG_NAMES.places(str(text))
    start = 2 if text.scheme is None else len(text.scheme) + 3
    return STRONG_NAMES.places(str(text), userinfo=(start, start + len(text.userinfo)))


def masked(text: str, *, running: bool = False) -> str:
    """Replace each secret of a text by three stars; `running` means text that contains references.

    >>> masked("http://user:secret@h/?token=abc"), masked("https://ghp_abc@github.com/")
    ('http://user:***@h/?token=***', 'https://***@github.com/')
    """
    return STRONG_NAMES.masked(text, running=running)


class Masked:
    """A masked text, or a masked reference, that can map positions of the original text.

    >>> found = Masked("http://user:secret@h/ b")
    >>> found.shown, found.at(21)
    ('http://user:***@h/ b', 18)
    """

    def __init__(self, text: str | URIReference | Components) -> None:
        self.places = secrets(text)
        self.shown = starred(str(text), self.places)

    def at(self, place: int) -> int:
        """Map a position of the original text to the masked text: one in a secret to the start of its stars."""
        from bisect import bisect_right

        places = self.places
        index = bisect_right(places, place, key=lambda secret: secret[1])
        shift = sum(len(STARS) - (end - start) for start, end in places[:index])
        if index < len(places) and places[index][0] < place:
            place = places[index][0]
        return place + shift


def shown(text: str) -> str:
    """Mask the secrets of a text and escape non-printable characters, for messages.

    >>> shown("http://u:pw@h/\\x1b[31m")
    'http://u:***@h/\\\\x1b[31m'
    """
    return escaped(masked(text))


def shown_lines(lines: str) -> str:
    """`shown` for each line.

    >>> shown_lines("http://u:pw@h/\\nhttp://h/?q=1\\n")
    'http://u:***@h/\\nhttp://h/?q=1\\n'
    """
    hidden = STRONG_NAMES.masked_lines(lines)
    return hidden if hidden.replace("\n", "").isprintable() else "\n".join(map(escaped, hidden.split("\n")))


def escaped(text: str) -> str:
    """Escape control characters, so a text cannot control a terminal."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def masked_part(name: str, text: str) -> str:
    """One component with its secrets masked; `name` is "authority", "userinfo", "password" or any other.

    >>> masked_part("userinfo", "user:secret"), masked_part("path", "/a:b@c"), masked_part("query", "token=abc")
    ('user:***', '/a:b@c', 'token=***')
    """
    if name == "password":
        return STARS if text else text
    if name in _LEADS:
        return masked(_LEADS[name] + text)[len(_LEADS[name]) :]
    if name == "user":
        return masked(f"//{text}@")[2:-1]
    if name not in {"authority", "userinfo"}:
        return masked(text)
    ended = text + "@" * (name == "userinfo")
    places = [(start - 2, end - 2) for start, end in secrets(f"//{ended}")]
    # A separate component may contain characters that would end it in a reference.
    colon, last = text.find(":"), ended.rfind("@")
    if -1 < colon < last - 1 and (name == "userinfo" or "@" not in text[:colon]):
        places.append((colon + 1, last))
    return starred(text, merged(places))


# The delimiter before a component.
_LEADS: Final = {"query": "?", "fragment": "#", "params": ";"}


def masked_repr(value: Any, names: Iterable[str]) -> str:
    """The `repr` of a value with these fields, secrets masked. All classes of `uriverse.ground.records` use it."""
    fields = [(name, getattr(value, name)) for name in names]
    component = next((field for name, field in fields if name == "component" and isinstance(field, str)), "")
    parts = (f"{name}={masked_field(component if name == 'text' else name, field)}" for name, field in fields)
    return f"{type(value).__qualname__}({', '.join(parts)})"


def masked_field(name: str, value: object) -> str:
    """The `repr` of a field, with masked texts, also inside built-in containers; other values mask themselves."""
    return repr(masked_part(name, value) if type(value) is str else masked_data(name, value))


def masked_data(name: str, value: Any, change: Callable[[str, str], str] = masked_part) -> Any:
    """A value whose texts are masked, also inside built-in containers, which are copied.

    `change` is called for each text with its name, which is "password" for the value of a secret name.

    >>> masked_data("", {"userinfo": "u:pw", "pairs": [("token", "abc"), ("a", "b")]})
    {'userinfo': 'u:***', 'pairs': [('token', '***'), ('a', 'b')]}
    """
    if type(value) is str:
        return change(name, value)
    if type(value) is bytes:
        return change("", value.decode("latin-1")).encode("latin-1")
    if type(value) is tuple or type(value) is list:
        # A pair of a name and a value, as in a query.
        if len(value) == 2 and type(value[0]) is str and STRONG_NAMES.hides(value[0]):
            items = [value[0], masked_data("password", value[1], change)]
        else:
            items = [masked_data(name, item, change) for item in value]
        return tuple(items) if type(value) is tuple else items
    if type(value) is dict:
        return {
            masked_data("", key, change): masked_data(
                "password" if STRONG_NAMES.hides(str(key)) else str(key), item, change
            )
            for key, item in value.items()
        }
    return value


def masked_span(text: str, places: Sequence[Place], start: int, end: int) -> str:
    """The characters from `start` to `end` of a text, with stars for what is in these places."""
    inside = [
        (max(first, start) - start, min(last, end) - start) for first, last in places if first < end and start < last
    ]
    return starred(text[start:end], inside) if inside else text[start:end]


def merged(places: list[Place]) -> list[Place]:
    """Sort positions and merge overlapping ones."""
    result: list[Place] = []
    for start, end in sorted(places):
        if result and start < result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


def starred(text: str, places: Sequence[Place]) -> str:
    """A text with three stars for each of these positions."""
    pieces, position = [], 0
    for start, end in places:
        pieces += [text[position:start], STARS]
        position = end
    return "".join((*pieces, text[position:]))
