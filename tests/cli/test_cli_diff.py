"""`uriverse diff`: tables for people, JSON for programs, a page of all editions."""

from __future__ import annotations

import json
from functools import partial

import pytest

from support import command

run = partial(command.run, "diff")


def test_shows_what_differs() -> None:
    """Rules with their witnesses, rules of one edition alone, choices on examples."""
    result = run("uri-syntax-02", "uri-syntax-03")
    assert result.exit_code == 0
    assert "draft-fielding-uri-syntax-02 (1998-03-04) → draft-fielding-uri-syntax-03 (1998-06-04)" in result.output
    assert "URI-reference" in result.output
    assert "narrower" in result.output
    assert "Only the new one has: hier_part, opaque_part, uric_no_slash, rel_segment" in result.output
    assert "http://a/b/c/g" in result.output
    headings = [line for line in result.output.splitlines() if line.lstrip().startswith(("Rule ", "Example "))]
    assert headings and not any(line.startswith(" ") for line in headings)  # no padding before the first column


def test_says_that_nothing_differs() -> None:
    """Two drafts of one language: the start rule is named, and the rules whose names changed."""
    result = run("url-syntax-03", "url-syntax-04")
    assert result.output.splitlines()[1:3] == [
        "URL-reference: both accept exactly the same",
        "Renamed, the same language: server → site, national → others",
    ]


def test_shows_what_is_not_built() -> None:
    """The notes of both editions on resolution, for people and for programs; not beside a single rule."""
    shown = " ".join(run("url-syntax-03", "rfc2396").output.split())
    assert "Note on url-syntax-03, dot_segments: Appendix F says that the reference's query is appended" in shown
    notes = json.loads(run("url-syntax-03", "url-syntax-04", "--json").output)["notes"]
    assert [(note["edition"], note["choice"]) for note in notes if "Appendix F" in note["note"]] == [
        ("url-syntax-03", "dot_segments"),
        ("url-syntax-04", "dot_segments"),
    ]
    assert "Note on" not in run("url-syntax-03", "rfc2396", "--rule", "query").output
    assert "Appendix F" not in run("rfc2396", "rfc3986").output


def test_one_rule() -> None:
    """Only the pairs in which it stands; an equal one is said to be."""
    result = run("rfc2396", "rfc3986", "--rule", "authority")
    assert "server → authority" in result.output
    assert "query" not in result.output
    assert "escaped: both" in run("rfc2396", "rfc2732", "--rule", "escaped").output


def test_an_erratum_is_reported() -> None:
    """What a correction takes away and gives."""
    result = run("rfc2396bis-00", "rfc3986", "--rule", "dec-octet")
    assert "Erratum of draft-fielding-uri-rfc2396bis-00, dec-octet: corrected, it is narrower" in result.output
    assert "1000" in result.output


def test_json() -> None:
    """One object on one line, the shape that `Difference.as_json` gives."""
    data = json.loads(run("rfc2396", "rfc3986", "--json").output)
    start = data["rules"][0]
    assert (start["rule"], start["relation"]) == ("URI-reference", "different")
    assert {row["choice"] for row in data["behaviour"]} >= {"query_only", "dot_segments"}
    assert json.loads(run("rfc2396", "rfc3986", "--rule", "scheme", "--json").output)["rules"][0]["relation"] == "equal"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "two editions are needed"),
        (("rfc2396",), "two editions are needed"),
        (("rfc2396", "rfc9999"), "there is no edition 'rfc9999'. There are rfc1630, "),
        (("whatwg", "rfc3986"), "the URL Standard has no grammar; uriverse agree TEXT"),
        (("rfc2396", "rfc3986", "--rule", "autority"), "did you mean 'authority'"),
        (("rfc2396", "rfc3986", "--html", "x.html", "--json"), "without --rule and --json"),
        (("rfc2396", "rfc3986", "--html", "/nowhere/x.html"), "/nowhere"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], message: str) -> None:
    """Exit code 2 and one line that says what to do."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
