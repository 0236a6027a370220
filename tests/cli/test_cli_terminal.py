"""What a terminal shows, in a pseudo-terminal: lines fit its width, and colours are there when they are wanted."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from uriverse.ground.widths import columns

fcntl = pytest.importorskip("fcntl", reason="a pseudo-terminal needs POSIX")
pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

CODE = re.compile(r"\x1b\[[0-9;]*m")
PAGE = "<p id=x><a href=#y>1</a><a href='b.html'>2</a><a href='http://o.example/a b'>3</a>"
CALLS = [
    ("--help",),
    ("edit", "--help"),
    ("http://u@h:8/a?b",),
    ("audit", "http://2130706433/"),
    ("agree", "http://1.2.3.4\\@h/", "--parsers", "rfc3986,split,whatwg"),
    ("explain", "//a_b/"),
    ("links", "page.html"),
]


def on_a_terminal(arguments: tuple[str, ...], width: int, folder: Path, **environment: str) -> str:
    """What `uriverse ARGUMENTS` writes on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("COLUMNS", "LINES", "NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR")
    }
    with subprocess.Popen(
        [sys.executable, "-m", "uriverse.cli", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=inherited | {"TERM": "xterm"} | environment,
    ):
        os.close(theirs)
        read = []
        # Linux says EIO where the other side is closed, other systems give nothing.
        while True:
            try:
                octets = os.read(ours, 1 << 16)
            except OSError:
                break
            if not octets:
                break
            read.append(octets)
    os.close(ours)
    return b"".join(read).decode("utf-8").replace("\r\n", "\n")


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_lines_fit_the_terminal(arguments: tuple[str, ...], width: int, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, "utf-8")
    plain = on_a_terminal(arguments, width, tmp_path, NO_COLOR="1")
    assert plain.strip() and "\x1b[3" not in plain and "Traceback" not in plain
    too_long = [line for line in CODE.sub("", plain).splitlines() if columns(line) > width]
    # A word that is as long as the line, such as the URI of a file, is not cut.
    assert [line for line in too_long if max(map(columns, line.split())) < width - 14] == []


@pytest.mark.parametrize("arguments", CALLS[2:], ids=" ".join)
def test_colours_change_no_character(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, "utf-8")
    coloured = on_a_terminal(arguments, 80, tmp_path)
    assert "\x1b[3" in coloured or "\x1b[1;3" in coloured
    plain = on_a_terminal(arguments, 80, tmp_path, NO_COLOR="1")
    with_codes, without = (CODE.sub("", each).splitlines() for each in (coloured, plain))
    assert [line.rstrip() for line in with_codes] == [line.rstrip() for line in without]
