"""Code run in a process of its own that may take only so much memory."""

from __future__ import annotations

import resource
import subprocess
import sys

MEGABYTE = 1 << 20


def run_limited(code: str, *arguments: str, megabytes: int, timeout: float = 300) -> str:
    """Run Python code with a limit on its address space; gives what it prints. The arguments are its `sys.argv[1:]`.

    The timeout only ends a run that would never end. It measures nothing.
    """

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))

    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
        preexec_fn=limit,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
