"""The lab: what the automata are for. Compare editions, explain a text, prove the engine.

>>> import uriverse as uv
>>> uv.lab.diff("url-syntax-03", "url-syntax-04").rules[0].relation
'equal'
"""

from __future__ import annotations

from uriverse.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.lab.difference import Difference, diff
    from uriverse.lab.explanation import Explainer, Explanation, explain
    from uriverse.lab.resolving import Resolution, Step, resolution
    from uriverse.lab.shipping import shipped_suite
    from uriverse.lab.suites import Case, Suite, suite

__getattr__, __dir__ = later(
    __name__,
    {
        "Case": "uriverse.lab.suites",
        "Difference": "uriverse.lab.difference",
        "Explainer": "uriverse.lab.explanation",
        "Explanation": "uriverse.lab.explanation",
        "Resolution": "uriverse.lab.resolving",
        "Step": "uriverse.lab.resolving",
        "Suite": "uriverse.lab.suites",
        "diff": "uriverse.lab.difference",
        "explain": "uriverse.lab.explanation",
        "resolution": "uriverse.lab.resolving",
        "shipped_suite": "uriverse.lab.shipping",
        "suite": "uriverse.lab.suites",
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
    "shipped_suite",
    "suite",
]
