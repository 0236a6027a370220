"""What a terminal shows, in a pseudo-terminal: lines fit its width, and colours are there when they are wanted."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from support.commands import CALLS, COMMANDS, write_inputs
from uriverse.ground.widths import columns

pty = pytest.importorskip("pty", reason="a pseudo-terminal needs POSIX")
pytest.importorskip("termios")

CODE = re.compile(r"\x1b\[[0-9;]*m")
HELP = [["--help"], ["edit", "--help"], ["table", "--help"]]
# What programs read, facts for a report, grammars and tables.
NOT_FOLDED = {"completion", "doctor", "serve-columns", "lab", "table", "schemes"}
# Calls one after the other, each on a terminal of so many columns and with a variable or without, with its exit code.
SEVERAL = """
import fcntl, json, os, struct, sys, termios
from uriverse.cli import main
for arguments, width, variable in json.loads(sys.argv[1]):
    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    os.environ |= variable
    try:
        main(arguments)
    except SystemExit as ended:
        print(f"\\0{ended.code}", flush=True)
    for name in variable:
        del os.environ[name]
"""


def on_a_terminal(calls: list[tuple[list[str], int, dict[str, str]]], folder: Path, **environment: str) -> list[str]:
    """What each call writes, and its exit code after a NUL; all of them in one interpreter."""
    ours, theirs = pty.openpty()
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("COLUMNS", "LINES", "NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR")
    }
    with subprocess.Popen(
        [sys.executable, "-c", SEVERAL, json.dumps(calls)],
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
    written = b"".join(read).decode("utf-8").replace("\r\n", "\n")
    # What is done takes a line of its own after a while, and erases it.
    written = re.sub(r"[^\n]*\x1b\[K", "", written)
    return re.findall(r"(?s)(.*?\0\d+)\n", written)


def test_every_command_has_a_call() -> None:
    """But for a group, and for what writes a file or needs programs of others."""
    groups = {path for path, command in COMMANDS.items() if isinstance(command, click.Group)}
    assert COMMANDS.keys() - groups - {("lab", "suite"), ("oracle", "run"), ("oracle", "show")} == CALLS.keys() - {()}


def test_a_terminal_shows_every_command_in_its_width_with_and_without_colours(tmp_path: Path) -> None:
    """Colours change no character, no secret is shown, and a word as long as the line is not cut."""
    write_inputs(tmp_path)
    calls = [(arguments, width) for width in (40, 200) for arguments in (*CALLS.values(), *HELP)]
    parquet = ["table", "urls.txt", "--as", "parquet"]
    each = [(arguments, width, variable) for arguments, width in calls for variable in ({}, {"NO_COLOR": "1"})]
    *shown, refused = on_a_terminal([*each, (parquet, 40, {})], tmp_path)
    coloured, plain = shown[::2], shown[1::2]
    for (arguments, width), with_codes, without in zip(calls, coloured, plain, strict=True):
        assert without.strip() and without.rpartition("\0")[2] in "01", (arguments, without)
        assert "Traceback" not in without and "s3cret" not in without and "\x1b[3" not in without
        assert [line.rstrip() for line in CODE.sub("", with_codes).splitlines()] == [
            line.rstrip() for line in CODE.sub("", without).splitlines()
        ]
        if arguments[0] not in NOT_FOLDED:
            too_long = [line for line in CODE.sub("", without).splitlines() if columns(line) > width]
            assert [line for line in too_long if max(map(columns, line.split())) < width - 14] == [], arguments
    assert "is not for a terminal" in refused
    assert sum("\x1b[3" in each or "\x1b[1;3" in each for each in coloured) > 16


def test_a_terminal_without_box_characters(tmp_path: Path) -> None:
    """On a terminal whose encoding lacks them the picture is drawn in ASCII."""
    [shown] = on_a_terminal([(["parse", "http://h/x"], 80, {})], tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert shown.isascii() and "+--" in shown
