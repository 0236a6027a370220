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
# After `import uriverse as uv`; the time of that import is subtracted.
CALLS: Final = (
    "uv.normalize('HTTP://h:80/%7e', level='scheme')",
    "uv.parse('https://h/').origin",
    "uv.query_pairs('a=1&b=%41')",
    "uv.parse('http://h:80/a').replace(path='/b')",
    "uv.hosts.domain('www.example.co.uk')",
    "uv.schemes.view('http://h/')",
    "uv.audit.findings('http://www.example.com/')",
    "uv.audit.findings('http://10.0.0.1/')",
    "uv.audit.findings('http://2130706433/')",
)


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
    rows |= {call: [sys.executable, "-c", f"import uriverse as uv; {call}"] for call in CALLS}
    took = dict.fromkeys(rows, float("inf"))
    with TemporaryDirectory() as folder:
        Path(folder, "page.html").write_text(PAGE, "utf-8")
        Path(folder, "urls.txt").write_text(URLS)
        for turn in range(-1, chosen.turns):
            for name, command in rows.items():
                found = processor_ms(command, folder)
                if turn >= 0:
                    took[name] = min(took[name], found)
    imported = took['python -c "import uriverse"']
    lines = [
        *harness.head("Starts", "click", "pyarrow", "numpy", "turbohtml"),
        "`python benches/starts.py`: processor time,",
        f"the smallest of {chosen.turns} turns, with the bytecode written.",
        "",
        "| from start to end | ms |",
        "|---|--:|",
        *(f"| `{name}` | {took[name]:.0f} |" for name in rows if name not in CALLS),
        "",
        "| first call, after `import uriverse as uv` | ms |",
        "|---|--:|",
        *(f"| `{call}` | {took[call] - imported:.1f} |" for call in CALLS),
    ]
    harness.write(chosen.report, "\n".join(lines))


if __name__ == "__main__":
    main()
