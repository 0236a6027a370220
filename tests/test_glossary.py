"""The glossary is a contract: each of its types has one definition in Python and at most one in Rust."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from support.paths import ROOT

ROWS = re.findall(r"^\| ([a-z ]+) \| .* \| (?:`(\w+)`)? ?\|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.M)
TYPES = [name for _, name in ROWS if name]
PYTHON = re.compile(r"^class (\w+)", re.MULTILINE)
# A type that is indented is a trait's, and named there.
PUB = r"(?:pub(?:\([a-z]+\))? )?"
RUST = re.compile(rf"^(?:\s*{PUB}(?:struct|enum|trait)|{PUB}type) (\w+)", re.MULTILINE)


def definitions(pattern: re.Pattern[str], folder: str, suffix: str) -> Counter[str]:
    files = (path for path in (ROOT / folder).rglob(f"*{suffix}") if "target" not in path.parts)
    return Counter(name for path in files for name in pattern.findall(path.read_text("utf-8")))


def test_the_glossary_is_short() -> None:
    """Thirty words at most, each once."""
    words = [word for word, _ in ROWS]
    assert 20 <= len(words) <= 30
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("name", TYPES)
def test_a_word_has_one_meaning(name: str) -> None:
    """A type of the glossary is defined once in Python (or in the stub) and at most once in Rust."""
    python = definitions(PYTHON, "src/uriverse", ".py")[name] or definitions(PYTHON, "src/uriverse", ".pyi")[name]
    rust = definitions(RUST, "crates", ".rs")[name]
    assert python <= 1 and rust <= 1 and python + rust >= 1
