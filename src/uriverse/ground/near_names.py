"""The known names that are near a misspelt one, for messages."""

from __future__ import annotations

from uriverse.ground.lean_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def near_names(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return up to three names that are like the word, ignoring case, the nearest first.

    >>> near_names("Htpp", ["ftp", "http", "path"]), near_names("x", ["ftp", "http"])
    (('http',), ())
    """
    from difflib import get_close_matches

    by_lower = {name.lower(): name for name in names}
    # A name that is less like the word is shown only if none is more like it.
    for cutoff in (0.7, 0.6):
        if near := get_close_matches(word.lower(), list(by_lower), cutoff=cutoff):
            return tuple(by_lower[name] for name in near)
    return ()


def did_you_mean(near: Sequence[str]) -> str:
    """Return the question whether one of the names is meant; "" without names.

    >>> did_you_mean(["http", "ftp"])
    "; did you mean 'http' or 'ftp'?"
    """
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def suggestion(word: str, names: Iterable[str]) -> str:
    """Return the interpreter's end of a message about an unknown keyword; "" if no name is near.

    >>> suggestion("schema", ["scheme", "agree"])
    ". Did you mean 'scheme'?"
    """
    near = near_names(word, names)
    return f". Did you mean {near[0]!r}?" if near else ""


def nearest_or_all(word: str, names: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: the known words that are near, or all known words.

    >>> nearest_or_all("htpp", ["ftp", "http"]), nearest_or_all("x", ["ftp", "http"])
    ("; did you mean 'http'?", '. There are ftp and http')
    """
    *others, last = names
    if near := near_names(word, (*others, last)):
        return did_you_mean(near)
    return f". There are {', '.join(others)} and {last}" if others else f". There is {last}"
