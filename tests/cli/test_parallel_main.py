"""Workers where the main program is no file: they can't start, and the work is done without them."""

from __future__ import annotations

import subprocess
import sys


def test_a_program_on_standard_input() -> None:
    """A spawned worker imports the main program, which is not there; every row comes all the same."""
    code = (
        "from uriverse.documents import Document\n"
        "from uriverse.documents.parallel import OCTETS, AsRows, in_parallel\n"
        "pages = [Document(str(at), b'<a href=x>' + b' ' * OCTETS, 'http://h/') for at in range(8)]\n"
        "print([row.resolved for row in in_parallel(pages, AsRows(), processes=2)] == ['http://h/x'] * 8)\n"
    )
    done = subprocess.run([sys.executable, "-"], input=code, capture_output=True, text=True, timeout=120)
    assert done.stdout == "True\n"
