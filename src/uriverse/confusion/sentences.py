"""Sentences about a disagreement, for errors and the command line; passwords are masked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriverse.ground.masking import escaped, masked

if TYPE_CHECKING:
    from uriverse.confusion.cuts import Cut


def shown_component(cut: Cut, name: str) -> str:
    """A component of a cut for people: "none" where it is undefined, a password as stars."""
    value = cut.shown(name)
    return "none" if value is None else shown_text(str(value)) or '""'


def shown_text(text: str) -> str:
    """A text in one line: controls as escapes, passwords as stars, and no more than 200 characters of it."""
    whole = masked(text)
    return escaped(whole if len(whole) <= 200 else f"{whole[:200]}...")


def host_place(text: str, cut: Cut) -> tuple[int, int] | None:
    """Where the host that a parser gives stands in the text; None where it is not written so.

    >>> from uriverse import confusion
    >>> [host_place("http://a@a/", cut) for cut in confusion.agreement("http://a@a/", parsers="split").cuts]
    [(9, 10)]
    """
    host = (cut.host_text or "").lower()
    lower = text.lower()
    if not host or len(lower) != len(text):
        return None
    places: list[tuple[bool, int]] = []
    at = lower.find(host)
    # The first 16 places are enough, and the limit keeps the search short where a text repeats the host.
    while at >= 0 and len(places) < 16:
        before, after = text[at - 1 : at], text[at + len(host) : at + len(host) + 1]
        if before in ("", "/", "\\", "@", ":", "[", " ", "\t") and after in (
            "",
            "/",
            "\\",
            ":",
            "?",
            "#",
            "]",
            " ",
            "\t",
        ):
            places.append(((before == "@") != (cut.userinfo is not None), at))
        at = lower.find(host, at + 1)
    return None if not places else (min(places)[1], min(places)[1] + len(host))
