"""The registry of checks: which function looks for which finding.

The decorator `looks_for` registers a check. The modules of the topics import this module; `plans.py` imports them.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterator

from uriverse.audit.catalogue import FINDINGS, UnknownFindingError
from uriverse.audit.subjects import Place
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, TypeAlias
from uriverse.ground.records import dataclass

if TYPE_CHECKING:
    import re

Look: TypeAlias = Callable[..., Iterator[Place]]


@dataclass(frozen=True, slots=True)
class Check:
    """A function that looks for one finding, and the conditions for calling it.

    Attributes:
        finding: the id of the finding.
        look: yields a `Place` for each finding, in order.
        component: the attribute of the subject that it checks. The function is not called if that is None or plain. ""
            is the whole text.
        having: a string that must occur in the text, or "".
        matching: a pattern that must match in the text, or None. One search of the text costs less than a call that
            searches each component.
        takes_component: whether the component is the second argument of the function.
    """

    finding: str
    look: Look
    component: str
    having: str
    matching: re.Pattern[str] | None
    takes_component: bool


REGISTERED: Final[dict[str, Check]] = {}


def looks_for(
    finding: str, *, component: str = "", having: str = "", matching: re.Pattern[str] | None = None
) -> Callable[[Look], Look]:
    """Register the function that looks for a finding."""

    def register(look: Look) -> Look:
        if finding in REGISTERED:
            raise ValueError(f"two functions look for {finding!r}")
        if finding not in FINDINGS:
            raise UnknownFindingError("finding", finding, FINDINGS)
        REGISTERED[finding] = Check(finding, look, component, having, matching, look.__code__.co_argcount == 2)
        return look

    return register
