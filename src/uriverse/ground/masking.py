"""Hiding secrets wherever the library shows a text: in `repr`, in errors, on the command line, in pages, in logs.

RFC 3986, section 3.2.1: "Applications should not render as clear text any data after the first colon (":") character
found within a userinfo subcomponent", and section 7.5: a URI is "frequently displayed by browsers, stored in clear text
bookmarks, and logged". `secret_names.py` has the names, and `crates/text/src/secrets.rs` finds the secrets by the
characters of a text alone, because most texts that are shown were refused and have no components:

    http://user:secret@h/?next=http%3A%2F%2Fme%3Asecret%40h&token=abc   becomes
    http://user:***@h/?next=http%3A%2F%2Fme%3A***%40h&token=***

A secret of any length becomes three stars. Places that a message names, such as "at 30", count in the text itself.
`str` of a reference, its components and an error's `.text` are never masked: they are the data.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from uriverse._core import SecretNames
from uriverse.ground.records import NamedTuple
from uriverse.ground.secret_names import STRONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, TypeAlias

STARS: Final = "***"
STRONG_NAMES: Final = SecretNames()

# Where a secret begins and ends, in characters.
Place: TypeAlias = "tuple[int, int]"


def plain_name(name: str) -> str:
    """A name as `secret_names` has it.

    >>> plain_name("X-Amz-Signature")
    'xamzsignature'
    """
    return name.replace("_", "").replace("-", "").replace(".", "").lower()


def is_strong(name: str) -> bool:
    """Whether the values of a name give access."""
    return plain_name(name) in STRONG


def secrets(text: str) -> list[Place]:
    """Where the secrets of a text stand, in order; no two of them overlap.

    >>> secrets("http://user:secret@h/?token=abc")
    [(12, 18), (28, 31)]
    """
    return STRONG_NAMES.places(text)


def masked(text: str, *, running: bool = False) -> str:
    """The text with three stars for each secret in it; `running` is text with references in it.

    >>> masked("http://user:secret@h/?token=abc"), masked("https://ghp_abc@github.com/")
    ('http://user:***@h/?token=***', 'https://***@github.com/')
    """
    return STRONG_NAMES.masked(text, running=running)


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
    """A name, an argument or a text for people: secrets are masked, and what is not printable is escaped.

    >>> shown("http://u:pw@h/\\x1b[31m")
    'http://u:***@h/\\\\x1b[31m'
    """
    return escaped(masked(text))


def shown_lines(lines: str) -> str:
    """Lines for people, each as `shown` has it by itself.

    >>> shown_lines("http://u:pw@h/\\nhttp://h/?q=1\\n")
    'http://u:***@h/\\nhttp://h/?q=1\\n'
    """
    hidden = STRONG_NAMES.masked_lines(lines)
    return hidden if hidden.replace("\n", "").isprintable() else "\n".join(map(escaped, hidden.split("\n")))


def escaped(text: str) -> str:
    """A text whose control characters are visible, so that it cannot steer a terminal."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def masked_part(name: str, text: str) -> str:
    """One component with its secrets masked; `name` is "authority", "userinfo", "password" or any other.

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
    if name not in {"authority", "userinfo"}:
        return masked(text)
    ended = text + "@" * (name == "userinfo")
    places = [(start - 2, end - 2) for start, end in secrets(f"//{ended}")]
    # By itself it may hold what would end it in a reference.
    colon, last = text.find(":"), ended.rfind("@")
    if -1 < colon < last - 1 and (name == "userinfo" or "@" not in text[:colon]):
        places.append((colon + 1, last))
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
        # A pair of a name and its value, as of a query.
        if len(value) == 2 and type(value[0]) is str and is_strong(value[0]):
            return f"({value[0]!r}, {masked_field('password', value[1])})"
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
