"""Texts that may be shown: passwords, and the values of names that give access, as stars.

What goes in is a reference, or any text that may hold some; what comes out is a text for logs and screens, never one to
fetch. RFC 3986, section 7.5: a URI is "frequently displayed by browsers, stored in clear text bookmarks, and logged".
The names are data: the audit's list `credential_keys`, whose source `uriverse.audit.SOURCES` tells; or the caller's.

    http://me:secret@h/a;jsessionid=1?q=2&access_token=3   becomes
    http://me:***@h/a;jsessionid=***?q=2&access_token=***
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeAlias

from uriverse._core import Glob, decode
from uriverse.ground.argument_types import wrong_type
from uriverse.ground.masking import STARS, masked

if TYPE_CHECKING:
    from uriverse._core import Components, URIReference

Names: TypeAlias = "Iterable[str | Glob] | None"

# A name has 64 characters at most, so a text of names without values is read once, not once for each of them.
_NAME: Final = r"(?:^|(?<=[?&;#]))((?:amp;)?[^=&;#?/\s\"'<>]{1,64})="
_IN_PATH: Final = re.compile(_NAME + r"([^;/]+)")
_IN_QUERY: Final = re.compile(_NAME + r"([^&]+)")
_IN_TEXT: Final = re.compile(r"(?<=[?&;#])((?:amp;)?[^=&;#?/\s\"'<>]{1,64})=([^&#\s\"'<>]+)")
_JOINERS: Final = re.compile("[_.-]")


def redacted(self: URIReference | Components, *, query: Names = None) -> str:
    """This reference as a text to show: the password and the values of credential-like names as stars.

    Args:
        query: the names whose values are hidden, in the query, the fragment and the parameters of the path; case and
            "_", "-", "." do not count. `Glob`s are taken too. None is the audit's list of keys that give access.

    Returns:
        A text, and no reference: it identifies nothing.

    >>> import uriverse as uv
    >>> ref = uv.parse("https://me:secret@h/a?page=2&sig=abc#state=def")
    >>> ref.redacted()
    'https://me:***@h/a?page=2&sig=***#state=def'
    >>> ref.redacted(query=["page", uv.Glob("st*")])
    'https://me:***@h/a?page=***&sig=abc#state=***'
    """
    hidden = _hides(query)
    text = self.text
    starts = {"fragment": self.fragment, "query": self.query}
    end = len(text)
    tail = ""
    for name, mark in (("fragment", "#"), ("query", "?")):
        part = starts[name]
        if part is not None:
            start = end - len(part)
            tail = f"{mark}{_starred(_IN_QUERY, part, hidden)}{tail}"
            end = start - 1
    path_start = end - len(self.path) - (0 if self.params is None else len(self.params) + 1)
    head, path = text[:path_start], text[path_start:end]
    return masked(f"{head}{_starred(_IN_PATH, path, hidden)}{tail}")


def redacted_text(text: str, *, query: Names = None) -> str:
    """Running text with the passwords and the credential-like values of all references in it as stars.

    Args:
        text: any text: a line of a log, a message.
        query: as for `URIReference.redacted`.

    >>> redacted_text("GET /a?token=abc&b=1 for <ftp://me:secret@h/>")
    'GET /a?token=***&b=1 for <ftp://me:***@h/>'
    """
    return masked(_starred(_IN_TEXT, text, _hides(query)))


def _hides(query: Names) -> Callable[[str], bool]:
    """Whether the value of a name, as it is written, is hidden."""
    if query is None:
        from uriverse.audit.word_lists import words

        exact, globs = words()["credential_keys"], []
    else:
        if isinstance(query, str | bytes) or not isinstance(query, Iterable):
            raise wrong_type("query", "an iterable of names and Globs, or None", query)
        given = list(query)
        for name in given:
            if not isinstance(name, str | Glob):
                raise wrong_type("each of query", "a str or a Glob", name)
        exact = frozenset(_plain(name) for name in given if isinstance(name, str))
        globs = [name for name in given if isinstance(name, Glob)]

    def hides(written: str) -> bool:
        name = decode(written.removeprefix("amp;"), errors="replace", malformed="keep")
        return _plain(name) in exact or any(glob.matches(name) for glob in globs)

    return hides


def _plain(name: str) -> str:
    return _JOINERS.sub("", name).lower()


def _starred(pattern: re.Pattern[str], text: str, hides: Callable[[str], bool]) -> str:
    def shown(found: re.Match[str]) -> str:
        return f"{found[1]}={STARS if hides(found[1]) else found[2]}"

    return pattern.sub(shown, text)
