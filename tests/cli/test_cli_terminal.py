"""What a terminal shows, in a pseudo-terminal: lines fit its width, and colours are there when they are wanted."""

from __future__ import annotations

import re
from pathlib import Path

import click

from support.commands import CALLS, COMMANDS, write_inputs
from support.terminal import on_a_terminal
from uriverse.ground.widths import columns

CODE = re.compile(r"\x1b\[[0-9;]*m")
HELP = [["--help"], ["edit", "--help"], ["table", "--help"]]
# What programs read, facts for a report, grammars and tables.
NOT_FOLDED = {"completion", "doctor", "serve-columns", "lab", "table", "schemes"}


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
