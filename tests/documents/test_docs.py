"""The page about links: every example gives what it says."""

from __future__ import annotations

import doctest
import re
from typing import Any

import pytest

from conftest import ROOT

PAGE = (ROOT / "docs" / "links.md").read_text("utf-8")
SECTIONS = {part.splitlines()[0]: part for part in PAGE.split("\n## ")[1:] if "```python" in part}


def run(section: str, **names: Any) -> None:
    examples = "".join(re.findall(r"```python\n(.*?)```", SECTIONS[section], re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, names, section, "links.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("section", sorted(set(SECTIONS) - {"Spark"}))
def test_the_examples_run(section: str) -> None:
    """Section by section, each on its own."""
    run(section)


@pytest.mark.jvm
@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_the_examples_of_spark_run(spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a session of its own."""
    monkeypatch.chdir(ROOT)
    run("Spark", spark=spark)
