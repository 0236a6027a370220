"""The pages that show how a thing is used: every example gives what it says."""

from __future__ import annotations

import doctest
import re
from typing import Any

import pytest

from support.pages import DOCS, PAGES, sections
from support.paths import ROOT


def run(page: str, section: str, **names: Any) -> None:
    """Run a section; what the page imports before its first heading is there."""
    examples = sections(page)
    text = examples[section] if section == "" else examples.get("", "") + examples[section]
    test = doctest.DocTestParser().get_doctest(text, names, section, page, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_recipes_are_forty() -> None:
    """Each is a section, and each has an example or a command."""
    recipes = [part for path in (DOCS / "recipes").glob("*.md") for part in path.read_text("utf-8").split("\n## ")[1:]]
    assert len(recipes) >= 40
    assert all(any(f"```{kind}" in recipe for kind in ("python", "sh", "console")) for recipe in recipes)


@pytest.mark.parametrize(
    ("page", "section"), [(page, section) for page in PAGES for section in sorted(set(sections(page)) - {"Spark"})]
)
def test_the_examples_run(page: str, section: str) -> None:
    """Section by section, each on its own."""
    run(page, section)


@pytest.mark.jvm
@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::ResourceWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize("page", [page for page in PAGES if "Spark" in sections(page)])
def test_the_examples_of_spark_run(page: str, spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a session that both pages share."""
    monkeypatch.chdir(ROOT)
    run(page, "Spark", spark=spark)


def test_the_map_names_what_exists() -> None:
    """Every path on ARCHITECTURE.md is there."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    folders = "src|crates|tests|tools|docs|vectors|benches|fuzz|oracle|playground|\\.ci"
    paths = set(re.findall(rf"`((?:{folders})/[\w./-]*)`", text))
    assert len(paths) > 30
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
