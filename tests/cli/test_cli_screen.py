"""What people see: texts written as rich writes them, and how far a long reading is."""

from __future__ import annotations

import io
import sys
from itertools import count

import pytest
from rich.console import Console
from rich.text import Text

from uriverse.cli import progress
from uriverse.cli.screen import Screen


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


TEXTS = ("", "valid", "a\nb", "http://h/\x07\x08\r\x0b\x0c", "[bold]:smile: 12 http://h/", "東京 é", "x" * 300)


@pytest.mark.parametrize("coloured", [False, True])
@pytest.mark.parametrize("style", [None, "green", "bold green", "dim", "bright_blue"])
@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_written_as_rich_writes_it(
    text: str, style: str | None, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The short way gives what the console's own gives."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    written, expected = (Terminal(), Terminal()) if coloured else (io.StringIO(), io.StringIO())
    monkeypatch.setattr(sys, "stdout", written)
    Screen().print(text, style=style)
    Console(file=expected, highlight=False, soft_wrap=True, markup=False, emoji=False).print(text, style=style)
    assert written.getvalue() == expected.getvalue()


def test_what_only_rich_can_show_goes_to_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    """Styled texts, several objects, and options."""
    monkeypatch.setattr(sys, "stdout", written := io.StringIO())
    screen = Screen()
    screen.print(Text("a", "red"))
    screen.print("b", "c", sep="-")
    screen.print()
    assert written.getvalue() == "a\nb-c\n\n"


def test_a_long_reading_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a second, in thousands, and wiped away at the end."""
    seconds = count()
    monkeypatch.setattr(progress, "monotonic", lambda: next(seconds))
    monkeypatch.setattr(sys, "stderr", shown := Terminal())
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert list(progress.counted(range(1300))) == list(range(1300))
    assert shown.getvalue() == "\r256 lines\r512 lines\r768 lines\r1,024 lines\r1,280 lines\r\x1b[K"


@pytest.mark.parametrize(("error", "output"), [(io.StringIO, io.StringIO), (Terminal, Terminal)])
def test_nothing_is_counted_where_nobody_sees_it_or_the_answers_show_it(
    error: type[io.StringIO], output: type[io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No terminal, or the answers go to it too."""
    seconds = count()
    monkeypatch.setattr(progress, "monotonic", lambda: next(seconds))
    monkeypatch.setattr(sys, "stderr", shown := error())
    monkeypatch.setattr(sys, "stdout", output())
    assert sum(progress.counted(range(1300))) == sum(range(1300))
    assert shown.getvalue() == ""
