"""Find references in running text, by delimiters and conventions, and complete abbreviated ones on request.

RFC 3986, Appendix C: "URIs are often transmitted through formats that do not provide a clear context for their
interpretation". `find` is that context; `complete` is RFC 2396's Appendix F for one text that a user types.
"""

from __future__ import annotations

from uriverse.ground.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.text.completion import Abbreviation as Abbreviation, complete as complete
    from uriverse.text.cuts import LeftOut as LeftOut
    from uriverse.text.finding import find as find
    from uriverse.text.matches import Heuristic as Heuristic, How as How, Match as Match
    from uriverse.text.options import SearchOptions as SearchOptions
    from uriverse.text.redaction import redact as redact

__getattr__, __dir__, __all__ = later(__name__)
