"""Standard output for people: plain texts are written as they are, and rich shows whatever has a style or a layout.

rich takes 25 ms to import, and a tenth of a millisecond to lay out a text: it cuts it into lines and segments, measures
them and joins them. So it is imported for a terminal, for colours and for a table, and a text that is neither wrapped
nor cut is written without its layout. `print("valid", style="green")` writes `valid` where there are no colours, and
`ESC[32mvalid ESC[0m` (without the space) on a terminal, as rich does.
"""

from __future__ import annotations

import io
import os
import sys
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from uriverse.ground.patterns import pattern

if TYPE_CHECKING:
    from rich.console import Console
    from rich.style import Style

# How many columns an indented sentence has at least; a narrower terminal folds its lines.
NARROWEST: Final = 20
# What rich takes out of every text, since a terminal would ring or move its cursor.
_CONTROL: Final = pattern("[\x07\x08\x0b\x0c\r]")
# Variables by which a pipe or a file gets what a terminal gets.
_AS_TERMINAL: Final = frozenset({"CLICOLOR_FORCE", "FORCE_COLOR", "TTY_COMPATIBLE"})


class Screen:
    """Writes a text as it is: nothing is wrapped, cut, highlighted or replaced.

    Args:
        stderr: whether it writes to standard error, and not to standard output.
        width: how wide a line may be where the output is no terminal.
    """

    def __init__(self, *, stderr: bool = False, width: int | None = None) -> None:
        self.file: Any = (sys.stderr if stderr else sys.stdout) or io.StringIO()
        self._is_plain = _AS_TERMINAL.isdisjoint(os.environ) and not self.file.isatty()
        self._width = width

    @cached_property
    def rich(self) -> Console:
        """The console that lays out what is more than a text."""
        from rich.console import Console

        console = Console(
            file=self.file,
            color_system=_colours(),
            highlight=False,
            soft_wrap=True,
            markup=False,
            emoji=False,
        )
        if self._width is not None and not console.is_terminal:
            console.width = self._width
        return console

    @cached_property
    def is_terminal(self) -> bool:
        """Whether the output is a terminal; rich looks at five variables of the environment each time."""
        return not self._is_plain and self.rich.is_terminal

    @cached_property
    def color_system(self) -> str | None:
        """Which colours the output shows; None if it shows none."""
        return None if self._is_plain else self.rich.color_system

    @property
    def encoding(self) -> str:
        """The encoding of the output, in lower case."""
        return (getattr(self.file, "encoding", None) or "utf-8").lower()

    @property
    def width(self) -> int:
        """How many columns a line has."""
        return self.rich.width

    def print(self, *objects: Any, style: str | Style | None = None, end: str = "\n", **options: Any) -> None:
        """Write a text, or anything that rich can show."""
        text = self._coded(objects[0] if objects else "", style) if len(objects) < 2 and not options else None
        if text is None:
            self.rich.print(*objects, style=style, end=end, **options)
            return
        self.file.write(text + end)
        if self.is_terminal:
            self.file.flush()

    def print_parts(self, *parts: tuple[str, str]) -> None:
        """Write a line of texts, each with its style."""
        coded = [self._coded(text, style) for text, style in parts]
        if None in coded:
            from rich.text import Text

            self.rich.print(Text.assemble(*parts))
        else:
            self.print("".join(filter(None, coded)))

    def folded(self, text: str, *, indent: int = 0) -> list[str]:
        """The lines of a sentence: on a terminal no wider than that, from the second on indented; else one."""
        if not self.is_terminal:
            return [text]
        from textwrap import wrap

        width = max(self.width, indent + NARROWEST)
        return wrap(text, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False) or [""]

    def _coded(self, shown: object, style: str | Style | None) -> str | None:
        """A text with the codes of its style; None for what only rich can show."""
        # An old Windows console has no codes for colours: rich calls its functions.
        if type(shown) is not str or (not self._is_plain and self.rich.legacy_windows):
            return None
        text = _CONTROL.sub("", shown)
        if style is None or self.color_system is None:
            return text
        from rich.color import ColorSystem

        # rich writes the codes once for each line.
        return None if "\n" in text else _codes(style).render(text, color_system=ColorSystem.STANDARD)


def _colours() -> Literal["auto", "standard"] | None:
    """Which codes are written: none with NO_COLOR, also into a pipe with CLICOLOR_FORCE; --color sets these two."""
    if os.environ.get("NO_COLOR"):
        return None
    return "standard" if os.environ.get("CLICOLOR_FORCE", "0") not in ("", "0") else "auto"


@cache
def _codes(style: str | Style) -> Style:
    from rich.style import Style

    return style if isinstance(style, Style) else Style.parse(style)
