"""`uriverse audit`: texts and files, what is written for people and for programs, exit codes."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from support import command
from support.command import objects
from uriverse.audit import FINDINGS
from uriverse.cli import inputs
from uriverse.cli.audit import WINDOW
from uriverse.ground.pointing import marked

run = partial(command.run, "audit")


DANGER, WARNING, INFO = "http://0x7f.1/", "http://example.com:81/", "http://example.com/?"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["http://example.com/"], 0),
        ([DANGER], 1),
        ([WARNING], 0),
        ([WARNING, "--fail-on", "warning"], 1),
        ([INFO, "--fail-on", "warning"], 0),
        ([INFO, "--fail-on", "info"], 1),
        ([INFO, "--fail-on", "info", "--profile", "security"], 0),
        ([INFO, DANGER], 1),
        (["http://example.com:8x/"], 0),
        (["http://example.com:8x/", "--fail-on", "invalid"], 1),
        (["--list"], 0),
        ([], 0),
        (["x", "--profile", "nonsense"], 2),
        (["x", "--fail-on", "syntax"], 2),
        (["x", "--edition", "rfc9999"], 2),
    ],
)
def test_exit_codes(arguments: list[str], code: int) -> None:
    """0 where nothing is as severe as asked, 1 where something is, 2 for wrong use."""
    assert run(*arguments).exit_code == code


def test_text_for_people_points_at_the_place() -> None:
    """Severity, id, place, clause; the text with marks; the sentence, what to do, what to write instead; the sum."""
    lines = run(DANGER, "--profile", "security").output.splitlines()
    assert lines[0] == DANGER
    assert lines[1].split() == ["danger", "address-rare", "7-13", "RFC", "3986,", "section", "7.4"]
    assert lines[2].index("0x7f.1") == lines[3].index("^^^^^^")
    assert "127.0.0.1" in lines[4] and "write the address" in lines[4]
    assert lines[5].strip() == "instead: 127.0.0.1"
    assert lines[-1] == "1 text, 1 with findings: 1 danger, 1 warning"
    assert run("http://example.com/").output == "1 text, no findings\n"


def test_a_text_that_is_not_valid_is_counted() -> None:
    """The rule that refuses it stands where a finding has its id."""
    lines = run("http://example.com:8x/", "--profile", "style").output.splitlines()
    assert lines[1].split()[:3] == ["error", "rule", "port"]
    assert lines[-1] == "1 text, 1 with findings: 1 not valid"


@pytest.mark.parametrize("options", [(), ("--json",), ("--report", "github")])
def test_advice_names_options_of_the_command_line(options: tuple[str, ...]) -> None:
    said = run(*options, "http://h/\u00e9").stdout
    assert "rfc3987" in said and "takes IRIs" in said and "uriverse." not in said


def test_quiet_is_for_errors_and_not_for_findings() -> None:
    for texts in (["http://127.0.0.1:25/", "a b"], []):
        loud, quiet = (run(*texts, *more, stdin="http://127.0.0.1:25/\na b\n") for more in ([], ["-q"]))
        assert quiet.stdout == loud.stdout and "address-loopback" in quiet.stdout
        assert quiet.exit_code == loud.exit_code == 1


def test_a_password_is_not_shown() -> None:
    """Neither in the text nor in what to write instead, nor as a value that a finding calls a secret."""
    assert "hunter2" not in run("HTTP://example.com/?password=hunter2&a=1#token=hunter2").output
    assert "hunter2" not in run("HTTP://user:hunter2@example.com/").output


def test_a_long_text_is_shown_around_the_place() -> None:
    """A line stays short, the marks under the place."""
    text = "http://example.com/" + "a" * 500 + "%00" + "a" * 500
    window, marks = marked(text, 519, 522, WINDOW)
    assert len(window) < 120
    assert window[marks.index("^") : marks.index("^") + 3] == "%00"
    assert marked("a", 1, 1, WINDOW) == ("a", " ^")


def test_json_has_one_object_a_text() -> None:
    """All of each row, also of a syntax error."""
    first, second = objects(run(WARNING, "http://example.com:8x/", "--json"))
    assert first["text"] == WARNING and first["edition"] == "rfc3986"
    assert first["findings"] == [
        {
            "kind": "finding",
            "id": "port-well-known",
            "severity": "warning",
            "start": 19,
            "end": 21,
            "clause": "RFC 3986, section 7.2",
            "message": "port 81 is a well-known port or that of a service, not the scheme's",
            "fix": None,
            "replacement": None,
        }
    ]
    (row,) = second["findings"]  # type: ignore[misc]
    assert (row["kind"], row["rule"], row["start"]) == ("syntax", "port", 20)
    assert objects(run("http://example.com/", "--json")) == [
        {"text": "http://example.com/", "edition": "rfc3986", "findings": []}
    ]


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    """Without a byte order mark, line ends and empty lines; octets that are no UTF-8 come through."""
    file = tmp_path / "links.txt"
    file.write_bytes(b"\xef\xbb\xbfhttp://example.com/\r\n\nhttp://0x7f.1/\nhttp://example.com/\xff\n")
    rows = objects(run(str(file), "--json", "--skip-blank"))
    assert [row["line"] for row in rows] == [1, 3, 4]
    assert {row["source"] for row in rows} == {str(file)}
    assert rows[0]["findings"] == []
    result = run(str(file))
    assert f"{file}:3: {DANGER}" in result.output
    assert "4 texts, 2 with findings" in result.output
    assert result.exit_code == 1


def test_standard_input_is_read_line_by_line() -> None:
    """The same of "-"."""
    rows = objects(run("-", "--json", "--skip-blank", stdin=f"\ufeffhttp://example.com/\n\n{DANGER}\n".encode()))
    assert [(row["source"], row["line"], bool(row["findings"])) for row in rows] == [("-", 1, False), ("-", 3, True)]


def test_an_argument_may_be_kept_from_being_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that happens to be a file's name is a text with --text."""
    monkeypatch.chdir(tmp_path)
    Path("links").write_text("http://0x7f.1/\n")
    assert run("links").exit_code == 1
    assert objects(run("links", "--text", "--json"))[0]["text"] == "links"


def test_a_text_that_can_be_no_file_is_a_text() -> None:
    """NUL, or longer than a name may be."""
    assert objects(run("a\x00b", "--json"))[0]["text"] == "a\x00b"
    assert run("http://example.com/" + "a" * 5000).exit_code == 0


def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its name and why; wrong use."""
    file = tmp_path / "links.txt"
    file.write_text("x\n")

    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(inputs, "open", refuse, raising=False)
    result = run(str(file))
    assert result.exit_code == 2
    assert "Permission denied" in result.output and "links.txt" in result.output


def test_the_list_has_every_finding() -> None:
    """One a line, with severity, clause and sentence."""
    lines = run("--list").output.splitlines()
    assert [line.split()[1] for line in lines] == list(FINDINGS)


@pytest.mark.parametrize("width", [70, 80, 110])
def test_on_a_terminal_no_line_is_wider_than_it(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """What is said of a finding is folded, and of a long text a part is shown; only the text itself is whole."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(width))
    text = f"http://user:pw@2130706433:25/{'a' * 150}%0d%0a?token=x"
    output = re.sub(r"\x1b\[[0-9;]*m", "", command.run("audit", text).output)
    said = output.splitlines()[1:-1]
    assert any(" ...aaa" in line for line in said)
    assert max(map(len, said)) <= width
