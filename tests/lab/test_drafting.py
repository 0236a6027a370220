"""Drafts as files: every command takes them where it takes an edition, and the page about them is carried out."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import uriverse as uv
from support import command
from support.paths import ROOT
from uriverse.lab.second_readings import bare_percent

PAGE = (ROOT / "docs" / "drafting.md").read_text("utf-8")
FILES = dict(re.findall(r"^`([\w.-]+)`:\n\n```(?:abnf|toml)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the page."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def page_calls() -> Iterator[object]:
    """The commands of the page and what it shows of their answers. Those that write a suite take seconds."""
    for block in BLOCKS:
        for call, shown in re.findall(r"^\$ uriverse (.*)\n((?:(?!\$ ).*\n?)*)", block, re.MULTILINE):
            yield pytest.param(call, shown, marks=[pytest.mark.slow] if call.startswith("lab suite") else [], id=call)


PAGE_CALLS = list(page_calls())


def test_the_page_has_its_files_and_commands() -> None:
    assert len(FILES) == 4
    assert len(PAGE_CALLS) >= 10


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("call", "shown"), PAGE_CALLS)
def test_a_command_of_the_page_writes_what_it_shows(call: str, shown: str) -> None:
    """Of a long answer the page has the first lines, and then "..."."""
    result = command.run(*shlex.split(call))
    written = [line.rstrip() for line in result.output.splitlines()]
    expected = [line.rstrip() for line in shown.splitlines()]
    if "..." in expected:
        place = expected.index("...")
        last = len(expected) - place - 1
        written[place : len(written) - last] = ["..."]
    assert written == expected


def test_a_draft_keeps_the_rules_that_it_does_not_touch(folder: Path) -> None:
    """One changed rule: nothing is removed, and rules that the start rule does not reach are compared too."""
    (folder / "one.abnf").write_text('query = *( pchar / "/" / "?" / "|" )\n')
    rows = json.loads(command.run("diff", "one.abnf", "--json").output)["rules"]
    relations = {row["rule"]: row["relation"] for row in rows}
    assert "removed" not in relations.values()
    assert (relations["absolute-URI"], relations["query"]) == ("wider", "wider")
    draft = uv.Edition.from_grammar((folder / "one.abnf").read_text(), start="URI-reference", file="one.abnf")
    assert draft.id == "one"
    assert uv.is_valid("http://h/?|", edition=draft, rule="absolute-URI")


def test_a_page_of_all_editions_has_the_drafts() -> None:
    """A draft's rules continue the lines of its base."""
    from uriverse.lab.matrix import lines

    draft = uv.Edition.from_grammar("port = 1*DIGIT\n", start="URI-reference", id="one")
    found = lines({**uv.EDITIONS, "one": draft})
    ports = next(line.names for line in found if line.names.get("one") == "port")
    assert ports["rfc3986"] == "port"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('query = *( pchar | "/" )\n', 'ABNF has "/" between alternatives'),
        (
            'query = *( pchar / "/" )\n\nBerners-Lee, et al.         Standards Track                    [Page 49]\n'
            "\fRFC 3986                   URI Generic Syntax               January 2005\n\nport = *DIGIT\n",
            "the heads and feet of pages are no rules: delete lines 3, 4",
        ),
    ],
    ids=["a bar", "a page"],
)
def test_a_pasted_grammar_gets_a_hint_that_works(folder: Path, text: str, hint: str) -> None:
    """What it says, done, makes the grammar one."""
    (folder / "pasted.abnf").write_text(text)
    refused = command.run("diff", "pasted.abnf")
    assert refused.exit_code == 2
    assert hint in " ".join(refused.output.split())
    mended = [line for line in text.replace("|", "/").splitlines() if not re.search(r"\[Page|January", line)]
    (folder / "pasted.abnf").write_text(os.linesep.join(mended))
    assert command.run("diff", "pasted.abnf").exit_code == 0


def test_the_appendix_of_a_document_with_bars_is_a_draft(folder: Path) -> None:
    """RFC 2396bis-00 has "|" in two rules; its own grammar on its own ground changes nothing."""
    (folder / "appendix.abnf").write_text(uv.EDITIONS["rfc2396bis-00"].grammar)
    answer = command.run("diff", "--grammar", "appendix.abnf", "--based-on", "rfc2396bis-00", "--json")
    assert {row["relation"] for row in json.loads(answer.output)["rules"]} == {"equal"}


def test_a_second_reading_is_named() -> None:
    """RFC 6874 gives a zone after "%25"; a zone with a bare "%" reads "[fe80::1%25en1]" in another way."""
    zone = 'IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]"\nIPv6addrz = IPv6address "%" ZoneID\n'
    draft = uv.Edition.from_grammar(zone + "ZoneID = 1*unreserved\n", start="URI-reference", id="zone")
    text = bare_percent(draft)
    assert text == "//[::%aa]"
    assert uv.is_valid("http://[fe80::1%25en1]/", edition=draft)
    assert [note.edition for note in uv.lab.diff("rfc3986", draft).notes if note.choice == "triplets"] == ["zone"]
    assert [note for note in uv.lab.diff("rfc3986", "rfc3987").notes if note.choice == "triplets"] == []


def test_files_that_are_no_draft_are_refused(folder: Path) -> None:
    """A file that is not there, a table alone, and a table with an option that it has itself."""
    (folder / "alone.toml").write_text('id = "alone"\n')
    for arguments, said in (
        (("check", "x", "--edition", "nothing.abnf"), "there is no file 'nothing.abnf'"),
        (("lab", "edition", "alone.toml"), "there is no grammar 'alone.abnf' beside it"),
        (("diff", "--grammar", "three.abnf", "--table", "alone.toml", "--start", "x"), "it goes without --start"),
        (("diff", "--table", "alone.toml"), "--table is about a grammar"),
    ):
        result = command.run(*arguments)
        assert result.exit_code == 2
        assert said in " ".join(result.output.split()), result.output
