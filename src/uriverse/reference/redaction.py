"""Texts that may be shown: passwords, tokens, and the values of names that give access, as stars.

What goes in is a reference, or any text that may hold some; what comes out is a text for logs and screens, never one to
fetch. `ground/secret_names.py` has the names with their sources, and `ground/masking.py` finds them; callers add more.

    http://me:secret@h/a;jsessionid=1?q=2&access_token=3   becomes
    http://me:***@h/a;jsessionid=***?q=2&access_token=***
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from uriverse._core import Glob
from uriverse.ground.argument_types import check_argument, wrong_type
from uriverse.ground.masking import Hides, masked, plain_name
from uriverse.ground.secret_names import STRONG, WIDE

if TYPE_CHECKING:
    from uriverse._core import Components, URIReference


def redacted(self: URIReference | Components, *, also: Iterable[str | Glob] = (), wide: bool = False) -> str:
    """This reference as a text to show; see `URIReference.redacted`."""
    return masked(self.text, hides(also, wide=wide))


def redacted_text(text: str, names: Hides) -> str:
    """Running text with the secrets of all references in it as stars.

    >>> redacted_text("GET /a?token=abc&b=1 for <ftp://me:secret@h/>", hides())
    'GET /a?token=***&b=1 for <ftp://me:***@h/>'
    """
    return masked(text, names, running=True)


def hides(also: Iterable[str | Glob] = (), *, wide: bool = False) -> Hides:
    """Which names have values to hide.

    Args:
        also: names besides those of the library; case and "_", "-", "." do not count. A `Glob` stands for
            many.
        wide: whether the names of `WIDE` count, or those of `STRONG`.

    Raises:
        TypeError: `also` is not an iterable of names and Globs, or `wide` is not a bool.
    """
    check_argument("wide", wide, bool)
    if isinstance(also, str | bytes) or not isinstance(also, Iterable):
        raise wrong_type("also", "an iterable of names and Globs", also)
    given = list(also)
    for name in given:
        if not isinstance(name, str | Glob):
            raise wrong_type("each of also", "a str or a Glob", name)
    exact = (WIDE if wide else STRONG).keys() | {plain_name(name) for name in given if isinstance(name, str)}
    globs = [name for name in given if isinstance(name, Glob)]
    return lambda name: plain_name(name) in exact or any(glob.matches(name) for glob in globs)
