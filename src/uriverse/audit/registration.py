"""Which function looks for which finding.

The decorator `looks_for` registers a check: a function and what it looks at. The modules of the topics use it, so this
module imports none of them; `plans.py` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from uriverse.audit.catalogue import FINDINGS, UnknownFinding
from uriverse.audit.subjects import Place, Subject
from uriverse.ground.records import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Final, TypeAlias

Look: TypeAlias = Callable[[Subject], Iterator[Place]]


@dataclass(frozen=True, slots=True)
class Check:
    """A function and when it has something to do.

    Attributes:
        finding: the id of what it looks for.
        look: gives the places, in order.
        of: what it looks at: an attribute of the subject, such as a component's name. It is not called where that is
            None, or known to be plain. "" is the whole text.
        having: a text that must occur somewhere, or "".
        matching: what must match somewhere in the text, or None. A search of the whole costs less than a call that
            looks at each component.
    """

    finding: str
    look: Look
    of: str
    having: str
    matching: re.Pattern[str] | None


REGISTERED: Final[dict[str, Check]] = {}


def looks_for(
    finding: str, *, of: str = "", having: str = "", matching: re.Pattern[str] | None = None
) -> Callable[[Look], Look]:
    """Register the function that looks for a finding.

    Args:
        finding: the id.
        of, having, matching: as in `Check`.
    """

    def register(look: Look) -> Look:
        if finding in REGISTERED:
            raise ValueError(f"two functions look for {finding!r}")
        if finding not in FINDINGS:
            raise UnknownFinding(finding, tuple(FINDINGS))
        REGISTERED[finding] = Check(finding, look, of, having, matching)
        return look

    return register
