"""Human-readable output: plain texts are written directly, and rich renders styles and layouts.

rich takes 25 ms to import and 0.1 ms to render a text. So it is imported lazily, for a terminal, for colours and for
tables, and texts that are neither wrapped nor truncated skip its layout. `print("valid", style="green")` writes `valid`
without colours, and `ESC[32mvalid ESC[0m` (without the space) on a terminal, as rich does.
"""

from __future__ import annotations

import io
import os
import sys
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.style import Style

# The minimum width of an indented sentence; a narrower terminal wraps it.
NARROWEST: Final = 20
# Control characters that rich removes, since they ring the bell or move the cursor.
_CONTROL: Final = "\x07\x08\x0b\x0c\r"
# Variables that make a pipe or a file count as a terminal.
_AS_TERMINAL: Final = frozenset({"CLICOLOR_FORCE", "FORCE_COLOR", "TTY_COMPATIBLE"})


class Screen:
    """Writes texts unchanged: nothing is wrapped, truncated, highlighted or replaced.

    Attributes:
        is_plain: whether the output has no styles and no width.
    """

    def __init__(self, *, stderr: bool = False, width: int | None = None) -> None:
        self.file: Any = (sys.stderr if stderr else sys.stdout) or io.StringIO()
        self.is_plain = _AS_TERMINAL.isdisjoint(os.environ) and not self.file.isatty()
        self._width = width

    @cached_property
    def rich(self) -> Console:
        """The console for styles and layouts."""
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
        """Whether the output is a terminal; cached, since rich reads five environment variables."""
        return not self.is_plain and self.rich.is_terminal

    @cached_property
    def color_system(self) -> str | None:
        """The colour system of the output; None for no colours."""
        return None if self.is_plain else self.rich.color_system

    @property
    def encoding(self) -> str:
        return (getattr(self.file, "encoding", None) or "utf-8").lower()

    @property
    def width(self) -> int:
        return self.rich.width

    def print(self, *objects: Any, style: str | Style | None = None, end: str = "\n", **options: Any) -> None:
        """Write a text, or any renderable of rich."""
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

    def print_folded(self, text: str, *, indent: int = 4, style: str = "", head: tuple[str, str] = ("", "")) -> None:
        """Write a sentence, folded to the width of the terminal; `head` is its beginning, with a style of its own."""
        first, *more = self.folded(text, indent=indent)
        self.print_parts(head, (first.removeprefix(head[0]), style))
        for line in more:
            self.print(line, style=style)

    def folded(self, text: str, *, indent: int = 0) -> list[str]:
        """Wrap a sentence to the width of the terminal, with a hanging indent; one line if there is no terminal."""
        if not self.is_terminal:
            return [text]
        from textwrap import wrap

        width = max(self.width, indent + NARROWEST)
        return wrap(text, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False) or [""]

    def _coded(self, content: object, style: str | Style | None) -> str | None:
        """Return a text with the codes of its style; None if only rich can render it."""
        # A legacy Windows console has no escape codes; rich calls its functions.
        if type(content) is not str or (not self.is_plain and self.rich.legacy_windows):
            return None
        text = _without_controls(content)
        if style is None or self.color_system is None:
            return text
        from rich.color import ColorSystem

        # rich writes the codes once for each line.
        return None if "\n" in text else _codes(style).render(text, color_system=ColorSystem.STANDARD)


def _without_controls(text: str) -> str:
    for character in _CONTROL:
        # A tenth of the time of a pattern.
        text = text.replace(character, "")
    return text


def _colours() -> Literal["auto", "standard"] | None:
    """Return the colour system: None with NO_COLOR, "standard" with CLICOLOR_FORCE; --color sets these two."""
    if os.environ.get("NO_COLOR"):
        return None
    return "standard" if os.environ.get("CLICOLOR_FORCE", "0") not in ("", "0") else "auto"


@cache
def _codes(style: str | Style) -> Style:
    from rich.style import Style

    return style if isinstance(style, Style) else Style.parse(style)
