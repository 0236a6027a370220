"""How many instructions each operation of the engine, and some calls of the package, take per text, counted by valgrind:
the machine's load does not matter.

    python benches/instructions.py            # counts, beside the recorded ones
    python benches/instructions.py --record   # writes benches/instructions.json

The engine alone runs, over a fixed sample (`crates/text/examples/guard.rs`). Only what its function `counted` runs is
counted, which is `ROUNDS` rounds of one operation; loading the tables is not. `replace`, `append`, `/`, `parent` and
`compose` write a reference by "compose", `repr` and `redacted` by "redact", `Template.match` by "match".

What is Python is counted as a whole (`CALLS`), with the interpreter's share. These counts belong to one version of Python.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.append(str(Path(__file__).parents[1] / "tools"))

from rehearse_release import repeatable

ROOT = Path(__file__).resolve().parent.parent
RECORD = Path(__file__).with_name("instructions.json")
SAMPLE = 200
ROUNDS = 5
BACKENDS = ("scalar", "ssse3", "avx2")  # valgrind does not support AVX-512
OPERATIONS = (
    "parse", "parse@rfc2396", "parse@rfc1808", "parse-reference", "split", "refuse", "resolve", "fast-resolve",
    "resolve@rfc2396", "relativize", "compose", "normalize", "encode", "decode", "redact", "match",
)  # fmt: skip
CALLS = {
    "replace": "reference.replace(path='/x')",
    "without fragment": "reference.replace(fragment=None)",
    "append": "reference.append('x y', 'z')",
    "/": "reference / 'x y'",
    "compose": "uv.compose(scheme='http', host='h', path='/a', query='b=1')",
    "parent": "reference.parent",
    "repr": "repr(login)",
    "redacted": "login.redacted()",
    "match": "template.match('/repos/me/it').values",
    "policy url": "policy.url(text)",
    "safe redirect": "uv.safe_redirect('/a', text)",
    "verdict": "hosts.verdict('www.example.org')",
    "verdict of a rare form": "hosts.verdict('010.0.0.1')",
    "connect host": "reference.connect_host",
    "form pairs": "reference.form_pairs['q']",
    "findings": "audit.findings('https://shop.example.com/?j=%7B%22a%22%3A1%7D')",
    "view": "schemes.view(text)",
    "mend": "uv.mend(text)",
    "display": "reference.display()",
    "log record": "shown(text)",
    "encode": "uv.encode(data, component='segment')",
    "decode": "uv.decode(encoded)",
    "decode Cyrillic": "uv.decode(cyrillic)",
}
REPEATED = 2000
SETTING = f"""
import logging
import os
import uriverse as uv
from uriverse import audit, hosts, schemes
from uriverse.integrations.logging import RedactingFilter
policy = uv.Policy()
text = "https://example.org/a/b/c?q=1&r=2#frag"
reference = uv.parse(text)
login = uv.parse("https://me:secret@example.org/a/b?token=1")
template = uv.templates.Template("/repos/{{owner}}/{{name}}")
data = "a b/ü&=%" * 20
encoded = uv.encode(data, component="segment")
cyrillic = uv.encode("привет мир/" * 10, component="segment")
record, hiding = logging.makeLogRecord({{}}), RedactingFilter()

def shown(text):
    record.msg, record.args = "fetched %s", (text,)
    hiding.filter(record)

for call in ({", ".join(f"lambda: {call}" for call in CALLS.values())}):
    call()
    os.getppid()
    for _ in range({REPEATED}):
        call()
    os.getppid()
"""


def built() -> Path:
    """Build the program like a wheel, whose crates of others it shares (`rehearse_release.py`), and return its path."""
    settings = repeatable()
    packages = ("--package=uriverse-python", "--package=uriverse-text")  # the features of both
    command = ["cargo", "build", "--quiet", "--release", *packages, "--example=guard"]
    subprocess.run(command, cwd=ROOT, check=True, env=os.environ | settings)
    return Path(settings["CARGO_TARGET_DIR"], "release/examples/guard")


def counted(program: Path, backend: str) -> dict[str, float]:
    """Return the instructions of each operation for one text."""
    at = [f"--dump-{when}=guard::counted" for when in ("before", "after")]
    counts = _parts(at, [str(program), backend, *OPERATIONS], len(OPERATIONS))
    return {name: count / ROUNDS / SAMPLE for name, count in zip(OPERATIONS, counts, strict=True)}


def counted_calls() -> dict[str, float]:
    """Return the instructions of each call."""
    # `os.getppid` calls the C library's function of that name, and nothing else does.
    counts = _parts(["--dump-before=getppid"], [sys.executable, "-c", SETTING], len(CALLS))
    return {name: count / REPEATED for name, count in zip(CALLS, counts, strict=True)}


def _parts(at: list[str], command: list[str], number: int) -> list[int]:
    """Return the counts between two places of a program, one for each time that it gets there.

    Callgrind writes a file at each place and a file at its end: every second one has a count.
    """
    with TemporaryDirectory() as folder:
        tool = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={folder}/part", *at]
        subprocess.run([*tool, *command], cwd=ROOT, check=True, env={**os.environ, "PYTHONHASHSEED": "0"})
        return [_total(Path(folder, f"part.{2 * each}")) for each in range(1, number + 1)]


def _total(part: Path) -> int:
    match = re.search(r"^totals: (\d+)$", part.read_text("utf-8"), re.MULTILINE)
    if match is None:
        raise RuntimeError(f"{part.name} has no total")
    return int(match[1])


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
