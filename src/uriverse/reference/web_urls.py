"""What `uriverse.URL` has in Python: the changes that make a URL of a text, and what a type checker is told."""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.masking import masked
from uriverse.ground.records import NamedTuple

if TYPE_CHECKING:
    from uriverse._core import Text
    from uriverse._core import WebURL as URL

# The reasons of changes, in sentences.
SENTENCES: Final = {
    "white-space": "white space and control characters at the ends, tabs and newlines are removed",
    "scheme-case": "a scheme is in lower case",
    "slashes": "two slashes stand before the host",
    "backslash": 'browsers read a backslash as "/"',
    "userinfo": "an empty userinfo or password is left out",
    "host-case": "a host is in lower case",
    "host": "a host is a name in US-ASCII or an address in its usual form",
    "default-port": "the default port of the scheme is left out",
    "port": "a port is a number without leading zeros, or left out",
    "empty-path": 'an empty path is "/"',
    "dot-segment": "dot segments are removed, with the segments that they take away",
    "encoded": "the component cannot hold the character as it is (RFC 3986, section 2.1)",
    "percent": 'a "%" that begins no triplet is data (RFC 3986, section 2.4)',
}


class URLChange(NamedTuple):
    """A change that makes a URL of a text.

    Attributes:
        at: the place in the text, in characters.
        before: the old text; "" for an insertion.
        after: the new text; "" for a removal.
        why: the reason as a stable word, such as "backslash"; `sentence` explains it.
    """

    at: int
    before: str
    after: str
    why: str

    @property
    def sentence(self) -> str:
        """The reason in one sentence."""
        return SENTENCES[self.why]

    def __repr__(self) -> str:
        return masked(f"URLChange(at={self.at}, before={self.before!r}, after={self.after!r}, why={self.why!r})")


def url_or_none(text: Text, base: Text | None = None) -> URL | None:
    """The URL of a text, or None if there is none.

    >>> from uriverse.reference.web_urls import url_or_none
    >>> url_or_none("/a|b", "http://h/"), url_or_none("mailto:a@b.example")
    (URL('http://h/a%7Cb'), None)
    """
    from uriverse.errors import URLError

    try:
        return _core.WebURL(text, base)
    except URLError:
        return None


def changes(text: Text) -> tuple[URLChange, ...]:
    """The changes that make a URL of a text; `uriverse.URL.changes` describes them."""
    return tuple(URLChange(*row) for row in _core.url_changes(text))
