"""`uriverse agree`: the picture, JSON, the page, and the exit code."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from uriverse.cli.commands import uriverse as command

BACKSLASH = "http://127.0.0.1\\@1.1.1.1/"


def run(*arguments: str, input: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(command, ["agree", *arguments], input=input)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_the_picture_marks_the_host_that_each_reader_sees() -> None:
    code, output = run(BACKSLASH, "--parsers", "split,whatwg")
    lines = output.splitlines()
    assert code == 1
    assert lines[0] == BACKSLASH
    assert lines[1].startswith(
        "                  ^^^^^^^   split              scheme=http userinfo=127.0.0.1\\ host=1.1.1.1 port=80"
    )
    assert lines[2].startswith("       ^^^^^^^^^            whatwg (browsers)  scheme=http host=127.0.0.1")
    assert lines[3].startswith("backslash: ") and "URL Standard, section 4.4" in lines[3]


def test_hosts_that_few_see_come_first_and_equal_refusals_share_a_line() -> None:
    code, output = run(BACKSLASH, "--parsers", "rfc2396,rfc3986,split,urllib,whatwg")
    first = [line.replace("^", "").split()[0] for line in output.splitlines()[1:4]]
    assert code == 1 and first == ["whatwg", "split", "urllib"]
    assert output.splitlines()[4].startswith("refused by rfc2396, rfc3986: ") and output.count("refused by") == 1


def test_red_is_what_differs_from_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLICOLOR_FORCE", "1")
    output = run(BACKSLASH, "--parsers", "whatwg,split,urllib")[1]
    assert "\x1b[1;31m127.0.0.1\x1b[0m" in output and "\x1b[1;31m1.1.1.1\x1b[0m" not in output


def test_what_a_terminal_has_no_room_for_stands_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines no longer than the terminal is wide, each indented."""
    monkeypatch.setenv("COLUMNS", "48")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("uriverse.cli.screen.Screen.is_terminal", True)
    lines = run(BACKSLASH, "--parsers", "split,whatwg")[1].splitlines()
    below = [line for line in lines if "port=" in line or "path=" in line]
    assert below and all(re.match(r"( {4}|.*\^)", line) and len(line) <= 48 for line in below), lines


def test_agreement_is_success() -> None:
    code, output = run("http://example.com/", "--parsers", "ours")
    assert code == 0 and "host=example.com" in output
    assert run("http://[", "--parsers", "whatwg")[0] == 1


def test_json_has_every_cut() -> None:
    code, output = run("-", "--json", "--parsers", "rfc3986,whatwg,urllib", input=f"{BACKSLASH}\nhttp://h/\n")
    first, second = map(json.loads, output.splitlines())
    assert code == 1 and (first["agrees"], second["agrees"]) == (False, True)
    assert [cut["parser"] for cut in first["cuts"]] == ["rfc3986", "whatwg", "urllib"]
    assert [cut["host"] for cut in first["cuts"]] == [None, "127.0.0.1", "1.1.1.1"]
    assert first["cuts"][0]["reason"] and "differing" in first


def test_a_pipe_gets_a_line_for_each_line_that_parsers_differ_on(tmp_path: Path) -> None:
    file = tmp_path / "urls.txt"
    file.write_text(f"http://h/\n{BACKSLASH}\n\nhttp://u:s3cret@h:x/\n", "utf-8")
    for base in ((), ("--base", "http://h/")):
        result = CliRunner().invoke(command, ["agree", "--file", str(file), "--parsers", "split,whatwg", *base])
        assert result.exit_code == 1 and "s3cret" not in result.output
        (line,) = result.stdout.splitlines()
        assert line.startswith(f"{file}:2: differ on userinfo, host, path (backslash") and line.endswith(BACKSLASH)
        assert result.stderr == "parsers differ on 1 of 4 lines\n"
    assert run("-", "--parsers", "whatwg", input="http://[\n")[1].startswith("-:1: no parser accepts it: http://[\n")
    assert "scheme=http" in run("-", "--parsers", "split,whatwg", "--long", input=f"{BACKSLASH}\nhttp://h/\n")[1]


def test_the_page_is_whole_and_loads_nothing(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert run("http:///<b>&user:s3cret@h", BACKSLASH, "--html", str(path), "--parsers", "ours")[0] == 1
    text = path.read_text("utf-8")
    tags: list[str] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.append(tag)
            assert not {"src", "href"} & dict(attrs).keys()

    Tags().feed(text)
    assert tags.count("h2") == tags.count("table") == 2 and "script" not in tags and "<b>&user" not in text
    assert "s3cret" not in text and "&lt;b&gt;&amp;user" in text


def test_a_wrong_reader_is_wrong_use() -> None:
    code, output = run("http://h/", "--parsers", "rfc3986,watwg")
    assert code == 2 and "did you mean 'whatwg'" in output
