"""What people see: texts written as rich writes them, and how far a long reading is."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from uriverse.cli import main, progress
from uriverse.cli.find import Watched
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


@pytest.mark.parametrize("terminal", [False, True])
def test_parts_of_a_line_are_written_as_rich_does(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
    """With their styles on a terminal; a part that ends a line is left to rich."""
    for parts in (("a: ", "dim"), ("b", "green")), (("a\n", "red"), ("b", "dim")):
        written: list[str] = []
        for write in (Screen.print_parts, lambda screen, *parts: screen.print(Text.assemble(*parts))):
            monkeypatch.setattr(sys, "stdout", Terminal() if terminal else io.StringIO())
            monkeypatch.setenv("TERM", "xterm")
            write(Screen(), *parts)
            written.append(sys.stdout.getvalue())
        assert written[0] == written[1] != ""


def test_a_sentence_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folded there at its width; in a file or a pipe it is one line."""
    sentence = "The quick brown fox jumps over the lazy dog, whose name nobody ever asked."
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert Screen().folded(sentence, indent=4) == [sentence]
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "30")
    lines = Screen().folded(sentence, indent=4)
    assert max(map(len, lines)) <= 30
    assert all(line.startswith("    ") for line in lines[1:])
    assert " ".join(line.strip() for line in lines) == sentence


@pytest.mark.parametrize(
    "arguments",
    [
        [
            "agree",
            "--parsers",
            "rfc3986,split,whatwg,urllib",
            "http://u:p@127.0.0.1:80@www.example.com/a/long/path.html",
        ],
        ["explain", "http://www.example.com:80/index.html?a=1"],
        ["explain", "http://h/a b"],
    ],
)
def test_readings_fit_the_terminal(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is wider than 80 columns, and what is folded is what stands in a file."""
    said = []
    for stream in Terminal(), io.StringIO():
        monkeypatch.setattr(sys, "stdout", stream)
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("TERM", "dumb")
        with suppress(SystemExit):
            main(arguments)
        said.append(stream.getvalue())
    shown, written = said
    assert max(map(len, shown.splitlines())) <= 80 < max(map(len, written.splitlines()))
    if arguments[0] == "explain":
        assert shown.split() == written.split()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A clock on which a second goes by between one look and the next; the line is not there."""
    seconds = count()
    monkeypatch.setattr(progress, "monotonic", lambda: next(seconds))
    yield
    progress.STATUS.wipe()


@pytest.mark.usefixtures("clock")
def test_a_long_reading_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a second, in thousands, and wiped away at the end; not what is written, which may be in a file."""
    monkeypatch.setattr(sys, "stderr", shown := Terminal())
    monkeypatch.setattr(sys, "stdout", written := io.StringIO())
    for number in progress.counted(range(1300), of="questions"):
        print(number)
    assert (
        shown.getvalue()
        == "".join(f"\r\x1b[K{number} questions" for number in ("256", "512", "768", "1,024", "1,280")) + "\r\x1b[K"
    )
    assert written.getvalue() == "".join(f"{number}\n" for number in range(1300))


@pytest.mark.usefixtures("clock")
def test_the_progress_of_reading_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In megabytes; of how many, where that is known: of a file, not of octets in memory."""
    (tmp_path / "long").write_bytes(b" " * 3_000_000)
    monkeypatch.setattr(sys, "stderr", shown := Terminal())
    with (tmp_path / "long").open("rb") as file:
        told = Watched(file)
        assert len(told.read(2_000_000)) == 2_000_000
        assert len(told.read(2_000_000)) == 1_000_000
    Watched(io.BytesIO(b"a" * 1_000_000)).read(1_000_000)
    seen = shown.getvalue().replace("\x1b[K", "").split("\r")
    assert [line for line in seen if line] == ["2 of 3 MB", "3 of 3 MB", "1 MB"]


def test_the_line_gives_way_to_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer on the terminal wipes it away; it comes back where there was none for a second."""
    now = iter((0, 1.5, 1.6, 1.7, 2.7))
    monkeypatch.setattr(progress, "monotonic", lambda: next(now))
    monkeypatch.setattr(sys, "stderr", shown := Terminal())
    line = progress.StatusLine()
    assert line.begins()  # at 0
    line.tell(lambda: "a")  # at 1.5, a second later
    line.gives_way()  # at 1.6
    line.tell(lambda: "b")  # at 1.7: the answer is too new
    assert shown.getvalue() == "\r\x1b[Ka\r\x1b[K"
    line.tell(lambda: "c")  # at 2.7
    line.wipe()
    line.wipe()
    assert shown.getvalue() == "\r\x1b[Ka\r\x1b[K\r\x1b[Kc\r\x1b[K"


@pytest.mark.usefixtures("clock")
def test_nothing_is_counted_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", shown := io.StringIO())
    assert sum(progress.counted(range(1300))) == sum(range(1300))
    assert shown.getvalue() == ""


def test_the_current_task_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a thread, once in so many seconds, with the time that went by; wiped away, also where the work fails."""
    monkeypatch.setattr(progress, "_SECONDS", 0.01)
    monkeypatch.setattr(sys, "stderr", shown := Terminal())

    def wait_for(text: str) -> None:
        end = time.monotonic() + 30
        while text not in shown.getvalue() and time.monotonic() < end:
            time.sleep(0.01)

    with suppress(KeyError), progress.working("reading") as begins:
        wait_for("reading, 0 s")
        begins("asking")
        wait_for("asking, 0 s")
        raise KeyError
    seen = shown.getvalue()
    assert seen.index("\r\x1b[Kreading, 0 s") < seen.index("\r\x1b[Kasking, 0 s")
    assert seen.endswith("\r\x1b[K")
    monkeypatch.setattr(sys, "stderr", shown := io.StringIO())
    with progress.working("reading") as begins:
        time.sleep(0.05)
        begins("asking")
    assert shown.getvalue() == ""


def test_answers_and_the_line_share_a_terminal(tmp_path: Path) -> None:
    """A process whose output and errors are one terminal: the output's raw stream tells the line to give way."""
    program = (
        "from uriverse.cli import process, progress; import time; progress._SECONDS = 0.1; s = progress.STATUS; "
        "process._wrap_output(); assert s.begins(); time.sleep(0.2); s.tell(lambda: 'far'); print('answer'); s.wipe()"
    )
    terminal, side = os.openpty()
    try:
        subprocess.run([sys.executable, "-c", program], stdout=side, stderr=side, cwd=tmp_path, check=True)
        assert os.read(terminal, 1000) == b"\r\x1b[Kfar\r\x1b[Kanswer\r\n"
    finally:
        os.close(terminal)
        os.close(side)
