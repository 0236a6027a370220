"""The commands about texts: what they write, as text and as JSON, and their exit codes."""

from __future__ import annotations

from itertools import pairwise

import click
import pytest

import uriverse as uv
from support.command import objects, run
from support.paths import ROOT
from support.programs import tool
from uriverse.cli.commands import NAMES

ABOUT_REFERENCES = ["parse", "check", "resolve", "normalize", "links", "audit"]


@pytest.mark.parametrize("name", ABOUT_REFERENCES)
def test_help_shows_examples(name: str) -> None:
    """Each command explains itself, with examples of its own name."""
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.output
    assert result.output.count(f"uriverse {name} ") >= 3
    for option in ("--edition", "--json"):
        assert option in result.output


def test_an_example_fills_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line ends before the width of a terminal of 80 columns, and the next word would not fit into it."""
    monkeypatch.setenv("COLUMNS", "80")
    lines = [line for name in NAMES for line in run(name, "--help").output.splitlines()]
    folded = [(line, after.split()[0]) for line, after in pairwise(lines) if line.endswith(" \\")]
    assert len(folded) > 3
    assert [line for line, word in folded if not len(line) <= 78 < len(line) + len(word) + 1] == []


def test_the_group_lists_its_commands() -> None:
    """The help of the whole names each command and the exit codes."""
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"  {name} " in result.output for name in NAMES)
    assert "0 yes, 1 no, 2 wrong usage" in result.output


def test_the_page_is_the_help() -> None:
    """Every command and option of docs/cli.md, with what its help says, its metavariable and its default."""
    page = (ROOT / "docs" / "cli.md").read_text("utf-8").splitlines()
    made = tool("generate_cli_page").tables().splitlines()
    assert [line for line in made if line not in page] == []


def test_an_option_takes_the_same_everywhere() -> None:
    """Options of one name and one metavariable check it alike; FILE is no folder, DIR is no file."""
    kinds: dict[tuple[str, str | None], set[tuple[object, ...]]] = {}
    for command, _ in tool("generate_cli_page").every_command():
        for option in command.params:
            if isinstance(option, click.Option) and option.metavar is not None:
                kind = option.type
                checks = (kind.file_okay, kind.dir_okay) if isinstance(kind, click.Path) else (type(kind), kind.name)
                kinds.setdefault((option.opts[0], option.metavar), set()).add(checks)
                assert not isinstance(kind, click.Path) or checks == (option.metavar != "DIR", option.metavar == "DIR")
    assert {name: found for name, found in kinds.items() if len(found) > 1} == {}


def test_version() -> None:
    """One version for the library and the command."""
    assert run("--version").output == f"uriverse, version {uv.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["frobnicate"],
        ["resolve", "x"],
        ["parse", "x", "--edition", "rfc9999"],
        ["check", "x", "--rule", "no-such-rule"],
        ["normalize", "x", "--level", "none"],
        ["resolve", "x", "--base", "http://a", "--excess-parents", "eat"],
        ["links", "x", "--json", "--csv"],
        ["links", "x", "--json", "--parquet", "y"],
        ["links", "x", "--base", "http://[b"],
        ["links", "x", "--base", "relative"],
        ["resolve", "x", "--base", "../relative"],
        ["resolve", "x", "--base", "//h/", "--split"],
        ["resolve", "x", "--base", "http://a b/", "--edition", "whatwg"],
    ],
)
def test_wrong_use_is_2(arguments: list[str]) -> None:
    """What the user did wrong is told on standard error."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_a_wrong_edition_is_reported_with_the_right_ones() -> None:
    assert all(name in run("parse", "x", "--edition", "2369").stderr for name in uv.EDITIONS)


def test_parse_draws() -> None:
    """The picture, and what the whole is."""
    result = run("parse", "http://user@h:80/a/b?q#f")
    assert result.exit_code == 0
    assert "├──┘   ├──┘ │ ├┘├──┘ │ │" in result.output
    assert "a URI of RFC 3986 (2005-01): absolute, host reg-name" in result.output
    assert "\x1b" not in result.output


def test_parse_writes_a_line_for_each_line() -> None:
    """Into a pipe: the text, and each component that is defined; a refusal stands on standard error."""
    done = run("parse", "-", stdin="http://user@h:80/a/b?#f\na b\n\nmailto:a@b\n//\n")
    assert done.stdout.splitlines() == [
        "http://user@h:80/a/b?#f\tscheme=http\tauthority=user@h:80\tuserinfo=user\thost=h\tport=80\tpath=/a/b"
        "\tquery=\tfragment=f",
        "\tpath=",
        "mailto:a@b\tscheme=mailto\tpath=a@b",
        "//\tauthority=\thost=\tpath=",
    ]
    assert done.exit_code == 1 and done.stderr.startswith("-:2:2: ")


def test_parse_refuses() -> None:
    """The place and the rule; the texts before and after are read all the same."""
    result = run("parse", "http://h/a b", "g")
    assert result.exit_code == 1
    assert "at 10" in result.output
    assert "relative-path" in result.output


def test_parse_as_json() -> None:
    """Undefined is null, empty is "", offsets count characters."""
    result = run("parse", "--json", "http://h?", "a b")
    assert result.exit_code == 1
    good, bad = objects(result)
    assert good == {
        "text": "http://h?",
        "edition": "rfc3986",
        "valid": True,
        "kind": "absolute",
        "scheme": "http",
        "authority": "h",
        "userinfo": None,
        "host": "h",
        "port": None,
        "path": "",
        "params": None,
        "query": "",
        "fragment": None,
        "host_type": "reg-name",
        "offsets": {"scheme": [0, 4], "authority": [7, 8], "host": [7, 8], "path": [8, 8], "query": [9, 9]},
        "error": None,
    }
    error = bad.pop("error")
    assert {name: value for name, value in bad.items() if value is not None} == {
        "text": "a b", "edition": "rfc3986", "valid": False
    }  # fmt: skip
    assert isinstance(error, dict)
    assert (error["at"], error["rule"], error["clause"]) == (1, "segment-nz-nc", "RFC 3986, section 3.3")


def test_check_says_valid_or_why_not() -> None:
    """0 when all are valid, else 1."""
    assert run("check", "http://a/b", "c").exit_code == 0
    result = run("check", "http://a/b", "?y", "--edition", "rfc2396")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == ["valid      http://a/b", "not valid  ?y"]
    assert "rel_segment" in result.stderr


# A text that a rule refuses, and where: after the longest prefix that the rule could still complete.
REFUSED_BY_RULE = [
    ("IPv6address", ":::1", 2),
    ("IPv4address", "1.2.3", 5),
    ("URI", "http://h/a b", 10),
    ("URI", "N/A", 0),
    ("URI", "", 0),
    ("absolute-URI", "http://h/#f", 9),
    ("scheme", "1a", 0),
    ("port", "80x", 2),
]


@pytest.mark.parametrize(("rule", "text", "at"), REFUSED_BY_RULE)
def test_check_by_rule(rule: str, text: str, at: int) -> None:
    """A rule's refusal has its place and reason, as that of a whole reference has."""
    as_json = run("check", "--rule", rule, "--json", text)
    assert as_json.exit_code == 1
    [found] = objects(as_json)
    error = found.pop("error")
    assert found == {"text": text, "edition": "rfc3986", "rule": rule, "valid": False}
    assert isinstance(error, dict)
    assert error["at"] == at and error["reason"] and error["message"]
    by_line = run("check", "--rule", rule, "-", stdin=f"{text}\n")
    assert by_line.stdout == f"not valid  {text}\n"
    assert by_line.stderr.startswith(f"-:1:{at + 1}: ")
    assert by_line.stderr.endswith("1 of 1 lines refused\n")
    assert run("check", "--rule", "IPv6address", "::1").exit_code == 0


@pytest.mark.parametrize("extra", [[], ["--rule", "URI"], ["--edition", "whatwg"], ["--scheme-rules"]])
@pytest.mark.parametrize("quiet", [[], ["-q"]])
def test_check_filters(extra: list[str], quiet: list[str]) -> None:
    """--valid and --invalid divide the lines between them, as they are; reasons go to standard error."""
    lines = ["http://u:secret@h/", "http://a b/", "urn:example:a", "http://[/", "file:///x"]
    by_choice = {
        choice: run("check", choice, *extra, *quiet, "-", stdin="".join(f"{line}\n" for line in lines))
        for choice in ("--valid", "--invalid")
    }
    assert by_choice["--valid"].stdout.splitlines() == [lines[0], lines[2], lines[4]]
    assert by_choice["--invalid"].stdout.splitlines() == [lines[1], lines[3]]
    for result in by_choice.values():
        assert result.exit_code == 1
        assert len(result.stderr.splitlines()) == (0 if quiet else 3)


def test_check_filters_objects() -> None:
    """With --json the objects are those of the texts that are wanted."""
    found = objects(run("check", "--invalid", "--json", "http://h/", "a b"))
    assert [each["text"] for each in found] == ["a b"]


def test_check_keeps_lines() -> None:
    """An answer "not valid" is a line already: --keep-lines adds none."""
    result = run("check", "--keep-lines", "-", stdin="a b\nc\n")
    assert result.stdout.splitlines() == ["not valid  a b", "valid      c"]


def test_check_quietly() -> None:
    for extra in ([], ["--json"]):
        result = run("check", "-q", "a b", *extra)
        assert (result.exit_code, result.output) == (1, "")


@pytest.mark.parametrize(
    ("arguments", "written"),
    [
        (["../g"], "http://a/b/g\n"),
        (["g", "?y"], "http://a/b/c/g\nhttp://a/b/c/d;p?y\n"),
        (["?y", "--edition", "rfc2396"], "http://a/b/c/?y\n"),
        (["", "#s", "--edition", "rfc2396"], "the current document\nthe current document #s\n"),
        (["", "--edition", "rfc2396", "--new-request"], "http://a/b/c/d;p?q\n"),
        (["http:g"], "http:g\n"),
        (["http:g", "--no-strict"], "http://a/b/c/g\n"),
        (["../../../g"], "http://a/g\n"),
        (["../../../g", "--excess-parents", "keep"], "http://a/../g\n"),
        (["../my photo.jpg", "--split"], "http://a/b/my photo.jpg\n"),
        (["#a b", "--split", "--edition", "rfc2396"], "the current document #a b\n"),
    ],
)
def test_resolve(arguments: list[str], written: str) -> None:
    """RFC 3986, section 5.4, and what the other editions make of it."""
    result = run("resolve", "--base", "http://a/b/c/d;p?q", *arguments)
    assert (result.exit_code, result.stdout) == (0, written)


def test_resolve_step_by_step() -> None:
    """From where each component of the target comes, with the clause."""
    result = run("resolve", "../g", "--base", "http://a/b/c/d", "--steps")
    assert result.stdout.splitlines() == [
        "http://a/b/g",
        "  scheme     http: the reference has no scheme (RFC 3986, section 5.2.2)",
        "  authority  a: the reference has no authority (RFC 3986, section 5.2.2)",
        "  path       /b/c/../g: the reference's path stands after all but the last segment of the base's"
        " (RFC 3986, section 5.2.3)",
        '  path       /b/g: a path loses its complete segments "." and ".." (RFC 3986, section 5.2.2)',
    ]
    (answer,) = objects(run("resolve", "../g", "--base", "http://a/b/c/d", "--steps", "--json"))
    assert [step["text"] for step in answer["steps"]] == ["http", "a", "/b/c/../g", "/b/g"]
    result = run("resolve", "g", "--base", "http://a/", "--steps", "--edition", "whatwg")
    assert result.exit_code == 2
    assert "--steps" in result.stderr


def test_resolve_fails_for_one_and_goes_on() -> None:
    """An error is told on standard error; the exit code is 1."""
    result = run("resolve", "a b", "g", "--base", "http://a/")
    assert (result.exit_code, result.stdout) == (1, "http://a/g\n")
    assert "segment-nz-nc" in result.stderr


def test_a_bad_base_is_blamed_once_and_on_the_option() -> None:
    result = run("resolve", "--base", "../x", stdin="a\nb\nc\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("no scheme") == 1 and "--base: '../x' is refused" in result.stderr
    # The URL Standard takes a base with an opaque path for some references.
    result = run("resolve", "http://h", "#a", "--base", "mailto:x", "--edition", "whatwg")
    assert (result.exit_code, result.stdout) == (0, "http://h/\nmailto:x#a\n")


@pytest.mark.parametrize(
    ("name", "advice"),
    [("example.com", "uriverse look example.com"), ("compare", "uriverse normalize"), ("same", "uriverse normalize")],
)
def test_what_is_no_command_has_one_that_serves(name: str, advice: str) -> None:
    result = run(name, "x")
    assert result.exit_code == 2 and advice in result.stderr and "did you mean" not in result.stderr


def test_resolve_as_json() -> None:
    """The current document is told apart from a URI."""
    result = run("resolve", "--base", "http://a/b", "--json", "--edition", "rfc2396", "g", "#s", "a b")
    assert result.exit_code == 1
    target, same, bad = objects(result)
    given = {"base": "http://a/b", "edition": "rfc2396"}
    assert target == {
        "reference": "g", **given, "resolved": "http://a/g", "same_document": False, "fragment": None, "error": None
    }  # fmt: skip
    assert same == {
        "reference": "#s", **given, "resolved": None, "same_document": True, "fragment": "s", "error": None
    }  # fmt: skip
    assert (bad["resolved"], bad["same_document"]) == (None, False)
    assert bad["error"]


def test_normalize() -> None:
    """The steps of RFC 3986, section 6.2."""
    text = "HTTP://EXAMPLE.com:80/%7euser/../x"
    assert run("normalize", text).stdout == "http://example.com:80/x\n"
    assert run("normalize", text, "--level", "scheme").stdout == "http://example.com/x\n"
    assert run("normalize", text, "--level", "case").stdout == "http://example.com:80/%7Euser/../x\n"
    result = run("normalize", "http://a/", "a b", "--json")
    assert result.exit_code == 1
    same, bad = objects(result)
    assert (same["normalized"], same["changed"]) == ("http://a/", False)
    assert (bad["normalized"], bad["changed"]) == (None, False)


def test_standard_input_line_by_line() -> None:
    """A "-" among the texts stands for the lines of standard input, without their ends."""
    result = run("resolve", "first", "-", "last", "--base", "http://a/", stdin="b\r\n\nc d\n#e")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == ["http://a/first", "http://a/b", "http://a/", "http://a/#e", "http://a/last"]
    assert run("check", "-q", "-", stdin="").exit_code == 0


def test_octets_that_are_no_utf_8() -> None:
    """They are refused where they stand; the run goes on."""
    result = run("check", "--json", "-", stdin=b"a\xffb\nc\n")
    bad, good = objects(result)
    assert (bad["valid"], good["valid"]) == (False, True)
    assert isinstance(bad["error"], dict)
    assert bad["error"]["at"] == 1
    assert run("parse", "-", stdin=b"a\xff\n").exit_code == 1
    assert run("resolve", "-", "--base", "http://a", stdin=b"\xff").exit_code == 1


def test_a_level_that_the_edition_does_not_have_is_wrong_use() -> None:
    """RFC 2396, section 5: dot segments are "only considered special when resolving a relative-path reference"."""
    result = run("normalize", "--level", "path", "--edition", "rfc2396", "http://a/b/../c")
    assert result.exit_code == 2 and "rfc2396 has no level 'path'" in result.output
    assert run("normalize", "--edition", "rfc2396", "http://a/b/../c").stdout == "http://a/b/../c\n"


# What a command makes of a text, and a text that it refuses.
CONVERSIONS = [
    (["convert", "uri"], "uri", "https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4", "a b"),
    (["convert", "uri", "--host", "percent"], "uri", "https://ä/", "https://%C3%A4/", "http://%"),
    (["convert", "iri"], "iri", "https://h/%C3%A4%FF", "https://h/ä%FF", "a b"),
    (
        ["convert", "display"],
        "display",
        "http://u:p@xn--bcher-kva.example/%C3%A4",
        "http://u:***@bücher.example/ä",
        "a b",
    ),
    (["convert", "ascii"], "ascii", "Bücher.example", "xn--bcher-kva.example", "a_b.example"),
    (["convert", "ascii", "--rules", "whatwg"], "ascii", "A_ä", "xn--a_-wia", "a b"),
    (["convert", "unicode"], "unicode", "xn--bcher-kva.example", "bücher.example", "xn--a"),
    (["convert", "unicode", "--rules", "dns"], "unicode", "XN--A", "xn--a", "ä"),
]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["convert", "iri", "--host", "idna", "a"], "--host is for uri"),
        (["convert", "display", "--rules", "dns", "a"], "--rules is for ascii and unicode"),
        (["convert", "asci", "a"], "did you mean 'ascii'?"),
    ],
)
def test_a_form_has_its_options(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2 and message in " ".join(result.output.split())


@pytest.mark.parametrize(("arguments", "field", "text", "made", "refused"), CONVERSIONS)
def test_a_text_is_converted(arguments: list[str], field: str, text: str, made: str, refused: str) -> None:
    """An argument, lines, and JSON; a refused line is named, and the exit code is 1."""
    assert run(*arguments, text).stdout == f"{made}\n"
    result = run(*arguments, "--keep-lines", stdin=f"{text}\n{refused}\n{text}\n")
    assert (result.stdout, result.exit_code) == (f"{made}\n\n{made}\n", 1)
    assert "-:2" in result.stderr and "1 of 3 lines refused" in result.stderr
    kept = run(*arguments, "--on-invalid", "keep", stdin=f"{text}\n{refused}\n{text}\n")
    assert (kept.stdout, kept.stderr, kept.exit_code) == (f"{made}\n{refused}\n{made}\n", result.stderr, 1)
    for row, of in zip(objects(run(*arguments, "--json", text, refused)), (text, refused), strict=True):
        assert (row["text"], row[field]) == (of, made if of == text else None)
        assert (row["error"] is None) == (of == text)
