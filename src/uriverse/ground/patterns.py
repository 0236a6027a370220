"""Regular expressions that are compiled when they are first used.

`re` takes 4 ms to import and a pattern a tenth to half of one to compile. The audit has a hundred; a text needs few.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any


class _Pattern:
    def __init__(self, source: str) -> None:
        self.source = source

    def __getattr__(self, name: str) -> object:
        import re

        compiled = re.compile(self.source)
        for method in ("finditer", "fullmatch", "match", "search", "split", "sub"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def pattern(source: str) -> re.Pattern[str]:
    """A regular expression; its flags stand in it, as "(?i)"."""
    late: Any = _Pattern(source)
    made: re.Pattern[str] = late
    return made
