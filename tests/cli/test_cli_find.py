"""`uriverse find`: the lines, the JSON, the options and the exit codes."""

from __future__ import annotations

import io
import json
from functools import partial
from pathlib import Path

import pytest

from support import command
from uriverse.cli.find import MAIL, WINDOW, Watched

run = partial(command.run, "find")

TEXT = """Yes, Jim, I found it under "http://www.w3.org/Addressing/",
but you can probably pick it up from <ftp://foo.example.
com/rfc/>.  Note é the warning in (http://a-
b) or <http://a-
b> at www.w3.org!
"""


@pytest.fixture
def mail(tmp_path: Path) -> str:
    path = tmp_path / "mail.txt"
    path.write_text(TEXT, "utf-8")
    return str(path)


def test_the_lines(mail: str) -> None:
    """The place, the URI, and how it was found."""
    result = run("--long", mail, "--abbreviated")
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        f"{mail}:1:29: http://www.w3.org/Addressing/  (quoted)",
        f"{mail}:2:39: ftp://foo.example.com/rfc/  (bracketed)",
        f"{mail}:3:36: http://a-  (bare)",
        f"{mail}:4:8: http://a-b  (bracketed; or http://ab)",
        f"{mail}:5:7: http://www.w3.org  (bare, abbreviated: www; without '!')",
    ]


def test_a_pipe_gets_a_reference_a_line(mail: str) -> None:
    """Whole, with its secrets; and what --get makes of it."""
    assert run(mail).output.splitlines() == [
        *("http://www.w3.org/Addressing/", "ftp://foo.example.com/rfc/", "http://a-", "http://a-b")
    ]
    assert run(stdin=b"see http://u:p@h/ http://u:p@h/").output == "http://u:p@h/\n" * 2
    found = run("--get", "{line}:{column} {how} {scheme}", "--unique", mail).output.splitlines()
    assert found == ["1:29 quoted http", "2:39 bracketed ftp", "3:36 bare http", "4:8 bracketed http"]


def test_json() -> None:
    """One object a line, with every field of a match, its file, line and column."""
    result = run("--json", stdin=TEXT.encode())
    rows = [json.loads(line) for line in result.output.splitlines()]
    assert rows[1] == {
        "source": "-",
        "line": 2,
        "column": 39,
        "span": [98, 125],
        "text": "ftp://foo.example.\ncom/rfc/",
        "uri": "ftp://foo.example.com/rfc/",
        "trimmed": "",
        "how": "bracketed",
        "alternative": None,
        "lenient": False,
        "heuristic": None,
        "cut": None,
    }
    octets = TEXT.encode()
    assert all(octets[slice(*row["span"])].decode() == row["text"] for row in rows)
    assert run("-", "--json", stdin=octets).output == result.output


def test_options() -> None:
    """Schemes, hyphens, characters outside US-ASCII, editions."""
    assert run("--long", "--schemes", "any", stdin=b"a:b http://c").output.count("\n") == 2
    assert run("--long", "--schemes", "http, x", stdin=b"x:b ftp://c http://d").output.count("\n") == 2
    assert "http://ab " in run("--long", "--hyphens", "drop", stdin=b"<http://a-\nb>").output
    assert (
        "http://a/%C3%A9  (bare; characters outside US-ASCII percent-encoded)"
        in run("--long", "--lenient", stdin="http://a/é".encode()).output
    )
    assert (
        "http://h/  (bare; without '~a'; the edition refuses what follows)"
        in run("--long", "--edition", "rfc1738", stdin=b"http://h/~a").output
    )
    cut = run("--long", stdin="http://h/straße".encode()).output
    assert "(bare; without 'ße'; a character outside US-ASCII follows; a lenient search reads on)" in cut


def test_exit_codes(mail: str, tmp_path: Path) -> None:
    """1 when there is none, or a file cannot be read; 2 for wrong use."""
    assert run(stdin=b"nothing").exit_code == 1
    result = run(str(tmp_path / "none"), str(tmp_path), mail)
    assert result.exit_code == 1
    assert "none: cannot be read: No such file or directory\n" in result.output
    assert "http://www.w3.org/Addressing/" in result.output
    assert run("--edition", "rfc1").exit_code == 2


def test_lines_far_down() -> None:
    """Lines and columns are counted over what is no longer kept."""
    before = b"\xc3\xa9 a line\n" * (WINDOW // 5)
    file = Watched(io.BytesIO(before + b"\xc3\xa9 x"))
    while file.read(1 << 20):
        pass
    assert file.place(len(before) + 3) == (WINDOW // 5 + 1, 3)


def test_columns_in_one_line() -> None:
    """Places in order, in the same line and in the next."""
    file = Watched(io.BytesIO("é é\né".encode()))
    while file.read(2):
        pass
    assert [file.place(at) for at in (0, 2, 3, 6, 8)] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]


def test_mails_are_for_links(tmp_path: Path) -> None:
    """The text of a mail is encoded; the suffixes are those by which `links` knows mails."""
    from uriverse.documents import FORMATS

    assert {*FORMATS["mime"].suffixes, *FORMATS["mbox"].suffixes} == {*MAIL}
    for suffix in (*MAIL, ".txt"):
        path = tmp_path / f"a{suffix}"
        path.write_bytes(b"http://h/\n")
        found = run(str(path))
        assert found.stdout == "http://h/\n"
        assert ("uriverse links" in found.stderr) == (suffix in MAIL)
        assert run(str(path), "--quiet").stderr == ""
