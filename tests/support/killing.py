"""A program that writes whole files into a folder, killed at random moments and started again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def killed_ten_times(command: Callable[[Path], list[str]], folder: Path, pattern: str) -> tuple[Path, Path]:
    """The folders of a whole run, and of one that was killed at ten moments and in the end not.

    Args:
        command: what runs into a folder; it is asked again for each run, as a run that goes on may need another.
        folder: where both stand.
        pattern: the files that are whole once they have their name, which no later run may write again.
    """
    whole, killed = folder / "whole", folder / "killed"
    begun = time.monotonic()
    subprocess.run(command(whole), check=True, stdout=subprocess.DEVNULL)
    took = time.monotonic() - begun
    moments = random.Random(37)
    # From early to late: a late kill leaves little that another could interrupt.
    for moment in [*sorted(moments.uniform(0, took) for _ in range(10)), None]:
        before = {path: path.stat().st_ino for path in killed.glob(pattern)}
        program = subprocess.Popen(command(killed), start_new_session=True, stdout=subprocess.DEVNULL)
        with suppress(subprocess.TimeoutExpired):
            program.wait(moment)
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        program.wait()
        assert all(path.stat().st_ino == inode for path, inode in before.items())
    assert program.returncode == 0
    return whole, killed
