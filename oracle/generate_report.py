"""Write docs/state-of-uri-parsers from the kept answers, or check that it is current; and what docs/coming-from cites.

python oracle/generate_report.py            write the Markdown and the pictures
python oracle/generate_report.py --check    exit 1 where one is stale

No implementation is run: all comes from `oracle/answers.json.xz`, and the hosts from the recorded answers of
`vectors/agreement/payloads.json`. `oracle/record.py` and `tools/record_agreement.py` record them again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from parser_report.cited import BEGIN, PAGES, cited
from parser_report.markdown import as_markdown
from parser_report.one import pages_parts
from parser_report.subjects import Subject, subjects
from parser_report.summary import summary

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

from generated_section import write_or_check  # noqa: E402 (from tools/)

TARGET = ROOT / "docs" / "state-of-uri-parsers"
TITLE = "The state of URI parsers"


def files(found: Sequence[Subject]) -> Iterator[tuple[str, str]]:
    """Each file of the report, with its text."""
    parts = list(summary(found))
    yield "README.md", as_markdown(TITLE, parts)
    yield from ((f"{part.name}.svg", part.picture) for part in parts if part.picture)
    for one in found:
        yield f"implementations/{one.name}.md", as_markdown(f"{one.title} ({one.language})", pages_parts(one))


def main(arguments: list[str]) -> int:
    """Write or check; gives the exit code."""
    check = "--check" in arguments
    found = subjects()
    texts = dict(files(found))
    stale = [name for name, text in texts.items() if _written(TARGET / name) != text]
    kept = {str(path.relative_to(TARGET)) for path in TARGET.rglob("*") if path.is_file()}
    left = sorted(kept - texts.keys())
    if not check:
        for name in stale:
            (TARGET / name).parent.mkdir(parents=True, exist_ok=True)
            (TARGET / name).write_text(texts[name], "utf-8")
        for name in left:
            (TARGET / name).unlink()
    said = ", ".join([*stale, *left]) or "nothing"
    print(f"docs/state-of-uri-parsers: {said} {'stale' if check else 'written'}")
    by_name = {one.name: one for one in found}
    codes = [
        write_or_check(f"coming-from/{page}.md", BEGIN, cited(by_name[name]), f"docs/coming-from/{page}.md")
        for page, name in PAGES.items()
    ]
    return max(int(bool(check and (stale or left))), *codes)


def _written(path: Path) -> str | None:
    return path.read_text("utf-8") if path.exists() else None


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
