"""The list of findings against the code: each has one function, one example with its place, one near miss."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_plain import counted_in, found_in

import uriverse as uv
from support.command import run
from support.paths import ROOT
from uriverse.audit import FINDINGS, PROFILES, SEVERITIES, SOURCES, Definition, Finding
from uriverse.audit.plain import is_plain, plain_parts
from uriverse.audit.plans import checks
from uriverse.audit.word_lists import ports, words
from uriverse.ground.secret_names import STRONG
from uriverse.hosts.kinds import host_lists

PACKAGE = ROOT / "src" / "uriverse" / "audit"
CLAUSE = re.compile(r"(RFC|UTS #)\s?\d+, (section \d+(\.\d+)*|appendix [A-Z](\.\d+)?)")


def findings_named(text: str, wanted: str) -> list[Finding]:
    rows = uv.audit.findings(text, profile={wanted})
    return [row for row in rows if isinstance(row, Finding)]


def finding_of_the_example(definition: Definition) -> Finding:
    """The finding; without it the message says where it may have been lost."""
    rows = findings_named(definition.example, definition.id)
    assert len(rows) == 1, (
        f"{definition.example!r} has {definition.id} {len(rows)} times, not once. Its function is asked only where its "
        f"`having` occurs and `crates/text/src/plain.rs` does not skip the text (is_plain: "
        f"{is_plain(definition.example)}, plain parts: {sorted(plain_parts(uv.split(definition.example)))})"
    )
    return rows[0]


def definition_id(definition: Definition) -> str:
    return definition.id


def test_data_and_code_name_the_same_findings() -> None:
    """No finding without a function, no function without a finding."""
    assert set(FINDINGS) == set(checks())


def test_the_engine_counts_what_the_checks_find() -> None:
    """For the examples and near misses; some texts the engine does not count."""
    texts = {text for definition in FINDINGS.values() for text in (definition.example, definition.near_miss)}
    counted = {text: counts for text in texts if (counts := counted_in(text)) is not None}
    assert len(counted) > 50
    assert counted == {text: found_in(text) for text in counted}


@pytest.mark.parametrize("definition", FINDINGS.values(), ids=definition_id)
def test_the_example_has_the_finding_at_the_place_in_the_data(definition: Definition) -> None:
    """Once, at the marked place, with the severity and the clause of the data, and a sentence that is filled in."""
    row = finding_of_the_example(definition)
    assert (row.start, row.end) == definition.place
    assert (row.id, row.severity, row.clause, row.fix) == (
        definition.id,
        definition.severity,
        definition.clause,
        definition.fix,
    )
    assert not re.search("[{}]", row.message)


@pytest.mark.parametrize("definition", FINDINGS.values(), ids=definition_id)
def test_the_near_miss_lacks_the_finding(definition: Definition) -> None:
    """A text that looks like it goes free."""
    assert not findings_named(definition.near_miss, definition.id)


@pytest.mark.parametrize("definition", FINDINGS.values(), ids=definition_id)
def test_every_row_is_written_alike(definition: Definition) -> None:
    """A slug, a known severity, a clause of one form, a sentence without a full stop, the module that looks for it."""
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", definition.id)
    assert definition.severity in SEVERITIES
    assert CLAUSE.fullmatch(definition.clause)
    assert not definition.sentence.endswith(".")
    assert definition.profiles and set(definition.profiles) <= set(PROFILES) - {"all"}
    assert checks()[definition.id].look.__module__ == f"uriverse.audit.{definition.topic}"
    # A function that is made for each of several findings has the general name.
    assert checks()[definition.id].look.__name__ in (definition.id.replace("-", "_"), "look")


@pytest.mark.parametrize("definition", FINDINGS.values(), ids=definition_id)
def test_a_replacement_mends_it(definition: Definition) -> None:
    """Where there is something to write instead, writing it there takes the finding away."""
    row = finding_of_the_example(definition)
    if row.replacement is not None:
        text = definition.example[: row.start] + row.replacement + definition.example[row.end :]
        assert not findings_named(text, definition.id)


def test_danger_is_never_a_matter_of_style() -> None:
    """The worst severity is for security, and fails what a program will fetch; so does whatever an address is."""
    dangers = [row for row in FINDINGS.values() if row.severity == "danger"]
    assert dangers and all(row.profiles == ("security", "fetch") for row in dangers)
    assert all("fetch" in row.profiles for row in FINDINGS.values() if row.topic == "addresses")


def test_the_topics_are_the_modules_that_look() -> None:
    """Every topic of the data is a module, and every module that registers is a topic."""
    registering = {path.stem for path in PACKAGE.glob("*.py") if "@looks_for(" in path.read_text("utf-8")}
    assert {row.topic for row in FINDINGS.values()} == registering


def test_the_words_are_in_the_form_in_which_they_are_searched() -> None:
    """Lower case; keys without "_" and "-"; ports in their range."""
    every = {**words(), **host_lists()}
    lists = [every["resolving_names"], *(value for value in every.values() if isinstance(value, frozenset))]
    assert len(lists) > 8
    for found in lists:
        assert all(word == word.lower() for word in found)
    assert not any(set("_-") & set(key) for key in STRONG)
    assert all(0 < port < 65536 for list in ("bad_ports", "service_ports") for port in ports(list))


def test_every_list_has_a_source() -> None:
    """What was compared with no text of its source is marked; nothing is without a source."""
    unread = ("launching_schemes", "service_ports")
    assert set(SOURCES) == {*words(), *host_lists(), "credential_keys", "bad_ports", *unread}
    assert all(each.source and not each.source.endswith(".") for each in SOURCES.values())
    assert not any(SOURCES[name].confirmed for name in ("resolving_names", "local_names", *unread))
    # No text of UTS #39 was at hand.
    unconfirmed = {definition.id for definition in FINDINGS.values() if not definition.confirmed}
    assert unconfirmed == {"host-mixed-scripts", "host-restricted-character", "host-lookalike"}


def test_sources_and_marks_are_shown() -> None:
    """On the command line and on the page, what is not confirmed says so."""
    told, listed = run("audit", "--sources").output, run("audit", "--list").output
    page = (ROOT / "docs" / "audit.md").read_text("utf-8")
    for name, source in SOURCES.items():
        (line,) = [line for line in told.splitlines() if line.startswith(f"{name} ")]
        assert source.source in line and ("(not confirmed)" in line) != source.confirmed
        assert f"| `{name}` | {source.source}{'' if source.confirmed else ' †'} |" in page
    for definition in FINDINGS.values():
        (line,) = [line for line in listed.splitlines() if line.split()[1] == definition.id]
        assert ("(clause not confirmed)" in line) != definition.confirmed
        assert f"| {definition.clause}{'' if definition.confirmed else ' †'} |" in page


def test_the_data_travels_with_the_package() -> None:
    """The lists stand beside the code."""
    names = {"findings.toml", "launching-schemes.toml", "ports.toml", "sources.toml", "words.toml"}
    assert {path.name for path in Path(PACKAGE).glob("*.toml")} == names
