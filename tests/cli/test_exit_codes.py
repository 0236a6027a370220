"""The exit code of the process is that of the command."""

from __future__ import annotations

import subprocess
import sys

import pytest

from support.paths import ROOT


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["parse", "http://a/b"], 0),
        (["parse", "a b"], 1),
        (["links", str(ROOT / "examples" / "mistakes.html"), "--fail-on", "invalid"], 1),
        (["nonsense"], 2),
    ],
)
def test_exit_codes(arguments: list[str], code: int) -> None:
    """0 yes, 1 no, 2 wrong use; never a traceback."""
    done = subprocess.run([sys.executable, "-m", "uriverse.cli", *arguments], capture_output=True)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
