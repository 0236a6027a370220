"""Ask implementations in several languages a small slice of the oracle's questions, as the gate does.

python oracle/ask_slice.py

Exits with 1 if our own driver has a fault, if a driver leaves a question without an answer, or if fewer than three
languages could be asked. One whose driver cannot be built or whose program is not there is named.
"""

from __future__ import annotations

import shutil

from implementations import Implementation, implementations
from uriverse_oracle import judge, questions, run

OURS = Implementation("ours", "ours", "Rust", "{python} drivers/ours.py rfc3986", document="rfc3986")
SLICE = {"python-urllib", "java-net-uri", "go-net-url", "node-url", "node-url-parse"}


def main() -> int:
    """Ask; gives the exit code."""
    asked = questions(most=100)
    languages, failed = set(), False
    for one in (OURS, *(row for row in implementations() if row.name in SLICE)):
        reason = one.cannot_be_built()
        if not reason and shutil.which(one.command[0]) is None:
            reason = f"there is no program {one.command[0]}"
        if reason:
            print(f"{one.title:16} not asked: {reason}")
            continue
        verdict = judge(run(one.title, one.command, asked, seconds=30), asked)
        nearest = verdict.resembles
        targets = f"{nearest.wrong_resolutions} of {nearest.resolutions} targets"
        faults = f"{nearest.faults:4} of {nearest.asked} strings, {targets}, {verdict.failures[0]} failures"
        print(f"{one.title:16} {verdict.version:10} resembles {nearest.edition:8} {faults}")
        languages.add(one.language)
        failed |= verdict.failures[0] > 0 or (one is OURS and nearest.distance > 0)
    return int(failed or len(languages) < 3)


if __name__ == "__main__":
    raise SystemExit(main())
