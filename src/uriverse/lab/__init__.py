"""The lab: use the automata to compare editions, explain texts and make test suites.

>>> import uriverse as uv
>>> uv.lab.diff("url-syntax-03", "url-syntax-04").rules[0].relation
'equal'
"""

from __future__ import annotations

from uriverse.ground.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.lab.difference import Difference, diff
    from uriverse.lab.explanation import Explainer, Explanation, explain
    from uriverse.lab.resolving import Resolution, Step, resolution
    from uriverse.lab.suites import Case, Suite, suite

__getattr__, __dir__ = later(
    __name__,
    {
        "uriverse.lab.difference": ("Difference", "diff"),
        "uriverse.lab.explanation": ("Explainer", "Explanation", "explain"),
        "uriverse.lab.resolving": ("Resolution", "Step", "resolution"),
        "uriverse.lab.suites": ("Case", "Suite", "suite"),
    },
)

__all__ = [
    "Case",
    "Difference",
    "Explainer",
    "Explanation",
    "Resolution",
    "Step",
    "Suite",
    "diff",
    "explain",
    "resolution",
    "suite",
]
