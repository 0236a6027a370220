"""Chromium as the judge: what it makes of the references of nasty pages, and of large ones, is what our rows say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.browser.chromium import Served, ask
from support.browser.comparison import Difference, differences
from support.browser.nasty_pages import LARGE, PAGES, SMALL
from support.paths import ROOT

HERE = ROOT / "tests" / "support" / "browser"

TABLE = json.loads((HERE / "differences.json").read_text("utf-8"))
# By an edition, and by the URL Standard.
EXPLAINED = {
    standard: {Difference(page, *fields): rule for page, rows in TABLE[standard].items() for *fields, rule in rows}
    for standard in ("rfc3986", "whatwg")
}


def test_the_set_is_large_enough() -> None:
    """Sixty nasty pages and three large ones."""
    assert len(SMALL) >= 60
    assert len(LARGE) == 3
    assert min(map(len, LARGE.values())) > 500_000


def test_every_difference_has_a_rule_and_every_rule_a_difference() -> None:
    """The table explains by names that it tells."""
    assert {rule for table in EXPLAINED.values() for rule in table.values()} == TABLE["rules"].keys()
    assert {each.page for table in EXPLAINED.values() for each in table} <= PAGES.keys()


@pytest.mark.browser
def test_a_browser_says_the_same(tmp_path: Path) -> None:
    """Every difference is in the table with its rule, and every one in the table is there.

    By the URL Standard that leaves what Chromium does differently from the Standard, what has no URL, and what no page
    of a browser holds.
    """
    served = {f"/pages/{name}": Served(page) for name, page in PAGES.items()}
    host, answers = ask(HERE / "pages.js", list(served), served, tmp_path)
    root, seen = f"{host}pages/", {path.removeprefix("/pages/"): each for path, each in answers.items()}
    assert seen.keys() == PAGES.keys()
    assert [(page, each["error"]) for page, each in seen.items() if "error" in each] == []
    for standard, explained in EXPLAINED.items():
        found = {each for page, data in PAGES.items() for each in differences(page, data, root, seen[page], standard)}
        assert found - explained.keys() == set(), "not explained"
        assert explained.keys() - found == set(), "explained, and no longer there"
