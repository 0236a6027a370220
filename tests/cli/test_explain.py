"""`uriverse explain`, and the options by which a command takes a grammar from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

import uriverse as uv
from support.automata import OF_REFERENCES
from support.command import objects, run
from support.paths import ROOT

URN = str(ROOT / "examples" / "grammars" / "urn.abnf")
TEL = str(ROOT / "examples" / "grammars" / "tel.abnf")


def test_editions_that_agree_are_shown_together() -> None:
    """Each outcome once, with a picture, what is open and what decides, and the lenient split."""
    result = run("explain", "//a_b/")
    assert result.exit_code == 0
    assert f"//a_b/  ({len(OF_REFERENCES) - 2} of {len(OF_REFERENCES)} editions accept it)" in result.output
    picture = "  //a_b/\n  ├────┘\n  └── path       0-6  //a_b/\n"
    assert f"absolute-path by url-syntax-03, url-syntax-04\n{picture}" in result.output
    asked = "  authority or path: path; authority is refused at 3 by rule 'host'"
    assert f"{asked} (url-syntax-03 4.3.1, url-syntax-04 4.3.1)\n" in result.output
    assert "  the lenient split: authority 'a_b' 2-5, host 'a_b' 2-5, path '/' 5-6\n" in result.output
    assert "network-path by rfc1808, rfc3986, " in result.output


def test_a_refusal_has_its_caret_and_its_repair() -> None:
    """The place, the rule, what was expected, a hint and the repair."""
    result = run("explain", "http://[::1", "--edition", "rfc3986")
    assert result.exit_code == 1
    assert result.output == (
        "http://[::1\n"
        "\n"
        "refused by rfc3986\n"
        "  the text ends at 11: rule 'IP-literal' of RFC 3986, section 3.2.2 refuses it\n"
        "    http://[::1\n"
        "               ^\n"
        '  expected HEXDIG or "." or ":" or "]"\n'
        '  the bracket is never closed: "]" is missing\n'
        "  repair: http://[::1]\n"
        "\n"
    )
    assert "repair:" not in run("explain", "http://[::1", "--no-repair").output


def test_the_url_standard_is_explained() -> None:
    """Where a browser goes, and each validation error of the Standard (sections 4.1 and 4.4) with its place."""
    result = run("explain", r"http:\\h\a b", "--edition", "whatwg")
    assert result.exit_code == 0
    assert "a URL by whatwg\n  http://h/a%20b\n" in result.output
    marked = r"    http:\\h\a b" + "\n" + " " * 12 + "^\n  invalid-reverse-solidus: "
    assert marked in result.output
    refused = run("explain", "http://h:x/", "--edition", "whatwg", "--json")
    assert refused.exit_code == 1
    (row,) = objects(refused)
    assert row["editions"] == [] and row["whatwg"]["href"] is None
    assert [(error["reason"], error["at"], error["failure"]) for error in row["whatwg"]["errors"]] == [
        ("port-invalid", 9, True)
    ]
    both = run("explain", "http://h/a b", "--edition", "rfc3986", "--edition", "whatwg")
    assert both.exit_code == 1 and "refused by rfc3986" in both.output and "a URL by whatwg" in both.output


def test_a_step_of_resolution_that_is_not_built_is_reported() -> None:
    """A relative path is explained with the notes of its editions on resolution, and no other reference is."""
    told = "resolution by url-syntax-03, url-syntax-04: Appendix F says that the reference's query is appended"
    assert told in " ".join(run("explain", "g?y/../x").output.split())
    assert "Appendix F" not in run("explain", "g?y/../x", "--edition", "rfc2396").output
    assert "Appendix F" not in run("explain", "http://a/g?y/../x").output
    (told_json,) = objects(run("explain", "--json", "g?y/../x"))
    notes = {found["edition"]: found["notes"] for found in told_json["editions"] if found["notes"]}
    assert notes == {name: dict(uv.EDITIONS[name].notes) for name in ("url-syntax-03", "url-syntax-04")}
    assert not any(found["notes"] for found in objects(run("explain", "--json", "http://a/g"))[0]["editions"])


def test_json() -> None:
    """One object a text, with one object an edition."""
    result = run("explain", "--json", "a b", "?y", "--edition", "rfc2396", "--edition", "rfc3986")
    assert result.exit_code == 1
    first, second = objects(result)
    assert [found["edition"] for found in first["editions"]] == ["rfc2396", "rfc3986"]
    assert [found["repair"] for found in first["editions"]] == ["a%20b", "a%20b"]
    assert [found["accepted"] for found in second["editions"]] == [False, True]
    assert second["editions"][0]["repair"] == "/?y"
    assert second["editions"][1]["components"]["query"] == "y"
    assert "at" not in second["editions"][1]
    assert [found["edition"] for found in objects(run("explain", "--json", "a"))[0]["editions"]] == list(OF_REFERENCES)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["a:"], 0),
        (["a:", "--edition", "rfc2396"], 1),
        (["a:", "--edition", "rfc3986", "--edition", "rfc2396"], 0),
        (["a:", "a b"], 1),
        (["a", "--edition", "rfc9999"], 2),
        ([], 0),
    ],
)
def test_exit_codes(arguments: list[str], code: int) -> None:
    """The edition that is named first decides, by default RFC 3986."""
    assert run("explain", *arguments).exit_code == code


def test_lines_of_standard_input() -> None:
    """One text a line; octets that are no UTF-8 and control characters do not steer the terminal."""
    result = run("explain", "--json", "--edition", "rfc3986", "-", stdin=b"http://h/\r\n\xff\n")
    assert [found["text"] for found in objects(result)] == ["http://h/", "\udcff"]
    assert "\x1b" not in run("explain", "-", stdin=b"a\x1b[2Jb\n").output


def test_explain_with_a_grammar() -> None:
    """An own grammar alone, or beside editions."""
    assert "absolute by urn\n" in run("explain", "urn:example:a", "--grammar", URN).output
    result = run("explain", "--json", "urn:a:b", "--grammar", URN, "--edition", "rfc3986")
    assert result.exit_code == 1
    urn, standard = objects(result)[0]["editions"]
    assert (urn["edition"], urn["rule"], urn["repair"]) == ("urn", "namestring", None)
    assert standard["accepted"]


def test_check_with_a_grammar() -> None:
    """`check --grammar` judges by the file's first rule, or by --start."""
    assert run("check", "urn:example:a", "--grammar", URN).exit_code == 0
    assert run("check", "tel:+1-201-555-0123", "tel:7042", "--grammar", TEL).exit_code == 1
    result = run("check", "urn:a:b", "--grammar", URN, "--json")
    (found,) = objects(result)
    assert (found["edition"], found["valid"]) == ("urn", False)
    assert (found["error"]["at"], found["error"]["rule"]) == (5, "namestring")
    assert run("check", "urn:example:a", "--grammar", URN, "--start", "assigned-name").exit_code == 0
    assert run("check", "urn:example:a#b", "--grammar", URN, "--start", "assigned-name").exit_code == 1
    assert run("check", "ab", "--grammar", URN, "--rule", "NID").exit_code == 0


def test_diff_with_a_grammar() -> None:
    """`diff --grammar` compares with the edition that the grammar stands on, or with a named one."""
    result = run("diff", "--grammar", URN, "--json")
    assert result.exit_code == 0
    (found,) = objects(result)
    assert (found["old"], found["new"]) == ("rfc3986", "urn")
    assert found["rules"][0]["relation"] == "narrower"
    assert "RFC 2396 (1998-08) → urn" in run("diff", "rfc2396", "--grammar", URN).output
    assert run("diff", "rfc2396", "rfc3986", "--grammar", URN).exit_code == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--start", "a"], "--start is about a grammar"),
        (["--role", "path=a"], "--role is about a grammar"),
        (["--based-on", "rfc2396"], "--based-on is about a grammar"),
        (["--grammar", "no-such-file"], "does not exist"),
        (["--grammar", URN, "--role", "path"], "'path' is not PLACE=RULE"),
        (["--grammar", URN, "--role", "pth=NSS"], "no slot of RFC 3986 is 'pth'"),
        (["--grammar", URN, "--based-on", "rfc9999"], "there is no edition 'rfc9999'"),
        (["--grammar", URN, "--start", "NIS"], "there is no start rule 'NIS'"),
    ],
)
def test_wrong_use(options: list[str], message: str) -> None:
    """What is wrong is said, and the exit code is 2."""
    result = run("check", "a", *options)
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())


def test_a_file_that_is_no_grammar(tmp_path: Path) -> None:
    """The error names the file, the line and the rule."""
    file = tmp_path / "own.abnf"
    file.write_text('a = "x"\nb = <anything>\n', "utf-8")
    result = run("check", "a", "--grammar", str(file))
    assert result.exit_code == 2
    assert "own.abnf:2 in rule 'b': <anything> is prose" in " ".join(result.output.split())
    file.write_bytes(b"a = \xff")
    assert run("check", "a", "--grammar", str(file)).exit_code == 2


def test_a_role_from_the_command_line(tmp_path: Path) -> None:
    """`--role` names the rule of a slot."""
    file = tmp_path / "house.abnf"
    file.write_text('a = "x:" b\nb = "[" *ALPHA "]"\n', "utf-8")
    assert "for example 'x:[]'" in " ".join(run("check", "x:[a]", "--grammar", str(file)).output.split())
    assert run("check", "x:[a]", "--grammar", str(file), "--role", "segment-nz=b").exit_code == 0
