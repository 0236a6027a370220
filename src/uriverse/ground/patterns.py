"""Regular expressions that are compiled lazily.

Importing `re` takes 4 ms, and compiling a pattern 0.1 to 0.5 ms. The audit has a hundred; most texts need few.
"""

from __future__ import annotations

from uriverse.ground.lean_typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator


class _Pattern:
    def __init__(self, source: str, needs: Iterable[str]) -> None:
        self.pattern = source
        self.needs = needs

    def __getattr__(self, name: str) -> object:
        import re

        compiled = re.compile(self.pattern)
        self.compiled_finditer = compiled.finditer
        for method in ("fullmatch", "match", "split", "sub", *(() if self.needs else ("finditer", "search"))):
            setattr(self, method, getattr(compiled, method))
        return self.compiled_finditer if name == "compiled_finditer" else getattr(compiled, name)

    def finditer(self, text: str, *places: int) -> Iterator[object]:
        if self.needs and not any(map(text.__contains__, self.needs)):
            return iter(())
        return self.compiled_finditer(text, *places)

    def search(self, text: str, *places: int) -> object:
        return next(self.finditer(text, *places), None)


def pattern(source: str, *, needs: Iterable[str] = ()) -> re.Pattern[str]:
    """A lazily compiled regular expression, with inline flags such as "(?i)".

    Args:
        needs: strings of which every matching text has at least one; other texts are not searched.
    """
    lazy: Any = _Pattern(source, needs)
    typed: re.Pattern[str] = lazy
    return typed
