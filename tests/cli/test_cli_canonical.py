"""`uriverse canonical`: forms, steps, own profiles, exit codes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from support import command
from support.command import objects

run = partial(command.run, "canonical")


def test_forms_one_a_line() -> None:
    """Arguments and lines of standard input alike."""
    result = run("--profile", "surt", "http://www.h.example/b", "-", stdin="http://a.example/\n")
    assert (result.exit_code, result.stdout) == (0, "example,h)/b\nexample,a)/\n")


def test_steps_are_shown_with_their_sources() -> None:
    """--explain shows what changed; the password is hidden."""
    result = run("--profile", "crawl", "--explain", "http://user:secret@h/?b&a#x")
    assert "secret" not in result.output
    assert [line.split()[0] for line in result.stdout.splitlines()[1::2]] == ["remove", "form-query"]
    assert "unchanged" in run("--profile", "crawl", "--explain", "http://h/").stdout


def test_as_json() -> None:
    """One object a text, with the steps where they are asked for."""
    result = run("--profile", "dedupe", "--json", "--explain", "https://h/index.html?utm_source=x")
    (row,) = objects(result)
    assert (row["canonical"], row["error"]) == ("https://h/", None)
    assert [step["step"] for step in row["steps"]] == ["remove-pairs", "remove-default-pages"]


def test_a_refused_text_and_the_exit_code() -> None:
    """The reason is on standard error; the others are still written."""
    result = run("--profile", "oauth", "/cb", "https://h/cb")
    assert (result.exit_code, result.stdout) == (1, "https://h/cb\n")
    assert "needs an absolute URI" in result.stderr
    (row,) = objects(run("--profile", "oauth", "--json", "/cb"))
    assert row["canonical"] is None and "step 'require-absolute'" in row["error"]["message"]


@pytest.mark.parametrize(
    ("profile", "text", "reason", "at"),
    [
        ("rfc3986-scheme", "http://a b/", "white-space", 8),
        ("whatwg", "http://a b/", "domain-to-ASCII", 7),
        ("oauth", "/cb", "no-scheme", 0),
    ],
)
def test_json_has_the_reason_of_the_document(profile: str, text: str, reason: str, at: int) -> None:
    """RFC 3986 allows no space in a host, the URL Standard none in a domain, and a URI begins with its scheme."""
    (row,) = objects(run("--profile", profile, "--json", text))
    assert (row["error"]["reason"], row["error"]["at"]) == (reason, at)
    assert row["error"]["message"].startswith(f"no canonical form by {profile!r}")


def test_json_has_no_reason_of_the_document_for_a_text_that_an_earlier_step_changed(tmp_path: Path) -> None:
    """The white space is gone when the last step refuses the fragment: the reason is that the step refuses it."""
    path = tmp_path / "mine.toml"
    steps = "".join(f'[[step]]\ndo = "{step}"\nsource = "us"\n' for step in ("strip-white-space", "require-absolute"))
    path.write_text(steps, "utf-8")
    (row,) = objects(run("--profile", str(path), "--json", " http://h/#x"))
    error = row["error"]
    assert (error["reason"], error["at"], error["rule"]) == ("no-canonical-form", None, "require-absolute")


def test_own_profile_from_a_file(tmp_path: Path) -> None:
    """A name that ends in .toml is a file; a bad one is wrong use."""
    path = tmp_path / "mine.toml"
    path.write_text('based_on = "crawl"\n[[step]]\ndo = "strip-www"\nsource = "us"\n', "utf-8")
    assert run("--profile", str(path), "http://www.h/").stdout == "http://h/\n"
    path.write_text('[[step]]\ndo = "fly"\n', "utf-8")
    assert run("--profile", str(path), "http://www.h/").exit_code == 2
    assert run("--profile", "sort", "http://www.h/").exit_code == 2
    assert run("--profile", str(tmp_path / "none.toml"), "http://www.h/").exit_code == 2
