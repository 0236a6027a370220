"""`uriverse template expand` and `match`."""

from __future__ import annotations

import pytest

from support.command import objects, run


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (["/{owner}{?page}", "owner=octo cat", "page=2"], "/octo%20cat?page=2\n"),
        (["/find{?year*}", "year=1965", "year=2000"], "/find?year=1965&year=2000\n"),
        (["/m{?a*}", "--values", '{"a": {"city": "Newport Beach", "zip": 1}}'], "/m?city=Newport%20Beach&zip=1\n"),
        (["/{user}{?q,page}", "--partial", "user=me", "q=a=b"], "/me?q=a%3Db{&page}\n"),
        (["/{user}", "--values", "{}"], "/\n"),
        # RFC 6570, 3.2.5: {.x} with an empty value is "."; the message of the refusal names the option.
        (["{.x}", "x=", "--dot-segments"], ".\n"),
    ],
)
def test_expands(arguments: list[str], output: str) -> None:
    result = run("template", "expand", *arguments)
    assert (result.exit_code, result.output) == (0, output)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{x"], "the text ends at 2"),
        (["{x}", "y=1"], "no variable 'y'"),
        (["{.x}", "x="], "lets it through"),
        (["{x}", "x"], "'x' is not NAME=VALUE"),
        (["{x:1}", "x=1", "x=2"], "'x' must be a str"),
        (["{x}", "--values", "[1]"], "--values is not a JSON object"),
        (["{x}", "--values", "@x.json"], "--values is not JSON"),
        (["{x}", "--values", ""], "--values is not JSON"),
    ],
)
def test_wrong_use(arguments: list[str], message: str) -> None:
    result = run("template", "expand", *arguments)
    assert result.exit_code == 2 and message in result.output


@pytest.mark.parametrize("arguments", [[], ["--values", "-"]])
def test_each_line_of_standard_input_gives_one(arguments: list[str]) -> None:
    stdin = '{"owner": "acme"}\r\n{"owner": ["a", "b c"]}\n{}\n'
    result = run("template", "expand", "/r{/owner*}", *arguments, stdin=stdin)
    assert (result.exit_code, result.output) == (0, "/r/acme\n/r/a/b%20c\n/r\n")
    result = run("template", "expand", "/r{/owner}{?q}", "--values", "-", "q=1", stdin='{"owner": "a", "q": "2"}\n')
    assert result.stdout == "/r/a?q=1\n"
    result = run("template", "expand", "/r{/owner}", *arguments, stdin='{"owner": "a"}\n[1]\n')
    assert (result.exit_code, result.stdout) == (2, "/r/a\n")
    assert "-:2: the line is not a JSON object" in result.stderr


def test_matches() -> None:
    result = run("template", "match", "/{a}{.b}", "/x", "/x.y")
    assert result.exit_code == 0
    assert result.output == "/x\n  a  x\n/x.y\n  a  x\n  b  y\n  or, ambiguously:\n  a  x.y\n"
    result = run("template", "match", "--json", "/files{/path*}", "-", stdin="/files/a/b\n/other\n")
    assert result.exit_code == 1
    assert objects(result) == [
        {"text": "/files/a/b", "values": {"path": ["a", "b"]}, "other": None},
        {"text": "/other", "values": None, "other": None},
    ]
    result = run("template", "match", "/{a}", "/a/b")
    assert result.exit_code == 1 and "no values give it" in result.output


@pytest.mark.parametrize("template", ["/a{?b}", "https://h/{+path}", "{x}"])
def test_a_template_without_a_command(template: str) -> None:
    """The command that was meant is named; a mistyped command is refused as in other groups."""
    result = run("template", template, "b=1")
    assert result.exit_code == 2 and "uriverse template expand" in result.stderr
    assert "No such command 'expnd'" in run("template", "expnd", template).stderr
