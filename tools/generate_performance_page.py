"""Write the newest reports of benches/everyday.py and benches/starts.py into docs/performance.md, or compare them.

python tools/generate_performance_page.py            write the sections
python tools/generate_performance_page.py --check    exit 1 if the committed page is stale
"""

from __future__ import annotations

from pathlib import Path

from generated_section import write_or_check

REPORTS = Path(__file__).resolve().parent.parent / "benches" / "reports"


def write() -> int:
    """Write or check, and return the exit code."""
    return max(map(_write, ("calls", "starts")))


def _write(kind: str) -> int:
    newest = max(REPORTS.glob(f"*-{kind}.md"))
    _, _, report = newest.read_text("utf-8").partition("\n")
    begin = f"<!-- from the newest benches/reports/*-{kind}.md -->\n"
    return write_or_check("performance.md", begin, report.lstrip("\n"), newest.name)


if __name__ == "__main__":
    raise SystemExit(write())
