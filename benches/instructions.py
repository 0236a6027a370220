"""How many instructions each operation of the engine takes per text, counted by valgrind: the machine's load does not matter.

    python benches/instructions.py            # counts, beside the recorded ones
    python benches/instructions.py --record   # writes benches/instructions.json

The engine alone runs, over a fixed sample (`crates/text/examples/guard.rs`). Only what its function `counted` runs is
counted, which is `ROUNDS` rounds of one operation; loading the tables is not. `replace`, `append`, `/`, `parent` and
`compose` write a reference by "compose", `repr` and `redacted` by "redact", `Template.match` by "match".
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
RECORD = Path(__file__).with_name("instructions.json")
SAMPLE = 200
ROUNDS = 5
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
    "compose",
    "normalize",
    "encode",
    "decode",
    "redact",
    "match",
)


def built() -> Path:
    """The program, built as the release is."""
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
    """The instructions that each operation takes for one text."""
    with TemporaryDirectory() as folder:
        # Callgrind writes a file at each call of the function and a file at its end: every second one has its count.
        at = [f"--dump-{when}=guard::counted" for when in ("before", "after")]
        tool = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={folder}/part", *at]
        subprocess.run([*tool, program, backend, *OPERATIONS], cwd=ROOT, check=True)
        counts = [_total(Path(folder, f"part.{2 * number}")) for number, _ in enumerate(OPERATIONS, start=1)]
    return {name: count / ROUNDS / SAMPLE for name, count in zip(OPERATIONS, counts, strict=True)}


def _total(part: Path) -> int:
    found = re.search(r"^totals: (\d+)$", part.read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise RuntimeError(f"{part.name} has no total")
    return int(found[1])


def recorded() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = json.loads(RECORD.read_text())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true")
    chosen = parser.parse_args()
    program = built()
    counts = {
        backend: {name: round(count) for name, count in counted(program, backend).items()} for backend in BACKENDS
    }
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
