"""How many instructions each operation of the engine, and some calls of the package, take per text, counted by valgrind:
the machine's load does not matter.

    python benches/instructions.py            # counts, beside the recorded ones
    python benches/instructions.py --record   # writes benches/instructions.json

The engine alone runs, over a fixed sample (`crates/text/examples/guard.rs`). Only what its function `counted` runs is
counted, which is `ROUNDS` rounds of one operation; loading the tables is not. `replace`, `append`, `/`, `parent` and
`compose` write a reference by "compose", `repr` and `redacted` by "redact", `Template.match` by "match".

What is Python is counted as a whole (`CALLS`), with the interpreter's share: a process that makes `REPEATED` calls, less one
that makes none. These counts belong to one version of Python.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
RECORD = Path(__file__).with_name("instructions.json")
SAMPLE = 200
ROUNDS = 5
BACKENDS = ("scalar", "ssse3", "avx2")  # valgrind does not support AVX-512
OPERATIONS = (
    "parse",
    "parse@rfc2396",
    "parse@rfc1808",
    "parse-reference",
    "split",
    "refuse",
    "resolve",
    "fast-resolve",
    "resolve@rfc2396",
    "relativize",
    "compose",
    "normalize",
    "encode",
    "decode",
    "redact",
    "match",
)
CALLS = {
    "view": "schemes.view(text)",
    "display": "reference.display()",
    "replace": "reference.replace(path='/x')",
    "decode": "uv.decode(encoded)",
}
REPEATED = 2000
SETTING = """
import sys
import uriverse as uv
from uriverse import schemes
text = "https://example.org/a/b/c?q=1&r=2#frag"
reference = uv.parse(text)
encoded = uv.encode("a b/ü&=%" * 20, component="segment")
call = lambda: {call}
call()
for _ in range(int(sys.argv[1])):
    call()
"""


def built() -> Path:
    """Build the program like a release, and return its path."""
    command = ["cargo", "build", "--quiet", "--release", "--package", "uriverse-text", "--example", "guard"]
    subprocess.run(command, cwd=ROOT, check=True)
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--no-deps"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return Path(json.loads(metadata.stdout)["target_directory"]) / "release" / "examples" / "guard"


def counted(program: Path, backend: str) -> dict[str, float]:
    """Return the instructions of each operation for one text."""
    with TemporaryDirectory() as folder:
        # Callgrind writes a file at the start and at the end of each call; every second one has the count.
        at = [f"--dump-{when}=guard::counted" for when in ("before", "after")]
        tool = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={folder}/part", *at]
        subprocess.run([*tool, program, backend, *OPERATIONS], cwd=ROOT, check=True)
        counts = [_total(Path(folder, f"part.{2 * number}")) for number, _ in enumerate(OPERATIONS, start=1)]
    return {name: count / ROUNDS / SAMPLE for name, count in zip(OPERATIONS, counts, strict=True)}


def _total(part: Path) -> int:
    match = re.search(r"^totals: (\d+)$", part.read_text("utf-8"), re.MULTILINE)
    if match is None:
        raise RuntimeError(f"{part.name} has no total")
    return int(match[1])


def counted_calls() -> dict[str, float]:
    """Return the instructions of each call."""

    def total(call: str, number: int) -> int:
        with TemporaryDirectory() as folder:
            tool = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={folder}/part"]
            command = [sys.executable, "-c", SETTING.format(call=call), str(number)]
            subprocess.run([*tool, *command], check=True, env={**os.environ, "PYTHONHASHSEED": "0"})
            return _total(Path(folder, "part"))

    return {name: (total(call, REPEATED) - total(call, 0)) / REPEATED for name, call in CALLS.items()}


def every_count() -> dict[str, dict[str, float]]:
    """Return the counts of the operations by each backend, and of the calls."""
    program = built()
    return {backend: counted(program, backend) for backend in BACKENDS} | {"python": counted_calls()}


def recorded() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = json.loads(RECORD.read_text())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true")
    chosen = parser.parse_args()
    counts = {place: {name: round(count) for name, count in found.items()} for place, found in every_count().items()}
    before = recorded() if RECORD.exists() else {}
    for place, found in counts.items():
        for name, count in found.items():
            sys.stdout.write(f"{place:8} {name:18} {count:6} (recorded: {before.get(place, {}).get(name, 'never')})\n")
    if chosen.record:
        RECORD.write_text(json.dumps(counts, indent=2) + "\n")


if __name__ == "__main__":
    main()
