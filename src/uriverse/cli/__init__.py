"""The command line: `uriverse parse`, `check`, `resolve`, `normalize`, `links`, one module a command.

The commands only format the library's results, as text or as JSON. Beyond `commands` and `process` this file imports
nothing of the package, so it can report a missing extra.
"""

import sys
from collections.abc import Sequence
from importlib.util import find_spec

NEEDED = ("click", "rich")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit with the code of the table in `process.py`. A missing extra is a usage error."""
    gaps = [name for name in NEEDED if find_spec(name) is None]
    if gaps:
        print(f"uriverse: the command needs {' and '.join(gaps)}: pip install {' '.join(gaps)}", file=sys.stderr)
        sys.exit(2)
    try:
        from uriverse.cli import commands, process
    except KeyboardInterrupt:
        sys.exit(130)
    process.run(commands.uriverse, arguments, "uriverse")
