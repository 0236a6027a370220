"""References in running text: found by their delimiters and by convention, abbreviated ones completed when asked for.

RFC 3986, Appendix C: "URIs are often transmitted through formats that do not provide a clear context for their
interpretation". `find` is that context; `complete` is RFC 2396's Appendix F for one text that a user types.
"""

from uriverse.text.abbreviations import Abbreviation, complete
from uriverse.text.finding import find
from uriverse.text.matches import Heuristic, How, Match

__all__ = ["Abbreviation", "Heuristic", "How", "Match", "complete", "find"]
