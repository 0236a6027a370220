"""What a command takes for a text and what for a file; first steps; mistyped names."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from support.command import objects, run
from uriverse.cli.commands import NAMES, uriverse
from uriverse.cli.common import STANDARD, TAKE_THE_STANDARD
from uriverse.cli.grammar_option import STANDARD_OR_DRAFT
from uriverse.cli.inputs import lines

# What each command needs besides the name of a file that is not there.
MISSING: dict[str, tuple[str, ...]] = {
    "parse": (),
    "check": (),
    "resolve": ("--base", "http://a/b"),
    "normalize": (),
    "explain": (),
    "diff": ("rfc3986",),
    "links": (),
    "find": (),
    "schemes": (),
    "audit": ("--fail-on", "warning"),
    "table": ("--to", "out.csv"),
    "lab": (),
}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("file", ["nofile.txt", "./links.txt", "data/urls.csv.gz"])
def test_a_file_that_is_not_there_is_never_a_good_answer(name: str, file: str) -> None:
    """Whatever the command: the exit code is not 0, and the message names the file."""
    result = run(name, file, *MISSING.get(name, ()))
    assert result.exit_code != 0
    assert file in result.output


@pytest.mark.parametrize("name", ["parse", "check", "normalize", "explain", "audit"])
@pytest.mark.parametrize("file", ["nofile.txt", "./links.txt"])
def test_text_says_that_it_is_a_text(name: str, file: str) -> None:
    """It is a valid relative reference then."""
    assert run(name, file, "--text").exit_code == 0
    assert run(name, "--text", file).exit_code == 0


@pytest.mark.parametrize("name", ["parse", "check", "normalize", "explain"])
def test_the_name_of_a_file_is_asked_about(name: str) -> None:
    """A command that takes texts says how its lines are read."""
    Path("links").write_text("http://a/ b\n")
    result = run(name, "links")
    assert result.exit_code == 2
    assert f"uriverse {name} --file links" in result.output
    assert run(name, "links", "--text").exit_code == 0


@pytest.mark.parametrize(
    "text", ["../g", "images/logo.png", "index.html", "/a/b", "?page=2", "a.txt?b", "x:a.txt", "//h/a.txt", "", "."]
)
def test_usual_references_are_texts(text: str) -> None:
    """No file of that name is there, and nobody keeps a list of references in one."""
    assert run("check", text).exit_code == 0


@pytest.mark.parametrize("text", ["?page=2", "#top", "//h/a.txt", "http://h/links.txt", "mailto:a@b.txt", "intranet"])
def test_audit_takes_for_a_text_what_is_not_a_path(text: str) -> None:
    """A reference with more than a path, or a single word."""
    assert run("audit", text).exit_code == 0


@pytest.mark.parametrize("text", ["/etc/no-such-list", "~/links", "../x", "a/b.html", "C:/links", "."])
def test_audit_asks_about_what_looks_like_a_path(text: str) -> None:
    """It reads files, so a path that is none is a mistake, or a text that --text says is one."""
    result = run("audit", text)
    assert result.exit_code == 2
    assert "--text" in result.output
    assert run("audit", "--text", text).exit_code == 0


def test_a_byte_order_mark_does_not_belong_to_the_first_line() -> None:
    """In every command that reads lines."""
    texts = b"\xef\xbb\xbfhttp://a/\r\nhttp://b/\n"
    assert [row["text"] for row in objects(run("check", "-", "--json", stdin=texts))] == ["http://a/", "http://b/"]
    assert [row["text"] for row in objects(run("audit", "-", "--json", stdin=texts))] == ["http://a/", "http://b/"]
    assert list(lines([b"\xef\xbb\xbf\n", b"\xef\xbb\xbfx"])) == [(1, ""), (2, "\ufeffx")]


@pytest.mark.parametrize("mark", ["\ufeff", ""])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_lines_in_utf_16_are_refused_with_the_conversion(encoding: str, mark: str, tmp_path: Path) -> None:
    """Its lines would all be invalid, and `redact` would see no secret in them."""
    file = tmp_path / "wide.txt"
    file.write_bytes(f"{mark}http://u:secret@h/\n".encode(encoding))
    name = "UTF-16" if mark else encoding.upper().replace("-LE", "LE").replace("-BE", "BE")
    for call in (("check", "--file", str(file)), ("redact", str(file))):
        result = run(*call)
        assert (result.exit_code, result.stdout) == (2, "") and f"iconv -f {name} -t UTF-8" in result.stderr


def test_the_message_names_every_command_for_the_url_standard() -> None:
    """The list is a constant, because loading all commands takes time."""
    context = click.Context(uriverse)
    commands = {name: uriverse.get_command(context, name) for name in NAMES}
    kinds = {name: [one.type for one in each.params] for name, each in commands.items() if each}
    takers = {name for name, types in kinds.items() if STANDARD in types or STANDARD_OR_DRAFT in types}
    assert takers == set(TAKE_THE_STANDARD)


def test_without_arguments_three_commands_to_try() -> None:
    """Each of them is a command that works."""
    result = run()
    assert result.exit_code == 2
    tries = [line.split()[1] for line in result.output.splitlines() if line.startswith("  uriverse ")]
    assert len(tries) == 3
    assert set(tries[1:]) <= set(NAMES) and ":" in tries[0]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["chek", "x"], "did you mean 'check'"),
        (["Parse", "x"], "did you mean 'parse'"),
        (["normalise", "x"], "did you mean 'normalize'"),
        (["frobnicate"], "There are look, parse, check"),
        (["parse", "x", "--jsn"], "--json"),
        (["parse", "x", "--editon", "rfc2396"], "--edition"),
        (["parse", "x", "--edition", "rfc3968"], "'rfc3986'"),
        (["explain", "x", "--edition", "rfc3968"], "'rfc3986'"),
        (["audit", "x", "--profile", "securty"], "security"),
    ],
)
def test_a_mistyped_name_is_reported_with_the_nearest(arguments: list[str], expected: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert expected in result.output
