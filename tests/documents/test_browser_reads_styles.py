"""Chromium as the judge of style sheets: the references of its computed values and rules are those of our rows."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from support.browser.chromium import Served, ask
from support.browser.sheets import INLINE_PAGES, SHEETS, linking
from support.paths import ROOT
from uriverse.documents import links

HERE = ROOT / "tests" / "support" / "browser"

# What only one of the two has: the document, "ours" or "browser", the reference.
Difference = tuple[str, str, str]

TABLE = json.loads((HERE / "sheet-differences.json").read_text("utf-8"))
EXPLAINED: dict[Difference, str] = {
    (path, side, text): rule for path, rows in TABLE["sheets"].items() for side, text, rule in rows
}


def differences(path: str, data: bytes, root: str, seen: list[str]) -> set[Difference]:
    """The differences of one sheet, or of one page with styles; the server's root is written "{root}"."""
    rows = links(io.BytesIO(data), base=root.rstrip("/") + path, format="css" if path.endswith(".css") else "html")
    of_styles = (row for row in rows if row.element != "base")
    # What has no target is told as it stands.
    ours = {f"refused: {row.reference}" if row.resolved is None else row.resolved for row in of_styles}
    return {
        (path, side, text.replace(root, "{root}"))
        for side, texts in (("ours", ours - set(seen)), ("browser", set(seen) - ours))
        for text in texts
    }


def test_the_table_names_what_there_is() -> None:
    """The table explains by rules that it tells, for sheets that are there."""
    assert set(EXPLAINED.values()) == TABLE["rules"].keys()
    assert TABLE["sheets"].keys() <= SHEETS.keys() | INLINE_PAGES.keys()


@pytest.mark.browser
def test_a_browser_finds_the_same_references(tmp_path: Path) -> None:
    """Every difference is in the table with its rule, and every one in the table is there."""
    pages = {f"/using{path}": path for path in SHEETS} | {path: path for path in INLINE_PAGES}
    documents = SHEETS | INLINE_PAGES
    served = {path: Served(sheet, "text/css") for path, sheet in SHEETS.items()}
    served |= {page: Served(linking(path)) for page, path in pages.items() if page != path}
    served |= {path: Served(page) for path, page in INLINE_PAGES.items()}
    root, seen = ask(HERE / "sheets.js", list(pages), served, tmp_path)
    assert [(page, each) for page, each in seen.items() if not isinstance(each, list)] == []
    assert seen.keys() == pages.keys()
    found = {each for page, path in pages.items() for each in differences(path, documents[path], root, seen[page])}
    assert found - EXPLAINED.keys() == set(), "not explained"
    assert EXPLAINED.keys() - found == set(), "explained, and no longer there"
