"""Write the newest report of `benches/everyday.py` into docs/performance.md, or check that it is current.

python tools/generate_performance_page.py            write the section
python tools/generate_performance_page.py --check    exit 1 if the committed page is stale
"""

from __future__ import annotations

from pathlib import Path

from generated_section import write_or_check

REPORTS = Path(__file__).resolve().parent.parent / "benches" / "reports"
BEGIN = "<!-- from the newest benches/reports/*-calls.md -->\n"


def write() -> int:
    """Write or check, and return the exit code."""
    newest = max(REPORTS.glob("*-calls.md"))
    _, _, report = newest.read_text("utf-8").partition("\n")
    return write_or_check("performance.md", BEGIN, report.lstrip("\n"), newest.name)


if __name__ == "__main__":
    raise SystemExit(write())
