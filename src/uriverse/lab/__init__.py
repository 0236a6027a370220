"""The lab: use the automata to compare editions, explain texts and make test suites.

>>> import uriverse as uv
>>> uv.lab.diff("url-syntax-03", "url-syntax-04").rules[0].relation
'equal'
"""

from __future__ import annotations

from uriverse.ground.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.lab.cut_suites import CutCase as CutCase, cuts as cuts
    from uriverse.lab.difference import Difference as Difference, diff as diff
    from uriverse.lab.explanation import Explainer as Explainer, Explanation as Explanation, explain as explain
    from uriverse.lab.resolving import Resolution as Resolution, Step as Step, resolution as resolution
    from uriverse.lab.suites import Case as Case, Suite as Suite, suite as suite
    from uriverse.lab.target_suites import TargetCase as TargetCase, targets as targets

__getattr__, __dir__, __all__ = later(__name__)
