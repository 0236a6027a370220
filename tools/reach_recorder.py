"""Note which files of the repository a process runs or reads: half of `tools/record_reach.py`, loaded by each Python.

`start` appends a line to a log for the first function of a file that is entered, and for a file that is opened. A
module of which only the import was run is not noted: everybody imports `uriverse.ground`, and few call it. Each line is
written at once, since a test may kill the process. Monitoring costs one call for each function of the process, not one
for each entry (`DISABLE`), so that tests of time and interrupts stay what they are.
"""

from __future__ import annotations

import os
import sys
from types import CodeType

# A module and the body of a class have no fast locals.
FUNCTION = 0x1
TOOL = 4


def start(root: str, log: str) -> None:
    """Append the files below `root` that this process enters or opens to `log`; a second call does nothing."""
    if sys.monitoring.get_tool(TOOL):
        return
    beginning = root + os.sep
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    recorded: set[str] = set()

    def record(path: str) -> None:
        if path.startswith(beginning) and path not in recorded:
            recorded.add(path)
            os.write(output, f"{path[len(beginning) :]}\n".encode())

    def entered(code: CodeType, _offset: int) -> object:
        if code.co_flags & FUNCTION:
            record(code.co_filename)
        return sys.monitoring.DISABLE

    def opened(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str) and not arguments[0].endswith(".pyc"):
            record(os.path.abspath(arguments[0]))

    sys.monitoring.use_tool_id(TOOL, "reach")
    sys.monitoring.register_callback(TOOL, sys.monitoring.events.PY_START, entered)
    sys.monitoring.set_events(TOOL, sys.monitoring.events.PY_START)
    sys.addaudithook(opened)
