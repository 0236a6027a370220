"""`Edition.from_files`: a complete edition loads at run time, proved as the shipped ones are, with the same tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import uriverse as uv
from support.automata import OF_REFERENCES
from support.paths import ROOT
from uriverse.grammar.table_file import read_tables, write_tables

EDITIONS = ROOT / "src" / "uriverse" / "editions"
HEAD = 'id = "mine"\ntitle = "Mine"\ndocument = "Mine"\ndate = "2026-11"\nstatus = "draft"\n'
BASED = 'based_on = "rfc3986"\n'
OF_PORT = 'clauses = {port = "1"}\n'


def loaded(folder: Path, grammar: str, table: str, notation: str = "abnf") -> uv.Edition:
    """An edition of two texts."""
    (folder / f"mine.{notation}").write_text(grammar, "utf-8")
    (folder / "mine.toml").write_text(table, "utf-8")
    return uv.Edition.from_files(folder / f"mine.{notation}", folder / "mine.toml")


def twin(edition: Any, folder: Path) -> uv.Edition:
    """A shipped edition's own files, under another id."""
    notation = uv.EDITIONS[edition].notation
    grammar = (EDITIONS / f"{edition}.{notation}").read_text("utf-8")
    table = (EDITIONS / f"{edition}.toml").read_text("utf-8")
    return loaded(folder, grammar, table.replace(f'id = "{edition}"', 'id = "mine"', 1), notation)


@pytest.mark.parametrize("edition", OF_REFERENCES)
def test_a_twin_has_the_tables_of_the_shipped_edition(edition: Any, tmp_path: Path) -> None:
    """All but the id and the digest, which covers it: so the engine does the same, and as fast."""
    made, shipped = (read_tables(each.tables) for each in (twin(edition, tmp_path), uv.EDITIONS[edition]))
    assert made.id == "mine"
    again = type(made)(**{**vars(made), "id": shipped.id, "digest": shipped.digest})
    assert write_tables(again) == uv.EDITIONS[edition].tables


def test_a_twin_answers_as_the_shipped_edition(tmp_path: Path) -> None:
    """The suite of the start rule, resolution, normal forms, and what is encoded."""
    mine = twin("rfc2396", tmp_path)
    for case in uv.lab.suite("rfc2396"):
        assert uv.is_valid(case.text, edition=mine) is case.accepted
    base = "http://a/b/c/d;p?q"
    for reference in ("", "#s", "?y", ";x", "../g", "../../../g", "http:g", "g;x=1/../y"):
        assert str(uv.resolve(reference, base, edition=mine)) == str(uv.resolve(reference, base, edition="rfc2396"))
    assert mine.levels == uv.EDITIONS["rfc2396"].levels
    assert uv.encode("a@b", component="reg-name", edition=mine) == "a%40b"


@pytest.mark.parametrize(
    ("grammar", "table", "file", "message"),
    [
        ("port = DIGIT\n", HEAD, "mine.toml", "the rule 'port' has no clause"),
        ("port = DIGIT\n", HEAD + OF_PORT, "mine.toml", "it has no"),
        ("port = DIGIT\n", "id =", "mine.toml", "it is not TOML"),
        (
            "port = DIGIT\n",
            HEAD.replace("mine", "rfc3986") + BASED + OF_PORT,
            "mine.toml",
            "is the id of a built-in edition",
        ),
        ("port = DIGIT\n", HEAD + BASED + 'strat = "URI"\n' + OF_PORT, "mine.toml", "did you mean 'start'"),
        ("port = DIGIT\n", HEAD + BASED + 'split = "appendix"\n' + OF_PORT, "mine.toml", "did you mean 'appendix-b'"),
        ("port = (\n", HEAD + BASED + OF_PORT, "mine.abnf", "is missing"),
        ('authority = "x" host\n', HEAD + BASED + OF_PORT.replace("port", "authority"), "mine.toml", "does not hold"),
    ],
)
def test_errors_name_the_file(grammar: str, table: str, file: str, message: str, tmp_path: Path) -> None:
    """The key, the line or the claim, and a witness where a claim does not hold."""
    with pytest.raises(uv.GrammarError) as caught:
        loaded(tmp_path, grammar, table)
    assert caught.value.file == file and message in str(caught.value)
    assert (caught.value.witness is not None) == (message == "does not hold")


def test_a_base_that_is_not_there(tmp_path: Path) -> None:
    """Is named, and so is a file that cannot be read."""
    with pytest.raises(uv.UnknownEditionError):
        loaded(tmp_path, "port = DIGIT\n", HEAD + 'based_on = "rfc0"\nclauses = {port = "1"}\n')
    with pytest.raises(FileNotFoundError):
        uv.Edition.from_files(tmp_path / "none.abnf", tmp_path / "none.toml")
