"""Standard output for people: rich's console, with a short way for what is nearly every line, one plain text.

rich lays every text out: it cuts it into lines and segments, measures them and joins them, which takes a tenth of a
millisecond. A text that is neither wrapped nor cut needs none of this. `print("valid", style="green")` writes
`valid` where there are no colours, and `ESC[32mvalid ESC[0m` (without the space) on a terminal, as rich does.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cache, cached_property
from textwrap import wrap
from typing import Any, Final, Literal

from rich.color import ColorSystem
from rich.console import Console
from rich.control import strip_control_codes
from rich.style import Style
from rich.text import Text

# How many columns an indented sentence has at least; a narrower terminal folds its lines.
NARROWEST: Final = 20
# What rich takes out of every text, since a terminal would ring or move its cursor.
_CONTROL: Final = re.compile("[\x07\x08\x0b\x0c\r]")


class Screen(Console):
    """A console that writes a text as it is: nothing is wrapped, cut, highlighted or replaced.

    Args:
        stderr: whether it writes to standard error, and not to standard output.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(
            file=sys.stderr if stderr else sys.stdout,
            color_system=_colours(),
            highlight=False,
            soft_wrap=True,
            markup=False,
            emoji=False,
        )
        # An old Windows console has no codes for colours: rich calls its functions.
        self._writes = not self.legacy_windows

    @cached_property
    def is_terminal(self) -> bool:
        """Whether the output is a terminal; rich looks at five variables of the environment each time."""
        return super().is_terminal

    def print(self, *objects: Any, style: str | Style | None = None, end: str = "\n", **options: Any) -> None:
        """Write a text, or anything that rich can show."""
        if len(objects) == 1 and not options and self._writes and (text := self._coded(objects[0], style)) is not None:
            file = self.file
            file.write(text + end)
            if self.is_terminal:
                file.flush()
        else:
            super().print(*objects, style=style, end=end, **options)

    def print_parts(self, *parts: tuple[str, str]) -> None:
        """Write a line of texts, each with its style."""
        coded = [self._coded(text, style) for text, style in parts] if self._writes else [None]
        if None in coded:
            super().print(Text.assemble(*parts))
        else:
            self.print("".join(filter(None, coded)))

    def folded(self, text: str, *, indent: int = 0) -> list[str]:
        """The lines of a sentence: on a terminal no wider than that, from the second on indented; else one."""
        if not self.is_terminal:
            return [text]
        width = max(self.width, indent + NARROWEST)
        return wrap(text, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False) or [""]

    def _coded(self, shown: object, style: str | Style | None) -> str | None:
        """A text with the codes of its style; None for what only rich can show."""
        if type(shown) is not str:
            return None
        text = strip_control_codes(shown) if _CONTROL.search(shown) else shown
        if style is None or self.color_system is None:
            return text
        # rich writes the codes once for each line.
        return None if "\n" in text else _codes(style).render(text, color_system=ColorSystem.STANDARD)


def _colours() -> Literal["auto", "standard"] | None:
    """Which codes are written: none with NO_COLOR, also into a pipe with CLICOLOR_FORCE; --color sets these two."""
    if os.environ.get("NO_COLOR"):
        return None
    return "standard" if os.environ.get("CLICOLOR_FORCE", "0") not in ("", "0") else "auto"


@cache
def _codes(style: str | Style) -> Style:
    return style if isinstance(style, Style) else Style.parse(style)
