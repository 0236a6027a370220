"""Type checkers have nothing to say about the programs of README, docs/ and examples/."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.pages import EXAMPLES, PAGES, sections
from support.paths import ROOT

# What they say all the same, by page: a pattern in each message.
EXPECTED = {
    # A comparison that is always False is what the page explains.
    "coming_from_README": "URI",
    # Fields are what they are declared, and `coerce` takes the texts that they may be made of.
    "integrations_dataclasses": '__init__|incompatible type "str"',
}
# What Polars' own stubs do not know: `uv.columns.polars.UriExpressions` is for who checks types.
NAMESPACE = 'Cannot access attribute "uri" for class "Expr"'


def programs() -> dict[str, str]:
    """The examples of each section as a module; those before a page's first heading are at the head of each."""
    tour = "".join(EXAMPLES.findall((ROOT / "README.md").read_text("utf-8")))
    surprises = "".join(EXAMPLES.findall((ROOT / "docs" / "coming-from" / "README.md").read_text("utf-8")))
    texts = {"README": tour, "coming_from_README": surprises}
    for page in PAGES:
        examples = sections(page)
        head = examples.pop("", "")
        texts |= {f"{page.removesuffix('.md')}_{name}": head + text for name, text in (examples or {"": ""}).items()}
    return {re.sub(r"\W", "_", name).rstrip("_"): source(text) for name, text in texts.items()}


def source(examples: str) -> str:
    """The lines of examples, without what they print; `spark` is a name of the tests."""
    lines = "".join(example.source for example in doctest.DocTestParser().get_examples(examples))
    return f"from typing import Any\nspark: Any = None\n{lines}" if "spark" in lines else lines


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("programs")
    for name, text in programs().items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    return folder


def check(messages: list[tuple[str, str]]) -> None:
    """Only the expected messages."""
    expected = {(name, text) for name, text in messages if name in EXPECTED and re.search(EXPECTED[name], text)}
    assert [message for message in messages if message not in expected] == []


@pytest.mark.slow
def test_mypy_has_nothing_to_say(folder: Path) -> None:
    """Strictly, but the examples' own functions need no annotations. Engines are Any, as for the package."""
    lenient = ["--allow-untyped-defs", "--allow-incomplete-defs", "--allow-untyped-calls", "--no-error-summary"]
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(folder / "cache")]
    examples = [str(path) for path in sorted((ROOT / "examples").rglob("*.py")) if path.stem != "django_app"]
    command = [sys.executable, "-m", "mypy", *lenient, *settings, *map(str, sorted(folder.glob("*.py"))), *examples]
    environment = {**os.environ, "MYPYPATH": str(ROOT / "oracle")}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    rows = re.findall(r"^(\S+?):\d+: error: (.*)$", ran.stdout, re.MULTILINE)
    check([(Path(file).stem, text) for file, text in rows])


@pytest.mark.nightly
def test_pyright_has_nothing_to_say(folder: Path) -> None:
    """It needs Node, or a network to get it."""
    (folder / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(ROOT / "oracle")]}), "utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    rows = json.loads(ran.stdout)["generalDiagnostics"]
    messages = [(Path(row["file"]).stem, row["message"]) for row in rows if row["severity"] == "error"]
    check([(name, text) for name, text in messages if NAMESPACE not in text])
