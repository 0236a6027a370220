"""Processor time of commands from start to end, and of first calls in a fresh process, beside bare Python and click.

python benches/starts.py --turns 25 --report benches/reports/2026-11-24-starts.md
python tools/generate.py         # writes the newest such report into docs/performance.md

Every turn runs each row once, so load of the machine meets all rows alike; the figure of a row is its smallest. A first
turn, which does not count, writes the bytecode. The files are one page and one list of URLs without an error.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import harness

PAGE: Final = (
    "<!doctype html><html lang=en><head><meta charset=utf-8><title>t</title></head>"
    "<body><p><a href=x>é</a> <a href=http://h/>y</a></body></html>\n"
)
URLS: Final = "http://example.org/a?b\nhttps://example.net/c#d\n"
BARE: Final = ("", "import click", "import pyarrow.parquet", "import uriverse")
COMMANDS: Final = (
    "--help", "parse http://h/a?b", "check http://h/a?b", "edit http://h/a?b --set query=y", "normalize http://h/a?b",
    "resolve g --base http://h/a", "canonical http://h/a --profile surt", "audit http://user@127.0.0.1/",
    "explain http://h/a", "links page.html", "links page.html --json", "links page.html --parquet out.parquet",
    "table urls.txt --to out.parquet",
)  # fmt: skip
ROOT: Final = Path(__file__).resolve().parent.parent
YARDSTICK: Final = "[__import__(name) for name in ('dataclasses', 'json')]"
FIRST_CALLS: Final = (
    *(sys.executable, "-I", str(ROOT / "tests" / "support" / "first_calls.py")),
    str(ROOT / "tests" / "first_calls.tsv"),
)


def first_calls(turns: int) -> dict[str, float]:
    """For each first call, made twice, its smallest milliseconds; and those of a yardstick."""
    smallest: dict[str, float] = {}
    for _ in range(turns):
        answer = subprocess.run(FIRST_CALLS, capture_output=True, text=True, check=True).stdout
        for line in answer.splitlines():
            nanoseconds, _, call = line.split("\t")
            smallest[call] = min(smallest.get(call, float("inf")), int(nanoseconds) / 1e6)
    return smallest


def processor_ms(command: list[str], folder: str) -> float:
    """Milliseconds of processor time, of user and system, that a process takes."""
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(command, cwd=folder, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} ends with {process.returncode}: {said.decode()}")
    return 1000 * (usage.ru_utime + usage.ru_stime)


def main() -> None:
    parser = harness.options(__doc__)
    parser.add_argument("--turns", type=int, default=25)
    chosen = parser.parse_args()
    rows = {f'python -c "{code}"': [sys.executable, "-c", code] for code in BARE}
    program = str(Path(sys.executable).parent / "uriverse")
    rows |= {f"uriverse {line}": [program, *line.split()] for line in COMMANDS}
    took = dict.fromkeys(rows, float("inf"))
    with TemporaryDirectory() as folder:
        Path(folder, "page.html").write_text(PAGE, "utf-8")
        Path(folder, "urls.txt").write_text(URLS)
        for turn in range(-1, chosen.turns):
            for name, command in rows.items():
                found = processor_ms(command, folder)
                if turn >= 0:
                    took[name] = min(took[name], found)
    calls = first_calls(chosen.turns)
    yardstick = calls.pop(YARDSTICK)
    slow = [call for call, took in calls.items() if took > yardstick / 3]
    lines = [
        *harness.head("Starts", "click", "pyarrow", "numpy", "turbohtml"),
        "`python benches/starts.py`: processor time,",
        f"the smallest of {chosen.turns} turns, with the bytecode written.",
        "",
        "| from start to end | ms |",
        "|---|--:|",
        *(f"| `{name}` | {took[name]:.0f} |" for name in rows),
        "",
        f"{len(calls)} first calls, each made twice in a process that has only imported uriverse; in the same units "
        f"`import dataclasses, json` takes {yardstick:.1f} ms. {len(calls) - len(slow)} take at most a third of that; the "
        "others are:",
        "",
        "| first two calls, after `import uriverse as uv` | ms |",
        "|---|--:|",
        *(f"| `{call}` | {calls[call]:.1f} |" for call in sorted(slow, key=lambda call: -calls[call])),
    ]
    harness.write(chosen.report, "\n".join(lines))


if __name__ == "__main__":
    main()
