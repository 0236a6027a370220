"""Write what docs/coming-from cites of the report on other parsers, or check that it is current; or the whole report.

python oracle/generate_report.py                write the sections of docs/coming-from
python oracle/generate_report.py --check        exit 1 where one is stale
python oracle/generate_report.py --to FOLDER    write the report, as the site has it, to look at

No implementation is run: all comes from `oracle/answers.json.xz`, and the hosts from the recorded answers of
`vectors/agreement/payloads.json`. `oracle/record.py` and `tools/record_agreement.py` record them again.
"""

from __future__ import annotations

import sys
from pathlib import Path

from parser_report.cited import BEGIN, PAGES, cited
from parser_report.pages import pages
from parser_report.subjects import subjects

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

from generated_section import write_or_check  # noqa: E402 (from tools/)


def main(arguments: list[str]) -> int:
    """Write or check; gives the exit code."""
    if arguments[:1] == ["--to"]:
        for name, text in pages():
            path = Path(arguments[1], name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return 0
    found = {one.name: one for one in subjects()}
    return max(
        write_or_check(f"coming-from/{page}.md", BEGIN, cited(found[name]), f"docs/coming-from/{page}.md")
        for page, name in PAGES.items()
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
