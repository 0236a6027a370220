"""How many instructions each operation of the engine takes per text, counted by valgrind: the machine's load does not matter.

    python benches/instructions.py            # counts, beside the recorded ones
    python benches/instructions.py --record   # writes benches/instructions.json

The engine alone runs, over a fixed sample (`crates/core/examples/guard.rs`). A few rounds and a few more are counted,
and the difference is divided by the texts: what loading takes falls out.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORD = Path(__file__).with_name("instructions.json")
SAMPLE = 200
ROUNDS = (2, 7)
BACKENDS = ("scalar", "ssse3", "avx2")  # valgrind knows no AVX-512
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
    "normalize",
    "encode",
    "decode",
)


def built() -> Path:
    """The program, built as the release is."""
    command = ["cargo", "build", "--quiet", "--release", "--package", "uriverse-core", "--example", "guard"]
    subprocess.run(command, cwd=ROOT, check=True)
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--no-deps"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return Path(json.loads(metadata.stdout)["target_directory"]) / "release" / "examples" / "guard"


def counted(program: Path, operation: str, backend: str, rounds: int) -> int:
    command = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        program,
        operation,
        backend,
        str(rounds),
    ]
    shown = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stderr
    found = re.search(r"Collected : (\d+)", shown)
    if found is None:
        raise RuntimeError(shown)
    return int(found[1])


def per_text(program: Path, operation: str, backend: str) -> float:
    few, more = (counted(program, operation, backend, rounds) for rounds in ROUNDS)
    return (more - few) / (ROUNDS[1] - ROUNDS[0]) / SAMPLE


def recorded() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = json.loads(RECORD.read_text())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true")
    chosen = parser.parse_args()
    program = built()
    counts = {backend: {name: round(per_text(program, name, backend)) for name in OPERATIONS} for backend in BACKENDS}
    before = recorded() if RECORD.exists() else {}
    for backend, found in counts.items():
        for name, count in found.items():
            sys.stdout.write(
                f"{backend:8} {name:18} {count:6} (recorded: {before.get(backend, {}).get(name, 'never')})\n"
            )
    if chosen.record:
        RECORD.write_text(json.dumps(counts, indent=2) + "\n")


if __name__ == "__main__":
    main()
