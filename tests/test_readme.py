"""The README's tour runs, and its commands are the ones that the gate runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import tomllib

import pytest
from hypothesis import Phase, settings

import uriverse
from support.paths import ROOT
from uriverse import _core

README = (ROOT / "README.md").read_text("utf-8")


def test_the_tour_runs() -> None:
    """Every example of the README gives what it says."""
    examples = "".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 20
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert result.failed == 0


def test_the_playground_has_the_address_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"({project['urls']['Documentation']}playground/index.html)" in README


def test_the_commands_are_the_gates() -> None:
    """The second command's test run is what the gate runs."""
    commands = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)
    assert commands[1].endswith(".venv/bin/python -m pytest -n auto")
    gate = (ROOT / ".ci" / "run").read_text("utf-8")
    assert '\n"$venv/bin/python" -m pytest -n auto\n' in gate
    assert ".venv" not in gate.replace("a contributor's .venv", ""), "the gate has an environment of its own"


def modules() -> list[str]:
    """All modules of the package but the compiled one and those that need an extra's engine."""
    found = pkgutil.walk_packages(uriverse.__path__, "uriverse.")
    return sorted({"uriverse"} | {module.name for module in found if not module.name.endswith(("._core", ".__main__"))})


@pytest.mark.parametrize("name", modules())
def test_docstring_examples_run(name: str) -> None:
    """Every example in a docstring gives what it says."""
    profile = settings.get_current_profile_name()
    # `find` would go on to vary the parts of what it found, which is of use only for a report.
    settings.register_profile("unexplained", phases=set(Phase) - {Phase.explain})
    settings.load_profile("unexplained")
    try:
        results = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    finally:
        settings.load_profile(profile)
    assert results.failed == 0


def native_docstrings() -> dict[str, str]:
    """The docstrings of the compiled module that have examples; `doctest.testmod` does not look there."""
    owners = {"": _core, **{name: value for name, value in vars(_core).items() if isinstance(value, type)}}
    named = {f"{owner}.{name}": value for owner, of in owners.items() for name, value in vars(of).items()}
    documents = {name: getattr(value, "__doc__", None) for name, value in named.items()}
    return {name: text for name, text in documents.items() if isinstance(text, str) and ">>>" in text}


def test_examples_of_the_compiled_module_run() -> None:
    """The functions and methods written in Rust say what they do with examples, and these hold."""
    found = native_docstrings()
    assert {".resolve", "URIReference.resolve", "Components.resolve", "URL.resolve"} <= set(found)
    for name, text in found.items():
        test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
        assert doctest.DocTestRunner().run(test).failed == 0, name


def test_what_is_advised_to_install_is_there() -> None:
    """The package is not published: pages name a folder, and messages the libraries of the extras or a folder."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    known = {re.split(r"[>=<]", requirement)[0] for extra in extras for requirement in extra} | {"./oracle,"}
    pages = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md"), *ROOT.glob("oracle/*.md")]
    for page in pages:
        assert re.findall(r"pip install [^\n`]*?[ ']uriverse\b", page.read_text("utf-8")) == [], page
    advised = set()
    for module in ROOT.glob("src/**/*.py"):
        for advice in re.findall(r"pip install ([^{\n\"]+)[\"\n]", module.read_text("utf-8")):
            advised |= {name.strip("'") for name in advice.split()}
    assert {"turbohtml", "brotli"} <= advised <= known, advised - known
