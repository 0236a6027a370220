"""Ask implementations in several languages a small slice of the oracle's questions, as the gate does.

python tools/oracle_slice.py

Exits with 1 if our own driver has a fault, if a driver leaves a question without an answer, or if fewer than three
languages could be asked. A language whose program is not there is named.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from uriverse.oracle import judge, questions, run

DRIVERS = Path(__file__).parents[1] / "oracle" / "drivers"
ASKED = {
    "ours": [sys.executable, str(DRIVERS / "ours.py"), "rfc3986"],
    "urllib": [sys.executable, str(DRIVERS / "python_libraries.py"), "urllib"],
    "java.net.URI": ["java", str(DRIVERS / "JavaNetUri.java")],
    "Go net/url": ["go", "run", str(DRIVERS / "net_url.go")],
    "Node URL": ["node", str(DRIVERS / "node.mjs"), "url"],
    "Node url.parse": ["node", str(DRIVERS / "node.mjs"), "legacy"],
}


def main() -> int:
    """Ask; gives the exit code."""
    asked = questions(most=100)
    languages, failed = {"Rust"}, False
    for name, command in ASKED.items():
        if shutil.which(command[0]) is None:
            print(f"{name:16} not asked: there is no program {command[0]}")
            continue
        verdict = judge(run(name, command, asked, seconds=30), asked)
        nearest = verdict.resembles
        targets = f"{nearest.wrong_resolutions} of {nearest.resolutions} targets"
        faults = f"{nearest.faults:4} of {nearest.asked} strings, {targets}, {verdict.failures[0]} failures"
        print(f"{name:16} {verdict.version:10} resembles {nearest.edition:8} {faults}")
        languages.add(Path(command[0]).name)
        failed |= verdict.failures[0] > 0 or (name == "ours" and nearest.distance > 0)
    return int(failed or len(languages) < 3)


if __name__ == "__main__":
    raise SystemExit(main())
