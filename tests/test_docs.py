"""The pages that show how a thing is used: every example gives what it says."""

from __future__ import annotations

import doctest
import re
from typing import Any

import pytest

from support.paths import ROOT

PAGES = (
    "agreement.md",
    "canonical.md",
    "columns.md",
    "errors.md",
    "hosts.md",
    "integrations.md",
    "iris.md",
    "links.md",
    "templates.md",
    "testing.md",
    "text.md",
    "whatwg.md",
)


def sections(page: str) -> dict[str, str]:
    """The parts of a page that have examples, by their headings."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    return {part.splitlines()[0]: part for part in text.split("\n## ")[1:] if "```python" in part}


def run(page: str, section: str, **names: Any) -> None:
    examples = "".join(re.findall(r"```python\n(.*?)```", sections(page)[section], re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, names, section, page, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


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
    paths = set(re.findall(r"`((?:src|crates|tests|tools|docs|vectors|benches|fuzz)/[\w./-]*)`", text))
    assert len(paths) > 30
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
