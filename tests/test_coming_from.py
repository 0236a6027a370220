"""The tables of docs/coming-from: every row gives what it says, in the other library and in ours."""

from __future__ import annotations

import doctest
import re
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from support.paths import ROOT

FOLDER = ROOT / "docs" / "coming-from"
PAGES = sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "README")
CODE = re.compile(r"`([^`]*)`")


def names(page: str) -> dict[str, Any]:
    """What the page imports."""
    setup = re.search(r"```python\n(.*?)```", (FOLDER / f"{page}.md").read_text("utf-8"), re.DOTALL)
    assert setup is not None
    found: dict[str, Any] = {}
    with warnings.catch_warnings():
        # Some of these libraries are older than the interpreter.
        warnings.simplefilter("ignore")
        exec(setup[1], found)
    return found


def rows() -> Iterator[Any]:
    for page in PAGES:
        for line in (FOLDER / f"{page}.md").read_text("utf-8").splitlines():
            if line.startswith("| `"):
                theirs, ours, answer, note = (cell.strip() for cell in line.strip("|").split(" | "))
                yield pytest.param(page, theirs.strip("`"), ours.strip("`"), answer, note, id=f"{page}: {theirs}")


@pytest.mark.parametrize(("page", "theirs", "ours", "answer", "note"), list(rows()))
@pytest.mark.filterwarnings("ignore")
def test_a_row_gives_what_it_says(page: str, theirs: str, ours: str, answer: str, note: str) -> None:
    """One answer for both, or theirs and then ours, and then a reason stands beside them."""
    space = names(page)
    said = [text.replace("\\n", "\n") if text != '""' else "" for text in CODE.findall(answer)]
    assert [str(eval(theirs, space)), str(eval(ours, space))] == (said * 2 if len(said) == 1 else said)
    assert note or len(said) == 1


def test_every_library_has_a_table() -> None:
    wanted = {"urllib", "yarl", "furl", "httpx", "hyperlink", "w3lib", "rfc3986", "rfc3987", "uritools"}
    wanted |= {"pydantic", "django", "others"}
    assert set(PAGES) == wanted
    index = (FOLDER / "README.md").read_text("utf-8")
    assert all(f"]({page}.md)" in index for page in PAGES)


def test_the_surprises_are_as_told() -> None:
    failed, attempted = doctest.testfile(str(FOLDER / "README.md"), module_relative=False, encoding="utf-8")
    assert failed == 0 and attempted > 10
