"""The command line: `uriverse parse`, `check`, `resolve`, `normalize`, `links`, one module a command.

Nothing here knows a rule of the syntax; each command says what the library says, as text for people or as JSON. This
file loads nothing but itself, so that a missing extra can be told kindly.
"""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from io import TextIOWrapper

NEEDED = ("click", "rich")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; ends with SystemExit: 0 for yes, 1 for no, 2 for wrong use or a missing extra."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        print(f"uriverse: the command needs {' and '.join(missing)}: pip install 'uriverse[cli]'", file=sys.stderr)
        sys.exit(2)
    for stream in (sys.stdout, sys.stderr):
        # Octets of a name or a line that are no UTF-8 go out as they came in; what an encoding lacks is escaped.
        if isinstance(stream, TextIOWrapper):
            utf_8 = stream.encoding.lower().replace("_", "-") == "utf-8"
            stream.reconfigure(errors="surrogateescape" if utf_8 else "backslashreplace")
    from uriverse.cli.commands import uriverse

    uriverse.main(arguments, prog_name="uriverse")
