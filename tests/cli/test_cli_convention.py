"""What holds for every command: what it prints of hostile names, its options' names, where texts come from."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from support.command import objects, run
from support.commands import COMMANDS
from support.paths import ROOT
from uriverse import cli
from uriverse.cli import main
from uriverse.lab import matrix

SECRET = "s3cret"
CONTROLS = "\x1b]0;PWN\x07\x1b[31m\nforged\r\x9b2J"
TEXT = f"http://user:{SECRET}@h/{CONTROLS}?token={SECRET} b&X-Amz-Signature={SECRET}"
# What a command needs to get as far as the text.
NEEDED = {
    ("resolve",): ["--base", "http://a/"],
    ("canonical",): ["--profile", "oauth"],
    ("convert",): ["display"],
    ("table",): ["--to", "out.csv"],
    ("lab", "suite"): ["--rule", "port"],
    ("oracle", "run"): ["--to", "out.json", "--most", "1"],
    ("explain",): ["--edition", "rfc3986"],
    ("agree",): ["--parsers", "rfc3986,whatwg"],
}
WITH_TEXTS = [path for path, command in COMMANDS.items() if any(each.name == "texts" for each in command.params)]
# A form that the caller gives, in which a line break is one.
FORMS = {"form", "form_of_answer"}
# What a line of a file can hold.
LINE = TEXT.replace("\n", "")


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def printed(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What a call of the command writes on a terminal, on both streams."""
    out, err = Terminal(), io.StringIO()
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{LINE}\n".encode("utf-8", "surrogateescape"))))
    with pytest.raises(SystemExit):
        main(arguments)
    return out.getvalue() + err.getvalue()


def is_fit_for_people(text: str) -> bool:
    """Whether a terminal shows it as it is, no line of it is forged, and no secret is in it."""
    visible = all(letter.isprintable() or letter in "\n\t" for letter in text)
    return visible and SECRET not in text and not any(line.startswith("forged") for line in text.splitlines())


def calls() -> list[Any]:
    """Each command with the hostile text for each of its arguments and options, and as an option of no command."""
    found = []
    for path, command in COMMANDS.items():
        texts = [each for each in command.params if isinstance(each, click.Argument)]
        for param in command.params:
            if param.name in FORMS or (isinstance(param, click.Option) and param.is_flag):
                continue
            given = [TEXT] if isinstance(param, click.Argument) else [param.opts[0], TEXT]
            others = ["--", *["x"] * len(texts)] if isinstance(param, click.Option) else []
            needed = [] if param.opts[0] in NEEDED.get(path, ()) else NEEDED.get(path, [])
            found.append(pytest.param([*path, *needed, *given, *others], id=f"{' '.join(path)} {param.name}"))
        found.append(pytest.param([*path, f"--{TEXT}"], id=f"{' '.join(path)} option"))
        found.append(pytest.param([*path, f"--color={TEXT}"], id=f"{' '.join(path)} color"))
        found.append(pytest.param([*path, *NEEDED.get(path, []), "-"], id=f"{' '.join(path)} standard input"))
    return found


@pytest.mark.parametrize("arguments", [*calls(), pytest.param([TEXT], id="no command")])
def test_no_call_prints_a_control_character_or_a_secret(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal, whatever the text is given for, rightly or by mistake."""
    monkeypatch.chdir(tmp_path)
    # Comparing all editions takes minutes.
    monkeypatch.setattr(matrix, "all_differences", lambda _: iter(()))
    assert is_fit_for_people(printed(arguments, monkeypatch))


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_the_name_and_the_text_of_a_file_are_as_harmless(
    path: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an argument, and as what each option that takes a file reads."""
    monkeypatch.chdir(tmp_path)
    name = f"{CONTROLS}.html"
    Path(name).write_text(f"<a href='{LINE}'>{LINE}</a>\n{LINE}\n", "utf-8", newline="")
    needed = NEEDED.get(path, [])
    assert is_fit_for_people(printed([*path, *needed, name], monkeypatch))
    for param in COMMANDS[path].params:
        if isinstance(param, click.Option) and param.metavar == "FILE" and param.name != "html":
            assert is_fit_for_people(printed([*path, *needed, param.opts[0], name, "x"], monkeypatch))


def test_a_page_of_editions_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(matrix, "all_differences", lambda _: iter(()))
    told = printed(["diff", "--html", f"{CONTROLS}.html"], monkeypatch)
    assert is_fit_for_people(told) and "forged" in told
    assert "forged" not in Path(f"{CONTROLS}.html").read_text("utf-8")


def test_a_skipped_row_may_be_of_any_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(f"{CONTROLS}.csv").write_text("url,n\nhttp://h/,1,2\nhttp://h/,1\n", "utf-8")
    told = printed(["table", f"{CONTROLS}.csv", "--on-error", "skip", "--to", "out.csv"], monkeypatch)
    assert is_fit_for_people(told) and "forged" in told


def test_an_input_that_is_no_arrow_stream_is_a_message() -> None:
    command = [sys.executable, "-m", "uriverse.cli", *("serve-columns", "host")]
    ran = subprocess.run(command, input=LINE.encode(), check=False, capture_output=True)
    message = ran.stderr.decode()
    assert ran.returncode == 1 and "the streams cannot be read" in message and is_fit_for_people(message)


# One word for one thing: the first is the word, the others are refused with it.
WORDS = {
    "--edition": ("--standard", "--version-of"),
    "--unique": ("--dedupe", "--distinct"),
    "--limit": ("--largest", "--max"),
    "--fail-fast": ("--strict", "--verify"),
    "--fail-on": ("--check",),
    "--format": ("--from", "--input-format"),
    "--schemes": ("--scheme",),
    "--processes": ("--jobs",),
    "--quiet": ("--silent",),
    "--to": ("--output", "--out"),
    "--get": ("--print", "--show"),
}
# The same word for what differs, each with its reason.
DIFFERENT = {
    "--fail-fast": "a text that is refused ends edit, a document that is not read ends links",
    "--profile": "a profile of findings, of canonical forms: each is the named set that the command works by",
    "--lenient": "of links, only what is text",
    "--schemes": "find takes 'registered' and 'any' besides names; a policy has no such sets",
    "--edition": "explain takes several",
    "--fail-on": "the audit has severities besides 'invalid'",
    "--format": "documents and tables have formats of their own",
    "--to": "the suffix says the format",
    "--prefix": "of columns, of functions",
    "--rule": "of the edition that the command is about",
    "--json": "one object, or one a line",
    "--on-invalid": "a row of a table has other fields, and a text is only itself",
    "--html": "what the page is of",
    "--into": "what is written",
    "--get": "what has placeholders",
    "--unique": "what is written once",
    "--base": "what it is the base of",
}


def options() -> dict[str, list[tuple[tuple[str, ...], click.Option]]]:
    """Each option's name with the commands that have it."""
    found: dict[str, list[tuple[tuple[str, ...], click.Option]]] = {}
    for path, command in COMMANDS.items():
        for param in command.params:
            if isinstance(param, click.Option):
                for name in param.opts:
                    found.setdefault(name, []).append((path, param))
    return found


def test_one_thing_has_one_word() -> None:
    """No option has a second word for what another command calls differently."""
    known = options()
    others = {other: word for word, words in WORDS.items() for other in words}
    assert not known.keys() & others.keys()
    assert known.keys() >= WORDS.keys()


def test_one_word_is_one_thing() -> None:
    """An option that several commands have takes the same everywhere, and says the same, or its reason is listed."""
    several = set()
    for name, places in options().items():
        if len({(param.metavar, param.is_flag, str(param.type.name), param.help) for _, param in places}) > 1:
            several.add(name)
    assert several == DIFFERENT.keys()


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [
        ("links", "--dedupe", "--unique --profile NAME"),
        ("links", "--largest", "--limit"),
        ("links", "--check", "--fail-on invalid"),
        ("audit", "--check", "--fail-on invalid"),
        ("links", "--scheme", "--target-schemes, or --schemes for text,"),
        ("edit", "--verify", "--fail-fast"),
        ("edit", "--qtrim", "--remove"),
        ("edit", "--url-file", "--file"),
    ],
)
def test_an_old_word_and_another_tools_are_refused_with_ours(command: str, old: str, new: str) -> None:
    done = run(command, old, "x")
    assert done.exit_code == 2 and f"it is {new} here" in done.stderr


@pytest.mark.parametrize("path", WITH_TEXTS, ids=" ".join)
def test_texts_come_from_standard_input_files_and_arguments(path: tuple[str, ...], tmp_path: Path) -> None:
    """One convention: no name, "-", --file; --strip, --skip-blank."""
    if path == ("template", "match"):
        arguments = [*path, "{+x}"]
    else:
        arguments = [*path, *NEEDED.get(path, [])]
    file = tmp_path / "urls"
    file.write_text("http://h/\n")
    wanted = objects(run(*arguments, "--json", "http://h/"))

    def answers(*more: str, stdin: str = "") -> list[dict[str, Any]]:
        own = {"source", "line"}
        found = objects(run(*arguments, "--json", *more, stdin=stdin))
        return [{name: value for name, value in row.items() if name not in own} for row in found]

    assert answers(stdin="http://h/\n") == wanted
    assert answers("-", stdin="http://h/\r\n") == wanted
    assert answers("--file", str(file)) == wanted
    assert answers("--strip", "--skip-blank", stdin=" \n  http://h/ \n\n") == wanted


@pytest.mark.parametrize("path", [*WITH_TEXTS, ("links",), ("find",), ("table",)], ids=" ".join)
def test_a_closed_standard_input_is_a_message(path: tuple[str, ...]) -> None:
    needed = [*NEEDED.get(path, []), *(["{x}"] if path == ("template", "match") else [])]
    needed += ["--format", "text"] if path == ("table",) else []
    command = [sys.executable, "-m", "uriverse.cli", *path, *needed, "-"]
    done = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "standard input is closed" in done.stderr and "Traceback" not in done.stderr


REFUSING = [("parse",), ("resolve",), ("normalize",), ("canonical",), ("edit",)]


@pytest.mark.parametrize("path", REFUSING, ids=" ".join)
def test_a_refused_line_has_its_place_and_may_keep_its_line(path: tuple[str, ...], tmp_path: Path) -> None:
    """FILE:LINE on standard error, the counts after it, an object with --json; --quiet says nothing."""
    bad = "http://h:x/ b" if path != ("canonical",) else "/cb"
    file = tmp_path / "urls.txt"
    file.write_text(f"http://a/\n{bad}\nhttp://b/\n")
    call = [*path, *NEEDED.get(path, []), "--file", str(file)]
    done = run(*call)
    assert done.exit_code == 1
    first, *_, last = done.stderr.splitlines()
    assert first.startswith(f"{file}:2:") and last == "1 of 3 lines refused"
    assert run(*call, "--quiet").stderr == ""
    if path != ("parse",):
        assert run(*call, "--keep-lines").stdout.splitlines()[1] == ""
    error = objects(run(*call, "--json"))[1]["error"]
    assert list(error) == ["reason", "at", "rule", "message", "hint", "clause", "component", "expected"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["edit", "http://u:p@h/", "--clear", "host"],
        ["edit", "http://h/", "--set", "scheme="],
        ["edit", "/", "--set", "password=x"],
        ["parse", "x", "--edition", "whatwg"],
        ["parse", "http://h/é"],
        ["find", "--long"],
    ],
)
def test_messages_speak_of_options(arguments: list[str]) -> None:
    """Not of functions and arguments of Python."""
    done = run(*arguments, stdin="http://h/straße")
    for word in ("None", "=True", "uriverse.", "edition=", '=""'):
        assert word not in done.stderr + done.stdout


# Files whose sentences no command writes: they are about a program's arguments, or show what raises an error.
OF_PROGRAMS = {
    *("confusion/page.py", "documents/sources/given.py", "errors/reasons.py"),
    *("ground/argument_types.py", "ground/secret_names.py", "hosts/verdicts.py", "reference/queries.py"),
    *("reference/resolution.py", "schemes/connections.py", "typing.py"),
}
OF_PYTHON = re.compile(r"\b\w+=(?:True|False|None|['\"])|\buriverse\.\w|\bNone\b")


def sentences() -> Iterator[tuple[str, str]]:
    """Each sentence of the library that may become a message, by its file; docstrings, `repr` and markup are none."""
    folder = Path(cli.__file__).parent.parent
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        if name in OF_PROGRAMS or name.partition("/")[0] in ("cli", "columns", "integrations", "testing"):
            continue
        tree = ast.parse(path.read_text("utf-8"))
        others = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
        of_repr = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) and each.name == "__repr__"]
        others |= {id(part) for each in of_repr for part in ast.walk(each)}
        # A sentence with places is a list of parts: what stands in a place is "rfc3986" here.
        places = [each for each in ast.walk(tree) if isinstance(each, ast.JoinedStr) and id(each) not in others]
        parts = {id(part) for each in places for part in each.values}
        for each in places:
            texts = (str(part.value) if isinstance(part, ast.Constant) else "'rfc3986'" for part in each.values)
            yield name, "".join(texts)
        for each in ast.walk(tree):
            if isinstance(each, ast.Constant) and isinstance(each.value, str) and not {id(each)} & (others | parts):
                yield name, each.value


def test_every_sentence_is_for_every_reader() -> None:
    """No error and no hint of the library writes a call or an argument of Python: a command shows it too."""
    found = [row for row in sentences() if " " in row[1] and "<" not in row[1]]
    assert len(found) > 300
    assert [row for row in found if OF_PYTHON.search(row[1])] == []


@pytest.mark.parametrize(("name", "id"), [("RFC3986", "rfc3986"), ("3986", "rfc3986"), ("RFC 2396", "rfc2396")])
def test_an_edition_is_known_however_its_document_is_written(name: str, id: str) -> None:
    assert objects(run("parse", "x", "--json", "--edition", name))[0]["edition"] == id


def test_the_error_for_the_url_standard_names_the_commands_that_take_it() -> None:
    taking = {path[0] for path, param in options()["--edition"] if "whatwg" in getattr(param.type, "words", ())}
    refused = run("parse", "x", "--edition", "WHATWG")
    assert refused.exit_code == 2
    assert set(refused.stderr.partition("here; ")[2].partition(" take it")[0].split(", ")) == taking


def documented_fields() -> Iterator[tuple[str, list[str]]]:
    """The rows of the table of fields in docs/cli.md."""
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for line in page.partition("| command | fields |")[2].partition("\n\n")[0].splitlines()[2:]:
        command, fields = line.strip("| ").split(" | ")
        yield command.strip("`"), [field.strip("`") for field in fields.split()]


@pytest.mark.parametrize(("command", "fields"), list(documented_fields()))
def test_the_page_names_the_fields_of_json(command: str, fields: list[str]) -> None:
    path = tuple(command.split())
    needed = [*NEEDED.get(path, []), *(["{+x}"] if path == ("template", "match") else [])]
    for text in ("http://h/", "http://h/ b"):
        for row in objects(run(*path, *needed, "--json", stdin=text)):
            assert [field for field in row if field not in ("source", "line") or command == "find"] == fields


COLOURED = ["check", "explain", "audit", "agree", "doctor", "parse", "schemes"]


@pytest.mark.parametrize("name", COLOURED)
def test_colours_are_a_choice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR takes them away, CLICOLOR_FORCE writes them into a pipe, and --color goes before both."""
    command = [name]
    command += [] if name == "doctor" else ["http"] if name == "schemes" else ["http://0x7f.1/ b", "a:b"]
    command += ["--parsers", "rfc3986,whatwg"] if name == "agree" else []

    def coloured(*options: str, **environment: str) -> bool:
        for variable in ("NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"):
            monkeypatch.delenv(variable, raising=False)
        for variable, value in environment.items():
            monkeypatch.setenv(variable, value)
        return "\x1b[" in run(*command, *options).stdout

    assert not coloured() and coloured(CLICOLOR_FORCE="1") and not coloured(CLICOLOR_FORCE="1", NO_COLOR="1")
    assert coloured("--color", "always", NO_COLOR="1") and not coloured("--color", "never", CLICOLOR_FORCE="1")


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_fits_the_terminal(path: tuple[str, ...], columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples go on after a backslash."""
    monkeypatch.setenv("COLUMNS", str(columns))
    for line in run(*path, "--help").output.splitlines():
        assert len(line) <= columns, line
