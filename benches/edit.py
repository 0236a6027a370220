"""`uriverse edit` compared with trurl: whole commands on the lines of a file, in wall-clock time.

python benches/edit.py --lines urls.txt --trurl /usr/bin/trurl --report benches/reports/2026-11-23-edit.md

The commands take turns. Each reads the file from standard input and writes its answers and messages to files; the
fastest turn counts. The figures include the start of both programs, and so of Python.
"""

import argparse
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from harness import head, options, write

TARGET = 10
# The options of trurl, and ours if they differ.
CASES = (
    ("--set host=example.org", ""),
    ("--get '{host}'", ""),
    ("--get '{scheme} {host} {port} {:path} {:query}'", "--get '{scheme} {host} {port} {path} {query}'"),
    ("--get '{path}'", "--get '{path}' --decoded"),
    ("--get '{query:id}'", ""),
    ("--append query=a=b", ""),
    ("--append path=c", ""),
    ("--set user=me", ""),
    ("--qtrim 'utm_*'", "--remove 'utm_*'"),
    ("--replace id=b", ""),
    ("--sort-query", "--sort"),
    ("--redirect ../x", ""),
    ("--iterate 'port=81 82'", ""),
    ("--default-port --keep-port", "--default-port"),
)


@dataclass
class Turn:
    """One run of a command: wall-clock and processor seconds, number of output lines, exit code."""

    wall: float
    processor: float
    lines: int
    code: int


def turn(command: Sequence[str], lines: Path) -> Turn:
    """Run a command on the lines."""
    with lines.open("rb") as given, tempfile.TemporaryFile() as answers, tempfile.TemporaryFile() as messages:
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        done = subprocess.run(command, stdin=given, stdout=answers, stderr=messages, check=False)
        wall, after = perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        answers.seek(0)
        count = sum(piece.count(b"\n") for piece in iter(lambda: answers.read(1 << 20), b""))
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Turn(wall, processor, count, done.returncode)


def row(theirs: str, ours: str, chosen: argparse.Namespace) -> str:
    """Run both commands in turn, and return a row of the table."""
    ours = ours or theirs
    commands = (
        [chosen.trurl, "-f", "-", *shlex.split(theirs)],
        [shutil.which("uriverse") or "uriverse", "edit", "-", *shlex.split(ours)],
    )
    turns = [[turn(command, chosen.lines) for command in commands] for _ in range(chosen.turns)]
    trurl, uriverse = (min(each, key=lambda one: one.wall) for each in zip(*turns, strict=True))
    times = f"{trurl.wall:.2f} ({trurl.processor:.2f}) | {uriverse.wall:.2f} ({uriverse.processor:.2f})"
    if trurl.code < 0 or trurl.code > 128:
        verdict = f"trurl crashed after {trurl.lines:,} lines"
    else:
        ratio = trurl.wall / uriverse.wall
        verdict = f"{ratio:.1f}{'' if ratio >= TARGET else ', missed'}"
    options = f"`{theirs}`" if ours == theirs else f"`{theirs}`, here `{ours}`"
    print(options, times, verdict, file=sys.stderr)
    return f"| {options} | {times} | {verdict} | {trurl.lines:,}, {uriverse.lines:,} |"


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--lines", type=Path, required=True, help="a file with a URL a line")
    parser.add_argument("--trurl", default="trurl", help="the path of trurl")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", default="", help="only the cases with this text")
    chosen = parser.parse_args()
    version = subprocess.run([chosen.trurl, "--version"], capture_output=True, text=True, check=True).stdout
    out = [
        *head("`uriverse edit` and trurl", "uriverse"),
        f"{version.splitlines()[0]}.",
        f"{chosen.lines.read_bytes().count(10):,} lines; the fastest of {chosen.turns} turns; seconds of wall time (of all processors).",
        "",
        "| options | trurl | `uriverse edit` | ratio | lines written |",
        "|---|--:|--:|--:|--:|",
        *(row(theirs, ours, chosen) for theirs, ours in CASES if chosen.only in theirs),
    ]
    write(chosen.report, "\n".join(out))


if __name__ == "__main__":
    main()
