"""Write the calls of each request into docs/performance.md, as the newest report of `benches/everyday.py` has them.

python tools/generate_performance_page.py            write the section
python tools/generate_performance_page.py --check    exit 1 where the committed page is stale
"""

from __future__ import annotations

from pathlib import Path

from generated_section import write_or_check

REPORTS = Path(__file__).resolve().parent.parent / "benches" / "reports"
BEGIN = "<!-- from the newest benches/reports/*-calls.md -->\n"


def write() -> int:
    """Write or check; gives the exit code."""
    newest = max(REPORTS.glob("*-calls.md"))
    _, _, report = newest.read_text("utf-8").partition("\n")
    return write_or_check("performance.md", BEGIN, report.lstrip("\n"), newest.name)


if __name__ == "__main__":
    raise SystemExit(write())
