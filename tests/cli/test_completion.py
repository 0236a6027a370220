"""Shells complete commands, options and values by the script of `uriverse completion`; each shell runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from support import command
from uriverse.cli.commands import uriverse
from uriverse.cli.completion import VARIABLE

# What each shell does when a person presses the tabulator key, with what it would insert on standard output.
BASH = """
. {script}
COMP_WORDS=({words}) COMP_CWORD={last}
_uriverse_completion uriverse
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
ZSH = """
compdef() {{ }}
_describe() {{ local -a found; found=(${{(P)3}}); print -l -- ${{found%%:*}} }}
compadd() {{ local -a found; found=(${{(P)${{@[-1]}}}}); print -l -- $found }}
. {script}
words=({words}) CURRENT={last}+1
_uriverse_completion
"""
FISH = """
source {script}
complete --do-complete {line} | string replace -r '\\t.*' ''
"""
SHELLS = {"bash": BASH, "zsh": ZSH, "fish": FISH}

slow = pytest.mark.slow


def completed(shell: str, folder: Path, *words: str) -> list[str]:
    """What a shell completes the last word with."""
    script = folder / "script"
    script.write_text(command.run("completion", shell).output)
    line = " ".join(("uriverse", *words))
    program = SHELLS[shell].format(
        script=script, words=f"uriverse {' '.join(words[:-1])} '{words[-1]}'", last=len(words), line=f"'{line}'"
    )
    # The command that the script asks is the one beside this Python.
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {**os.environ, "PATH": path, "HOME": str(folder)}
    options = ["--norc"] if shell == "bash" else ["-f"] if shell == "zsh" else ["--no-config"]
    done = subprocess.run(
        [shell, *options, "-c", program], env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    return [line for line in done.stdout.splitlines() if line]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["edit", "--set", "ho"], ["host="]),
        (["edit", "--clear", "po"], ["port"]),
        (["canonical", "--profile", "su"], ["surt"]),
        (["audit", "--profile", "se"], ["security"]),
        (["agree", "--parsers", "rfc3986,what"], ["rfc3986,whatwg"]),
        (["schemes", "mailt"], ["mailto"]),
        (["diff", "rfc17"], ["rfc1738"]),
        (["lab", "suite", "rfc17"], ["rfc1738"]),
        (["explain", "--edition", "rfc17"], ["rfc1738"]),
        (["check", "--grammar", "x.abnf", "--based-on", "rfc17"], ["rfc1738"]),
        (["links", "--kind", "op"], ["opaque"]),
        (["check", "--rule", "IPv6"], ["IPv6address"]),
        (["check", "--edition", "rfc1738", "--rule", "hostn"], ["hostname", "hostnumber"]),
        (["diff", "rfc2396", "rfc3986", "--rule", "IPv4"], ["IPv4address"]),
        (["lab", "suite", "rfc3986", "--rule", "pct"], ["pct-encoded"]),
        (["table", "--want", "host,can"], ["host,canonical", "host,canonical_key"]),
        (["explain", "--edition", "what"], ["whatwg"]),
        (["normalize", "--on-invalid", "k"], ["keep"]),
        (["edit", "--where", "dom"], ["domain="]),
        (["edit", "--get", "{ho"], ["{host}"]),
        (["edit", "--get", "{host}\\t{sc"], ["{host}\\t{scheme}"]),
        (["edit", "--get", "{quer"], ["{query}", "{query:", "{query-all:"]),
        (["edit", "--get", "{must:us"], ["{must:userinfo}", "{must:user}"]),
        (["edit", "--get", "{:que"], ["{:query}", "{:query:", "{:query-all:"]),
        (["edit", "--get", "{idn:"], ["{idn:host}", "{idn:url}"]),
        (["edit", "--get", "{tex"], ["{text}"]),
        (["edit", "--get", "{host} "], []),
        (["edit", "--get", "{query:id"], []),
        (["find", "--get", "{lin"], ["{line}"]),
        (["links", "--get", "{elem"], ["{element}"]),
    ],
)
def test_words_are_completed(words: list[str], expected: list[str]) -> None:
    complete = ShellComplete(uriverse, {}, "uriverse", VARIABLE)
    assert [found.value for found in complete.get_completions(words[:-1], words[-1])] == expected


@pytest.mark.parametrize(
    "words", [["links"], ["find"], ["audit"], ["table"], ["check"], ["edit", "--file"], ["check", "--grammar"]]
)
def test_names_of_files_are_left_to_the_shell(words: list[str]) -> None:
    complete = ShellComplete(uriverse, {}, "uriverse", VARIABLE)
    assert [found.type for found in complete.get_completions(words, "acce")] == ["file"]


@slow
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_commands(shell: str, tmp_path: Path) -> None:
    found = completed(shell, tmp_path, "ca")
    assert [word.removeprefix("plain,") for word in found] == ["canonical"]


@slow
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_options(shell: str, tmp_path: Path) -> None:
    found = completed(shell, tmp_path, "links", "--def")
    assert [word.removeprefix("plain,") for word in found] == ["--default-base"]


@slow
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_a_list(shell: str, tmp_path: Path) -> None:
    assert completed(shell, tmp_path, "agree", "--parsers", "rfc3986,what") == ["rfc3986,whatwg"]


@slow
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("begun", "whole"), [("{ho", "{host}"), ("{host},{must:por", "{host},{must:port}"), ("{:fra", "{:fragment}")]
)
def test_a_shell_completes_placeholders(shell: str, begun: str, whole: str, tmp_path: Path) -> None:
    assert completed(shell, tmp_path, "edit", "--get", begun) == [whole]


@slow
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_columns_of_the_inputs(shell: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("url,time\n")
    (tmp_path / "b.jsonl").write_text('{"url": "x", "title": "y"}\n')
    inputs = (str(tmp_path / "a.csv"), str(tmp_path / "b.jsonl"), "missing.csv")
    assert completed(shell, tmp_path, "table", *inputs, "--column", "ti") == ["time", "title"]
    assert completed(shell, tmp_path, "table", *inputs, "--keep", "url,ti") == ["url,time", "url,title"]


@slow
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_editions(shell: str, tmp_path: Path) -> None:
    found = completed(shell, tmp_path, "links", "--edition", "rfc17")
    assert [word.removeprefix("plain,") for word in found] == ["rfc1738"]
