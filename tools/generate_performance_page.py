"""Generate the newest reports of benches/everyday.py, request.py and starts.py in docs/performance.md."""

from __future__ import annotations

from generated import ROOT, Outputs, section


def outputs() -> Outputs:
    """Yield the page, with each report."""
    for kind in ("calls", "request", "starts"):
        newest = max((ROOT / "benches" / "reports").glob(f"*-{kind}.md"))
        _, _, report = newest.read_text("utf-8").partition("\n")
        begin = f"<!-- from the newest benches/reports/*-{kind}.md -->\n"
        yield section("docs/performance.md", begin, report.lstrip("\n"))
