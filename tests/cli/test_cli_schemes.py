"""`uriverse schemes` and `uriverse check --scheme-rules`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import uriverse as uv
from support.command import run


def only_object(result: Result) -> Any:
    (line,) = result.stdout.splitlines()
    return json.loads(line)


def test_the_list() -> None:
    """One scheme a line, with the document whose grammar is here, and the date at the end."""
    result = run("schemes")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[-1] == "364 schemes, as of 2022-11-18"
    assert any(line.split() == ["geo", "permanent", "RFC", "5870", "Geographic", "Locations"] for line in lines)
    objects = [json.loads(line) for line in run("schemes", "--json").stdout.splitlines()]
    assert len(objects) == 364
    documents = {entry["scheme"]: entry["documents"] for entry in objects}
    assert documents["http"] == ["RFC 1738", "RFC 9110"]
    assert documents["aaa"] == []


@pytest.mark.parametrize("name", sorted(uv.schemes.SCHEMES))
def test_one_scheme(name: str) -> None:
    """Its entry, its rules, its table and its examples taken apart, as text and as JSON."""
    result = run("schemes", name.upper())
    assert result.exit_code == 0
    scheme = uv.schemes.SCHEMES[name]
    assert scheme.title in result.output
    assert scheme.start in result.output
    assert all(text in result.output for text in scheme.examples)
    answer = only_object(run("schemes", name, "--json"))
    assert [document["id"] for document in answer["documents"]] == [
        document.key for document in uv.schemes.SCHEMES.documents(name)
    ]
    assert all(document["examples"] for document in answer["documents"])


def test_what_is_not_confirmed_is_said() -> None:
    """A fact whose clause nobody compared with its text is named, as text and as JSON."""
    assert "not confirmed     port (3.2)" in run("schemes", "ftp").output
    (document,) = only_object(run("schemes", "ftp", "--json"))["documents"]
    assert document["table"]["not confirmed"] == "port (3.2)"
    assert "not confirmed" not in run("schemes", "geo").output


def test_one_document() -> None:
    """The older syntax on demand; of an edition's grammar only the scheme's rules are shown."""
    output = run("schemes", "ftp").output
    assert "ftptype        =" in output
    assert "httpurl" not in output
    assert "httpurl" in run("schemes", "http", "--document", "rfc1738").output
    answer = only_object(run("schemes", "http", "--document", "rfc1738", "--json"))
    assert [document["document"] for document in answer["documents"]] == ["RFC 1738"]
    assert run("schemes", "http", "--document", "rfc2616").exit_code == 2


def test_what_is_not_known() -> None:
    """A registered scheme without a grammar is known; another is not."""
    result = run("schemes", "xmpp")
    assert (result.exit_code, "no grammar" in result.output) == (0, True)
    result = run("schemes", "no-such")
    assert (result.exit_code, "not registered" in result.output) == (1, True)


def test_another_registry(tmp_path: Path) -> None:
    """The list is replaceable by a file; a wrong file is told."""
    path = tmp_path / "mine.csv"
    path.write_text("scheme,status,description,reference\nx-mine,provisional,Mine,me\n", "utf-8")
    result = run("schemes", "--registry", str(path))
    assert result.output.splitlines()[-1] == "1 schemes"
    path.write_text("scheme\n", "utf-8")
    assert run("schemes", "--registry", str(path)).exit_code == 2


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("geo:1,2", 0, ["by rfc3986: valid", "by geo (RFC 5870): valid"]),
        ("geo:north", 1, ["by rfc3986: valid", "by geo (RFC 5870): not valid", "'geo-URI'"]),
        ("geo:1, 2", 1, ["by rfc3986: not valid", "by geo (RFC 5870): not checked"]),
        ("xmpp:a@b", 0, ["by rfc3986: valid", "not checked, because it has no grammar"]),
    ],
)
def test_checks_by_both(text: str, code: int, words: list[str]) -> None:
    """Both questions are asked, and the answer says which failed."""
    result = run("check", text, "--scheme-rules")
    assert result.exit_code == code
    assert all(word in result.output for word in words), result.output
    assert result.output.startswith("valid" if code == 0 else "not valid")


def test_checks_by_both_as_json() -> None:
    """`valid` is the edition's answer, `scheme` the scheme's."""
    answer = only_object(run("check", "urn:x", "--scheme-rules", "--json"))
    assert answer["valid"] is True
    assert (answer["scheme"]["document"], answer["scheme"]["valid"], answer["scheme"]["error"]["at"]) == (
        "RFC 8141",
        False,
        5,
    )
    assert only_object(run("check", "xmpp:a", "--scheme-rules", "--json"))["scheme"] is None
    assert only_object(run("check", "urn:a b", "--scheme-rules", "--json"))["scheme"] is None
    assert "scheme" not in only_object(run("check", "urn:x", "--json"))


def test_a_rule_is_no_whole_uri() -> None:
    """The two options exclude each other."""
    assert run("check", "1.2.3.4", "--rule", "IPv4address", "--scheme-rules").exit_code == 2


@pytest.mark.parametrize(
    ("edition", "clause"),
    [
        ("uri-syntax-03", "draft-fielding-uri-syntax-03, section 5.2"),
        ("rfc2396", "RFC 2396, section 5.2"),
        ("rfc2732", "RFC 2396, section 5.2"),
        ("rfc1808", None),
        ("uri-syntax-02", None),
        ("rfc2396bis-00", None),
        ("rfc3986", None),
    ],
)
def test_a_misformed_relative_reference_is_marked_by_the_editions_that_say_so(edition: str, clause: str | None) -> None:
    """RFC 2396, 5.2: "Validating parsers should mark such a misformed relative reference as an error"."""
    row = only_object(run("check", "http:g", "--scheme-rules", "--edition", edition, "--json"))
    assert row["misformed_relative"] == clause
    result = run("check", "http:g", "--scheme-rules", "--edition", edition)
    assert result.exit_code == 1
    assert ("misformed relative reference" in result.output) is (clause is not None)


@pytest.mark.parametrize("text", ["http:/g", "http://g", "mailto:g", "g", "//h/g"])
def test_what_is_not_a_misformed_relative_reference(text: str) -> None:
    """A slash after the scheme, another scheme, no scheme."""
    row = only_object(run("check", text, "--scheme-rules", "--edition", "rfc2396", "--json"))
    assert row["misformed_relative"] is None
