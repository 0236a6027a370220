"""The command as a process: exit codes, missing extras, pipes, terminals, and what it loads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "uriverse.cli"]


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], input=stdin, capture_output=True, env={**os.environ, **environment})


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_the_extra_the_command_says_how_to_get_it(missing: str) -> None:
    """The command is installed with the library; its libraries come with the extra."""
    code = f"import sys; sys.modules[{missing!r}] = None; from uriverse.cli import main; main(['parse', 'x'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"uriverse: the command needs {missing}: pip install {missing}\n"


def test_without_the_html_extra_links_says_how_to_get_it(tmp_path: Path) -> None:
    """The parser is needed when a page comes, and its row says what to install."""
    page = tmp_path / "p.html"
    page.write_text("<a href=x>")
    code = (
        "import sys; sys.modules['turbohtml'] = None; from uriverse.cli import main\n"
        f"main(['links', {str(page)!r}, '--json'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    (row,) = map(json.loads, done.stdout.splitlines())
    assert "pip install turbohtml" in row["error"]["message"]
    assert done.stderr == ""


# What a command need not load: layout and colours, the parser of TOML, metadata of packages, editions as objects,
# workers, mail, pandas.
HEAVY_FOR_COMMANDS = {
    *("asyncio", "concurrent.futures", "dataclasses", "difflib", "email", "hashlib", "importlib.metadata"),
    *("importlib.resources", "multiprocessing", "numpy", "pandas", "pathlib", "pyarrow", "rich", "shutil", "tempfile"),
    *("ipaddress", "tomllib", "turbohtml", "uriverse.editions.model"),
}
COMMANDS = {
    "parse http://h/a?b": set(),
    "check http://h/a?b": set(),
    "edit http://h/a?b --set query=y": set(),
    "normalize http://h/a?b": set(),
    "resolve g --base http://h/a": set(),
    "canonical http://h/a --profile surt": set(),
    "audit http://user@127.0.0.1/": set(),
    "--help": {"shutil"},
    "explain http://h/a": {"uriverse.editions.model"},
    "parse http://h/ --color always": {"dataclasses", "rich"},
    "links - --json": {"ipaddress", "pathlib", "uriverse.editions.model"},
    "links -": {"ipaddress", "pathlib", "uriverse.editions.model"},
}


@pytest.mark.parametrize("call", COMMANDS)
def test_what_a_command_loads(call: str) -> None:
    """Its start costs little more than click's. What a plug-in loads, which the help shows, is its own."""
    source = f"import sys; from uriverse.cli import commands, main; sys.argv[1:] = {call.split()}\n"
    source += "commands._has_plug_ins = lambda place: False\n"
    source += "try: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    page = "<a href=x>"
    done = subprocess.run([sys.executable, "-c", source], input=page, capture_output=True, text=True, check=False)
    assert HEAVY_FOR_COMMANDS.intersection(done.stderr.split()) == COMMANDS[call]


@pytest.mark.parametrize(
    ("arguments", "loaded"),
    [
        *((f"table valid.txt --to out.{kind}", set[str]()) for kind in ("parquet", "arrow", "csv", "txt")),
        *((f"table urls.txt --to out.{kind}", {"pyarrow.compute"}) for kind in ("parquet", "arrow", "csv", "jsonl")),
        ("table urls.csv --on-invalid reject --rejects bad.jsonl --to out.parquet", {"dataclasses", "pyarrow.compute"}),
        ("table none.csv --to out.parquet", set[str]()),
        ("links page.html --parquet out.parquet", set[str]()),
        ("links table.html --parquet out.parquet", {"pyarrow.compute", "turbohtml", "dataclasses"}),
    ],
)
def test_what_a_command_of_columns_loads(arguments: str, loaded: set[str], tmp_path: Path) -> None:
    """pyarrow imports pandas, which takes longer than all else, where it is given a Python object."""
    (tmp_path / "valid.txt").write_text("http://a/b\n")
    (tmp_path / "urls.txt").write_text("http://a/b\na b\n")
    (tmp_path / "urls.csv").write_text("url\nhttp://a/b\na b\n")
    (tmp_path / "none.csv").write_text("url\n")
    (tmp_path / "page.html").write_text("<a href=x>")
    (tmp_path / "table.html").write_text("<table><a href='a b'>")
    source = f"import sys; from uriverse.cli import main; sys.argv[1:] = {arguments.split()}\n"
    source += "try: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True, cwd=tmp_path)
    watched = {"concurrent.futures", "dataclasses", "pandas", "pyarrow", "pyarrow.compute", "rich", "turbohtml"}
    assert watched.intersection(done.stderr.split()) == {"pyarrow"} | loaded


def test_octets_go_out_as_they_came_in() -> None:
    """A name that is no UTF-8 stands in a row as the same octets, and as an escape in JSON and for people."""
    done = run("check", "-", stdin=b"a\xffb\n")
    assert (done.returncode, done.stdout) == (1, b"not valid  a\\udcffb\n")
    assert done.stderr.isascii() and done.stderr.startswith(b"-:1:2: ")
    done = run("links", os.fsdecode(b"/no/p\xff.html"), "--json")
    assert b"p\\udcff.html" in done.stdout
    done = run("links", os.fsdecode(b"/no/p\xff.html"), "--csv")
    assert b"\n/no/p\xff.html," in done.stdout
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("encoding", ["ascii", "iso-8859-1", "euc-kr", "cp1251"])
def test_data_is_utf_8_in_any_locale(encoding: str) -> None:
    """Standard input and output follow one rule: no letter of a text becomes an escape."""
    locale = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    iri = "http://한국.example/бг?é"
    for source in ({"stdin": f"{iri}\n".encode()}, {}):
        arguments = ["-"] if source else [iri]
        done = run("normalize", "--edition", "rfc3987", *arguments, **source, **locale)
        assert (done.returncode, done.stdout.decode()) == (0, f"{iri}\n"), source


def test_an_interrupt_before_the_command_begins() -> None:
    """While its modules are imported, Ctrl-C ends it without a traceback, as later."""
    interrupted = """
import os, signal, sys

class Interrupt:
    def find_spec(self, name, *_):
        if name == "uriverse.cli.process":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
from uriverse.cli import main
main(["parse", "http://a/"])
"""
    done = subprocess.run([sys.executable, "-c", interrupted], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
