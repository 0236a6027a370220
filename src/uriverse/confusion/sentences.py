"""The text form of an agreement: sentences, and groups of equal cuts; passwords are masked."""

from __future__ import annotations

from _collections_abc import Collection

from uriverse.confusion.cuts import Cut
from uriverse.ground.lean_typing import Any, Final
from uriverse.ground.masking import escaped, masked, shown
from uriverse.ground.patterns import pattern

# In a refusal by an edition, the part that differs between documents.
_RULE: Final = pattern(r"(?<=\d): rule '.*")
# The class of an error before its message.
_ERROR: Final = pattern(r"^[A-Za-z.]+: ")


def equal_cuts(cuts: Collection[Cut]) -> list[tuple[tuple[str, ...], Cut]]:
    """The accepted cuts, grouped by equality; hosts that few parsers see come first."""
    accepted = [cut for cut in cuts if cut.accepted]
    hosts = [cut.host for cut in accepted]
    groups: dict[object, list[Cut]] = {}
    for cut in sorted(accepted, key=lambda cut: hosts.count(cut.host)):
        groups.setdefault(cut.destination, []).append(cut)
    return [(tuple(cut.parser for cut in alike), alike[0]) for alike in groups.values()]


def refusals(cuts: Collection[Cut]) -> dict[tuple[str, ...], str]:
    """The reasons of refusals, grouped by parsers that refuse the text at the same position."""
    groups: dict[str, list[Cut]] = {}
    for cut in cuts:
        if not cut.accepted:
            groups.setdefault(_RULE.sub("", cut.reason), []).append(cut)
    return {tuple(cut.parser for cut in alike): _ERROR.sub("", shown(alike[0].reason)) for alike in groups.values()}


def usual_value(cuts: Collection[Cut], component: str) -> Any:
    """The most frequent value of a component; of equally frequent ones, the first."""
    values = [getattr(cut, component) for cut in cuts]
    return max(values, key=values.count, default=None)


def shown_component(cut: Cut, name: str) -> str:
    """A component of a cut: "none" if it is undefined, passwords masked."""
    value = cut.shown(name)
    return "none" if value is None else shown_text(str(value)) or '""'


def shown_text(text: str) -> str:
    """A text in one line: controls escaped, passwords masked, at most 200 characters."""
    whole = masked(text)
    return escaped(whole if len(whole) <= 200 else f"{whole[:200]}...")


def host_place(text: str, cut: Cut) -> tuple[int, int] | None:
    """The position in the text of a parser's host; None if it is not found.

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
    # Limit the positions, so a text that repeats the host is not slow.
    while at >= 0 and len(places) < 16:
        before, after = text[at - 1 : at], text[at + len(host) : at + len(host) + 1]
        if before in "/\\@:[ \t" and after in "/\\:?#] \t":
            places.append(((before == "@") != (cut.userinfo is not None), at))
        at = lower.find(host, at + 1)
    return None if not places else (min(places)[1], min(places)[1] + len(host))
