"""The command line: `uriverse parse`, `check`, `resolve`, `normalize`, `links`, one module a command.

No command knows a rule of the syntax: each says what the library says, as text for people or as JSON. This file imports
nothing else of the package, so that it can say which extra is missing.
"""

import sys
from collections.abc import Sequence
from importlib.util import find_spec

NEEDED = ("click", "rich")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and end the process; `process.py` says with which exit code. A missing extra is wrong use."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        print(f"uriverse: the command needs {' and '.join(missing)}: pip install 'uriverse[cli]'", file=sys.stderr)
        sys.exit(2)
    from uriverse.cli import commands, process

    process.run(commands.uriverse, arguments, "uriverse")
