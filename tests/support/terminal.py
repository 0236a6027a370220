"""Calls of the command in a pseudo-terminal."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="a pseudo-terminal needs POSIX")
pytest.importorskip("termios")

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
