"""Generate what docs/coming-from cites of the report on other parsers, which is made of `oracle/answers.json.xz`."""

from __future__ import annotations

import sys

from generated import ROOT, Outputs, section

sys.path.append(str(ROOT / "oracle"))

from parser_report.cited import BEGIN, PAGES, cited
from parser_report.subjects import subjects


def outputs() -> Outputs:
    """Yield the pages."""
    by_name = {subject.name: subject for subject in subjects()}
    for page, name in PAGES.items():
        yield section(f"docs/coming-from/{page}.md", BEGIN, cited(by_name[name]))
