"""`uriverse links`: the table, JSON lines and CSV, and when its exit code is 0."""

from __future__ import annotations

import csv
import json
import re
from functools import partial
from pathlib import Path

import pytest

from support import command
from support.paths import ROOT
from uriverse.cli.link_parts import parts
from uriverse.documents.rows import unreadable

run = partial(command.run, "links")

FIELDS = [
    *("source", "line", "column", "element", "attribute", "reference"),
    *("base", "base_rule", "resolved", "kind", "valid", "error", "browser", "cut", "trimmed", "hint"),
    *("rel", "follow", "page"),
]
PAGES = sorted(str(path) for path in (ROOT / "examples").glob("*.html"))


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "p.html"
    path.write_text('<base href="http://a/b/">\n <a href="c">x</a> <a href="d e">y</a> <a href>z</a>')
    return str(path)


def test_the_table(page: str) -> None:
    """The page, its base and the rule, then a line a reference, then the sum."""
    result = run("--long", page)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == page
    assert lines[1] == "base http://a/b/ (embedded, 5.1.1)"
    assert lines[2].split(maxsplit=4) == ["line", "element", "reference", "valid", "resolved, or why not"]
    assert lines[3].split() == ["1:1", "base", "href", "http://a/b/", "yes", "http://a/b/"]
    assert lines[4].split() == ["2:2", "a", "href", "c", "yes", "http://a/b/c"]
    assert lines[5].split(maxsplit=6)[:6] == ["2:20", "a", "href", "d", "e", "no"]
    assert "at 1: ' ' is not in segment-nz-nc (RFC 3986, section 3.3)" in lines[5]
    assert lines[6].split() == ["2:40", "a", "href", '""', "yes", "http://a/b/"]
    assert lines[-1] == "4 references in 1 page, 1 not valid"
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize(
    ("options", "verdicts"), [((), ["32 yes", "31 no", "32 yes"]), (("--broken",), ["31 no-file", "31 no-file"])]
)
def test_the_verdicts_are_coloured(
    options: tuple[str, ...], verdicts: list[str], page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Green is valid, red is not valid or leads nowhere; the page is bold, its base dim, the heading underlined."""
    monkeypatch.setenv("CLICOLOR_FORCE", "1")
    Path(page).write_text('<a href="p.html">x</a><a href="d e">y</a><a href="none.html">z</a>')
    lines = run("--long", *options, page).output.splitlines()
    assert [line[:4] for line in lines[:3]] == ["\x1b[1m", "\x1b[2m", "\x1b[4m"]
    found = [re.search(r"\x1b\[(\d+)m(yes|no-file|no)\b", line) for line in lines[3 : 3 + len(verdicts)]]
    assert [" ".join(each.groups()) for each in found if each] == verdicts


def test_a_pipe_gets_a_target_a_line(page: str) -> None:
    """And what --get makes of it; what cannot be read, and the counts, are said on standard error."""
    result = run(page, "/no/such.html")
    assert result.stdout.splitlines() == ["http://a/b/", "http://a/b/c", "d e", "http://a/b/"]
    assert result.stderr.splitlines()[0] == "/no/such.html: cannot be read: No such file or directory"
    assert run(page, "/no/such.html", "--quiet").stderr == ""
    lines = run(page, "--get", "{line}:{column} {element} {host}{path}").stdout.splitlines()
    assert lines == ["1:1 base a/b/", "2:2 a a/b/c", "2:20 a d e", "2:40 a a/b/"]
    forged = run("-", stdin=b"<a href='a&#10;b&#27;[m'>").stdout
    assert forged == "a\\nb\\x1b[m\n"


def test_json_has_exactly_these_fields() -> None:
    """One object a line, the same fields in the same order on each."""
    result = run("--json", *PAGES)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert len(lines) == 200
    for line in lines:
        row = json.loads(line)
        assert list(row) == FIELDS
        assert row["source"] in PAGES
        assert isinstance(row["valid"], bool)
        assert row["valid"] or row["error"]


def test_the_table_tells_where_a_browser_goes() -> None:
    """Where a browser goes elsewhere, and nowhere else; by the URL Standard the target is the browser's."""
    page = b"<a href='a b'></a><a href=c></a><a href='HTTP://h'></a>"
    lines = run("--long", "-", "--base", "http://h/", stdin=page).stdout.splitlines()[3:6]
    assert "no     (browser: http://h/a%20b)  at 1" in lines[0]
    assert lines[1].endswith("yes    http://h/c")
    assert lines[2].endswith("yes    HTTP://h  (browser: http://h/)")
    browser = run("-", "--json", "--edition", "whatwg", "--normalize", "--base", "http://h/", stdin=page)
    assert [json.loads(line)["resolved"] for line in browser.stdout.splitlines()] == [
        "http://h/a%20b",
        "http://h/c",
        "http://h/",
    ]


def test_check_by_the_url_standard() -> None:
    """With --fail-on invalid what an author may not write counts, `http:g` among it."""
    result = run("-", "--fail-on", "invalid", "--edition", "whatwg", "--base", "http://h/", stdin=b"<a href=http:g>")
    assert result.exit_code == 1
    assert "special-scheme-missing-following-solidus" in result.stderr


def test_csv_says_the_same() -> None:
    """The same rows with a header; what is null there is empty here."""
    rows = [json.loads(line) for line in run("--json", *PAGES).stdout.splitlines()]
    table = list(csv.reader(run("--csv", *PAGES).stdout.splitlines(keepends=True)))
    assert table[0] == FIELDS
    for row in rows:
        row["error"] = row["error"] and row["error"]["message"]
        row["rel"] = " ".join(row["rel"])
    assert table[1:] == [["" if value is None else str(value) for value in row.values()] for row in rows]


def test_a_page_on_standard_input() -> None:
    """A "-" is a page; without --base its relative references stay as they are."""
    (line,) = run("-", "--json", "--base", "http://h/", stdin=b"<a href=x>").stdout.splitlines()
    row = json.loads(line)
    assert (row["source"], row["resolved"]) == ("-", "http://h/x")
    result = run("-", "--long", stdin=b"<a href=x>")
    assert result.exit_code == 0
    assert "there is no base to resolve it against" in result.output
    assert result.output.endswith("1 reference in 1 page, 1 valid but not resolved\n")


def test_a_page_that_cannot_be_read(page: str) -> None:
    """Its row says so, the others are read, and the exit code is 1."""
    result = run("--long", "/no/such/page.html", page)
    assert result.exit_code == 1
    assert "cannot be read: No such file or directory" in result.output
    assert "http://a/b/c" in result.output
    assert result.output.endswith("4 references in 2 pages, 1 not valid, 1 page not read\n")
    first, *rest = map(json.loads, run("--json", "/no/such/page.html", page).stdout.splitlines())
    assert first["error"]["message"] == "cannot be read: No such file or directory"
    assert len(rest) == 4


def test_check_makes_mistakes_count(page: str) -> None:
    """With --fail-on invalid the exit code is 1 when a reference is not valid."""
    assert run(page, "--fail-on", "invalid").exit_code == 1
    assert run("-", "--fail-on", "invalid", "--base", "http://h", stdin=b"<a href=x>").exit_code == 0


def test_an_edition(page: str) -> None:
    """References are judged and resolved by the edition that is asked for."""
    rows = [json.loads(line) for line in run("--json", "--edition", "rfc1738", page).stdout.splitlines()]
    assert [row["valid"] for row in rows] == [True, False, False, False]
    assert rows[1]["resolved"] == "http://a/b/c"


def test_a_page_without_references() -> None:
    assert run("-", stdin=b"<p>x").output == "0 references in 1 page; read as html\n"


def test_the_base_of_the_page_is_shown_whatever_its_first_references_are() -> None:
    """HTML 4.01, 13.3: a codebase is the base of attributes of its element alone."""
    page = b"<object codebase=/c/ data=d></object><a href=x>"
    lines = run("--long", "-", "--base", "http://h/p", stdin=page).output.splitlines()
    assert lines[1:3] == ["base http://h/p (retrieval, 5.1.3)", "some elements have another base"]
    lines = run(
        "--long", "-", "--base", "http://h/p", stdin=b"<object codebase=/c/ classid=d></object>"
    ).output.splitlines()
    assert lines[1] == "base http://h/p (retrieval, 5.1.3)"
    page = b"<?xml version='1.0'?><r xml:base='/b/' href='x'/>"
    assert (
        run("--long", "-", "--base", "http://h/p", stdin=page).output.splitlines()[1]
        == "base http://h/b/ (embedded, 5.1.1)"
    )


def test_a_default_base() -> None:
    """RFC 3986, section 5.1.4: it counts for a page that has no other."""
    (line,) = run("-", "--json", "--default-base", "http://d/", stdin=b"<a href=x>").stdout.splitlines()
    row = json.loads(line)
    assert (row["resolved"], row["base_rule"]) == ("http://d/x", "default")
    options = ["--default-base", "http://d/", "--base", "http://h/"]
    (line,) = run("-", "--json", *options, stdin=b"<a href=x>").stdout.splitlines()
    assert json.loads(line)["resolved"] == "http://h/x"
    refused = run("-", "--default-base", "relative", stdin=b"")
    assert (refused.exit_code, "--default-base" in refused.output) == (2, True)


@pytest.mark.parametrize(
    ("edition", "code"), [("uri-syntax-03", 1), ("rfc2396", 1), ("rfc2732", 1), ("rfc1808", 0), ("rfc3986", 0)]
)
def test_a_misformed_relative_reference_is_marked_by_the_editions_that_say_so(edition: str, code: int) -> None:
    """RFC 2396, 5.2, step 3: "Validating parsers should mark such a misformed relative reference as an error"."""
    page = b"<a href='http:g'><a href='http://h/'>"
    result = run("-", "--edition", edition, "--base", "http://h/", "--fail-on", "invalid", stdin=page)
    assert result.exit_code == code
    assert ("a misformed relative reference (" in result.output, "1 misformed" in result.output) == (bool(code),) * 2
    assert run("-", "--edition", edition, "--base", "http://h/", stdin=page).exit_code == 0


@pytest.mark.parametrize("edition", ["rfc3986", "rfc3987", "whatwg"])
def test_a_host_that_looks_like_another_is_marked_where_it_is_asked_for(edition: str) -> None:
    """By the judge of labels that `display` and the audit ask; ordinary international names have no mark."""
    hosts = [
        *("xn--ggle-55da.com", "xn--a-wbb.com", "xn--n1aeb.com", "xn--n1aeb.xn--p1ai", "xn--bcher-kva.de"),
        "example.com",
    ]
    page = "".join(f"<a href='https://{host}/'>" for host in hosts).encode()
    result = run("-", "--edition", edition, "--json", "--fail-on", "misleading", stdin=page)
    marked = [row["error"] for row in command.objects(result)]
    assert result.exit_code == 1 and marked[3:] == [None] * 3
    assert [row["message"].partition("another one ")[2] for row in marked[:3:2]] == [
        "(mixed-scripts): gооgle",
        "(looks-latin): сор",
    ]
    assert "UTS #46" in marked[1]["message"]
    if edition != "whatwg":  # by which an author may not write the label that is not valid
        output = run("-", "--edition", edition, "--fail-on", "misleading", stdin=page).output
        assert "3 with a misleading host" in output
        assert run("-", "--edition", edition, "--fail-on", "invalid", stdin=page).exit_code == 0


def test_a_document_that_is_too_long_is_a_row(tmp_path: Path) -> None:
    """--limit says how long a document may be."""
    (tmp_path / "p.html").write_text("<a href=x>")
    result = run("--long", str(tmp_path / "p.html"), "--limit", "9")
    assert result.exit_code == 1
    assert "cannot be read: it is longer than 9 octets" in result.output
    assert result.output.endswith("0 references in 1 page, 1 page not read\n")


@pytest.mark.parametrize(
    ("profile", "shown"),
    [
        ("dedupe", ["http://h/a/index.html?utm_source=x", "http://h/a?b=1&c=2", "http://www.h/a", "http:////x", "d e"]),
        (
            "surt",
            [
                *("http://h/a/index.html?utm_source=x", "http://h/a", "http://h/a?b=1&c=2", "http:////x", "d e"),
                "http://h/a?c=2&utm_medium=y&b=1",
            ],
        ),
        ("oauth", None),
    ],
)
def test_dedupe_shows_each_canonical_form_once(profile: str, shown: list[str] | None, tmp_path: Path) -> None:
    """The first row of each form, with its target as it was found; rows without a target by their reference."""
    references = [
        *("http://h/a/index.html?utm_source=x", "http://h/a", "http://h/a?b=1&amp;c=2", "http://h/a?c=2&amp;b=1"),
        *("http://www.h/a", "http:////x", "d e", "http://h/a?c=2&amp;utm_medium=y&amp;b=1", "http://h/a#f", "d e"),
    ]
    page = tmp_path / "p.html"
    page.write_text("".join(f'<a href="{reference}">x</a>' for reference in references))
    result = run(str(page), "--json", "--unique", "--profile", profile, "--base", "http://h/")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    # By "oauth" targets are compared as they stand, whether it takes them or, with a fragment, refuses them.
    every = [reference.replace("&amp;", "&") for reference in references[:-1]]
    assert [row["reference"] for row in rows] == (every if shown is None else shown)
    assert next(row["resolved"] for row in rows) == references[0]


def test_references_that_lead_nowhere_are_shown(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        "<p id=x><a href=#x>1</a><a href=#y>2</a><a href=b.html>3</a><a href=http://o/>4</a>"
    )
    result = run(str(tmp_path), "--base", "http://h/", "--targets", "local", "--json")
    assert result.exit_code == 1
    assert [json.loads(line)["reference"] for line in result.output.splitlines()] == ["#y", "b.html"]
    result = run(str(tmp_path), "--base", "http://h/", "--targets", "local")
    assert result.output.endswith("\n2 references lead nowhere (1 no-anchor, 1 no-file), in 1 of 1 page\n")


def test_a_site_whose_links_land_passes(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p id=x><a href=#x>1</a>")
    result = run(str(tmp_path), "--targets", "local")
    assert (result.exit_code, result.output) == (0, "0 references lead nowhere, in 1 page\n")


def test_local_targets_need_files() -> None:
    result = run("-", "--targets", "local")
    assert result.exit_code == 2
    assert "standard input is neither" in result.output


@pytest.mark.parametrize(("octets", "sizes"), [(2048, [2, 1]), (2047, [1, 1, 1])])
def test_a_part_of_a_run_is_filled_to_its_octets(octets: int, sizes: list[int]) -> None:
    """Each file counts a kibibyte, for its rows, and its octets; a part that is just full takes no more."""
    assert [len(part) for part in parts([unreadable("a.html", "gone")] * 3, None, octets)] == sizes
